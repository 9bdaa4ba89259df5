package examples_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/life/why"
	"bardo.run/bardo/mirage/history"
)

// cheaper keeps one market of the pair a little below the others from the fortieth minute on, less
// than what would leave the price in doubt.
func cheaper(c *history.Config) {
	c.Pulls = []history.Pull{{Start: 160, Blocks: 120, Pools: []string{"weth-usdc-30"}, By: -0.03}}
}

// A life that buys in one market while another is cheaper is told at each trade what it would have had
// there, and by the reckoning of its own market how far that can be trusted.
//
// spec: heartbeat §3 (what is seen of several markets)
func TestATradeIsToldBesideTheCheaperMarket(t *testing.T) {
	t.Parallel()
	data, _ := hours(t, "manipulated", 75*time.Minute, cheaper)
	var l lived
	out := t.TempDir() + "/life"
	ask(t, &l.report, nil, program(t), "live", "--json", "--strategy", tempted, "--seed", "7", "--credit", credit, "--out", out, "--history", data)
	w, err := why.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	apart, before := 0, 0
	for _, x := range l.report.Acts.Trades {
		if len(x.Venues) < 3 || x.Own == nil || x.Own.Market != x.Market {
			t.Fatalf("trade %d had no choice: %+v, %+v", x.Number, x.Venues, x.Own)
		}
		// The market moves between the reading and the trade, by far less than what stands apart.
		if math.Abs(x.Own.More) > 0.003*x.Quote {
			t.Errorf("trade %d: its own market should have given %s, worth %+.4f more than %s", x.Number, x.Own.Gives, x.Own.More, x.In)
		}
		best, minutes := x.Venues[0], (x.Time-l.report.Subject.From)/60_000
		switch told := best.Market == "weth-usdc-30" && best.More > 0.02*x.Quote; {
		case minutes < 39:
			if before++; told {
				t.Errorf("trade %d: %+v was not cheaper yet", x.Number, best)
			}
		case x.Buy && minutes >= 41 && minutes < 69 && told:
			apart++
			a, err := w.Trade(x.Number)
			if err != nil {
				t.Fatal(err)
			}
			if text := linked(a, "venues"); !strings.Contains(text, best.Gives+" on weth-usdc-30 (+") {
				t.Errorf("why does not tell of it: %q", text)
			}
		}
	}
	t.Logf("%d trades before, %d that would have been cheaper elsewhere", before, apart)
	if before < 5 || apart < 5 {
		t.Errorf("%d trades before and %d during the difference", before, apart)
	}
}

// linked is the text of an answer's link of a kind.
func linked(a why.Answer, kind string) string {
	for _, l := range a.Links {
		if l.What == kind {
			return l.Text
		}
	}
	return ""
}
