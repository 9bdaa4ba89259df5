package sheet

import (
	"fmt"
	"strconv"
	"time"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/report/html"
)

func open(s *html.Sink, heading, note string, head html.Markup) {
	s.Put(`<section><h2>%</h2><p class="note">%</p><div class="panel scroll" tabindex="0" role="region" aria-label="%"><table class="rows"><thead><tr>`, heading, note, heading)
	s.Put(head + "</tr></thead><tbody>")
}

func closeTable(s *html.Sink) { s.Put("</tbody></table></div></section>\n") }

// arm is a cell with the name of an arm, which leads to its lives.
func arm(s *html.Sink, f findings.Findings, name string) {
	for _, c := range f.Columns {
		if c.Arm && c.Name == name && c.Lives[0] < mostRows {
			s.Put(`<td><a href="#life-%">%</a></td>`, strconv.Itoa(c.Lives[0]+1), named(name))
			return
		}
	}
	s.Put("<td>%</td>", named(name))
}

// apart are the differences between every two arms.
func apart(s *html.Sink, f findings.Findings) {
	if len(f.Pairs) == 0 {
		return
	}
	open(s, "How far apart", "What a life returned on average, in percentage points, and the interval that holds the difference with 95 %, all intervals at once: periods are drawn again in blocks, for both arms the same ones.",
		`<th scope="col">Arm</th><th scope="col">above</th><th scope="col" class="num">by</th><th scope="col" class="num">from</th><th scope="col" class="num">to</th><th scope="col"></th>`)
	for _, p := range f.Pairs {
		s.Put("<tr>")
		arm(s, f, p.Better)
		arm(s, f, p.Worse)
		s.Put(`<td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="text">%</td></tr>`,
			short(p.Difference, true), short(p.Low, true), short(p.High, true), p.Low.Why)
	}
	closeTable(s)
}

// luck is the verdict on the best of many.
func luck(s *html.Sink, f findings.Findings) {
	v := f.Verdict
	if v == nil {
		return
	}
	heading := "No better than luck"
	if v.Better {
		heading = "Better than luck"
	}
	open(s, heading, fmt.Sprintf("%d arms were tried, of which %d never moved, over %d periods; judged against %s. All tests have to agree.", v.Tried, v.Still, v.Periods, f.Against),
		`<th scope="col">Test</th><th scope="col">Passed</th><th scope="col">What it found</th>`)
	for _, r := range v.Reasons {
		passed := "no"
		if r.Passed {
			passed = "yes"
		}
		s.Put(`<tr><th scope="row">%</th><td>%</td><td class="wide">%</td></tr>`, r.Test, passed, r.Says)
	}
	closeTable(s)
	open(s, "Every arm", "Sharpe ratio and mean return of a year, with intervals that hold for all at once, and the probability that the best of what has no edge looks as good.",
		`<th scope="col">Arm</th><th scope="col" class="num">Sharpe</th><th scope="col" class="num">mean</th><th scope="col" class="num">from</th><th scope="col" class="num">to</th><th scope="col" class="num">p</th>`)
	for _, a := range v.Strategies {
		s.Put("<tr>")
		arm(s, f, a.Name)
		s.Put(`<td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td></tr>`,
			short(a.Sharpe, false), short(a.Mean, true), short(a.Low, true), short(a.High, true), short(a.Probability, false))
	}
	closeTable(s)
}

// walked is what choosing by earlier periods came to.
func walked(s *html.Sink, f findings.Findings) {
	if f.Walk == nil {
		return
	}
	open(s, "Walk-forward", f.Walk.Says, `<th scope="col" class="num">Periods</th><th scope="col">Arm that was best before</th><th scope="col" class="num">returned</th>`)
	for _, x := range f.Walk.Steps {
		s.Put(`<tr><td class="num">%</td>`, fmt.Sprintf("%d to %d", x.From+1, x.To))
		arm(s, f, x.Arm)
		s.Put(`<td class="num">%</td></tr>`, short(x.Return, true))
	}
	closeTable(s)
}

// lives are all that the numbers rest on, with the commands that compute them again.
func lives(s *html.Sink, f findings.Findings) {
	note := "Each command computes its life again and compares every byte."
	if len(f.Lives) > mostRows {
		note += fmt.Sprintf(" Here are the first %d of %d; --csv and --json have all.", mostRows, len(f.Lives))
	}
	open(s, "Lives", note, `<th scope="col" class="num">No</th><th scope="col">Arm</th><th scope="col">Where</th><th scope="col" class="num">Return</th><th scope="col" class="num">Holding</th><th scope="col" class="num">Orders</th><th scope="col">Command</th>`)
	for i, l := range f.Lives[:min(len(f.Lives), mostRows)] {
		no := strconv.Itoa(i + 1)
		life(s, no, named(l.Arm), "", l.Outcome)
		for j, m := range l.Members {
			life(s, no+"."+strconv.Itoa(j+1), m.Golem, spanOf(l.Outcome, m), m)
		}
	}
	closeTable(s)
}

// spanOf is when a life of a chain lived.
func spanOf(chain, member outcome.Outcome) string {
	if chain.Form != outcome.InTurn {
		return ""
	}
	day := func(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }
	return fmt.Sprintf(", %s to %s", day(member.Span.From), day(member.Span.Until))
}

// life is one, or several as one. when follows where it lived.
func life(s *html.Sink, no, name, when string, o outcome.Outcome) {
	s.Put(`<tr id="life-%"><td class="num">%</td><td>%</td><td>%</td><td class="num">%</td><td class="num">%</td><td class="num">%</td><td class="wide">`,
		no, no, name, fmt.Sprintf("%s %s, seed %d", o.Place.Kind, o.Place.Name, o.Place.Seed)+when,
		short(o.Figures.Life.Return, true), short(o.Figures.Holding.Return, true), strconv.Itoa(o.Did.Orders))
	switch {
	case o.Form == "":
		s.Put(`<code>%</code>`, o.Command)
	case o.Unborn == "":
		s.Put("a % of the lives below", o.Form)
	default:
		s.Put("a % of the lives below; %", o.Form, o.Unborn)
	}
	s.Put("</td></tr>")
}
