package report

import (
	"math"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §11.2: each market has an accuracy of its own, and the first one's is not touched
// by the others'.
func TestTheReportTellsHowWellEachMarketWasPredicted(t *testing.T) {
	b := NewBuilder()
	r := turn.Record{Time: 1, Foresight: &turn.Foresight{Made: []turn.Prediction{
		{ID: 9, Category: turn.Inaction, MadeAt: 1, Action: "rule:dip@7", Market: "wbtc-usdc-30", Trade: &turn.Untraded{Kind: "add_liquidity", Layer: "action_gate", Code: "ORACLE_ACCURACY", Value: 100}},
	}}}
	for i := range 4 {
		r.Foresight.Resolved = append(
			r.Foresight.Resolved,
			turn.Resolution{Category: turn.PriceRange, Correct: true, Stated: 0.85},
			turn.Resolution{Category: turn.PriceRange, Correct: i > 0, Persisted: i > 1, Stated: 0.85, Market: "wbtc-usdc-30"},
			turn.Resolution{Category: turn.PriceDirection, Persisted: true, Stated: 0.5, Market: "weth-wbtc-5"},
		)
	}
	b.Add(r)
	l := b.Life(0)
	l.Subject.Market.Handle = "weth-usdc-5"
	f := l.Condition.Foresight
	if len(f.Categories) != 1 || f.Categories[0].Resolved != 4 || f.Categories[0].Right != 1 || len(f.Others) != 2 || f.Others[0].Market != "wbtc-usdc-30" || f.Others[1].Market != "weth-wbtc-5" {
		t.Fatalf("%+v", f)
	}
	if c := f.Others[0].Categories; len(c) != 1 || c[0].Resolved != 4 || math.Abs(c[0].Right-0.75) > 1e-9 || math.Abs(c[0].Persistence-0.5) > 1e-9 || c[0].Loses {
		t.Errorf("%+v", c)
	}
	var page, text strings.Builder
	if err := l.Page(&page, Assets{UPlotJS: "js", UPlotCSS: "css"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<th scope="row">weth-usdc-5</th><td class="num">4</td><td class="num">100 (0)</td>`,
		`<th scope="row">wbtc-usdc-30</th><td class="num">4</td><td class="num">75 (50)</td><td class="num">–</td>`,
		`<th scope="row">weth-wbtc-5</th><td class="num">4</td><td class="num">–</td><td class="num">0 (100)</td>`,
		"add liquidity on wbtc-usdc-30",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if err := l.Summary(&text, ""); err != nil || !strings.Contains(text.String(), "price: wbtc-usdc-30 75 (50)\n") {
		t.Errorf("%v\n%s", err, text.String())
	}
}
