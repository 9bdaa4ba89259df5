package history

import (
	"bardo.run/bardo/mirage/deploy"

	"github.com/holiman/uint256"
)

// Gas of the market's steps, measured and rounded up: what a swap takes at most, and so any
// other step, and what a swap takes more for each position of somebody else, whose two
// ticks it may cross.
const (
	swapGas     = 180_000
	positionGas = 130_000
	chunkSteps  = 80
)

// stepsPerChunk bounds the steps of one market transaction, so that it stays below its gas
// limit.
func stepsPerChunk(positions int) int {
	return max(1, min(chunkSteps, marketGas/(swapGas+positionGas*positions)))
}

// script is what the market does in one block of a pool: one transaction, or more where it
// has many steps or several traders.
type script struct {
	chunks []chunk
	most   int                 // steps of a chunk
	sender func(trade int) int // who sends a swap; nil: the first account
	swaps  int                 // swaps among all steps, and those of the block before them
	end    *uint256.Int        // where the pool stands afterwards
}

// chunk is one transaction of a trader.
type chunk struct {
	trader, count int
	steps         deploy.Steps
}

// script begins what the market does in a block of the pool as it is.
func (v *venue) script() *script { return &script{most: stepsPerChunk(len(v.positions))} }

// room returns the steps to which a trader's next one is added.
func (s *script) room(trader int) *deploy.Steps {
	last := len(s.chunks) - 1
	if last < 0 || s.chunks[last].count == s.most || s.chunks[last].trader != trader {
		s.chunks = append(s.chunks, chunk{trader: trader})
		last++
	}
	s.chunks[last].count++
	return &s.chunks[last].steps
}

func (s *script) swapTo(price *uint256.Int) {
	trader := 0
	if s.sender != nil {
		trader = s.sender(s.swaps)
	}
	c := s.room(trader)
	*c = c.SwapTo(price)
	s.end = price
	s.swaps++
}

// liquidity brings the market's position, which is its first account's, from one liquidity to
// another. It is one position over the full range, so that the active liquidity is one number at every price. What a burn frees
// is collected at once: left in the pool, it would be paid again by every mint, and a long
// history would use up the market's funds.
func (s *script) liquidity(from, to *uint256.Int) {
	switch from.Cmp(to) {
	case -1:
		c := s.room(0)
		*c = c.Mint(new(uint256.Int).Sub(to, from))
	case 1:
		c := s.room(0)
		*c = c.Burn(new(uint256.Int).Sub(from, to))
		s.collect()
	}
}

// collect brings home what the pool owes the position: freed tokens and fees.
func (s *script) collect() {
	c := s.room(0)
	*c = c.Collect()
}
