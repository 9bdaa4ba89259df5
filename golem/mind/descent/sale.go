package descent

import (
	"encoding/json"
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
// halves, down to eighths, or to one token of the numeraire where that is smaller. The zero value sells
// all that there is.
type Sale struct {
	halved uint   // how often it was made smaller
	finest uint   // how often it may be, where that is more than smallest
	of     string // the asset that it was made smaller for last, by handle; empty: any
}

// show takes in what there is to sell.
func (s *Sale) show(r turn.Reading) {
	s.finest = 0
	if a, ok := r.Named(s.of); !ok || a.Value < 1 {
		s.of = ""
	}
	if value := dearest(&r); value > 0 {
		s.finest = uint(bits.Len64(uint64(min(value, 1<<62)))) - 1
	}
}

// dearest is the value of the asset that is worth most of those that can be sold; 0: none is
// worth one token of the numeraire.
func dearest(r *turn.Reading) (value float64) {
	for i := range r.Assets {
		a := &r.Assets[i]
		if i > 0 && a.Value >= 1 && a.Value > value && play.Deepest(r, a.Token) != nil {
			value = a.Value
		}
	}
	return value
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
func (s *Sale) refused(act *turn.Action) bool {
	if act.Preview.Kind != swap || !s.Smaller(*act) {
		return false
	}
	s.of = sold(act)
	return true
}

// went lets the next sale be larger again: the market may take more. What goes of one asset
// says nothing of the market that refused another.
func (s *Sale) went(act *turn.Action) {
	if act.Preview.Kind == swap && s.halved > 0 && (s.of == "" || s.of == sold(act)) {
		s.halved--
	}
}

// sold is the handle of what a swap sells; empty where its proposal does not say.
func sold(act *turn.Action) string {
	var body struct {
		Params struct {
			Token string `json:"token_in"`
		} `json:"params"`
	}
	if json.Unmarshal(act.Proposal.Body, &body) != nil {
		return ""
	}
	return body.Params.Token
}

// value says how much of a sale goes at once.
func (s *Sale) value() turn.Value {
	return turn.Value{Name: play.Halved, Value: float64(s.halved), Unit: "times"}
}
