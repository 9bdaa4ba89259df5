package findings

import (
	"slices"

	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
)

// table fills in the lives and the columns: every arm, then holding and cash, each once where they
// are the same for all.
func (f *Findings) table(arms []Arm) {
	for _, a := range arms {
		c := Column{Name: a.Name, Arm: true, Form: a.Form, Summary: Pool(a.Lives, f.Period), Orders: a.orders()}
		if a.Form != "" {
			c.Of = a.Of
		}
		for _, o := range a.Lives {
			c.Lives = append(c.Lives, len(f.Lives))
			f.Lives = append(f.Lives, Life{a.Name, o})
		}
		f.Columns = append(f.Columns, c)
	}
	held := func(o outcome.Outcome, period int64) []float64 { return outcome.Compound(o.Holding, period) }
	still := func(o outcome.Outcome, period int64) []float64 { return make([]float64, len(o.Periods(period))) }
	f.instead(arms, Holding, held, func(b statistics.Beside) statistics.Summary { return b.Holding })
	f.instead(arms, Cash, still, func(b statistics.Beside) statistics.Summary { return b.Cash })
}

// instead adds what could have been done instead: once where every arm would have held the same in
// the same markets, as the first of them read it.
func (f *Findings) instead(arms []Arm, name string, returns func(outcome.Outcome, int64) []float64, of func(statistics.Beside) statistics.Summary) {
	once := apart(arms) == ""
	for _, a := range arms {
		once = once && (name == Cash || slices.Equal(a.Lives[0].Held, arms[0].Lives[0].Held))
	}
	for i, a := range arms {
		c := Column{Name: name, Summary: pool(a.Lives, f.Period, returns, of), Lives: f.Columns[i].Lives}
		if !once {
			c.Name += " (" + a.Name + ")"
		}
		if f.Columns = append(f.Columns, c); once {
			break
		}
	}
}
