package descent

import (
	"math/bits"
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
)

// again is how long lies between two tries of a step, in milliseconds, where the one before
// reached the chain and left something; else the next tick tries.
const again = 5 * 60_000

// smallest is how often a sale may be halved at least, if the market asks for it.
const smallest = 3

// swap is the kind of an action that sells.
const swap = "swap"

// Sale is the size of what is sold at once: what the market does not take whole goes in
// halves, down to eighths, or to one quote token where that is smaller. The zero value sells
// all that there is.
type Sale struct {
	halved uint // how often it was made smaller
	finest uint // how often it may be, where that is more than smallest
}

// show takes in what there is to sell.
func (s *Sale) show(r turn.Reading) {
	s.finest = 0
	for i := range r.Balances {
		if b := &r.Balances[i]; b.Token.Address == r.Pool.Base().Address && b.Value >= 1 {
			s.finest = uint(bits.Len64(uint64(min(b.Value, 1<<62)))) - 1
			return
		}
	}
}

// Smaller halves what was refused for its size at every try of it, and reports whether it
// could.
func (s *Sale) Smaller(tries ...turn.Action) bool {
	fits := func(a turn.Action) bool { return !play.TooMuch(a) }
	if len(tries) == 0 || slices.ContainsFunc(tries, fits) || s.halved >= max(smallest, s.finest) {
		return false
	}
	s.halved++
	return true
}

// refused makes the next sale smaller where an order was one and too much, and reports
// whether it did.
func (s *Sale) refused(act *turn.Action) bool { return act.Preview.Kind == swap && s.Smaller(*act) }

// went lets the next sale be larger again: the market may take more.
func (s *Sale) went(act *turn.Action) {
	if act.Preview.Kind == swap && s.halved > 0 {
		s.halved--
	}
}

// value says how much of a sale goes at once.
func (s *Sale) value() turn.Value {
	return turn.Value{Name: play.Halved, Value: float64(s.halved), Unit: "times"}
}
