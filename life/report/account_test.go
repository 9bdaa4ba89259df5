package report_test

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// Of an account, what is in dollars and the coin for gas is not invested; a swap counts as bought
// or sold, and what goes into a position does not.
func TestTheAccountTellsWhatIsInvestedAndTraded(t *testing.T) {
	g := newGolem(1)
	g.price, g.usd, g.eth = 2000, 700, 0.05
	g.positions = []turn.Position{{ID: "1", Market: "weth-usdc-5", Base: units(0.02, 18), Quote: units(40, 6), Value: 80}}
	r := g.record(g.swap(true, 0.01, "rule:a@1"), g.swap(false, 0.004, "rule:b@2"))
	r.Seen.Reading.Native, r.Seen.Reading.NativeUSD = units(0.05, 18), 2000
	g.b.Add(r)
	g.b.Add(g.record(g.done("remove_liquidity", "rule:c@3", `{"params":{"position_id":"1","percent":100}}`, turn.Delta{Token: weth.Address, Units: units(0.02, 18)})))
	a := g.b.Account()
	if len(a.Points) != 2 || len(a.Invested) != 2 || len(a.Coin) != 2 {
		t.Fatalf("%+v", a)
	}
	trades := g.b.Life(0).Acts.Trades
	near(t, "equity", a.Points[0].Equity, g.b.Life(0).Results.Series[0].Equity)
	near(t, "invested", a.Invested[0], 112+80)
	near(t, "coin", a.Coin[0], 100)
	near(t, "bought", a.Bought, trades[0].Quote)
	if a.Bought < 20 || a.Sold < 7.9 {
		t.Errorf("traded %v and %v", a.Bought, a.Sold)
	}
	near(t, "sold", a.Sold, trades[1].Quote)
}
