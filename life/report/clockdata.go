package report

import "math"

// dials are the columns of the clocks' chart. What is not judged is a gap. Turns are
// the moments at which a phase began, but for the first.
type dials struct {
	Time      []number  `json:"t"`
	Composite []number  `json:"composite"`
	Economic  []number  `json:"economic"`
	Fitness   []*number `json:"fitness"`
	Survival  []*number `json:"survival"`
	Turns     []number  `json:"turns"`
}

func (m *Mortality) dials() *dials {
	if m == nil {
		return nil
	}
	d := &dials{Turns: []number{}}
	for _, v := range m.Series {
		d.Time = append(d.Time, seconds(v.Time))
		d.Composite = append(d.Composite, fine(v.Composite))
		d.Economic = append(d.Economic, fine(v.Economic()))
		d.Fitness = append(d.Fitness, judged(v.Fitness))
		d.Survival = append(d.Survival, judged(v.Survival))
	}
	for i, p := range m.Phases {
		if i > 0 {
			d.Turns = append(d.Turns, seconds(p.From))
		}
	}
	return d
}

// fine is a share as finely as a chart shows it.
func fine(x float64) number { return number(math.Round(x*1e4) / 1e4) }

// judged is nil where a clock was not judged.
func judged(x *float64) *number {
	if x == nil {
		return nil
	}
	n := fine(*x)
	return &n
}
