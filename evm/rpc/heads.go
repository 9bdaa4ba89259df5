package rpc

import (
	"context"
	"slices"
	"time"
)

const (
	// inStep is how many blocks an endpoint may be behind the highest one and still
	// be asked first: nodes hear of a block within a moment of each other.
	inStep = 2
	// Tolerance is how far the time of a head may lie in the future, as clocks differ. It is
	// what go-ethereum takes from its peers.
	Tolerance = 15 * time.Second
	// patience is how long the others' heads are waited for when one is there.
	patience = time.Second
	// remembered is how long the head of an endpoint that is silent counts.
	remembered = 10 * time.Minute
)

// Tip is the newest block that is believed, and how old it is.
type Tip struct {
	Block Block
	// Behind is how many blocks the chain must be ahead of it: by its age and the
	// chain's time for a block, or by the highest block that any endpoint named or the
	// socket told of, whichever is more (chain §2).
	Behind uint64
	// Ahead is how many seconds its time lies in the future, where that is more than
	// Tolerance. Such a head is used only where there is no other.
	Ahead uint64
}

// Tip returns the latest block: that of the first endpoint which is in step with
// the highest. A client of one node knows of no age and no other.
func (c *Client) Tip(ctx context.Context) (Tip, error) {
	if c.pool != nil {
		t, err := c.pool.tip(ctx)
		return t, cut(ctx, "eth_getBlockByNumber", err)
	}
	b, err := c.block(ctx, "eth_getBlockByNumber", "latest")
	return Tip{Block: b}, err
}

// Head returns the latest block.
func (c *Client) Head(ctx context.Context) (Block, error) {
	t, err := c.Tip(ctx)
	return t.Block, err
}

func (p *pool) tip(ctx context.Context) (Tip, error) {
	heads, err := p.gather(ctx)
	if err != nil {
		return Tip{}, err
	}
	now := p.Clock.Now()
	chosen, best := p.choose(now, heads)
	mark := max(p.highest(), best.Number)
	if best.Number < mark && p.left(ctx, chosen) {
		p.forgo(best.Number)
		mark = best.Number
	}
	mark = max(mark, p.socket.highest(now))
	t := Tip{Block: chosen.block, Behind: max(mark-chosen.block.Number, p.age(now, chosen.block))}
	if early := ahead(now, chosen.block); early > 0 {
		t.Ahead = early
		return t, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.add(chosen.block)
	return t, nil
}

// choose takes the heads down and picks one: of those that are believed, the most
// preferred that is in step with the highest. It returns the highest too.
func (p *pool) choose(now time.Time, heads []headed) (chosen headed, best Block) {
	believed := slices.DeleteFunc(slices.Clone(heads), func(h headed) bool { return !h.by.told(now, h.block) })
	if len(believed) == 0 {
		believed = heads
	}
	for _, h := range believed {
		if h.block.Number >= best.Number {
			best = h.block
		}
	}
	for _, h := range believed {
		if h.block.Number+inStep >= best.Number {
			return h, best
		}
	}
	return believed[0], best
}

// told takes a head down and reports whether it is believed.
func (e *endpoint) told(now time.Time, b Block) bool {
	early := ahead(now, b)
	e.mu.Lock()
	defer e.mu.Unlock()
	if was := e.ahead; early > 0 && !was {
		e.pool.Log.Warn("the head of an endpoint lies in the future and is not believed", "endpoint", e.name, "block", b.Number, "seconds", early)
	}
	e.ahead, e.head, e.heard = early > 0, b, now
	if !e.ahead || len(e.pool.endpoints) == 1 { // others are not held against a head that nobody believes
		e.high = max(e.high, b.Number)
	}
	return !e.ahead
}

// ahead is how many seconds a block lies in the future; 0 within Tolerance.
func ahead(now time.Time, b Block) uint64 {
	if limit := uint64(now.Add(Tolerance).Unix()); b.Time > limit {
		return b.Time - uint64(now.Unix())
	}
	return 0
}

// age is how many blocks the chain must have made since b by the time that passed.
func (p *pool) age(now time.Time, b Block) uint64 {
	old := now.Sub(time.Unix(int64(b.Time), 0))
	if p.BlockTime <= 0 || old <= 0 {
		return 0
	}
	return uint64(old / p.BlockTime)
}
