package report_test

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// A trade elsewhere has that exchange's fee, and its impact is what it lost against the
// pool less that fee; both are what it cost.
func TestATradeOnAnotherExchangeHasItsOwnFee(t *testing.T) {
	g := newGolem(1)
	g.price = 2000
	r := g.record()
	r.Seen.Reading.Venues = []turn.Venue{{Protocol: "uniswap-v4", Fee0Pips: 1000, Fee1Pips: 30_000}, {Protocol: "uniswap-v2", Fee0Pips: 3000, Fee1Pips: 3000}}
	body := func(protocol string) string {
		return `{"type":"swap","params":{"protocol":"` + protocol + `"},"constraints":{}}`
	}
	paid, got := turn.Delta{Token: usdc.Address, Out: true, Units: units(200, 6)}, turn.Delta{Token: weth.Address, Units: units(0.0997, 18)}
	for protocol, bps := range map[string]money.BPS{"uniswap-v2": 35, "uniswap-v4": 2, "uniswap-v3": 2} {
		a := g.done("swap", "rule:in@1", body(protocol), paid, got)
		s := *a.Preview.Simulation
		s.ImpactBPS = bps
		a.Preview.Simulation = &s
		r.Actions = append(r.Actions, a)
	}
	g.b.Add(r)
	l := g.b.Life(0)
	for _, trade := range l.Acts.Trades {
		fee, impact := map[string]float64{"": 0.1, "uniswap-v2": 0.6, "uniswap-v4": 0.2}[trade.Exchange], map[string]float64{"": (200 - 0.1) * 2 / 10_000, "uniswap-v2": 0.1}[trade.Exchange]
		near(t, "fee on "+trade.Exchange, trade.Fee, fee)
		near(t, "impact on "+trade.Exchange, trade.Impact, impact) // less than its fee: the pool's price is no better
	}
	text := page(t, l, plain)
	if len(l.Acts.Trades) != 3 || !strings.Contains(text, "buy on uniswap-v2") || !strings.Contains(text, "buy on uniswap-v4") || strings.Contains(text, "on uniswap-v3") {
		t.Errorf("%d trades, and the page does not say where", len(l.Acts.Trades))
	}
}
