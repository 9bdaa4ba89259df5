package permit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Book names permits, and holds those that are open; one that ended is unknown
// again, and stands in the record of its tick. It is the extension "permits": at
// tool_call it refuses a commit whose permit is not open. It is safe for
// concurrent use.
type Book struct {
	mu      sync.Mutex // guards what follows
	permits map[string]*Permit
	newest  uint64 // tick of the newest name
	named   int    // in that tick
}

// NewBook returns a book without permits.
func NewBook() *Book { return &Book{permits: map[string]*Permit{}} }

// OnToolCall refuses the commit of a permit that is unknown or ended.
func (b *Book) OnToolCall(_ context.Context, call *turn.ToolCall) (*turn.Refusal, error) {
	if call.Tool != ToolCommit {
		return nil, nil
	}
	if _, open := b.Find(call.PermitID); !open {
		return stop(wire.CodePermitNotActive, "permit "+call.PermitID+" is not open"), nil
	}
	return nil, nil
}

// Find returns a copy of a permit.
func (b *Book) Find(id string) (Permit, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.permits[id]
	if !ok {
		return Permit{}, false
	}
	return *p, true
}

// next names the next preview of a tick: unique within a life, the same in every
// replay of it.
func (b *Book) next(tick uint64) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if tick != b.newest {
		b.newest, b.named = tick, 0
	}
	b.named++
	return fmt.Sprintf("permit:%d.%d", tick, b.named)
}

func (b *Book) add(p *Permit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.permits[p.ID] = p
}

// end ends a permit and returns it as it was left; false where it is not open.
func (b *Book) end(id string, as State, reason string) (Permit, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.permits[id]
	if !ok {
		return Permit{}, false
	}
	p.State, p.Reason = as, reason
	delete(b.permits, id)
	return *p, true
}

// open lists the permits that may still be committed, sorted.
func (b *Book) open() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(maps.Keys(b.permits))
}
