package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/life/report"
)

var wbtc = turn.Token{Address: common.HexToAddress("0x04"), Symbol: "WBTC", Decimals: 8}

// three is a reading of three assets, of a market for each that is not the money, and of one
// between the two.
func (g *golem) three(btc, price float64) turn.Reading {
	first := g.reading()
	dollars := turntest.Pool{Address: common.HexToAddress("0x05"), Token0: usdc, Token1: wbtc, QuoteIsZero: true, FeePips: 3000, TickSpacing: 60, Price: price}
	between := turntest.Pool{Address: common.HexToAddress("0x06"), Token0: weth, Token1: wbtc, FeePips: 1000, TickSpacing: 20, Price: g.price / price}
	r := turntest.Reading([]turn.Market{first.Markets[0], dollars.Market(), between.Market()})
	copy(r.Assets, first.Assets)
	r.Assets[2].Units, r.Assets[2].Value = units(btc, 8), btc*price
	r.Block, r.Positions = first.Block, g.positions
	return r
}

func swapIn(market string) string {
	return `{"type":"swap","params":{"market":"` + market + `"},"constraints":{}}`
}

func out(t turn.Token, x float64) turn.Delta {
	return turn.Delta{Token: t.Address, Out: true, Units: units(x, int(t.Decimals))}
}

func in(t turn.Token, x float64) turn.Delta {
	return turn.Delta{Token: t.Address, Units: units(x, int(t.Decimals))}
}

// threeAssets buys coins, gives some of them for others, and sells of those at a better price.
func threeAssets() report.Life {
	g := newGolem(1)
	g.price, g.usd = 2000, 1000
	add := func(btc, price float64, actions ...turn.Action) {
		for i := range actions {
			actions[i].Execution.Cost = 0
		}
		r := g.record(actions...)
		r.Seen.Reading = g.three(btc, price)
		g.b.Add(r)
	}
	add(0, 40_000, g.done("swap", "rule:a@1", swapIn("weth-usdc-5"), out(usdc, 400), in(weth, 0.1998)))
	g.usd, g.eth = 600, 0.1998
	add(0, 40_000, g.done("swap", "rule:b@2", swapIn("weth-wbtc-10"), out(weth, 0.1), in(wbtc, 0.005)))
	g.eth = 0.0998
	add(0.005, 40_000)
	add(0.005, 44_000, g.done("swap", "rule:c@3", swapIn("wbtc-usdc-30"), out(wbtc, 0.0025), in(usdc, 109)))
	g.usd = 709
	g.positions = []turn.Position{{ID: "7", Market: "wbtc-usdc-30", Lower: 46080, Upper: 46200, QuoteFees: units(1, 6), BaseFees: units(0.0001, 8), Value: 5.4}}
	add(0.0025, 44_000)
	return g.b.Life(0)
}

// Each trade has the fee and the price of its own market, each asset its own cost and result,
// and the parts sum to the gain.
func TestEachAssetHasItsOwnResult(t *testing.T) {
	l := threeAssets()
	if len(l.Acts.Trades) != 3 || l.Subject.Numeraire != "USDC" || l.Subject.Market.Handle != "weth-usdc-5" || len(l.Subject.Others) != 2 {
		t.Fatalf("%+v", l.Subject)
	}
	for i, want := range []struct{ fee, price float64 }{{0.2, 400 / 0.1998}, {0.2, 0.005 / 0.1}, {0.0025 * 44_000 * 0.003, 109 / 0.0025}} {
		near(t, "fee", l.Acts.Trades[i].Fee, want.fee)
		near(t, "price", l.Acts.Trades[i].Price, want.price)
	}
	if x := l.Acts.Trades[1]; x.Buy || x.Base != 0.1 || x.Quote != 0.005 || x.Out != "0.1 WETH" || x.In != "0.005 WBTC" {
		t.Errorf("%+v", x)
	}
	r := l.Results.Result
	if len(r.Assets) != 2 || r.Assets[0].Token != weth || r.Assets[1].Token != wbtc {
		t.Fatalf("%+v", r.Assets)
	}
	ether, bitcoin := r.Assets[0], r.Assets[1]
	near(t, "cost of what is left of the first", ether.Cost, (400-0.2)*0.0998/0.1998)
	near(t, "realised on it", ether.Realised, 200-(400-0.2)*0.1/0.1998)
	near(t, "cost of what is left of the second", bitcoin.Cost, (200-0.2)*0.0025/0.005)
	near(t, "realised on it", bitcoin.Realised, 109+0.0025*44_000*0.003-(200-0.2)*0.0025/0.005)
	near(t, "unrealised on it", bitcoin.Unrealised, 0.0025*44_000-bitcoin.Cost)
	near(t, "fees of a position", r.Earned, 1+0.0001*44_000)
	near(t, "the sums", r.Realised+r.Unrealised, ether.Realised+ether.Unrealised+bitcoin.Realised+bitcoin.Unrealised)
	if math.Abs(r.Rest) > 1e-9 {
		t.Errorf("%v is explained by nothing: %+v", r.Rest, r)
	}
	adds(t, r)
	if got := l.Results.Trips; len(got.Left) != 2 || len(got.Closed) != 0 || math.Abs(got.Left[0].Open-0.0998) > 1e-9 || math.Abs(got.Left[1].Open-0.0025) > 1e-9 {
		t.Errorf("%+v", got)
	}
	// A position's range is in its own market's prices.
	near(t, "lower price", l.Acts.Ranges[0].Lower, 100/math.Pow(1.0001, 46200))
}

// With several assets each has a line, to the cent; what was in another market than the first
// says so, and is no mark on the first one's price.
func TestSeveralAssetsAreToldApart(t *testing.T) {
	l := threeAssets()
	cents := 0.0
	for _, a := range l.Results.Result.Split() {
		cents += a.Realised
	}
	sum := 0.0
	for _, p := range l.Results.Result.Parts() {
		if p.Name == "realised" {
			sum = p.Value
		}
	}
	near(t, "realised in cents", cents, sum)
	text := summary(t, l)
	for _, want := range []string{"by asset      WETH: realised −0.10, unrealised ", "WBTC: realised +", " on 0.002500 at a cost of 99.90\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	html := page(t, l, plain)
	for _, want := range []string{`aria-label="Result by asset"`, "sell on weth-wbtc-10", "sell on wbtc-usdc-30", "in USDC with 1 trades", `"ranges":[]`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if text := summary(t, trader()); strings.Contains(text, "by asset") {
		t.Errorf("one asset is told apart:\n%s", text)
	}
}

// What was done is told by market and by rule, against having done nothing, at the prices of the end.
func TestTheResultIsToldByMarketAndByRule(t *testing.T) {
	l := threeAssets()
	s := l.Results.Result.Shared
	want := []struct {
		market, rule string
		gain         float64
	}{
		{"weth-usdc-5", "rule:a@1", 0.1998*2_000 - 400},
		{"weth-wbtc-10", "rule:b@2", 0.005*44_000 - 0.1*2_000},
		{"wbtc-usdc-30", "rule:c@3", 109 - 0.0025*44_000 + 5.4}, // and a position that no rule opened
	}
	if len(s.Markets) != 3 || len(s.Rules) != 4 || s.Rules[3].Name != "" {
		t.Fatalf("%+v", s)
	}
	for i, w := range want {
		if s.Markets[i].Name != w.market || s.Rules[i].Name != w.rule {
			t.Fatalf("%+v", s)
		}
		near(t, w.market, s.Markets[i].Gain, w.gain)
		if i == 2 {
			near(t, "there at birth", s.Rules[3].Gain, 5.4)
			w.gain -= 5.4
		}
		near(t, w.rule, s.Rules[i].Gain, w.gain)
	}
	near(t, "kept", s.Kept, 0)
	text, html := summary(t, l), page(t, l, plain)
	for _, want := range []string{"by market     weth-wbtc-10 +20.00, wbtc-usdc-30 +4.40, weth-usdc-5 −0.40", "by rule       b@2 +20.00, there at birth +5.40, c@3 −1.00, a@1 −0.40"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, want := range []string{`aria-label="By market"`, `aria-label="By rule"`, `<th scope="row">weth-wbtc-10</th><td class="num">+20.00</td>`, `<th scope="row">there at birth</th>`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if text := summary(t, trader()); strings.Contains(text, "by market") {
		t.Errorf("one market is told apart:\n%s", text)
	}
}
