package heartbeat

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
)

// chainMemory remembers the newest blocks, to notice when one was replaced. A reorg
// stays in it until a gate has answered it with T2 (heartbeat §3 step 8).
type chainMemory struct {
	reorg  bool
	read   turn.Block // the highest of a reading
	number [16]uint64
	hash   [16]common.Hash
	n      int
}

// block takes a block that was read.
func (m *chainMemory) block(b turn.Block) { m.reorg = m.take(b) || m.reorg }

// reading takes the block of a reading, and what the chain has now in the place of the
// highest one read before: ticks are further apart than blocks, so the same height is
// hardly ever read twice by itself.
func (m *chainMemory) reading(r *turn.Reading) {
	m.reorg = r.Reorg != (turn.Reorg{}) || m.replaced(r.Before) || m.reorg
	m.block(r.Block)
	if r.Block.Number >= m.read.Number {
		m.read = r.Block
	}
}

// answered notes that a gate has answered the reorg.
func (m *chainMemory) answered() { m.reorg = false }

// replaced reports whether b stands where another block was read.
func (m *chainMemory) replaced(b turn.Block) bool {
	return b != (turn.Block{}) && b.Number == m.read.Number && b.Hash != m.read.Hash
}

// take adds a block and reports a reorg: another hash at a number seen before.
func (m *chainMemory) take(b turn.Block) (reorg bool) {
	for i := range min(m.n, len(m.number)) {
		if m.number[i] == b.Number {
			reorg = m.hash[i] != b.Hash
			m.hash[i] = b.Hash
			return reorg
		}
	}
	at := m.n % len(m.number)
	m.number[at], m.hash[at] = b.Number, b.Hash
	m.n++
	return false
}
