package report_test

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// A trade elsewhere has that market's fee, and its impact is what it lost against the
// prices of the assets beyond that fee; both are what it cost.
func TestATradeInAnotherMarketHasItsOwnFee(t *testing.T) {
	g := newGolem(1)
	g.price = 2000
	r := g.record()
	four, two := r.Seen.Reading.Markets[0], r.Seen.Reading.Markets[0]
	four.Handle, four.QuoteFee, four.BaseFee = "weth-usdc-10-v4", 1000, 30_000
	two.Handle, two.QuoteFee, two.BaseFee = "weth-usdc-30-v2", 3000, 3000
	r.Seen.Reading.Markets = append(r.Seen.Reading.Markets, four, two)
	body := func(market string) string {
		return `{"type":"swap","params":{"market":"` + market + `"},"constraints":{}}`
	}
	paid, got := turn.Delta{Token: usdc.Address, Out: true, Units: units(200, 6)}, turn.Delta{Token: weth.Address, Units: units(0.0997, 18)}
	for handle, bps := range map[string]money.BPS{"weth-usdc-30-v2": 35, "weth-usdc-10-v4": 2, "weth-usdc-5": 2} {
		a := g.done("swap", "rule:in@1", body(handle), paid, got)
		s := *a.Preview.Simulation
		s.ImpactBPS = bps
		a.Preview.Simulation = &s
		r.Actions = append(r.Actions, a)
	}
	g.b.Add(r)
	l := g.b.Life(0)
	for _, trade := range l.Acts.Trades {
		fee := map[string]float64{"weth-usdc-5": 0.1, "weth-usdc-30-v2": 0.6, "weth-usdc-10-v4": 0.2}[trade.Market]
		bps := map[string]float64{"weth-usdc-5": 2, "weth-usdc-30-v2": 35, "weth-usdc-10-v4": 2}[trade.Market]
		near(t, "fee on "+trade.Market, trade.Fee, fee)
		near(t, "impact on "+trade.Market, trade.Impact, (200-fee)*bps/10_000)
	}
	text := page(t, l, plain)
	if len(l.Acts.Trades) != 3 || !strings.Contains(text, "buy on weth-usdc-30-v2") || !strings.Contains(text, "buy on weth-usdc-10-v4") || strings.Contains(text, "on weth-usdc-5") {
		t.Errorf("%d trades, and the page does not say where", len(l.Acts.Trades))
	}
}
