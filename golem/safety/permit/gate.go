package permit

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
)

// gated asks the gate about an action that opens a risk.
func (d *Desk) gated(call *turn.ToolCall, k cage.Case) *turn.Refusal {
	if d.parts.Gate == nil {
		return nil
	}
	s, opens := cage.Stake(k)
	if !opens {
		return nil
	}
	r := d.parts.Gate.Judge(call, s)
	if r != nil {
		d.parts.Gate.HeldBack(call, s, r)
	}
	return r
}

// held blocks an action that the gate let through, and tells it so.
func (d *Desk) held(call *turn.ToolCall, k cage.Case, s *turn.Simulation, r *turn.Refusal) turn.Preview {
	if d.parts.Gate != nil {
		if stake, opens := cage.Stake(k); opens {
			d.parts.Gate.HeldBack(call, stake, r)
		}
	}
	answer := d.blocked(call, k.Action, s, r)
	answer.Risk = d.shielded(k, s, call.Proposal.Cause, r)
	return answer
}
