package descent

import (
	"math/bits"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
)

// again is how long lies between two tries of a step, in milliseconds, where the one before
// reached the chain and left something; else the next tick tries.
const again = 5 * 60_000

// smallest is how often a sale is halved at least, if the market asks for it.
const smallest = 3

// swap is the kind of an action that sells.
const swap = "swap"

// sale is the size of what is sold at once: what the market does not take whole goes in
// halves, down to one quote token.
type sale struct {
	halved uint // how often it was made smaller
	finest uint // how often it may be
}

// show takes in what there is to sell.
func (s *sale) show(r turn.Reading) {
	s.finest = 0
	for i := range r.Balances {
		if b := &r.Balances[i]; b.Token.Address == r.Pool.Base().Address && b.Value >= 1 {
			s.finest = uint(bits.Len64(uint64(min(b.Value, 1<<62)))) - 1
			return
		}
	}
}

// smaller halves a sale that was refused for its size, and reports whether it could.
func (s *sale) smaller(act *turn.Action) bool {
	if act.Preview.Kind != swap || !play.TooMuch(*act) || s.halved >= max(smallest, s.finest) {
		return false
	}
	s.halved++
	return true
}

// went lets the next sale be larger again: the market may take more.
func (s *sale) went(act *turn.Action) {
	if act.Preview.Kind == swap && s.halved > 0 {
		s.halved--
	}
}

// value says how much of a sale goes at once.
func (s *sale) value() turn.Value {
	return turn.Value{Name: play.Halved, Value: float64(s.halved), Unit: "times"}
}
