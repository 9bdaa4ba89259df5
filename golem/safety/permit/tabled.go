package permit

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// tabled refuses a tool that is not in the table, and a model's word that names an address
// of a stranger.
func (d *Desk) tabled(call *turn.ToolCall) *turn.Refusal {
	if _, ok := d.cfg.Tools(call.Kind); !ok {
		return stop(wire.CodeSafetyCapabilityRequired, "no tool of this Golem is named "+call.Kind)
	}
	return d.traced(call.Proposal)
}

// approved refuses a call that needs the owner's approval and has none (safety §3). It
// comes last: an approval is used up by the call alone.
func (d *Desk) approved(p Permit) *turn.Refusal {
	row, ok := d.cfg.Tools(string(p.Action.Kind))
	if ok && !row.Approved() {
		return nil
	}
	if d.parts.Approvals == nil {
		return stop(wire.CodeSafetyOwnerApprovalRequired, "the owner approved nothing")
	}
	if err := d.parts.Approvals.Use(string(p.Action.Kind), p.Params, d.parts.Life.Now()/1000); err != nil {
		return stop(wire.CodeSafetyOwnerApprovalRequired, err.Error())
	}
	return nil
}
