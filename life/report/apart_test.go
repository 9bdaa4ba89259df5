package report

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
)

// How far the sources of a price are apart is told by all that were heard: the markets, the price feed,
// and the last price that was trusted.
//
// spec: heartbeat §3
func TestSourcesAreApartByAllThatWereHeard(t *testing.T) {
	usdc, weth := turn.Token{Address: common.HexToAddress("0x01"), Symbol: "USDC"}, turn.Token{Address: common.HexToAddress("0x02"), Symbol: "WETH"}
	for name, c := range map[string]struct{ feed, before, other, want float64 }{
		"nothing else":    {0, 0, 0, 0},
		"a feed":          {2_500, 0, 0, 0.25},
		"a lower feed":    {1_600, 0, 0, 0.25},
		"another market":  {0, 0, 3_000, 0.5},
		"what was before": {0, 1_000, 0, 1},
		"all of them":     {2_500, 1_000, 3_000, 2},
	} {
		r := turn.Reading{Assets: []turn.Asset{{Token: usdc, Price: 1}, {Token: weth, Price: 2_000, Feed: &turn.Feed{Price: c.feed}}}}
		r.Markets = []turn.Market{{Base: weth, Quote: usdc, Price: 2_000}, {Base: weth, Quote: usdc, Price: c.other}}
		if got := apartOf(&r, &r.Assets[1], c.before); got != c.want {
			t.Errorf("%s: %g apart, want %g", name, got, c.want)
		}
	}
}

// A rule that acted was not held back, whatever was thought of a price beside it.
func TestARuleThatActedWasNotHeldBack(t *testing.T) {
	a := turn.Asset{Token: turn.Token{Symbol: "WETH"}, Doubt: "bent"}
	r := turn.Record{Thought: []turn.Thought{{Summary: "entry more: " + a.Doubted()}}}
	r.Seen.Reading.Assets = []turn.Asset{a}
	held := turn.Trigger{Rule: "rule:entry-more@3", Kind: "entry", Layer: "deliberator"}
	acted := held
	if acted.Permits = []string{"permit:1"}; blamed(&r, acted) != nil || blamed(&r, held) == nil {
		t.Errorf("held back: %v, though it acted: %v", blamed(&r, held), blamed(&r, acted))
	}
}

// The summary holds against a direct market only the orders that had one, and says all of it.
func TestTheSummaryComparesOrdersThatHadADirectMarket(t *testing.T) {
	first, second, alone := &Routed{}, &Routed{First: "permit:1", Direct: "far-usdc-30", Saved: 11, Quoted: 14.5}, &Routed{First: "permit:3"}
	a := Acts{Trades: []Trade{{Route: first}, {Route: second}, {}, {Route: first}, {Route: alone}, {Route: first}}}
	var s sheet
	a.routes(&s, "USDC")
	said := strings.Join(strings.Fields(s.b.String()), " ")
	if want := "routes 3 orders over two markets, 2 carried through; against the direct market, in 1 of them, +14.50 USDC by quotes and +11.00 by what came"; said != want {
		t.Errorf("%q, want %q", said, want)
	}
}
