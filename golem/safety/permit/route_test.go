package permit

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// A model's word makes no swap a move of an order over two markets.
//
// spec: safety §7.4
func TestAModelNamesNoRoute(t *testing.T) {
	d, _, _ := setUp()
	for _, from := range []turn.Origin{turn.OriginRule, turn.OriginSteer, turn.OriginSettlement, turn.OriginModel} {
		r := d.judge.judged(grammar.Action{}, turn.Proposal{Origin: from, Route: &turn.Route{First: "permit:1"}}, 1).Route
		if (r == nil) != (from == turn.OriginModel) {
			t.Errorf("%s: %+v", from, r)
		}
	}
}
