package rpc

import (
	"cmp"
	"context"
	"slices"
)

// headed is one endpoint's head.
type headed struct {
	at    int // place in the order of preference
	by    *endpoint
	block Block
	err   error
}

// gather asks every endpoint for its head, and waits a second at most for the others
// when one has answered. It fails where none does.
func (p *pool) gather(ctx context.Context) ([]headed, error) {
	if len(p.endpoints) == 1 {
		return p.first(ctx)
	}
	asking, stop := context.WithCancelCause(ctx)
	defer stop(errTooSlow)
	answers := make(chan headed, len(p.endpoints))
	for i, e := range p.endpoints { // each ends with its answer or with asking
		go func() {
			b, err := e.latest(asking)
			answers <- headed{i, e, b, err}
		}()
	}
	var got []headed
	var failed error
	var hurry <-chan struct{}
	for range p.endpoints {
		select {
		case h := <-answers:
			if h.err != nil {
				failed = h.err
				continue
			}
			if got = append(got, h); hurry == nil {
				short, end := context.WithTimeout(ctx, patience)
				defer end()
				hurry = short.Done()
			}
		case <-hurry:
			return sorted(got), ctx.Err()
		}
	}
	if len(got) == 0 && ctx.Err() == nil {
		return p.first(ctx)
	}
	if len(got) == 0 {
		return nil, failed
	}
	return sorted(got), nil
}

func sorted(heads []headed) []headed {
	slices.SortFunc(heads, func(a, b headed) int { return cmp.Compare(a.at, b.at) })
	return heads
}

// first asks as every other request does, with all the waiting that may be needed.
func (p *pool) first(ctx context.Context) ([]headed, error) {
	got := answer[Block]{parse: parseBlock}
	r := single(&got, "eth_getBlockByNumber", "latest", false)
	if err := noBlock(p.do(ctx, r)); err != nil {
		return nil, err
	}
	return []headed{{by: r.by, block: got.value}}, nil
}

// latest is the endpoint's own head.
func (e *endpoint) latest(ctx context.Context) (Block, error) {
	got := answer[Block]{parse: parseBlock}
	err := e.try(ctx, single(&got, "eth_getBlockByNumber", "latest", false))
	return got.value, err
}
