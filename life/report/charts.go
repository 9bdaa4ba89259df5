package report

import "fmt"

// The glyphs of the legends have the shapes that the script draws, so that
// colour is never alone.
const (
	glyphBuy     markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M7 1l5 10H2z" fill="var(--gain)"/></svg>`
	glyphSell    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M7 11l5-10H2z" fill="var(--loss)"/></svg>`
	glyphMove    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M7 1l5 5-5 5-5-5z" fill="var(--move)"/></svg>`
	glyphRange   markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 2h14v8H0z" fill="var(--band)" stroke="var(--move)" stroke-opacity=".4"/></svg>`
	glyphPrice   markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--ink)" stroke-width="2"/></svg>`
	glyphLife    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--accent)" stroke-width="2.5"/></svg>`
	glyphHolding markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--holding)" stroke-width="2"/></svg>`
	glyphCash    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--cash)" stroke-width="2" stroke-dasharray="4 3"/></svg>`
	glyphFall    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--loss)" stroke-width="2"/></svg>`
	glyphMoney   markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--gain)" stroke-width="2"/></svg>`
	glyphFitness markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--move)" stroke-width="2" stroke-dasharray="6 2"/></svg>`
	glyphDice    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--holding)" stroke-width="2" stroke-dasharray="2 2"/></svg>`
	glyphTurn    markup = `<svg viewBox="0 0 14 12" aria-hidden="true"><path d="M7 0v12" stroke="var(--muted)" stroke-dasharray="2 2"/></svg>`
)

// chart is the price of the first market, and a mark for each trade at such a price.
func (a Acts) chart(s *sink, b Subject) {
	base, quote := label(b.Market.Base), label(b.Market.Quote)
	s.put(`<section><h2>Price and trades</h2><p class="note">One % in %. A mark stands at the price that was paid or received, fee and impact inside.%</p>`, base, quote, a.undrawn(b))
	openFigure(s, "price", fmt.Sprintf("Price of %s in %s with %d trades.", base, quote, len(a.marked(b))))
	s.put(`<span>` + glyphPrice + `price <b data-read="1"></b></span><span>` + glyphBuy + `buy</span><span>` + glyphSell + `sell</span>`)
	if len(a.Ranges) > 0 {
		s.put(`<span>` + glyphMove + `liquidity placed</span><span>` + glyphRange + `its range</span>`)
	}
	closeFigure(s, "price", "")
}

// undrawn says how many trades have no mark, because they were made at another price.
func (a Acts) undrawn(b Subject) string {
	n := len(a.Trades) - len(a.marked(b))
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" The prices of other pairs are not drawn: %s in them %s no mark, and %s in the table of trades.",
		count(n, "trade", "trades"), numbered(n, "has", "have"), numbered(n, "is", "are"))
}

func numbered(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// charts are equity and drawdown.
func (r Results) charts(s *sink, b Subject) {
	f, held, quote := r.Performance, r.holding(b), label(b.Numeraire)
	s.put(`<section><h2>Equity</h2><p class="note">All that the wallet holds, in %, beside what the same money would be worth in % or left as it was, both without costs.%</p>`, quote, held, r.compared())
	openFigure(s, "equity", fmt.Sprintf("Equity from %s to %s %s; holding ends at %s.", figure(f.Life.Start), figure(f.Life.End), quote, figure(f.Holding.End)))
	s.put(`<span>`+glyphLife+`this life <b data-read="1"></b></span><span>`+glyphHolding+`holding % <b data-read="2"></b></span><span>`+glyphCash+`cash <b data-read="3"></b></span>`, held)
	closeFigure(s, "equity", "")

	r.Weights.chart(s)

	s.put(`<section><h2>Drawdown</h2><p class="note">%</p>`, r.fall())
	openFigure(s, "fall", "Fall from the highest point so far; deepest "+depth(f.Life.Drawdown.Depth)+".")
	s.put(`<span>` + glyphFall + `below the highest point <b data-read="1"></b></span>`)
	closeFigure(s, "fall", "low")
}

func (r Results) fall() string {
	d := r.Performance.Life.Drawdown
	if d.Depth == 0 {
		return "Equity never fell below an earlier level."
	}
	text := fmt.Sprintf("Deepest: %s, from %s to %s", depth(d.Depth), moment(d.Peak), moment(d.Bottom))
	if d.Recovery > 0 {
		text += ", made up by " + moment(d.Recovery)
	} else {
		text += ", not made up"
	}
	if v := r.Performance.Life.Volatility; v != nil {
		text += fmt.Sprintf(". Volatility %.2f %% an hour, %.0f %% scaled to a year, from %d hours", v.Hourly*100, v.Yearly*100, v.Hours)
	}
	return text + "."
}

func openFigure(s *sink, id, says string) {
	s.put(`<figure class="panel" tabindex="0" role="group" aria-label="% Arrow keys move the cursor."><div class="legend" data-for="%"><span><b data-read="t"></b></span>`, says, id)
}

func closeFigure(s *sink, id, class string) {
	s.put(`</div><div class="chart %" id="%"></div><noscript>The chart needs scripts; <code>bardo report DIR --json</code> has its figures.</noscript></figure></section>`+"\n", class, id)
}
