package report

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/html"
	"bardo.run/bardo/life/report/performance"
)

// Assets are the chart library that is inlined into the page: uPlot 1.6.32's
// self-contained script and its style sheet, as they are.
type Assets struct{ UPlotJS, UPlotCSS string }

// ErrAssets means that the chart library is missing or cannot be inlined.
var ErrAssets = errors.New("the chart library cannot be inlined")

//go:embed web/script.js
var script string

// check refuses what would end the element it is inlined into.
func (a Assets) check() error {
	return errors.Join(inlinable("script", a.UPlotJS), inlinable("style", a.UPlotCSS))
}

func inlinable(element, text string) error {
	lower := strings.ToLower(text)
	switch {
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("%w: its %s is empty", ErrAssets, element)
	case strings.Contains(text, "\r"): // a browser hashes another text then
		return fmt.Errorf("%w: its %s holds a carriage return", ErrAssets, element)
	case strings.Contains(lower, "</"+element), strings.Contains(lower, "<!--"):
		return fmt.Errorf("%w: its %s holds the end of its own element", ErrAssets, element)
	}
	return nil
}

// pageData is where the charts of a page have their data. A page is known by that and its head.
const pageData = `<script type="application/json" id="life">`

// IsPage reports whether a text is a page of a life as Page writes it.
func IsPage(text []byte) bool {
	return bytes.HasPrefix(text, []byte(html.Head)) && bytes.Contains(text, []byte(pageData))
}

// Page writes the life as one HTML file that asks no network for anything. The
// same Life and Assets give the same bytes.
func (l Life) Page(w io.Writer, a Assets) error {
	if err := a.check(); err != nil {
		return err
	}
	data, err := data(l.Subject, l.Results, l.Acts, l.Condition.Mortality)
	if err != nil {
		return fmt.Errorf("encode the charts' data: %w", err)
	}
	var s sink
	s.Open(l.Subject.title(), html.Policy(a.UPlotJS, script))
	s.Verbatim(a.UPlotCSS + "\n" + html.Style())
	s.put("</style>\n</head>\n<body>\n")
	l.Subject.header(&s, l.headline())
	s.put("<main>\n")
	l.body(&s)
	s.put("</main>\n")
	l.Run.footer(&s)
	s.Verbatim(pageData)
	s.Verbatim(string(data))
	s.put("</script>\n<script>")
	s.Verbatim(a.UPlotJS)
	s.put("</script>\n<script>")
	s.Verbatim(script)
	s.put("</script>\n</body>\n</html>\n")
	_, err = io.WriteString(w, s.String())
	return err
}

func (l Life) body(s *sink) {
	quote := label(l.Subject.Numeraire)
	l.Results.keys(s, l.Subject, l.Acts)
	l.Acts.chart(s, l.Subject)
	l.Results.charts(s, l.Subject)
	l.Condition.Mortality.section(s)
	l.parts(s, quote)
	l.Money.differences(s)
	l.Thought.triggers(s)
	l.Condition.doubted(s, l.Subject.Ticks)
	l.Condition.standings(s)
	l.Condition.Trust.section(s, l.Subject.From)
	l.Condition.Foresight.section(s, quote, l.Subject.Market.Handle, l.Fate.Death != nil)
	l.Acts.trades(s, l.Subject, l.Results.Trips)
	l.Acts.liquidity(s, l.Subject)
	l.Thought.spread(s, l.Subject.Ticks)
	l.Fate.Limits.section(s)
	l.Subject.Place.section(s)
	l.Fate.death(s)
	l.Money.ledger(s)
}

func (b Subject) header(s *sink, verdict string) {
	s.put(`<header>
<h1>%</h1>
<p class="verdict">%</p>
<p class="where">%, seed %, <time>%</time> to <time>%</time> UTC. Strategy %, <code>%</code>, revision %%.</p>
</header>
`, b.title(), verdict, b.Place.label(), fmt.Sprint(b.Seed), moment(b.From), moment(b.To),
		b.Strategy.label(), short(b.Strategy.Hash), fmt.Sprint(b.Strategy.Revision), b.Strategy.stage())
}

// keys are the figures one looks for first.
func (r Results) keys(s *sink, b Subject, a Acts) {
	f := r.Performance
	win, rate := "none closed", "–"
	if w, ok := r.Trips.WinRate(); ok {
		rate, win = fmt.Sprintf("%.0f %%", w*100), fmt.Sprintf("%d of %s", r.Trips.Wins, count(len(r.Trips.Closed), "round trip", "round trips"))
	}
	s.put(`<dl class="keys panel">`)
	key(s, "Time-weighted return", percent(f.Life.TimeWeighted), tone(f.Life.TimeWeighted), "money-weighted "+percent(f.Life.MoneyWeighted))
	key(s, "Result, "+label(b.Numeraire), signed(attribution.Cents(r.Result.Total)), toneOf(r.Result.Total), fmt.Sprintf("equity %s → %s, less what was paid beside", figure(f.Life.Start), figure(f.Life.End)))
	key(s, "Holding "+r.holding(b), percent(f.Holding.TimeWeighted), tone(f.Holding.TimeWeighted), "cash "+percent(f.Cash.TimeWeighted))
	key(s, "Deepest drawdown", depth(f.Life.Drawdown.Depth), "", recovered(f.Life.Drawdown))
	key(s, "Trades", fmt.Sprint(len(a.Trades)), "", a.moves(b.Ticks))
	key(s, "Won", rate, "", win)
	s.put("</dl>\n")
	if said := r.After.said(); said != "" {
		s.put(`<p class="note">All of it was read %.</p>`, said)
	}
}

func key(s *sink, name, value, class, note string) {
	s.put(`<div><dt>%</dt><dd class="num %">%</dd><dd>%</dd></div>`, name, class, value, note)
}

func (a Acts) moves(ticks uint64) string {
	if len(a.Liquidity) == 0 {
		return fmt.Sprintf("in %d ticks", ticks)
	}
	return fmt.Sprintf("re-centred %s", count(a.Recentres(), "time", "times"))
}

func recovered(d performance.Drawdown) string {
	switch {
	case d.Depth == 0:
		return "it never fell"
	case d.Recovery == 0:
		return "not recovered"
	}
	return "recovered after " + span(d.Recovery-d.Bottom)
}

// tone is the class of a gain or a loss as it is printed.
func tone(x *float64) string {
	if x == nil || percent(x) == "0.00 %" {
		return ""
	}
	return toneOf(*x)
}

func toneOf(x float64) string {
	switch {
	case x < 0 && figure(x) != "0.00":
		return "loss"
	case x > 0 && figure(x) != "0.00":
		return "gain"
	}
	return ""
}

func (r Run) footer(s *sink) {
	s.put("<footer>")
	if len(r.Next) > 0 {
		s.put("<p>Next: ")
		for i, n := range r.Next {
			if i > 0 {
				s.put(" · ")
			}
			s.put("<code>%</code>", n)
		}
		s.put("</p>")
	}
	s.put("<p>This file holds all it shows and loads nothing.</p></footer>\n")
}
