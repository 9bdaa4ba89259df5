package bardo

import (
	"testing"

	"bardo.run/bardo/life/biography"
)

// A line of bardo ticks tells what cut an order.
func TestATickTellsWhatCutItsOrders(t *testing.T) {
	tick := biography.Tick{Actions: []biography.Act{
		{Cause: "rule:entry-v4@60", Kind: "swap", Status: "executed", Cut: "from 200 USDC to 20 by max_deployed"},
		{Cause: "rule:manage-move@66", Kind: "claim_fees", Status: "executed"},
	}}
	want := "rule:entry-v4@60: swap executed, cut from 200 USDC to 20 by max_deployed; rule:manage-move@66: claim_fees executed"
	if got := came(tick); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
