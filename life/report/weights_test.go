package report_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report"
)

// The weights are shares of equity without the coin for gas, wherever an asset lies, in wallet, liquidity and lending; what
// nothing prices is no share, and what was never held has no curve.
func TestTheWeightsAreSharesOfEquityWhereverAnAssetLies(t *testing.T) {
	g := newGolem(1)
	g.price, g.usd, g.eth = 2000, 700, 0.05
	g.positions = []turn.Position{{ID: "1", Market: "weth-usdc-5", Base: units(0.02, 18), BaseFees: units(0.005, 18), Quote: units(40, 6), QuoteFees: units(10, 6), Value: 100}}
	lent := []turn.Lending{{Handle: "aave-v3", Value: 100, Reserves: []turn.Reserve{{Token: usdc, Supplied: units(150, 6)}, {Token: weth, Owed: units(0.025, 18)}}}}
	for _, price := range []float64{40_000, 0} {
		r := g.record()
		r.Seen.Reading = g.three(0, 40_000)
		r.Seen.Reading.Lending, r.Seen.Reading.Native, r.Seen.Reading.NativeUSD = lent, units(0.05, 18), 2000
		r.Seen.Reading.Assets[2].Units, r.Seen.Reading.Assets[2].Price = units(0.001, 8), price
		g.b.Add(r)
	}
	l := g.b.Life(0)
	w, equity := l.Results.Weights, l.Results.Series[0].Equity
	if w == nil || !slices.Equal(w.Assets, []string{"USDC", "WETH", "WBTC"}) {
		t.Fatalf("%+v", w)
	}
	near(t, "equity", equity, 700+100+100+100+100)
	for i, worth := range []float64{700 + 50 + 150, 100 + 50 - 50, 40} {
		near(t, w.Assets[i], float64(w.Shares[i][0]), worth/(equity-100))
	}
	if !math.IsNaN(float64(w.Shares[2][1])) {
		t.Errorf("without a price: %v", w.Shares[2])
	}
	text, err := json.Marshal(l)
	if err != nil || !strings.Contains(string(text), `,null]]`) {
		t.Errorf("%v", err)
	}
	var again report.Life
	if err := json.Unmarshal(text, &again); err != nil || page(t, l, plain) != page(t, again, plain) {
		t.Errorf("the page of a life read back differs (%v)", err)
	}
	if html := page(t, l, plain); !strings.Contains(html, `id="weights"`) || !strings.Contains(html, `"inks":["--ink","--accent","--move"]`) {
		t.Error("the page lacks the weights")
	}
}

// Where the cash is far above what is held beside it, the scale is that of the others, and the page says so.
func TestTheScaleOfTheWeightsIsThatOfTheAssetsBesideTheCash(t *testing.T) {
	g := newGolem(1)
	g.price, g.usd, g.eth = 2000, 700, 0.05
	r := g.record()
	r.Seen.Reading = g.three(0, 40_000)
	g.b.Add(r)
	g.b.Add(r)
	l := g.b.Life(0)
	if html := page(t, l, plain); !strings.Contains(html, `"top":0.15,`) || !strings.Contains(html, "The scale is that of the others: USDC lies beyond it where it has no curve.") {
		t.Error("the scale reaches to the cash")
	}
}

// A life of one market has no such curves: holding and cash tell it.
func TestALifeOfTwoAssetsHasNoWeights(t *testing.T) {
	g := newGolem(1)
	g.price, g.usd = 2000, 700
	g.b.Add(g.record())
	if w := g.b.Life(0).Results.Weights; w != nil {
		t.Errorf("%+v", w)
	}
}
