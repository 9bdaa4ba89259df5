package permit

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// assessed asks the risk engine about an action that the cage lets pass. What opens no
// risk is not assessed (S-7).
func (d *Desk) assessed(k cage.Case, s turn.Simulation, cause, permit string) (*turn.Assessment, *turn.Refusal) {
	if d.parts.Risk == nil || !cage.Opens(k.Action, k.Seen.Pool) {
		return nil, nil
	}
	said, r := d.parts.Risk.Assess(d.order(k, s, cause, permit))
	return &said, r
}

// shielded is the assessment of what the cage refused, the first layer. What it only
// refused because of the stage is followed.
func (d *Desk) shielded(k cage.Case, s *turn.Simulation, cause string, r *turn.Refusal) *turn.Assessment {
	if d.parts.Risk == nil || r.Layer != cage.Layer || !cage.Opens(k.Action, k.Seen.Pool) {
		return nil
	}
	var value money.USDC
	if s != nil {
		value = s.Value
		if r.Code == wire.CodeSafetyStageShadow {
			d.parts.Risk.HeldBack(d.order(k, *s, cause, ""))
		}
	}
	said := d.parts.Risk.Blocked(value, r)
	return &said
}

func (d *Desk) order(k cage.Case, s turn.Simulation, cause, permit string) risk.Order {
	return risk.Order{Case: k, Simulation: s, Cause: cause, Tick: d.parts.Life.State().Heartbeat().Tick, Permit: permit, Elevated: Risk(k.Action, s.Value).Large()}
}

// announce tells of an assessment.
func (d *Desk) announce(tick uint64, a *turn.Assessment, r *turn.Refusal) {
	if a == nil {
		return
	}
	e := wire.RiskAssessment{Approved: r == nil, AdjustedSize: float64(a.Adjusted) / float64(money.One), Warnings: wire.List[string](a.Warnings)}
	for _, l := range a.Layers {
		e.Layers = append(e.Layers, wire.RiskLayer{Layer: uint64(l.Layer), Passed: l.Passed, Details: l.Detail})
	}
	d.parts.Events.Emit(tick, e)
}
