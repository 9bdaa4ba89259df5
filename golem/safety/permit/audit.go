package permit

import (
	"crypto/sha256"
	"encoding/json"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
)

// Audit takes down what passes the Desk, before the Desk answers (safety §1.4 S-9). Behind
// an error it takes nothing more, and nothing more is permitted.
type Audit interface {
	Note(e audit.Event) error
}

// note hands an event to the audit. Its error is kept: the answer becomes one.
func (d *Desk) note(e audit.Event) {
	if d.parts.Audit != nil && d.unheard == nil {
		d.unheard = d.parts.Audit.Note(e)
	}
}

// previewed takes down the answer to a proposal.
func (d *Desk) previewed(p turn.Proposal, answer turn.Preview) (turn.Preview, error) {
	d.checked(answer.Refusal)
	if answer.PermitID != "" {
		d.note(audit.PolicyCageCheck(""))
		d.note(audit.PermitCreated(answer.PermitID, answer.Kind, answer.Simulation.Value))
	}
	d.note(audit.ToolCall(ToolPreview, sha256.Sum256(p.Body), digest(answer), answer.PermitID, codeOf(answer.Refusal)))
	if d.unheard != nil {
		return turn.Preview{}, d.unheard
	}
	return answer, nil
}

// committed takes down what a commit came to.
func (d *Desk) committed(id string, x turn.Execution) (turn.Execution, error) {
	d.checked(x.Refusal)
	d.note(audit.ToolCall(ToolCommit, sha256.Sum256([]byte(id)), digest(x), id, codeOf(x.Refusal)))
	return x, d.unheard
}

// checked takes down that the cage refused.
func (d *Desk) checked(r *turn.Refusal) {
	if r != nil && r.Layer == cage.Layer {
		d.note(audit.PolicyCageCheck(string(r.Code)))
	}
}

// sent takes down what is known of an order's transaction.
func (d *Desk) sent(p Permit, x turn.Execution, status string) {
	if x.TxHash != ([32]byte{}) {
		d.note(audit.Transaction(p.ID, x.TxHash, p.Simulation.Value, status))
	}
}

// used takes down that a token was shown, or refuses it: no signature without a record.
func (d *Desk) used(permitID string, refused error) error {
	why := ""
	if refused != nil {
		why = capability.Code(refused)
	}
	d.note(audit.PermitConsumed(permitID, why))
	return d.unheard
}

func codeOf(r *turn.Refusal) string {
	if r == nil {
		return ""
	}
	return string(r.Code)
}

// digest identifies an answer: the SHA-256 of its JSON.
func digest(answer any) audit.Hash {
	text, err := json.Marshal(answer)
	if err != nil {
		panic("permit: an answer always encodes: " + err.Error())
	}
	return sha256.Sum256(text)
}
