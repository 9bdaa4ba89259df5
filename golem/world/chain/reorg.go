package chain

import (
	"context"
	"slices"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// remembered is how many readings are held against the chain (chain §10.3).
const remembered = 64

// past is the blocks of the last readings, lowest first.
type past struct{ seen []turn.Block }

// below returns the highest block of a reading at a height or under it.
func (p *past) below(number uint64) (turn.Block, bool) {
	for _, b := range slices.Backward(p.seen) {
		if b.Number <= number {
			return b, true
		}
	}
	return turn.Block{}, false
}

// top is the highest block that was read, where one was.
func (p *past) top() turn.Block { return p.seen[len(p.seen)-1] }

// add remembers a block above all others. One that lags is remembered already, or
// says nothing.
func (p *past) add(b turn.Block) {
	if len(p.seen) > 0 && b.Number <= p.top().Number {
		return
	}
	if p.seen = append(p.seen, b); len(p.seen) > remembered {
		p.seen = p.seen[1:]
	}
}

// cut forgets what was read above a height.
func (p *past) cut(number uint64) {
	for len(p.seen) > 0 && p.top().Number > number {
		p.seen = p.seen[:len(p.seen)-1]
	}
}

// addAnchor asks for the block at the height of the newest reading that head may stand
// on. The answer is the block that was read there, where the chain has another one now.
func (c *Chain) addAnchor(b *rpc.Batch, head rpc.Block) func() (left turn.Block, err error) {
	anchor, found := c.past.below(head.Number)
	if !found {
		return func() (turn.Block, error) { return turn.Block{}, nil }
	}
	read := b.BlockAt(anchor.Number)
	return func() (turn.Block, error) {
		now, err := read.Value()
		if err != nil || now.Hash == anchor.Hash {
			return turn.Block{}, err
		}
		return anchor, nil
	}
}

// reorg finds out how far the chain went back under a block that it left, and forgets
// what it left.
func (c *Chain) reorg(ctx context.Context, head rpc.Block, left turn.Block) (turn.Reorg, error) {
	b := c.client.At(head.Hash)
	var reads []*rpc.Read[rpc.Block]
	for _, old := range c.past.seen {
		if old.Number < left.Number {
			reads = append(reads, b.BlockAt(old.Number))
		}
	}
	if err := b.Do(ctx); err != nil {
		return turn.Reorg{}, err
	}
	kept := c.past.seen[0].Number - 1 // at the most: nothing below it is remembered
	for i, read := range reads {
		if now, _ := read.Value(); now.Hash == c.past.seen[i].Hash {
			kept = now.Number
		}
	}
	r := turn.Reorg{From: kept + 1, To: head.Number, Depth: c.past.top().Number - kept}
	c.past.cut(kept)
	return r, nil
}
