package report_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report"
)

// unsure is a life of twelve ticks that holds ether and that a rule would add to in each; its
// price is in doubt in the fifth to the eighth and in the tenth, a quarter above the one before.
func unsure() report.Life {
	g := newGolem(3)
	g.price, g.eth = 2_000, 0.2
	for i := range 12 {
		r := turn.Record{Tick: uint64(i), Time: g.now, GolemID: "golem-1", Seen: turn.Observation{Reading: g.reading()}}
		t := turn.Trigger{Rule: "rule:entry-more@3", Kind: "entry", Line: 3, Text: "when price > 0 do buy 5 usdc", Outcome: "executed", Permits: []string{"permit:1"}}
		if i >= 4 && i < 8 || i == 9 {
			g.price = 2_500
			r.Seen.Reading = g.reading()
			a := &r.Seen.Reading.Assets[1]
			a.Doubt = "WETH is worth 2500 in this block, and was worth 2000 in those before"
			t.Outcome, t.Layer, t.Permits = "held", "deliberator", nil
			r.Thought = []turn.Thought{{Summary: "entry more: " + a.Doubted() + ": " + a.Doubt}}
			g.price = 2_000
		}
		r.Strategy.Triggers = []turn.Trigger{t}
		g.b.Add(r)
		g.now += minute
	}
	return g.b.Life(0)
}

// spec: heartbeat §3 (a doubtful price is told: which asset, for how long, by how much, and what it
// held back), and no figure of the report rests on it.
func TestAReportTellsWhatWasInDoubt(t *testing.T) {
	l := unsure()
	if l.Condition.Doubtful != 5 || len(l.Condition.Doubts) != 2 {
		t.Fatalf("%d ticks in doubt: %+v", l.Condition.Doubtful, l.Condition.Doubts)
	}
	first := l.Condition.Doubts[0]
	if math.Abs(first.Apart-0.25) > 1e-3 || first.Ticks != 4 || first.To-first.From != 3*minute || first.Asset != "WETH" || !reflect.DeepEqual(first.Held, []report.Share{{Name: "rule:entry-more@3", Count: 4}}) {
		t.Errorf("the first is %+v", first)
	}
	if d := l.Results.Performance.Life.Drawdown.Depth; d > 1e-6 || len(l.Results.Series) != 7 {
		t.Errorf("a drawdown of %g rests on %d samples", d, len(l.Results.Series))
	}
	var text, page strings.Builder
	if err := l.Summary(&text, ""); err != nil || !strings.Contains(text.String(), "in doubt") || !strings.Contains(text.String(), "WETH 2 times, 5 ticks, at most 25.0 % apart and for 3 min 0 s; held back 5 times") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if err := l.Page(&page, plain); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Prices in doubt", "too far apart in 5 of 12 ticks (41.7 %)", "entry-more@3 4 times", "WETH is worth 2500 in this block, and was worth 2000 in those before"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if l := calm(); len(l.Condition.Doubts) != 0 || l.Condition.Doubtful != 0 {
		t.Errorf("a life without a doubt has %+v", l.Condition.Doubts)
	}
}

// calm is the same life without a doubt.
func calm() report.Life {
	g := newGolem(3)
	for i := range 12 {
		g.b.Add(turn.Record{Tick: uint64(i), Time: g.now, GolemID: "golem-1", Seen: turn.Observation{Reading: g.reading()}})
		g.now += minute
	}
	return g.b.Life(0)
}

// A price that jumped and that no feed tells is believed: its ticks are no doubt, the curve has
// them, and what was not opened at it has its reason.
//
// spec: heartbeat §3
func TestAReportTellsWhatJumped(t *testing.T) {
	g := newGolem(3)
	for i := range 12 {
		r := turn.Record{Tick: uint64(i), Time: g.now, GolemID: "golem-1", Seen: turn.Observation{Reading: g.reading()}}
		if a := &r.Seen.Reading.Assets[1]; i >= 4 && i < 8 {
			if i == 4 {
				a.Doubt = "WETH is worth 2500 in this block"
			} else {
				a.Leap = "WETH is worth 2500, was worth 2000 less than an hour ago, and no price feed tells"
			}
			r.Strategy.Triggers = []turn.Trigger{{Rule: "rule:entry-more@3", Kind: "entry", Line: 3, Outcome: "held", Layer: "deliberator"}}
			r.Thought = []turn.Thought{{Summary: "entry more: " + a.Shaky()}}
		}
		g.b.Add(r)
		g.now += minute
	}
	l := g.b.Life(0)
	if l.Condition.Doubtful != 1 || len(l.Condition.Doubts) != 2 || l.Condition.Doubts[0].Jump {
		t.Fatalf("%d ticks in doubt: %+v", l.Condition.Doubtful, l.Condition.Doubts)
	}
	if j := l.Condition.Doubts[1]; !j.Jump || j.Ticks != 3 || j.Apart != 0 || !reflect.DeepEqual(j.Held, []report.Share{{Name: "rule:entry-more@3", Count: 3}}) {
		t.Errorf("it jumped: %+v", j)
	}
	var text, page strings.Builder
	if err := l.Summary(&text, ""); err != nil || !strings.Contains(text.String(), "jumped        WETH once, 3 ticks, at most for 2 min 0 s; held back 3 times") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if err := l.Page(&page, plain); err != nil || strings.Count(page.String(), ">jumped<") != 1 {
		t.Errorf("the page tells of %d jumps (%v)", strings.Count(page.String(), ">jumped<"), err)
	}
}
