package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
)

const (
	width = 100
	// mostBeside is how many columns stand beside one another on a terminal, mostRanked how many
	// arms are listed where there are more.
	mostBeside = 6
	mostRanked = 20
	mostLives  = 12
	nameLength = 48
	nameColumn = 24
)

// Text writes findings for a terminal.
func Text(out io.Writer, f findings.Findings) error {
	var b strings.Builder
	wrapped(&b, f.Says, "")
	b.WriteByte('\n')
	if len(f.Columns) <= mostBeside {
		beside(&b, f)
	} else {
		ranked(&b, f)
	}
	composed(&b, f)
	pairs(&b, f)
	judged(&b, f)
	list(&b, "note", f.Notes)
	list(&b, "assumed", f.Assumed)
	replays(&b, f)
	_, err := io.WriteString(out, b.String())
	return err
}

// beside is the table, a column an arm.
func beside(b *strings.Builder, f findings.Findings) {
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\t")
	for _, c := range f.Columns {
		fmt.Fprint(w, named(c.Name)+"\t")
	}
	fmt.Fprintln(w)
	rows := f.Rows()
	for _, r := range rows {
		fmt.Fprintf(w, "%-*s\t", nameColumn, r.Name)
		for i := range r.Values {
			fmt.Fprint(w, cell(r, i)+"\t")
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%-*s\t", nameColumn, "orders")
	for _, c := range f.Columns {
		fmt.Fprint(w, orders(c)+"\t")
	}
	fmt.Fprintln(w)
	_ = w.Flush() // a builder takes everything
	list(b, "–", unknown(rows))
}

// ranked lists the arms, the best first, where there are too many to stand beside one another.
func ranked(b *strings.Builder, f findings.Findings) {
	arms := byReturn(f)
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	longest := 0
	for _, c := range arms[:min(len(arms), mostRanked)] {
		longest = max(longest, utf8.RuneCountInString(named(c.Name)))
	}
	fmt.Fprintln(w, "\treturn a life\tSharpe\tdeepest fall\tturnover\torders\tlives\t")
	for i, c := range arms {
		if i == mostRanked {
			break
		}
		s := c.Summary
		fmt.Fprintf(w, "%-*s\t%s\t%s\t%s\t%s\t%s\t%d\t\n", longest, named(c.Name), short(s.Return, true), short(s.Ratios.Sharpe, false),
			short(statistics.Known(s.Risk.Drawdown.Depth), true), short(s.Did.Turnover, false), orders(c), len(c.Lives))
	}
	_ = w.Flush() // a builder takes everything
	if more := len(arms) - mostRanked; more > 0 {
		fmt.Fprintf(b, "  and %d more, in the page and in --csv\n", more)
	}
}

// byReturn are the arms, and what could have been done instead, the highest return first.
func byReturn(f findings.Findings) []findings.Column {
	all := slices.Clone(f.Columns)
	slices.SortStableFunc(all, func(a, b findings.Column) int {
		x, _ := a.Summary.Return.Get()
		y, _ := b.Summary.Return.Get()
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return all
}

// composed says what arms consist of that are several lives.
func composed(b *strings.Builder, f findings.Findings) {
	all := f.Consists()
	if more := len(all) - mostLives; more > 0 {
		all = append(all[:mostLives], fmt.Sprintf("and %d more, in the page", more))
	}
	list(b, "arms", all)
}

func pairs(b *strings.Builder, f findings.Findings) {
	if len(f.Pairs) < 2 {
		return // the first sentence says it
	}
	lines := make([]string, len(f.Pairs))
	for i, p := range f.Pairs {
		lines[i] = difference(p)
	}
	list(b, "apart", lines)
}

// difference is a pair in words.
func difference(p findings.Pair) string {
	said := fmt.Sprintf("%s above %s by %s percentage points", p.Better, p.Worse, point(p.Difference))
	if p.Low.Value == nil {
		return said + ", and " + p.Low.Why
	}
	return fmt.Sprintf("%s, with 95 %% between %s and %s", said, point(p.Low), point(p.High))
}

// point is a difference of returns in percentage points.
func point(f statistics.Figure) string {
	x, ok := f.Get()
	if !ok {
		return "–"
	}
	return strings.Replace(fmt.Sprintf("%.2f", 100*x), "-", "−", 1)
}

func judged(b *strings.Builder, f findings.Findings) {
	var lines []string
	if v := f.Verdict; v != nil {
		for _, r := range v.Reasons {
			passed := "passed"
			if !r.Passed {
				passed = "not passed"
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %s", r.Test, passed, r.Says))
		}
	}
	if f.Walk != nil {
		lines = append(lines, f.Walk.Says)
	}
	list(b, "luck", lines)
}

// replays are the commands that compute the lives again.
func replays(b *strings.Builder, f findings.Findings) {
	var lines []string
	for _, l := range f.Lives {
		for _, o := range l.Lives() {
			lines = append(lines, o.Command)
		}
	}
	if more := len(lines) - mostLives; more > 0 {
		lines = append(lines[:mostLives], fmt.Sprintf("and %d more, in the page and in --csv", more))
	}
	b.WriteByte('\n')
	for i, line := range lines {
		fmt.Fprintf(b, "  %-9s %s\n", once(i, "replay"), line) // whole: it is copied
	}
	if f.Plan != "" {
		fmt.Fprintf(b, "  %-9s %s\n", "plan", f.Plan)
	}
}
