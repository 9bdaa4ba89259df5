// Package loopguard stops a deliberator that repeats itself (heartbeat §14.2).
// Guard is the extension "safety" at tool_call: it looks at the last 20 proposed
// calls, refuses the sixth identical one and warns when one kind of action makes
// up more than 80 % of them.
//
// It is a brake and no wall: what bounds a loss is the cage, the permit and the
// capability.
package loopguard

import (
	"context"
	"crypto/sha256"

	"bardo.run/bardo/golem/host/turn"
)

// Layer is the name under which refusals are counted, Code their stable code.
const (
	Layer = "loopguard"
	Code  = "SAFETY_LOOP"
)

const (
	window    = 20
	identical = 5  // that may stand in the window already
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
}

// OnToolCall counts proposals; a commit is the second half of one and passes.
func (g *Guard) OnToolCall(_ context.Context, c *turn.ToolCall) (*turn.Refusal, error) {
	if len(c.Proposal.Body) == 0 {
		return nil, nil
	}
	now := call{sha256.Sum256(c.Proposal.Body), c.Kind}
	same, kin := g.count(now)
	if same >= identical {
		return &turn.Refusal{Layer: Layer, Code: Code, Detail: "the same call stands five times among the last 20"}, nil
	}
	g.calls = append(g.calls, now)
	if len(g.calls) > window {
		g.calls = g.calls[1:]
	}
	if len(g.calls) == window && kin+1 > share && g.Warn != nil {
		g.Warn(c.Tick, c.Kind)
	}
	return nil, nil
}

// count returns how many of the last calls are identical and how many of those
// that stay in the window are of the same kind.
func (g *Guard) count(now call) (same, kin int) {
	for i, old := range g.calls {
		if old.digest == now.digest {
			same++
		}
		leaves := len(g.calls) == window && i == 0
		if old.kind == now.kind && !leaves {
			kin++
		}
	}
	return same, kin
}
