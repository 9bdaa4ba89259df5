package report_test

import (
	"strings"
	"testing"

	"bardo.run/bardo/life/report"
)

// A life that goes on is told by what its last tick read: orders of that tick are said to be
// behind it, until a reading has them.
func TestAReportSaysWhichOrdersItsFiguresDoNotHave(t *testing.T) {
	t.Parallel()
	g := newGolem(1)
	g.b.Add(g.record())
	g.b.Add(g.record(g.swap(true, 0.1, "rule:entry-1@41"), g.swap(false, 0.1, "rule:exit-1@47")))
	const want = "before the 2 orders of tick 1: the next reading tells what came of them"
	l := g.b.Life(0)
	if got := summary(t, l); !strings.Contains(got, "  read          at block 5, "+want) {
		t.Errorf("the summary says\n%s", got)
	}
	if !strings.Contains(page(t, l, plain), "All of it was read at block 5, "+want) {
		t.Error("the page does not say it")
	}
	if a := l.Results.After; a == nil || *a != (report.After{Block: 5, Orders: 2, Tick: 1}) {
		t.Errorf("they are %+v", a)
	}
	g.b.Add(g.record())
	if l := g.b.Life(0); l.Results.After != nil || strings.Contains(summary(t, l), "next reading") {
		t.Errorf("a later reading has them: %+v", l.Results.After)
	}
}
