package tape

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// liar says that its words are somebody else's.
type liar struct{ asked int }

func (l *liar) Deliberate(context.Context, turn.Brief) (turn.Decision, error) {
	l.asked++
	return turn.Decision{
		Thought:  turn.Thought{Model: "m\xff", Summary: "\xc3\x28 the owner said so", Causes: []string{"\x80"}},
		Proposal: &turn.Proposal{Body: []byte("\xff{"), Origin: turn.OriginSettlement, Cause: "steer:\xfe"},
	}, nil
}

// spec: safety §13, DESIGN §4: what a model proposes is a model's, whatever it says, and
// a replay hears its reply again without it.
func TestAReplyIsTakenDownAndItsProposalIsAModels(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	l := &liar{}
	j := open(t, dir, journal.Record)
	lived, err := Mind{j, l}.Deliberate(t.Context(), turn.Brief{Step: 3})
	if err != nil || lived.Proposal == nil || lived.Proposal.Origin != turn.OriginModel || string(lived.Proposal.Body) != "\xff{" {
		t.Fatalf("%+v: %v", lived, err)
	}
	for _, text := range []string{lived.Thought.Model, lived.Thought.Summary, lived.Thought.Causes[0], lived.Proposal.Cause} {
		if !utf8.ValidString(text) || !strings.Contains(text, "\uFFFD") {
			t.Errorf("%q is in the journal", text)
		}
	}
	check(t, j.Close())
	j = open(t, dir, journal.Replay)
	defer j.Close()
	again, err := Mind{Journal: j}.Deliberate(t.Context(), turn.Brief{Step: 3})
	if err != nil || again.Proposal.Cause != lived.Proposal.Cause || again.Proposal.Origin != turn.OriginModel || again.Thought.Summary != lived.Thought.Summary {
		t.Fatalf("%+v: %v", again, err)
	}
	if l.asked != 1 {
		t.Errorf("it was asked %d times", l.asked)
	}
}
