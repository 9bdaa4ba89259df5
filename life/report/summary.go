package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of the summary: it fits a terminal of 40 lines and 100 columns.
const (
	summaryLines = 40
	summaryWidth = 100
	summaryRules = 8
	labelColumn  = 14
	ruleColumn   = 32
)

// Summary writes the life as plain text of at most 40 lines without colour. page
// is where the HTML report lies; empty if there is none.
func (l Life) Summary(w io.Writer, page string) error {
	s := sheet{room: summaryLines}
	l.head(&s)
	l.performance(&s)
	l.money(&s)
	l.rules(&s, l.rest(page))
	l.predictions(&s)
	l.tail(&s, page)
	_, err := io.WriteString(w, s.b.String())
	return err
}

// sheet is the text so far. room is how many lines are left.
type sheet struct {
	b    strings.Builder
	room int
}

func (s *sheet) line(text string) {
	s.room--
	if utf8.RuneCountInString(text) > summaryWidth {
		text = clean(text, summaryWidth-1)
	}
	s.b.WriteString(strings.TrimRight(text, " ") + "\n")
}

// row writes a label and what belongs to it.
func (s *sheet) row(name, format string, args ...any) {
	s.line(fmt.Sprintf("  %-*s", labelColumn, name) + fmt.Sprintf(format, args...))
}

// whole writes a row that is to be copied: it is as wide as it must be.
func (s *sheet) whole(name, text string) {
	s.room--
	fmt.Fprintf(&s.b, "  %-*s%s\n", labelColumn, name, clean(text, 4*textLength))
}

func (l Life) head(s *sheet) {
	s.line(l.name() + ": " + l.Verdict())
	s.line("")
	s.row("place", "%s, seed %d", l.place(), l.Seed)
	s.row("time", "%s to %s UTC", moment(l.From), moment(l.To))
	s.row("strategy", "%s, %s, revision %d%s", l.strategy(), short(l.Strategy.Hash), l.Strategy.Revision, l.stage())
	s.row("ticks", "%d: T0 %s, T1 %s, T2 %s", l.Ticks, portion(l.Tiers.T0, l.Ticks), portion(l.Tiers.T1, l.Ticks), portion(l.Tiers.T2, l.Ticks))
	l.lived(s)
	l.stood(s)
	l.trusted(s)
	if d := l.Death; d != nil {
		s.row("death", "%s at %s, %s", label(d.Cause), moment(d.Time), count(len(d.Phases), "phase", "phases"))
		if len(d.Home) > 0 {
			s.row("sent home", "%s", clean(strings.Join(d.Home, ", "), textLength))
		}
		for i, left := range d.Left {
			if i < 2 {
				s.row("", "left open: %s", clean(left.String(), textLength))
			}
		}
	}
}

func (l Life) place() string { return known(label(l.Place.Kind + " " + l.Place.Name)) }

func (l Life) strategy() string { return known(label(l.Strategy.Name)) }

func known(s string) string {
	if strings.TrimSpace(s) == "" {
		return "–"
	}
	return s
}

func (l Life) stage() string {
	if l.Strategy.StartStage == "" {
		return ""
	}
	return ", start stage set to " + label(l.Strategy.StartStage)
}

func (l Life) performance(s *sheet) {
	f, quote := l.Performance, label(l.Market.Quote)
	s.line("")
	s.line(fmt.Sprintf("  %-*s%12s%12s%12s", labelColumn, "", "life", "holding", "cash"))
	table := func(name, a, b, c string) { s.line(fmt.Sprintf("  %-*s%12s%12s%12s", labelColumn, name, a, b, c)) }
	table(strings.TrimSuffix("end, "+quote, ", "), figure(f.Life.End), figure(f.Holding.End), figure(f.Cash.End))
	table("gain", signed(f.Life.Gain()), signed(f.Holding.Gain()), signed(f.Cash.Gain()))
	table("time-weighted", percent(f.Life.TimeWeighted), percent(f.Holding.TimeWeighted), percent(f.Cash.TimeWeighted))
	table("money-weighted", percent(f.Life.MoneyWeighted), percent(f.Holding.MoneyWeighted), percent(f.Cash.MoneyWeighted))
	table("drawdown", depth(f.Life.Drawdown.Depth), depth(f.Holding.Drawdown.Depth), depth(f.Cash.Drawdown.Depth))
}

func depth(x float64) string { return fmt.Sprintf("%.2f %%", x*100) }

func (l Life) money(s *sheet) {
	c, in := l.Costs, l.Income
	s.line("")
	s.row("trades", "%d, round trips %d%s", len(l.Trades), len(l.Trips.Closed), l.wins())
	if len(l.Liquidity) > 0 {
		s.row("liquidity", "%s, re-centred %s; fees earned %s, change of value %s", count(len(l.Liquidity), "action", "actions"),
			count(l.Recentres(), "time", "times"), figure(in.Collected+in.Uncollected), signed(in.Liquidity))
	}
	if len(l.Lending) > 0 {
		s.row("lending", "%s on %s; change of value %s", count(len(l.Lending), "action", "actions"), strings.Join(l.lenders(), " and "), signed(in.Lending))
	}
	s.row("costs", "gas %s, pool fees %s, price impact %s, compute %s, inference %s",
		figure(usd(c.Gas)), figure(c.Fees), figure(c.Impact), figure(usd(c.Compute)), figure(usd(c.Inference)))
	l.unexplained(s)
}

func (l Life) wins() string {
	rate, ok := l.Trips.WinRate()
	if !ok {
		return ""
	}
	return fmt.Sprintf(", %d won (%.0f %%); realised %s %s, still held %s", l.Trips.Wins, rate*100,
		signed(l.Income.Realised), label(l.Market.Quote), signed(l.Income.Open))
}

// rules leaves the lines that what comes below it needs.
func (l Life) rules(s *sheet, below int) {
	sums := l.ByRule()
	s.line("")
	if len(sums) == 0 {
		s.line("  No rule's condition became true.")
		return
	}
	s.line(fmt.Sprintf("  %-*s%6s%7s%7s%9s  %s", ruleColumn, "rule", "seen", "acted", "held", "stopped", "by"))
	shown := min(len(sums), summaryRules, s.room-below)
	if shown < len(sums) {
		shown = max(1, min(summaryRules, s.room-below-1))
	}
	for i, r := range sums {
		if i == shown {
			s.line(fmt.Sprintf("  and %s more", count(len(sums)-i, "rule", "rules")))
			break
		}
		name := clean(ruleName(r.Rule), ruleColumn-1)
		s.line(fmt.Sprintf("  %-*s%6d%7d%7d%9d  %s", ruleColumn, name, r.Seen, r.Acted, r.Held, total(r.Stopped), shares(r.Stopped)))
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
	n := l.below(page) + 2
	if l.foretold() {
		n += 3
	}
	return n
}

// below is how many lines follow the assumptions.
func (l Life) below(page string) int {
	n := len(l.next())
	if page != "" {
		n++
	}
	if l.Wall > 0 {
		n++
	}
	return n
}

func (l Life) next() []string { return l.Next[:min(len(l.Next), 3)] }

// tail gives the assumptions as much room as the rest leaves.
func (l Life) tail(s *sheet, page string) {
	below := l.below(page) + 1
	s.line("")
	for i, a := range l.Place.Assumptions {
		if s.room <= below+1 && i < len(l.Place.Assumptions)-1 {
			s.row("", "and %d more, in the page", len(l.Place.Assumptions)-i)
			break
		}
		for j, part := range wrap(clean(a, textLength), summaryWidth-labelColumn-2, min(2, s.room-below-1)) {
			s.row(once(i == 0 && j == 0, "assumed"), "%s", part)
		}
	}
	if l.Wall > 0 {
		s.row("took", "%s", span(l.Wall))
	}
	if page != "" {
		s.whole("look", page)
	}
	for i, n := range l.next() {
		s.whole(once(i == 0, "next"), n)
	}
}

func once(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}
