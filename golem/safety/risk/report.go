package risk

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// Report is where the engine stands at the end of a tick, with the changes of its stage
// since the call before. r is what is held then.
func (e *Engine) Report(r *turn.Reading) *turn.Risk {
	a := e.allowed
	out := &turn.Risk{
		Stage: e.stage, Since: e.since, Vouched: e.vouched, Observations: e.estimate.N, Confidence: e.known.composite(), Operational: e.orders.Mean(),
		Edge: e.estimate.Mean, Deviation: e.deviation(), Multiplier: a.Multiplier, Position: a.Position, Deployed: a.Deployed, Fraction: e.fraction(), Moved: e.moved,
	}
	e.moved = nil
	p := e.portfolio(r)
	out.Health = min(Health(p), e.shape(p).Of())
	out.Flags = e.habit.flags(e.look.Now, e.birth.Born)
	if len(out.Flags) > 1 {
		out.Flags = append(out.Flags, FlagAlert)
	}
	if p.Factor > 0 && p.Factor < critical {
		out.Flags = append(out.Flags, FlagHealth)
	}
	score, odd := e.Anomaly()
	if out.Anomaly = score; odd {
		out.Flags = append(out.Flags, FlagAnomaly)
	}
	return out
}

func (e *Engine) portfolio(r *turn.Reading) Portfolio {
	whole, at := equity(r), risked(r)
	p := Portfolio{Drawdown: e.fallen(), Gas: e.look.Gas, Tracking: e.habit.usual(), Cash: 1}
	if whole > 0 {
		p.Cash = unit(1 - at/whole)
	}
	p.HHI = p.Cash*p.Cash + (1-p.Cash)*(1-p.Cash)
	for i := range r.Lending {
		if f, owes := r.Lending[i].Account.Factor(); owes && (p.Factor == 0 || f < p.Factor) {
			p.Factor = f
		}
	}
	return p
}

// shape is the second figure. What is at risk can be left within a block, all of it moves
// with one price (so there is nothing to correlate), and cash is no position. What was won
// is of the last twenty trades, and the Sharpe ratio that of thirty.
func (e *Engine) shape(p Portfolio) Shape {
	s := Shape{HHI: (1 - p.Cash) * (1 - p.Cash), Liquid: 1, Drawdown: p.Drawdown}
	won := 0
	for _, w := range e.won {
		if w {
			won++
		}
	}
	s.Won = float64(won) / float64(len(e.won)) // of none it is no number, and counts as nothing
	if d := e.deviation(); d > 0 {
		s.Sharpe = e.estimate.Mean / d * math.Sqrt(float64(min(e.estimate.N, observations)))
	}
	return s
}
