package status

import (
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §11.2: what came due is told market by market; what was held back, and what no one
// could look at in time, count nowhere.
func TestTheStatusTellsHowWellEachMarketIsPredicted(t *testing.T) {
	f := newFold()
	r := &turn.Record{Foresight: &turn.Foresight{Resolved: []turn.Resolution{
		{Category: turn.PriceRange, Correct: true},
		{Category: turn.GasPrice, Persisted: true},
		{Category: turn.PriceRange, Correct: true, Persisted: true, Market: "wbtc-usdc-30"},
		{Category: turn.PriceRange, Correct: true, Late: true, Market: "wbtc-usdc-30"},
		{Category: turn.Inaction, Correct: true},
	}}}
	r.Seen.Reading = turn.Reading{Block: turn.Block{Number: 1}, Markets: []turn.Market{{Handle: "weth-usdc-5"}, {Handle: "wbtc-usdc-30"}}}
	f.take(r)
	want := []Foreseen{{"weth-usdc-5", 2, 1, 1}, {"wbtc-usdc-30", 1, 1, 1}}
	if !reflect.DeepEqual(f.foreseen, want) {
		t.Fatalf("%+v", f.foreseen)
	}
	f.seen.Markets[0], f.seen.Markets[1] = f.seen.Markets[1], f.seen.Markets[0]
	if all := f.predicted(); all[0] != want[1] || all[1] != want[0] {
		t.Errorf("in another order than the markets: %+v", all)
	}
	f.seen.Markets[0], f.seen.Markets[1] = f.seen.Markets[1], f.seen.Markets[0]
	var p paper
	if foresight(&p, f.foreseen); !strings.Contains(p.b.String(), "% right (persistence of the same width): weth-usdc-5 50 (50), wbtc-usdc-30 100 (100)\n") {
		t.Errorf("%s", p.b.String())
	}
	if f.foresee(&turn.Record{}); !reflect.DeepEqual(f.foreseen, want) {
		t.Error("a tick without an oracle was counted")
	}
}
