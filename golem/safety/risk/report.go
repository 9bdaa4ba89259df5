package risk

import "bardo.run/bardo/golem/host/turn"

// Report is where the engine stands at the end of a tick, with the changes of its stage
// since the call before. r is what is held then.
func (e *Engine) Report(r *turn.Reading) *turn.Risk {
	a, l, t := e.allowed, &e.ladder, &e.trades
	out := &turn.Risk{
		Stage: l.stage, Since: l.since, Vouched: l.vouched, Observations: t.estimate.N, Confidence: t.known.composite(), Operational: e.orders.Mean(),
		Edge: t.estimate.Mean, Deviation: t.deviation(), Multiplier: a.Multiplier, Position: a.Position, Deployed: a.Deployed, Fraction: e.fraction(), Moved: l.moved,
	}
	l.moved = nil
	p := portfolio(r, &e.look, e.habit.usual())
	out.Health = min(Health(p), t.shape(p).Of())
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

func portfolio(r *turn.Reading, l *Look, tracking float64) Portfolio {
	whole, at := equity(r), risked(r)
	p := Portfolio{Drawdown: l.fallen(), Gas: l.Gas, Tracking: tracking, Cash: 1}
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
