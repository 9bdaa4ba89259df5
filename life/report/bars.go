package report

import (
	"fmt"
	"math"
	"strings"

	"bardo.run/bardo/life/report/attribution"
)

// bar is one line of a bar list. Value decides its length and sign.
type bar struct {
	name, text, class string
	value             float64
}

// bars writes a list of bars on one scale.
func bars(s *sink, list []bar, sum string) {
	longest := 0.0
	for _, b := range list {
		longest = max(longest, math.Abs(b.value))
	}
	s.put(`<table class="bars"><tbody>`)
	for _, b := range list {
		width := 0.0
		if longest > 0 {
			width = math.Abs(b.value) / longest * 100
		}
		s.put(`<tr><th scope="row">%</th><td class="track">`, b.name)
		if width > 0 {
			s.put(`<span class="fill %" style="width:%"></span>`, b.class, fmt.Sprintf("%.2f%%", width))
		}
		s.put(`</td><td class="num">%</td></tr>`, b.text)
	}
	if sum != "" {
		s.put(`<tr class="sum"><th scope="row">Sum</th><td></td><td class="num">%</td></tr>`, sum)
	}
	s.put(`</tbody></table>`)
}

// parts are the result in its parts, and beside them what was paid, most of which is inside
// the parts.
func (l Life) parts(s *sink, quote string) {
	r, c := l.Results.Result, l.Money.Costs
	cost := func(name string, x float64) bar { return bar{name, figure(x), "quiet", x} }
	s.put(`<section><h2>The result and its parts</h2><p class="note">In %, in whole cents. The parts add up to the result. What was paid for time and models is paid outside of the wallet, so the curves of equity do not show it.</p><div class="two">`, quote)
	s.put(`<div class="panel pad"><h3>Result</h3>`)
	var parts []bar
	for _, p := range r.Parts() {
		parts = append(parts, bar{strings.ToUpper(p.Name[:1]) + p.Name[1:], signed(p.Value), toneOf(p.Value), p.Value})
	}
	bars(s, parts, signed(attribution.Cents(r.Total)))
	s.put(`</div><div class="panel pad"><h3>Costs</h3>`)
	bars(s, []bar{
		cost("Gas", usd(c.Gas)), cost("Swap fees, in the prices", c.Fees), cost("Price impact, in the prices", c.Impact),
		cost("Paid time", usd(c.Compute)), cost("Models and data", usd(c.Inference)),
	}, "")
	s.put("</div></div>")
	for _, t := range l.Results.Trusted {
		s.put(`<p class="note">%.</p>`, t.said(quote))
	}
	byAsset(s, r.Split())
	byDeed(s, r)
	s.put("</section>\n")
}

// byAsset is what the result of trading came to in each asset, where there are several.
func byAsset(s *sink, all []attribution.Asset) {
	if len(all) == 0 {
		return
	}
	openTable(s, "Result by asset", `<th scope="col">Asset</th><th scope="col" class="num">Realised</th><th scope="col" class="num">Unrealised</th><th scope="col" class="num">Held</th><th scope="col" class="num">Cost</th>`)
	for _, a := range all {
		s.put(`<tr><th scope="row">%</th><td class="num %">%</td><td class="num %">%</td><td class="num">%</td><td class="num">%</td></tr>`,
			label(a.Token.Symbol), toneOf(a.Realised), signed(a.Realised), toneOf(a.Unrealised), signed(a.Unrealised), ofAsset(a.Units), figure(a.Cost))
	}
	closeTable(s)
}

func (t Thought) spread(s *sink, all uint64) {
	ticks := func(name string, n uint64) bar {
		return bar{name, fmt.Sprintf("%d · %s", n, portion(n, all)), "", float64(n)}
	}
	s.put(`<section><h2>Thought and regime</h2><p class="note">How much thought the % ticks got, and what the market looked like. In T0 nothing came up and the tick ended with a look; in T1 a rule came true or something was unusual enough to be analysed; in T2 it was urgent: an exit, a stop, or a large surprise.</p><div class="two"><div class="panel pad"><h3>Tiers</h3>`, fmt.Sprint(all))
	bars(s, []bar{ticks("T0, suppressed", t.Tiers.T0), ticks("T1, analysed", t.Tiers.T1), ticks("T2, deliberated", t.Tiers.T2), ticks("of T0: idle", t.Tiers.Idle)}, "")
	s.put(`</div><div class="panel pad"><h3>Regimes</h3>`)
	var list []bar
	for _, r := range t.Regimes {
		list = append(list, ticks(strings.ReplaceAll(label(r.Name), "_", " "), r.Count))
	}
	bars(s, list, "")
	s.put("</div></div></section>\n")
}
