package report

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// Mortality is what the clocks of the life stood at (mortality §2 to §6). Series is
// thinned for the page; Phases and Shares rest on every tick.
type Mortality struct {
	Series []Vital   `json:"series"`
	Phases []Stretch `json:"phases"`
	Shares []Share   `json:"shares"` // ticks in each phase, best phase first
}

// Vital is what the clocks stood at after one tick, each 0 to 1. Credit is the share of
// the credit that is left to spend, Paid of the paid time. Fitness is nil where it was
// not judged, Survival where no dice are rolled.
type Vital struct {
	Time      int64    `json:"time_ms"`
	Composite float64  `json:"composite"`
	Credit    float64  `json:"credit"`
	Paid      float64  `json:"paid_time"`
	Fitness   *float64 `json:"fitness,omitempty"`
	Survival  *float64 `json:"survival,omitempty"`
}

// Economic is the economic clock: whatever runs out first.
func (v Vital) Economic() float64 { return min(v.Credit, v.Paid) }

// Stretch is a phase from its first tick until the next phase begins, or until the last
// tick. Composite is what it was entered at. Owed is the clock that was lowest then;
// empty for the phase of a newborn. It is counted in ticks, as the clocks count. A death
// after the last tick moves no phase: it is in the testament alone, which the page holds whole.
type Stretch struct {
	Phase     string  `json:"phase"`
	From      int64   `json:"from_ms"`
	To        int64   `json:"to_ms"`
	Tick      uint64  `json:"tick"` // the first one
	Ticks     uint64  `json:"ticks"`
	Composite float64 `json:"composite"`
	Owed      string  `json:"owed_to,omitempty"`
}

// clocks folds what the ticks say of mortality.
type clocks struct {
	series []Vital
	phases []Stretch
	ticks  [turn.Terminal + 1]uint64
}

// age folds in the clocks of a tick. Ticks that ended before the lifespan saw them have
// none.
func (b *Builder) age(r turn.Record) {
	m := r.Mortality
	if m.Clocks == (turn.Clocks{}) || m.Phase > turn.Terminal {
		return
	}
	c := &b.clocks
	c.ticks[m.Phase]++
	c.series = append(c.series, vital(r.Time, m))
	last := len(c.phases) - 1
	if last >= 0 {
		c.phases[last].To = r.Time
	}
	if last < 0 || c.phases[last].Phase != m.Phase.String() {
		c.phases = append(c.phases, Stretch{Phase: m.Phase.String(), From: r.Time, To: r.Time, Tick: r.Tick, Composite: m.Composite, Owed: owed(last < 0, m)})
		last++
	}
	c.phases[last].Ticks++
}

func vital(at int64, m turn.Mortality) Vital {
	v := Vital{Time: at, Composite: m.Composite, Credit: m.Clocks.Credit, Paid: m.Clocks.Paid}
	if !m.Clocks.Learning {
		v.Fitness = &m.Clocks.Fitness
	}
	if !slices.Contains(m.Absent, "stochastic") {
		v.Survival = &m.Clocks.Survival
	}
	return v
}

// owed is what a phase is owed to. A Golem is born thriving, which is owed to nothing.
func owed(first bool, m turn.Mortality) string {
	if first && m.Phase == turn.Thriving {
		return ""
	}
	return m.Clocks.Trigger
}

// told is nil for a life without clocks.
func (c *clocks) told(samples int) *Mortality {
	if len(c.series) == 0 {
		return nil
	}
	m := &Mortality{Series: thin(c.series, samples, (*Vital).composite, (*Vital).fitness), Phases: slices.Clone(c.phases)}
	for p, n := range c.ticks {
		if n > 0 {
			m.Shares = append(m.Shares, Share{turn.Phase(p).String(), n})
		}
	}
	return m
}

func (v *Vital) composite() float64 { return v.Composite }

// fitness is what thinning keeps the extremes of beside the composite; the other
// clocks only fall.
func (v *Vital) fitness() float64 {
	if v.Fitness == nil {
		return 0
	}
	return *v.Fitness
}
