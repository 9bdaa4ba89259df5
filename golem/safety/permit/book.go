package permit

import (
	"context"
	"slices"
	"sync"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Book holds the permits that are open; one that ended is unknown again, and
// stands in the record of its tick. It is the extension "permits": at
// tool_call it refuses a commit whose permit is not open. It is safe for
// concurrent use.
type Book struct {
	mu      sync.Mutex // guards permits
	permits map[string]*Permit
}

// NewBook returns a book without permits.
func NewBook() *Book { return &Book{permits: map[string]*Permit{}} }

// OnToolCall refuses the commit of a permit that is unknown or final.
func (b *Book) OnToolCall(_ context.Context, call *turn.ToolCall) (*turn.Refusal, error) {
	if call.Tool != ToolCommit {
		return nil, nil
	}
	if p, ok := b.Find(call.PermitID); !ok || p.State != Created {
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

func (b *Book) add(p *Permit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.permits[p.ID] = p
}

// move applies an event, which ends the permit, and returns it as it was left;
// false where the event is not allowed.
func (b *Book) move(id, event, reason string) (Permit, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.permits[id]
	if !ok {
		return Permit{}, false
	}
	to, ok := p.State.next(event)
	if !ok {
		return *p, false
	}
	p.State, p.Reason = to, reason
	delete(b.permits, id)
	return *p, true
}

// open lists the permits that may still be committed, sorted.
func (b *Book) open() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ids []string
	for id, p := range b.permits {
		if p.State == Created {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
