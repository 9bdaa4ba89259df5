package permit

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// A model's word makes no swap a move of an order over two markets.
//
// spec: safety §7.4
func TestAModelNamesNoRoute(t *testing.T) {
	for _, from := range []turn.Origin{turn.OriginRule, turn.OriginSteer, turn.OriginSettlement, turn.OriginModel} {
		r := routed(turn.Proposal{Origin: from, Route: &turn.Route{First: "permit:1"}})
		if (r == nil) != (from == turn.OriginModel) {
			t.Errorf("%s: %+v", from, r)
		}
	}
}
