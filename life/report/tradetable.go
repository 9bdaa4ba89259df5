package report

import (
	"fmt"

	"bardo.run/bardo/life/report/performance"
)

func (a Acts) trades(s *sink, b Subject, trips performance.Trips) {
	s.put(`<section><h2>Trades</h2>`)
	if len(a.Trades) == 0 {
		s.put("<p class=\"note\">It never traded.</p></section>\n")
		return
	}
	s.put(`<p class="note">A price is in the token that its market quotes, fee and impact are in % and gas in USDC. Fee and impact are inside the price, gas is not. The number is the one to ask about: <code>bardo why DIR --trade %</code>.</p>`,
		label(b.Numeraire), fmt.Sprint(a.Trades[0].Number))
	e, columns := a.elsewhere(), 14
	var head markup
	if e.trades > 0 {
		e.note(s, a, label(b.Numeraire))
		head, columns = `<th scope="col" class="num">Elsewhere</th>`, columns+1
	}
	openTable(s, "Trades", `<th scope="col" class="num">No</th><th scope="col">Time</th><th scope="col">Side</th><th scope="col" class="num">Received</th><th scope="col" class="num">Paid</th><th scope="col" class="num">Price</th><th scope="col" class="num">Fee</th><th scope="col" class="num">Impact</th>`+head+`<th scope="col" class="num">Gas</th><th scope="col">Cause</th><th scope="col" class="num">Tick</th><th scope="col" class="num">Block</th><th scope="col">Permit</th><th scope="col">Transaction</th>`)
	for i := range a.Trades {
		t := &a.Trades[i]
		if i == maxRows {
			s.put(`<tr><td colspan="%">and % more: they are in the records</td></tr>`, fmt.Sprint(columns), fmt.Sprint(len(a.Trades)-maxRows))
			break
		}
		s.put(`<tr id="trade-%"><th scope="row" class="num">%</th><td><time>%</time></td><td>%%</td><td class="num" title="%">%</td><td class="num" title="%">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td>`,
			fmt.Sprint(t.Number), fmt.Sprint(t.Number), moment(t.Time), side(*t)+b.elsewhere(t.Market)+t.Route.move(), unverified(*t), t.In, brief(t.In), t.Out, brief(t.Out), t.priced(b.Numeraire), figure(t.Fee), figure(t.Impact))
		if e.trades > 0 {
			text, all := t.elsewhere()
			s.put(`<td class="num" title="%">%</td>`, all, text)
		}
		s.put(`<td class="num">%</td><td>%</td><td class="num">%</td><td class="num">%</td><td><code title="%">%</code></td><td><code title="%">%</code></td></tr>`,
			figure(usd(t.Gas)), ruleName(t.Cause), t.When(), fmt.Sprint(t.Block), t.PermitID, short(t.PermitID), t.Tx, short(t.Tx))
	}
	closeTable(s)
	roundTrips(s, trips)
	s.put("</section>\n")
}

// priced is the price of a trade, with its token where that is not the numeraire.
func (t *Trade) priced(numeraire string) string {
	if t.QuoteToken == numeraire || t.QuoteToken == "" {
		return ofPrice(t.Price)
	}
	return ofPrice(t.Price) + " " + label(t.QuoteToken)
}

func unverified(t Trade) string {
	if t.Verified {
		return ""
	}
	return " (differs from its preview)"
}

func roundTrips(s *sink, trips performance.Trips) {
	closed := trips.Closed
	if len(closed) == 0 {
		return
	}
	s.put(`<details class="panel"><summary>Round trips (%)</summary><p class="note">A sale is matched with the oldest buys of its asset that are not sold yet. A round trip is one buy, and is closed by the trade that sells the last of it, whatever that trade sells of later buys.</p>`, fmt.Sprint(len(closed)))
	openTable(s, "Round trips", `<th scope="col">Bought in</th><th scope="col">Sold in</th><th scope="col">Held</th><th scope="col" class="num">Cost</th><th scope="col" class="num">Proceeds</th><th scope="col" class="num">Gas</th><th scope="col" class="num">Result</th>`)
	for i, t := range closed {
		if i == maxRows {
			s.put(`<tr><td colspan="7">and % more</td></tr>`, fmt.Sprint(len(closed)-maxRows))
			break
		}
		s.put(`<tr><td><a href="#trade-%">trade %</a>%</td><td><a href="#trade-%">trade %</a></td><td>%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num %">%</td></tr>`,
			fmt.Sprint(t.Buy), fmt.Sprint(t.Buy), of(t, trips), fmt.Sprint(t.Sell), fmt.Sprint(t.Sell), span(t.Closed-t.Opened), figure(t.Cost), figure(t.Proceeds), figure(t.Gas), toneOf(t.PnL), signed(t.PnL))
	}
	closeTable(s)
	s.put("</details>")
}

// of says which asset a round trip is of, where several were traded.
func of(t performance.Trip, trips performance.Trips) string {
	if len(trips.Left) < 2 {
		return ""
	}
	return ", " + label(t.Asset)
}
