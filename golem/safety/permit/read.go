package permit

import (
	"errors"

	"bardo.run/bardo/golem/core/taint"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/validate"
	"bardo.run/bardo/wire"
)

// origins are whose words a proposal is made of. Rules and settlements are the program's;
// what a steer asks for is written by the player, at the owner's word.
var origins = map[turn.Origin]taint.Origin{
	turn.OriginRule: taint.Runtime, turn.OriginSettlement: taint.Runtime, turn.OriginSteer: taint.Owner, turn.OriginModel: taint.Model,
}

// read turns a proposal into an action. A model's words become parameters of a tool behind
// the one gate that fits them, and words of nobody that is known not at all (safety §9,
// §10).
func (d *Desk) read(call *turn.ToolCall) (grammar.Action, *turn.Refusal) {
	from, known := origins[call.Proposal.Origin]
	if !known {
		from = taint.Relay // as good as anybody's
	}
	names := call.State.Positions().Reading
	text := taint.New(from, string(call.Proposal.Body), 0)
	if from == taint.Model {
		clean, err := validate.Proposal(&names).Clear(text, validate.ModelOutput)
		if err != nil {
			return grammar.Action{}, malformed(err)
		}
		text = clean
	}
	body, refusal := d.release(call.Tick, text, taint.ToolParameters)
	if refusal != nil {
		return grammar.Action{}, refusal
	}
	action, err := grammar.Parse([]byte(body), &names)
	if err != nil {
		return action, malformed(err)
	}
	return action, nil
}

func malformed(err error) *turn.Refusal {
	var bad *grammar.Error
	if errors.As(err, &bad) {
		err = bad
	}
	return &turn.Refusal{Layer: LayerGrammar, Code: grammar.Code, Detail: err.Error()}
}

// release returns a text's content for a sink. A flow that a label forbids is an error, is
// taken down without the value, and goes no further.
func (d *Desk) release(tick uint64, text taint.Text, to taint.Sink) (string, *turn.Refusal) {
	content, err := text.Reveal(to)
	var v *taint.Violation
	if !errors.As(err, &v) {
		return content, nil
	}
	d.scribe.note(audit.TaintViolationBlocked(v.Labels.String(), v.Sink.String()))
	d.events.Emit(tick, wire.RiskTaintViolationBlocked{Label: v.Labels.String(), Sink: v.Sink.String()})
	return "", &turn.Refusal{Layer: LayerTaint, Code: wire.CodeSafetyTaint, Detail: v.Error()}
}
