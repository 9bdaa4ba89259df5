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

func (l Life) moneyTables(s *sink) {
	c, in, quote := l.Costs, l.Income, label(l.Market.Quote)
	cost := func(name string, x float64) bar { return bar{name, figure(x), "quiet", x} }
	earned := func(name string, x float64) bar { return bar{name, signed(x), toneOf(x), x} }
	s.put(`<section><h2>Costs against income</h2><p class="note">In %. What was sold is after fees, gas and price impact; do not subtract those twice. What goes into liquidity and comes out of it counts at the market's price of the moment.</p><div class="two">`, quote)
	s.put(`<div class="panel pad"><h3>Costs</h3>`)
	bars(s, []bar{
		cost("Gas", usd(c.Gas)), cost("Pool fees, in the prices", c.Fees), cost("Price impact, in the prices", c.Impact),
		cost("Compute", usd(c.Compute)), cost("Inference", usd(c.Inference)),
	}, figure(c.Sum()))
	s.put(`</div><div class="panel pad"><h3>Income</h3>`)
	bars(s, []bar{
		earned("Sold, realised", in.Realised), earned("Bought, still held", in.Open), earned("Liquidity fees collected", in.Collected),
		earned("Fees not collected yet", in.Uncollected), earned("Liquidity, change of value", in.Liquidity),
	}, signed(in.Sum()))
	s.put("</div></div></section>\n")
}

func (l Life) thought(s *sink) {
	ticks := func(name string, n uint64) bar {
		return bar{name, fmt.Sprintf("%d · %s", n, portion(n, l.Ticks)), "", float64(n)}
	}
	s.put(`<section><h2>Thought and regime</h2><p class="note">How much thought the % ticks got, and what the market looked like.</p><div class="two"><div class="panel pad"><h3>Tiers</h3>`, fmt.Sprint(l.Ticks))
	bars(s, []bar{ticks("T0, suppressed", l.Tiers.T0), ticks("T1, analysed", l.Tiers.T1), ticks("T2, deliberated", l.Tiers.T2), ticks("of T0: idle", l.Tiers.Idle)}, "")
	s.put(`</div><div class="panel pad"><h3>Regimes</h3>`)
	var list []bar
	for _, r := range l.Regimes {
		list = append(list, ticks(strings.ReplaceAll(label(r.Name), "_", " "), r.Count))
	}
	bars(s, list, "")
	s.put("</div></div></section>\n")
}

// openTable starts a table that scrolls within its panel. name is read out.
func openTable(s *sink, name string, head markup) {
	s.put(`<div class="panel scroll" tabindex="0" role="region" aria-label="%"><table class="rows"><thead><tr>`, name)
	s.put(head + `</tr></thead><tbody>`)
}

func closeTable(s *sink) { s.put("</tbody></table></div>\n") }

func (l Life) triggers(s *sink) {
	sums := l.ByRule()
	s.put(`<section><h2>Triggers</h2>`)
	if len(sums) == 0 {
		s.put("<p class=\"note\">No rule's condition became true.</p></section>\n")
		return
	}
	stopped := "None was stopped."
	if layers := l.ByLayer(); len(layers) > 0 {
		stopped = "Stopped by: " + shares(layers) + "."
	}
	s.put(`<p class="note">How often each rule's condition became true, and what became of it. A plan that was cut off half-way counts as acted and as stopped. %</p>`, stopped)
	openTable(s, "Triggers by rule", `<th scope="col">Rule</th><th scope="col" class="num">Seen</th><th scope="col" class="num">Acted</th><th scope="col" class="num">Held</th><th scope="col" class="num">Stopped</th><th scope="col">By</th><th scope="col">Text</th>`)
	for _, r := range sums {
		s.put(`<tr><th scope="row">%<br><span class="note">%, line %</span></th><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td>%</td><td class="wide"><code>%</code></td></tr>`,
			ruleName(r.Rule), label(r.Kind), fmt.Sprint(r.Line), fmt.Sprint(r.Seen), fmt.Sprint(r.Acted), fmt.Sprint(r.Held), fmt.Sprint(total(r.Stopped)), shares(r.Stopped), r.Text)
	}
	closeTable(s)
	l.everyTrigger(s)
	s.put("</section>\n")
}

// maxRows bounds the longest tables; what is cut off is said.
const maxRows = 2000

func (l Life) everyTrigger(s *sink) {
	s.put(`<details class="panel"><summary>Every trigger (%)</summary>`, fmt.Sprint(len(l.Triggers)))
	openTable(s, "Every trigger", `<th scope="col" class="num">Tick</th><th scope="col">Time</th><th scope="col">Rule</th><th scope="col">Outcome</th><th scope="col">Stopped by</th><th scope="col">Permits</th>`)
	for i, t := range l.Triggers {
		if i == maxRows {
			s.put(`<tr><td colspan="6">and % more: they are in the records</td></tr>`, fmt.Sprint(len(l.Triggers)-maxRows))
			break
		}
		s.put(`<tr><td class="num">%</td><td><time>%</time></td><td>%</td><td>%</td><td>%</td><td><code>%</code></td></tr>`,
			fmt.Sprint(t.Tick), moment(t.Time), ruleName(t.Rule), label(t.Outcome), label(t.Layer), strings.Join(t.Permits, " "))
	}
	closeTable(s)
	s.put("</details>")
}

func (l Life) trades(s *sink) {
	s.put(`<section><h2>Trades</h2>`)
	if len(l.Trades) == 0 {
		s.put("<p class=\"note\">It never traded.</p></section>\n")
		return
	}
	s.put(`<p class="note">Amounts in %. Fee and impact are inside the price, gas is not. The number is the one to ask about: <code>bardo why DIR --trade %</code>.</p>`,
		label(l.Market.Quote), fmt.Sprint(l.Trades[0].Number))
	openTable(s, "Trades", `<th scope="col" class="num">No</th><th scope="col">Time</th><th scope="col">Side</th><th scope="col" class="num">Received</th><th scope="col" class="num">Paid</th><th scope="col" class="num">Price</th><th scope="col" class="num">Fee</th><th scope="col" class="num">Impact</th><th scope="col" class="num">Gas</th><th scope="col">Cause</th><th scope="col" class="num">Tick</th><th scope="col" class="num">Block</th><th scope="col">Permit</th><th scope="col">Transaction</th>`)
	for i, t := range l.Trades {
		if i == maxRows {
			s.put(`<tr><td colspan="14">and % more: they are in the records</td></tr>`, fmt.Sprint(len(l.Trades)-maxRows))
			break
		}
		s.put(`<tr id="trade-%"><th scope="row" class="num">%</th><td><time>%</time></td><td>%%</td><td class="num" title="%">%</td><td class="num" title="%">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td>%</td><td class="num">%</td><td class="num">%</td><td><code title="%">%</code></td><td><code title="%">%</code></td></tr>`,
			fmt.Sprint(t.Number), fmt.Sprint(t.Number), moment(t.Time), side(t), unverified(t), t.In, brief(t.In), t.Out, brief(t.Out), figure(t.Price), figure(t.Fee), figure(t.Impact),
			figure(usd(t.Gas)), ruleName(t.Cause), fmt.Sprint(t.Tick), fmt.Sprint(t.Block), t.PermitID, short(t.PermitID), t.Tx, short(t.Tx))
	}
	closeTable(s)
	l.trips(s)
	s.put("</section>\n")
}

func unverified(t Trade) string {
	if t.Verified {
		return ""
	}
	return " (differs from its preview)"
}

func (l Life) trips(s *sink) {
	if len(l.Trips.Closed) == 0 {
		return
	}
	s.put(`<details class="panel"><summary>Round trips (%)</summary>`, fmt.Sprint(len(l.Trips.Closed)))
	openTable(s, "Round trips", `<th scope="col">Bought in</th><th scope="col">Sold in</th><th scope="col">Held</th><th scope="col" class="num">Cost</th><th scope="col" class="num">Proceeds</th><th scope="col" class="num">Gas</th><th scope="col" class="num">Result</th>`)
	for i, t := range l.Trips.Closed {
		if i == maxRows {
			s.put(`<tr><td colspan="7">and % more</td></tr>`, fmt.Sprint(len(l.Trips.Closed)-maxRows))
			break
		}
		s.put(`<tr><td><a href="#trade-%">trade %</a></td><td><a href="#trade-%">trade %</a></td><td>%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num %">%</td></tr>`,
			fmt.Sprint(t.Buy), fmt.Sprint(t.Buy), fmt.Sprint(t.Sell), fmt.Sprint(t.Sell), span(t.Closed-t.Opened), figure(t.Cost), figure(t.Proceeds), figure(t.Gas), toneOf(t.PnL), signed(t.PnL))
	}
	closeTable(s)
	s.put("</details>")
}

func (l Life) liquidity(s *sink) {
	if len(l.Liquidity) == 0 {
		return
	}
	s.put(`<section><h2>Liquidity</h2><p class="note">Re-centred %. Fees are what the position had earned when it was read before the action, in %.</p>`,
		count(l.Recentres(), "time", "times"), label(l.Market.Quote))
	openTable(s, "Liquidity", `<th scope="col" class="num">No</th><th scope="col">Time</th><th scope="col">What</th><th scope="col" class="num">Range</th><th scope="col" class="num">Paid</th><th scope="col" class="num">Received</th><th scope="col" class="num">Fees</th><th scope="col" class="num">Gas</th><th scope="col">Cause</th><th scope="col" class="num">Tick</th><th scope="col">Permit</th>`)
	for i, e := range l.Liquidity {
		if i == maxRows {
			s.put(`<tr><td colspan="11">and % more: they are in the records</td></tr>`, fmt.Sprint(len(l.Liquidity)-maxRows))
			break
		}
		s.put(`<tr id="trade-%"><th scope="row" class="num">%</th><td><time>%</time></td><td>%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td>%</td><td class="num">%</td><td><code title="%">%</code></td></tr>`,
			fmt.Sprint(e.Number), fmt.Sprint(e.Number), moment(e.Time), e.what(), e.band(), brief(e.Paid), brief(e.Received), figure(e.Fees), figure(usd(e.Gas)),
			ruleName(e.Cause), fmt.Sprint(e.Tick), e.PermitID, short(e.PermitID))
	}
	closeTable(s)
	s.put("</section>\n")
}

func (e LiquidityEvent) what() string {
	text := strings.ReplaceAll(label(e.Kind), "_", " ")
	if e.Recentre {
		text += ", re-centred"
	}
	if e.Position != "" {
		text += " #" + label(e.Position)
	}
	return text
}

func (e LiquidityEvent) band() string {
	if e.Upper == 0 {
		return ""
	}
	return figure(e.Lower) + " – " + figure(e.Upper)
}

func (l Life) assumptions(s *sink) {
	s.put(`<section><h2>Assumptions</h2><p class="note">What this % takes for granted, and how far it was from the record.</p>`, label(l.Place.Kind))
	if len(l.Place.Assumptions) > 0 {
		s.put(`<ul>`)
		for _, a := range l.Place.Assumptions {
			s.put("<li>%</li>", a)
		}
		s.put(`</ul>`)
	}
	if len(l.Place.Facts) > 0 {
		s.put(`<dl class="facts" style="margin-top:14px">`)
		for _, f := range l.Place.Facts {
			s.put(`<dt>%</dt><dd class="num">%</dd>`, f.Name, f.Value)
		}
		s.put(`</dl>`)
	}
	s.put("</section>\n")
}

func (l Life) death(s *sink) {
	d := l.Death
	if d == nil {
		s.put("<section><h2>Death</h2><p class=\"note\">It still lives.</p></section>\n")
		return
	}
	s.put(`<section><h2>Death</h2><p class="note">Cause <code>%</code>, at <time>%</time> UTC.</p><ol>`, label(d.Cause), moment(d.Time))
	for _, p := range d.Phases {
		s.put(`<li><b>%</b> %</li>`, label(p.Name), p.Note)
	}
	s.put(`</ol>`)
	for _, left := range d.Left {
		s.put(`<p>Left open: %</p>`, left)
	}
	for _, b := range d.Balance {
		s.put(`<p class="num">Left in the wallet: %</p>`, b)
	}
	s.put("</section>\n")
}

func (l Life) ledger(s *sink) {
	if len(l.Ledger) == 0 {
		return
	}
	s.put(`<section><h2>Ledger</h2><p class="note">The balance of each account in exact units. Each asset sums to zero.</p>`)
	openTable(s, "Ledger", `<th scope="col">Account</th><th scope="col">Asset</th><th scope="col" class="num">Balance</th>`)
	for _, e := range l.Ledger {
		s.put(`<tr><th scope="row">%</th><td>%</td><td class="num">%</td></tr>`, label(e.Account), label(e.Asset), clean(e.Sum, 2*labelLength))
	}
	closeTable(s)
	s.put("</section>\n")
}
