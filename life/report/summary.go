package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/performance"
)

// Bounds of the summary: it fits a terminal of 40 lines and 100 columns, with four lines more where there
// were several markets, and there as many more as eight rules need.
const (
	summaryLines  = 40
	summaryShared = 4
	summaryWidth  = 100
	summaryRules  = 8
	summaryAssets = 6
	labelColumn   = 14
	ruleColumn    = 32
	byColumn      = summaryWidth - ruleColumn - 33
)

// Summary writes the life as plain text of at most 40 lines without colour; of one of several markets, of
// at most 44 and those that its rules need. page
// is where the HTML report lies; empty if there is none.
func (l Life) Summary(w io.Writer, page string) error {
	s := sheet{room: summaryLines}
	if s.several = l.Results.Result.Shared.Several(); s.several {
		s.room += summaryShared
	}
	quote := label(l.Subject.Numeraire)
	for _, part := range wrap(l.Subject.name()+": "+l.Verdict(), summaryWidth, 2) {
		s.line(part)
	}
	s.line("")
	l.Subject.rows(&s)
	l.Thought.Tiers.row(&s, l.Subject.Ticks)
	l.Condition.Mortality.lived(&s)
	l.Condition.stood(&s)
	l.Condition.Trust.rows(&s)
	l.Fate.Death.rows(&s)
	l.Results.table(&s, quote)
	l.Results.parts(&s, quote)
	l.Results.shared(&s)
	l.Acts.rows(&s, l.Results.Trips, l.Results.Result)
	l.Acts.venues(&s, quote)
	l.Acts.routes(&s, quote)
	l.Money.rows(&s)
	l.Condition.doubts(&s)
	l.Thought.rules(&s, l.rest(page), l.Results.Result)
	l.Condition.Foresight.rows(&s, quote)
	l.Run.tail(&s, page, l.Subject.Place.Assumptions)
	_, err := io.WriteString(w, s.b.String())
	return err
}

// sheet is the text so far. room is how many lines are left, and more of them where there were several
// markets.
type sheet struct {
	b       strings.Builder
	room    int
	several bool
}

func (s *sheet) line(text string) {
	s.room--
	if utf8.RuneCountInString(text) > summaryWidth {
		text = cut(text, summaryWidth)
	}
	s.b.WriteString(strings.TrimRight(text, " ") + "\n")
}

// row writes a label and what belongs to it.
func (s *sheet) row(name, format string, args ...any) {
	s.line(fmt.Sprintf("  %-*s", labelColumn, name) + fmt.Sprintf(format, args...))
}

// rows writes a label and a text that takes at most so many lines.
func (s *sheet) rows(name, text string, most int) {
	for i, line := range wrap(text, summaryWidth-labelColumn-2, most) {
		s.row(once(i == 0, name), "%s", line)
	}
}

// whole writes a row that is to be copied: it is as wide as it must be.
func (s *sheet) whole(name, text string) {
	s.room--
	fmt.Fprintf(&s.b, "  %-*s%s\n", labelColumn, name, clean(text, 4*textLength))
}

func known(s string) string {
	if strings.TrimSpace(s) == "" {
		return "–"
	}
	return s
}

// table is the life beside holding and cash.
func (r Results) table(s *sheet, quote string) {
	f := r.Performance
	s.line("")
	if said := r.After.said(); said != "" {
		s.row("read", "%s", said)
	}
	s.line(fmt.Sprintf("  %-*s %11s %11s %11s", labelColumn, "", "life", "holding", "cash"))
	table := func(name, a, b, c string) { s.line(fmt.Sprintf("  %-*s %11s %11s %11s", labelColumn, name, a, b, c)) }
	table(strings.TrimSuffix("end, "+quote, ", "), figure(f.Life.End), figure(f.Holding.End), figure(f.Cash.End))
	table("change", signed(f.Life.Gain()), signed(f.Holding.Gain()), signed(f.Cash.Gain()))
	table("time-weighted", percent(f.Life.TimeWeighted), percent(f.Holding.TimeWeighted), percent(f.Cash.TimeWeighted))
	table("money-weighted", percent(f.Life.MoneyWeighted), percent(f.Holding.MoneyWeighted), percent(f.Cash.MoneyWeighted))
	table("drawdown", depth(f.Life.Drawdown.Depth), depth(f.Holding.Drawdown.Depth), depth(f.Cash.Drawdown.Depth))
}

func depth(x float64) string { return fmt.Sprintf("%.2f %%", x*100) }

// parts are the result and what it consists of, to the cent.
func (r Results) parts(s *sheet, quote string) {
	text := ""
	for _, p := range r.Result.Parts() {
		text += fmt.Sprintf(", %s %s", p.Name, signed(p.Value)) + outside(p)
	}
	s.line("")
	s.rows("result", strings.TrimSpace(signed(attribution.Cents(r.Result.Total))+" "+quote)+": "+text[2:], 3)
	for i, t := range r.Trusted {
		if i == 2 && len(r.Trusted) > 3 {
			s.row("", "and %d more assets whose price was in doubt at the end, in the page", len(r.Trusted)-i)
			break
		}
		s.rows("", t.said(quote), 2)
	}
	r.assets(s)
}

// outside says of what is paid outside of the account why the result is not the change of it.
func outside(p attribution.Part) string {
	if !p.Outside || p.Value == 0 {
		return ""
	}
	return " (not in the change)"
}

// assets are a line for each asset that was held, where there are several.
func (r Results) assets(s *sheet) {
	all := r.Result.Split()
	for i, a := range all {
		if i == summaryAssets {
			s.row("", "and %s more, in the page", count(len(all)-i, "asset", "assets"))
			return
		}
		s.rows(once(i == 0, "by asset"), fmt.Sprintf("%s: realised %s, unrealised %s on %s at a cost of %s", label(a.Token.Symbol), signed(a.Realised), signed(a.Unrealised), ofAsset(a.Units), figure(a.Cost)), 2)
	}
}

// ofAsset is an amount of an asset in whole tokens, with seven digits.
func ofAsset(units float64) string {
	return brief(strconv.FormatFloat(max(units, 0), 'f', 18, 64))
}

func (a Acts) rows(s *sheet, trips performance.Trips, r attribution.Result) {
	of := ""
	if others := a.Others(); others != "" {
		of = fmt.Sprintf(" of %d orders", a.orders())
	}
	s.row("trades", "%d%s, round trips %d%s", len(a.Trades), of, len(trips.Closed), wins(trips))
	if len(a.Liquidity) > 0 {
		s.rows("liquidity", fmt.Sprintf("%s, re-centred %s; fees earned %s, change of value %s", count(len(a.Liquidity), "action", "actions"),
			count(a.Recentres(), "time", "times"), signed(attribution.Cents(r.Earned)), signed(attribution.Cents(r.Liquidity))), 2)
	}
	if len(a.Coin) > 0 {
		unwrapped := 0
		for _, e := range a.Coin {
			if e.Kind == "unwrap" {
				unwrapped++
			}
		}
		s.row("coin", "unwrapped for gas %s, wrapped %s", count(unwrapped, "time", "times"), count(len(a.Coin)-unwrapped, "time", "times"))
	}
	if len(a.Lending) > 0 {
		s.rows("lending", fmt.Sprintf("%s on %s; change of value %s", count(len(a.Lending), "action", "actions"), strings.Join(a.lenders(), " and "), signed(attribution.Cents(r.Lending))), 2)
	}
}

func wins(trips performance.Trips) string {
	rate, ok := trips.WinRate()
	if !ok {
		return ""
	}
	return fmt.Sprintf(", %d won (%.0f %%)", trips.Wins, rate*100)
}

func (m Money) rows(s *sheet) {
	c := m.Costs
	s.rows("costs", fmt.Sprintf("gas %s, swap fees %s, price impact %s, paid time %s, models and data %s",
		figure(usd(c.Gas)), figure(c.Fees), figure(c.Impact), figure(usd(c.Compute)), figure(usd(c.Inference))), 2)
	m.unexplained(s)
}

// rules leaves the lines that what comes below it needs. Where there is no room for all, those stand
// there that moved the result most.
func (t Thought) rules(s *sheet, below int, result attribution.Result) {
	sums := t.ByRule()
	s.line("")
	if len(sums) == 0 {
		s.line("  No rule's condition became true.")
		return
	}
	s.line(fmt.Sprintf("  %-*s%6s%7s%7s%9s  %s", ruleColumn, "rule", "seen", "acted", "held", "stopped", "by"))
	if s.several {
		s.room = max(s.room, below+min(len(sums), summaryRules+1))
	}
	shown := min(len(sums), summaryRules, s.room-below)
	if shown < len(sums) {
		shown = max(1, min(summaryRules, s.room-below-1))
	}
	sums, left := weightiest(sums, shown, result)
	for _, r := range sums {
		name := clean(ruleName(r.Rule), ruleColumn-1)
		by := r.by()
		if utf8.RuneCountInString(by) > byColumn {
			by = shares(r.Stopped)
		}
		s.line(fmt.Sprintf("  %-*s%6d%7d%7d%9d  %s", ruleColumn, name, r.Seen, r.Acted, r.Held, total(r.Stopped), by))
	}
	if left != "" {
		s.line("  and " + left + ", in the page")
	}
}

func total(list []Share) (n uint64) {
	for _, s := range list {
		n += s.Count
	}
	return n
}

// rest is how many lines follow the rules at least: predictions, and a tail with one
// line of assumptions.
func (l Life) rest(page string) int {
	n := l.Run.below(page) + 2
	if f := l.Condition.Foresight; f.told() {
		if n += 6; len(f.Others) > 0 {
			n++
		}
	}
	return n
}

// below is how many lines follow the assumptions.
func (r Run) below(page string) int {
	n := len(r.next())
	if page != "" {
		n++
	}
	if r.Wall > 0 {
		n++
	}
	return n
}

func (r Run) next() []string { return r.Next[:min(len(r.Next), 3)] }

// tail gives the assumptions as much room as the rest leaves.
func (r Run) tail(s *sheet, page string, assumed []string) {
	below := r.below(page) + 1
	s.line("")
	for i, a := range assumed {
		if s.room <= below+1 && i < len(assumed)-1 {
			s.row(once(i == 0, "assumed"), "%s", more(i, len(assumed)))
			break
		}
		for j, part := range wrap(clean(a, textLength), summaryWidth-labelColumn-2, min(2, s.room-below-1)) {
			s.row(once(i == 0 && j == 0, "assumed"), "%s", part)
		}
	}
	if r.Wall > 0 {
		s.row("took", "%s", span(r.Wall))
	}
	if page != "" {
		s.whole("look", page)
	}
	for i, n := range r.next() {
		s.whole(once(i == 0, "next"), n)
	}
}

// more says how many of all are in the page alone.
func more(shown, all int) string {
	if shown == 0 {
		return fmt.Sprintf("%s, in the page", count(all, "assumption", "assumptions"))
	}
	return fmt.Sprintf("and %d more, in the page", all-shown)
}

func once(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}
