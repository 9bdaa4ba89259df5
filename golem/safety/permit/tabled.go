package permit

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/injection"
	"bardo.run/bardo/wire"
)

// tabled refuses a tool that is not in the table, and a model's word that names an address
// of a stranger.
func (j *judge) tabled(call *turn.ToolCall) *turn.Refusal {
	if _, ok := j.tools(call.Kind); !ok {
		return stop(wire.CodeSafetyCapabilityRequired, "no tool of this Golem is named "+call.Kind)
	}
	return j.traced(call.Proposal)
}

// approved refuses a call that needs the owner's approval and has none (safety §3). It
// comes last: an approval is used up by the call alone. No tool needs one today; the table
// is asked all the same, so that the first one cannot be forgotten.
func (j *judge) approved(p Permit) *turn.Refusal {
	row, ok := j.tools(string(p.Action.Kind))
	if ok && !row.Approved() {
		return nil
	}
	if j.approvals == nil {
		return stop(wire.CodeSafetyOwnerApprovalRequired, "the owner approved nothing")
	}
	if err := j.approvals.Use(string(p.Action.Kind), p.Params, j.life.Now()/1000); err != nil {
		return stop(wire.CodeSafetyOwnerApprovalRequired, err.Error())
	}
	return nil
}

// traced refuses a model's proposal with an address that occurs neither among what is
// approved nor in what was observed: the model can have it from a stranger's words only
// (safety §11 point 2). What it names may still be refused by the cage.
func (j *judge) traced(p turn.Proposal) *turn.Refusal {
	if p.Origin != turn.OriginModel {
		return nil
	}
	limits, seen := j.cage.Policy(), j.life.State().Positions().Reading
	var observed []common.Address
	for i := range seen.Assets {
		observed = append(observed, seen.Assets[i].Token.Address)
	}
	for i := range seen.Markets {
		observed = append(observed, seen.Markets[i].Address)
	}
	stranger, found := injection.Stranger(p.Body, limits.Tokens, observed)
	if !found {
		return nil
	}
	return &turn.Refusal{Layer: LayerOrigin, Code: wire.CodeValidationAddressOrigin, Detail: fmt.Sprintf("nobody but the model named %s", stranger)}
}

// said is a contract's reason for people: clean, bounded, and withheld where it reads like
// an instruction. The simulation keeps it as it came: it is evidence there.
func said(reason string) string {
	if classes := injection.Scan(reason); len(classes) > 0 {
		return fmt.Sprintf("the contract's reason reads like an instruction %v and is withheld", classes)
	}
	clean, _ := injection.Clean(injection.Revert, reason)
	return clean
}
