package chain

import (
	"context"
	"slices"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// remembered is how many readings are held against the chain (chain §10.3).
const remembered = 64

// past is what was read before, to hold the chain against.
type past struct {
	seen []turn.Block // of the last observations, lowest first
	last uint64       // highest block that was read
}

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

// addBefore asks for the block at the height of the last reading. An endpoint that
// lags behind it has none yet.
func (p *past) addBefore(b *rpc.Batch, head rpc.Block) func() (turn.Block, error) {
	if p.last == 0 || p.last > head.Number {
		return func() (turn.Block, error) { return turn.Block{}, nil }
	}
	read := b.BlockAt(p.last)
	return func() (turn.Block, error) {
		block, err := read.Value()
		return blockOf(block), err
	}
}

// addAnchor asks for the block at the height of the newest reading that head may stand
// on. The answer is the block that was read there, where the chain has another one now.
func (p *past) addAnchor(b *rpc.Batch, head rpc.Block) func() (left turn.Block, err error) {
	anchor, found := p.below(head.Number)
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
// what it left. Depth is counted between the blocks of readings: the others were never read.
func (p *past) reorg(ctx context.Context, client *rpc.Client, head rpc.Block, left turn.Block) (turn.Reorg, error) {
	b := client.At(head.Hash)
	var reads []*rpc.Read[rpc.Block]
	for _, old := range p.seen {
		if old.Number < left.Number {
			reads = append(reads, b.BlockAt(old.Number))
		}
	}
	if err := b.Do(ctx); err != nil {
		return turn.Reorg{}, err
	}
	kept := p.seen[0].Number - 1 // at the most: nothing below it is remembered
	for i, read := range reads {
		if now, _ := read.Value(); now.Hash == p.seen[i].Hash {
			kept = now.Number
		}
	}
	r := turn.Reorg{From: kept + 1, To: head.Number, Depth: p.top().Number - kept}
	p.cut(kept)
	return r, nil
}
