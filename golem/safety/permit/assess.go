package permit

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// gated asks the gate about an action that opens a risk.
func (j *judge) gated(call *turn.ToolCall, k cage.Case) *turn.Refusal {
	if j.gate == nil {
		return nil
	}
	s, opens := cage.Stake(k)
	if !opens {
		return nil
	}
	return j.gate.Judge(call, s)
}

// heldBack tells the gate of an action that was refused, by itself or behind it.
func (j *judge) heldBack(call *turn.ToolCall, k cage.Case, r *turn.Refusal) {
	if j.gate == nil {
		return
	}
	if stake, opens := cage.Stake(k); opens {
		j.gate.HeldBack(call, stake, r)
	}
}

// assessed asks the risk engine about an action that the cage lets pass. What opens no
// risk is not assessed (S-7).
func (j *judge) assessed(k cage.Case, s turn.Simulation, cause, permit string) (*turn.Assessment, *turn.Refusal) {
	if j.risk == nil || !k.Opens() {
		return nil, nil
	}
	said, r := j.risk.Assess(j.order(k, s, cause, permit))
	return &said, r
}

// shielded is the assessment of what the cage refused, the first layer. What it only
// refused because of the stage, or on paper, is followed.
func (j *judge) shielded(k cage.Case, s *turn.Simulation, cause string, r *turn.Refusal) *turn.Assessment {
	if j.risk == nil || r.Layer != cage.Layer || !k.Opens() {
		return nil
	}
	var value money.USDC
	if s != nil {
		value = s.Value
		if r.Code == wire.CodeSafetyStageShadow || r.Code == wire.CodeSafetyPaper {
			j.risk.HeldBack(j.order(k, *s, cause, ""))
		}
	}
	said := j.risk.Blocked(value, r)
	return &said
}

func (j *judge) order(k cage.Case, s turn.Simulation, cause, permit string) risk.Order {
	return risk.Order{Case: k, Simulation: s, Cause: cause, Tick: j.life.State().Heartbeat().Tick, Permit: permit, Elevated: Risk(k.Action, s.Value).Large()}
}

// committed tells the risk engine of an order that is about to be sent.
func (j *judge) committed(p Permit) {
	if j.risk != nil {
		j.risk.Committed(j.order(p.judged, p.Simulation, p.Proposal.Cause, p.ID))
	}
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
	d.events.Emit(tick, e)
}
