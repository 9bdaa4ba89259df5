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

func (w *World) script() *script { return &script{most: stepsPerChunk(len(w.positions))} }

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

// liquidity brings the market's position from one liquidity to another. What a burn frees
// is collected at once: left in the pool, it would be paid again by every mint.
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

// moves returns what the market does in one phase of a minute. It changes nothing.
func (w *World) moves(m Minute, i, phase int) *script {
	s := w.script()
	s.end = w.price
	held := w.held
	if w.today.Moves[phase] {
		s.liquidity(held, w.today.Walk)
		held = w.today.Walk
	}
	goal := visit(w.price, w.today.Ticks[phase])
	if !goal.Eq(w.price) {
		s.swapTo(goal)
	}
	if phase != PhaseClose {
		return s
	}
	due := w.due(m, i, goal, held)
	s.liquidity(held, m.Liquidity)
	active := new(uint256.Int).Add(m.Liquidity, w.others(m.Close))
	visits := w.market.Spec.toAndFro(goal, m, active, due)
	for _, price := range visits {
		s.swapTo(price)
	}
	if len(visits) > 0 { // the fees of these trades are the market's own
		s.collect()
	}
	return s
}

// due returns the value that the market still has to trade in a minute after it walked
// to its close: what the day recorded so far and did not yet pay. Only a minute with
// recorded inflow trades it, and the last of the day, so that quiet minutes stay quiet.
func (w *World) due(m Minute, i int, goal, held *uint256.Int) *uint256.Int {
	none := new(uint256.Int)
	if i >= len(w.market.Minutes) || m.Missing || (w.today.Recorded.IsZero() && !w.lastOfDay[i]) {
		return none
	}
	active := new(uint256.Int).Add(held, w.others(m.Close))
	in0, in1 := inflow(w.price, goal, active, w.market.Spec.Fee)
	paid := w.market.Spec.valuer(m.Close).of(in0.Add(in0, w.in0), in1.Add(in1, w.in1))
	owed := w.today.Recorded.Clone()
	if day := w.day(m); day != nil {
		owed.Add(owed, day.Recorded)
		paid.Add(paid, day.Paid)
	}
	if owed.Lt(paid) {
		return none
	}
	return owed.Sub(owed, paid)
}

// day returns the figures of the minute's day, nil before its first close.
func (w *World) day(m Minute) *Day {
	if n := len(w.stats.Days); n > 0 && w.stats.Days[n-1].Date.Equal(dateOf(m.Time)) {
		return &w.stats.Days[n-1]
	}
	return nil
}
