package agenttest

import (
	"math/rand/v2"
)

// Market is the way of a market: how it moves from one block to the next, in ticks, and
// what it earns.
type Market interface {
	Step(block uint64) (tick int32, growth uint64, baseFee uint64)
}

// Steady goes up a little with every block, and nothing about it ever changes.
type Steady struct{}

// Step implements Market.
func (*Steady) Step(block uint64) (int32, uint64, uint64) {
	return 1 + int32(block%2), 1_000, 50_000_000
}

// Fickle never does what it has just done: each hour turns the direction, the unrest,
// the fees and the gas of the one before.
type Fickle struct {
	Rand *rand.Rand
	up   bool
}

// Step implements Market.
func (f *Fickle) Step(block uint64) (int32, uint64, uint64) {
	const hour = 240 // blocks
	if block%hour == 0 {
		f.up = !f.up
	}
	if f.up {
		return 1 + f.Rand.Int32N(3), 4_000, 100_000_000
	}
	return -f.Rand.Int32N(12) - 1 + f.Rand.Int32N(9), 500, 20_000_000
}
