package tape

import (
	"context"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// Thinker decides what a tick does, from outside: a model, whose every word may be
// hostile.
type Thinker interface {
	Deliberate(ctx context.Context, b turn.Brief) (turn.Decision, error)
}

// Mind is the heartbeat's Deliberator over a Thinker through the journal: a reply is
// taken down before anything is done with it, and a replay hears it again.
type Mind struct {
	Journal *journal.Journal
	Thinker Thinker `image:"-"` // nil in a replay
}

// asked is what a reply answers.
type asked struct {
	Tier  turn.Tier
	Step  int
	Block common.Hash // of what was seen
	Done  int         // actions of the tick so far
}

// Deliberate asks for the next step. Whatever a reply says of itself, what it proposes
// is a model's.
func (m Mind) Deliberate(ctx context.Context, b turn.Brief) (turn.Decision, error) {
	question := asked{b.Tier, b.Step, b.Seen.Reading.Block.Hash, len(b.Done)}
	d, err := journal.Take(m.Journal, journal.KindModel, question, func() (turn.Decision, error) {
		d, err := m.Thinker.Deliberate(ctx, b)
		return legible(d), err
	})
	if d.Proposal != nil {
		d.Proposal.Origin = turn.OriginModel
	}
	return d, err
}

// legible makes a reply's texts UTF-8: a journal and a record with other bytes could be
// written, and not read again.
func legible(d turn.Decision) turn.Decision {
	t := &d.Thought
	t.Model, t.Summary = clean(t.Model), clean(t.Summary)
	causes := make([]string, len(t.Causes))
	for i, c := range t.Causes {
		causes[i] = clean(c)
	}
	if t.Causes != nil {
		t.Causes = causes
	}
	if d.Proposal != nil {
		p := *d.Proposal
		p.Cause = clean(p.Cause)
		d.Proposal = &p
	}
	return d
}

func clean(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
