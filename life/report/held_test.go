package report_test

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// A life of several assets is compared with equal parts of those that it traded, bought at its start: what
// is seen beside them does not count, and one without a price stands where it stood.
func TestALifeIsComparedWithEqualPartsOfWhatItTraded(t *testing.T) {
	for name, c := range map[string]struct {
		tokens []turn.Token
		holds  string
		grown  float64
	}{
		"both":         {[]turn.Token{weth, wbtc}, "holding WETH and WBTC in equal parts", (1.10 + 0.80) / 2},
		"the second":   {[]turn.Token{wbtc}, "holding WBTC", 0.80},
		"the first":    {[]turn.Token{weth}, "holding WETH", 1.10},
		"none of them": {nil, "holding WETH", 1.10},
	} {
		g := newGolem(1)
		g.usd = 1_000
		for tick, prices := range [][2]float64{{2_000, 40_000}, {2_100, 0}, {2_200, 32_000}} {
			g.price = prices[0]
			r := g.record()
			r.Seen.Reading = g.three(0, 40_000)
			r.Seen.Reading.Assets[2].Price = prices[1]
			if tick == 0 {
				for _, token := range c.tokens {
					market := map[string]string{"WETH": "weth-usdc-5", "WBTC": "wbtc-usdc-30"}[token.Symbol]
					r.Actions = append(r.Actions, g.done("swap", "rule:in@1", swapIn(market), out(usdc, 1), in(token, 0.0001)))
				}
			}
			g.b.Add(r)
		}
		l := g.b.Life(0)
		f := l.Results.Performance.Holding
		near(t, name, f.End, 1_000*c.grown)
		near(t, name+" in the curve", l.Results.Series[2].Holding, f.End)
		if v := l.Verdict(); !strings.Contains(v, "; "+c.holds+" would have made ") {
			t.Errorf("%s: %s", name, v)
		}
		l.Subject.Identity.Name = "a Golem whose name is about as long as a name may be"
		if text := strings.Join(strings.Fields(summary(t, l)), " "); !strings.Contains(text, l.Verdict()) {
			t.Errorf("%s: the verdict is cut: %s", name, text)
		}
		near(t, name+", the price that is drawn", l.Results.Series[2].Price, 2_200)
		if html := page(t, l, plain); !strings.Contains(html, strings.Replace(c.holds, "h", "H", 1)) || strings.Contains(html, "Holding is equal parts") != (len(c.tokens) > 1) {
			t.Errorf("%s: the page does not say what holding is", name)
		}
	}
}
