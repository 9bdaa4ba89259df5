package rpc

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
)

// line remembers the newest blocks of the chain that were seen, so that a head which
// is lower than before can be told to lag, or to stand on another branch.
type line struct{ seen []mark }

// mark is one block.
type mark struct {
	number uint64
	hash   common.Hash
}

// lineLength is how many blocks are remembered (chain §10.3).
const lineLength = 64

// add appends a block; what was seen at its height or above is replaced.
func (l *line) add(b Block) {
	l.cut(b.Number)
	if l.seen = append(l.seen, mark{b.Number, b.Hash}); len(l.seen) > lineLength {
		l.seen = l.seen[1:]
	}
}

// cut forgets the blocks from a height on.
func (l *line) cut(number uint64) {
	n := len(l.seen)
	for n > 0 && l.seen[n-1].number >= number {
		n--
	}
	l.seen = l.seen[:n]
}

// below returns the highest block that was seen at a height or under it.
func (l *line) below(number uint64) (mark, bool) {
	for i := len(l.seen) - 1; i >= 0; i-- {
		if l.seen[i].number <= number {
			return l.seen[i], true
		}
	}
	return mark{}, false
}

// left reports whether a head stands on another branch than what was seen before: at
// the height of a block that was seen its endpoint has another one. No answer leaves
// it a head that lags.
func (p *pool) left(ctx context.Context, h headed) bool {
	p.mu.Lock()
	known, found := p.line.below(h.block.Number)
	p.mu.Unlock()
	if !found || known.number == h.block.Number {
		return found && known.hash != h.block.Hash
	}
	b, err := h.by.at(ctx, known.number)
	return err == nil && b.Hash != known.hash
}

// at is the block that the endpoint has at a height.
func (e *endpoint) at(ctx context.Context, number uint64) (Block, error) {
	got := answer[Block]{parse: parseBlock}
	err := e.try(ctx, atHeight(&got, number))
	return got.value, noBlock(err)
}

// highest is the highest block that an endpoint named lately.
func (p *pool) highest() (number uint64) {
	now := p.Clock.Now()
	for _, e := range p.endpoints {
		e.mu.Lock()
		if len(p.endpoints) == 1 || now.Sub(e.heard) < remembered {
			number = max(number, e.high)
		}
		e.mu.Unlock()
	}
	return number
}

// forgo forgets what was named above a height: the chain left it.
func (p *pool) forgo(number uint64) {
	for _, e := range p.endpoints {
		e.mu.Lock()
		e.high = min(e.high, number)
		e.mu.Unlock()
	}
	p.socket.forgo(number)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.cut(number)
}

// saw notes a block that an answer of the endpoint stands in.
func (e *endpoint) saw(number uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.high, e.heard = max(e.high, number), e.pool.Clock.Now()
}
