package why

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// A trade that was cut says from what, to what and by what limit; one that was not says nothing of it.
func TestATradeTellsWhatCutIt(t *testing.T) {
	a := turn.Action{Proposal: turn.Proposal{Cut: "from 500 USDC to 305.82248 by max_deployed"}, Execution: &turn.Execution{PermitID: "permit:68.2"}}
	if links := sized(&a); len(links) != 1 || links[0] != (Link{"permit:68.2", "size", "cut from 500 USDC to 305.82248 by max_deployed"}) {
		t.Errorf("%+v", links)
	}
	if a.Proposal.Cut = ""; len(sized(&a)) != 0 {
		t.Error("a whole order is called cut")
	}
}
