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

// script is what the market account does in one block: one transaction, or more where
// it has many steps.
type script struct {
	chunks []deploy.Steps
	most   int          // steps of a chunk
	count  int          // steps of the last chunk
	swaps  int          // swaps among all steps
	end    *uint256.Int // where the pool stands afterwards
}

// script begins what the market does in a block of the pool as it is.
func (v *venue) script() *script { return &script{most: stepsPerChunk(len(v.positions))} }

func (s *script) room() *deploy.Steps {
	if len(s.chunks) == 0 || s.count == s.most {
		s.chunks, s.count = append(s.chunks, nil), 0
	}
	s.count++
	return &s.chunks[len(s.chunks)-1]
}

func (s *script) swapTo(price *uint256.Int) {
	c := s.room()
	*c = c.SwapTo(price)
	s.end = price
	s.swaps++
}

// liquidity brings the market's position from one liquidity to another. It is one position over
// the full range, so that the active liquidity is one number at every price. What a burn frees
// is collected at once: left in the pool, it would be paid again by every mint, and a long
// history would use up the market's funds.
func (s *script) liquidity(from, to *uint256.Int) {
	switch from.Cmp(to) {
	case -1:
		c := s.room()
		*c = c.Mint(new(uint256.Int).Sub(to, from))
	case 1:
		c := s.room()
		*c = c.Burn(new(uint256.Int).Sub(from, to))
		s.collect()
	}
}

// collect brings home what the pool owes the position: freed tokens and fees.
func (s *script) collect() {
	c := s.room()
	*c = c.Collect()
}
