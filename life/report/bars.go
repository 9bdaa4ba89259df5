package report

import (
	"fmt"
	"math"
	"strings"
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

func (m Money) tables(s *sink, quote string, lends bool) {
	c, in := m.Costs, m.Income
	cost := func(name string, x float64) bar { return bar{name, figure(x), "quiet", x} }
	earned := func(name string, x float64) bar { return bar{name, signed(x), toneOf(x), x} }
	s.put(`<section><h2>Costs against income</h2><p class="note">In %. What was sold is after fees, gas and price impact; do not subtract those twice. What goes into liquidity and comes out of it counts at the market's price of the moment.</p><div class="two">`, quote)
	s.put(`<div class="panel pad"><h3>Costs</h3>`)
	bars(s, []bar{
		cost("Gas", usd(c.Gas)), cost("Pool fees, in the prices", c.Fees), cost("Price impact, in the prices", c.Impact),
		cost("Compute", usd(c.Compute)), cost("Inference", usd(c.Inference)),
	}, figure(c.Sum()))
	s.put(`</div><div class="panel pad"><h3>Income</h3>`)
	income := []bar{
		earned("Sold, realised", in.Realised), earned("Bought, still held", in.Open), earned("Liquidity fees collected", in.Collected),
		earned("Fees not collected yet", in.Uncollected), earned("Liquidity, change of value", in.Liquidity),
	}
	if lends {
		income = append(income, earned("Lending, change of value", in.Lending))
	}
	bars(s, income, signed(in.Sum()))
	s.put("</div></div></section>\n")
}

func (t Thought) spread(s *sink, all uint64) {
	ticks := func(name string, n uint64) bar {
		return bar{name, fmt.Sprintf("%d · %s", n, portion(n, all)), "", float64(n)}
	}
	s.put(`<section><h2>Thought and regime</h2><p class="note">How much thought the % ticks got, and what the market looked like.</p><div class="two"><div class="panel pad"><h3>Tiers</h3>`, fmt.Sprint(all))
	bars(s, []bar{ticks("T0, suppressed", t.Tiers.T0), ticks("T1, analysed", t.Tiers.T1), ticks("T2, deliberated", t.Tiers.T2), ticks("of T0: idle", t.Tiers.Idle)}, "")
	s.put(`</div><div class="panel pad"><h3>Regimes</h3>`)
	var list []bar
	for _, r := range t.Regimes {
		list = append(list, ticks(strings.ReplaceAll(label(r.Name), "_", " "), r.Count))
	}
	bars(s, list, "")
	s.put("</div></div></section>\n")
}
