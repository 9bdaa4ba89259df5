// Package loopguard stops a model that repeats itself (heartbeat §14.2, safety
// §13). Guard is the extension "safety" at tool_call: it looks at the last 20
// calls that a model asked for, within ten ticks, and refuses the fifth identical
// one. Heartbeat §14.2 says the sixth: of two figures for a brake the tighter holds. A rule
// repeats itself by design, and an exit or a settlement must: they are not counted.
//
// It is a brake and no wall: what bounds a loss is the cage, the permit and the
// capability.
package loopguard

import (
	"context"
	"crypto/sha256"
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Layer is the name under which refusals are counted, Code their stable code.
const (
	Layer = "loopguard"
	Code  = wire.CodeSafetyLoopDetected
)

const (
	window    = 20
	age       = 10 // ticks after which a call no longer counts
	identical = 4  // that may stand in the window already
	share     = 16 // of one kind in a full window that is still quiet
)

// Guard remembers the last calls. The zero value is ready; it belongs to the
// goroutine that ticks.
type Guard struct {
	calls []call
	// Warn is told the kind that dominates a full window; nil: nobody is.
	Warn func(tick uint64, kind string)
}

type call struct {
	digest [sha256.Size]byte
	kind   string
	tick   uint64
}

// OnToolCall counts proposals; a commit is the second half of one and passes. A
// refused call counts too, so that repeating stays refused.
func (g *Guard) OnToolCall(_ context.Context, c *turn.ToolCall) (*turn.Refusal, error) {
	if c.Proposal.Origin != turn.OriginModel || len(c.Proposal.Body) == 0 {
		return nil, nil
	}
	g.calls = slices.DeleteFunc(g.calls, func(old call) bool { return old.tick+age < c.Tick })
	now := call{sha256.Sum256(c.Proposal.Body), c.Kind, c.Tick}
	same := g.count(func(old call) bool { return old.digest == now.digest })
	if g.calls = append(g.calls, now); len(g.calls) > window {
		g.calls = g.calls[1:]
	}
	if same >= identical {
		return &turn.Refusal{Layer: Layer, Code: Code, Detail: "the same call stands four times among the last 20"}, nil
	}
	if g.Warn != nil && g.count(func(old call) bool { return old.kind == now.kind }) > share {
		g.Warn(c.Tick, c.Kind)
	}
	return nil, nil
}

func (g *Guard) count(like func(call) bool) (n int) {
	for _, old := range g.calls {
		if like(old) {
			n++
		}
	}
	return n
}
