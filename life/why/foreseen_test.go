package why

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §11.2
func TestATickTellsWhichClaimsCameDueOfEachMarket(t *testing.T) {
	r := &turn.Record{Tick: 7, Foresight: &turn.Foresight{Resolved: []turn.Resolution{
		{Category: turn.PriceRange, Correct: true}, {Category: turn.PriceRange, Market: "wbtc-usdc-30"}, {Category: turn.GasPrice, Late: true},
	}}}
	r.Seen.Reading.Markets = []turn.Market{{Handle: "weth-usdc-5"}}
	links := foreseen(r)
	const want = "came due of weth-usdc-5: price range right, gas price looked at too late; of wbtc-usdc-30: price range wrong"
	if len(links) != 1 || links[0].ID != "tick:7" || links[0].Text != want {
		t.Errorf("%+v", links)
	}
	if links := foreseen(&turn.Record{}); links != nil {
		t.Errorf("%+v", links)
	}
}
