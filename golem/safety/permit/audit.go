package permit

import (
	"crypto/sha256"
	"encoding/json"
	"sync"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
)

// Audit takes down what passes the Desk, before the Desk answers (safety §1.4 S-9). After
// an error it takes nothing more, and nothing more is permitted. It is no hook of the tool
// moments: a hook hears of calls, the Desk knows their answers too.
type Audit interface {
	Note(e audit.Event) error
}

// scribe takes down what passes, and has the lock under which it does: one preview, commit
// or order of the Golem's own at a time.
type scribe struct {
	mu      sync.Mutex // guards unheard, and what else the parts of a Desk say
	audit   Audit      // nil: nothing is taken down
	unheard error      // of the audit: nothing is permitted behind it
}

func (s *scribe) lock() (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// note hands an event to the audit. Its error is kept: the answer becomes one.
func (s *scribe) note(e audit.Event) {
	if s.audit != nil && s.unheard == nil {
		s.unheard = s.audit.Note(e)
	}
}

// previewed takes down the answer to a proposal.
func (s *scribe) previewed(p turn.Proposal, answer turn.Preview) (turn.Preview, error) {
	s.checked(answer.Refusal)
	if answer.PermitID != "" {
		s.note(audit.PolicyCageCheck(""))
		s.note(audit.PermitCreated(answer.PermitID, answer.Kind, answer.Simulation.Value))
	}
	s.note(audit.ToolCall(ToolPreview, sha256.Sum256(p.Body), digest(answer), answer.PermitID, codeOf(answer.Refusal)))
	if s.unheard != nil {
		return turn.Preview{}, s.unheard
	}
	return answer, nil
}

// committed takes down what a commit came to.
func (s *scribe) committed(id string, x turn.Execution) (turn.Execution, error) {
	s.checked(x.Refusal)
	s.note(audit.ToolCall(ToolCommit, sha256.Sum256([]byte(id)), digest(x), id, codeOf(x.Refusal)))
	return x, s.unheard
}

// checked takes down that the cage refused.
func (s *scribe) checked(r *turn.Refusal) {
	if r != nil && r.Layer == cage.Layer {
		s.note(audit.PolicyCageCheck(string(r.Code)))
	}
}

// sent takes down what is known of an order's transaction.
func (s *scribe) sent(p Permit, x turn.Execution, status string) {
	if x.TxHash != ([32]byte{}) {
		s.note(audit.Transaction(p.ID, x.TxHash, p.Simulation.Value, status))
	}
}

// used takes down that a token was shown, or refuses it: no signature without a record.
func (s *scribe) used(permitID string, refused error) error {
	why := ""
	if refused != nil {
		why = capability.Code(refused)
	}
	s.note(audit.PermitConsumed(permitID, why))
	return s.unheard
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
