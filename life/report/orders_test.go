package report_test

import (
	"fmt"
	"strings"
	"testing"

	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/venue"
)

// Trades are the swaps among the orders that were carried out; the others are named beside them, and a
// trade of the death has no tick of its own.
func TestTheOrdersBesideTradesAreNamed(t *testing.T) {
	a := report.Acts{
		Trades:    []report.Trade{{Number: 1, Tick: 3, Cause: "rule:in@1"}, {Number: 5, Tick: 9, Cause: "death:settlement"}},
		Liquidity: []report.LiquidityEvent{{Number: 2}}, Lending: []report.LendingEvent{{Number: 3}, {Number: 4}},
	}
	if said := a.Others(); said != "1 order on liquidity, 2 orders on lending" {
		t.Error(said)
	}
	if (report.Acts{Trades: a.Trades}).Others() != "" {
		t.Error("trades are beside themselves")
	}
	if x, y := a.Trades[0].When(), a.Trades[1].When(); x != "3" || y != "(9)" {
		t.Errorf("%s and %s", x, y)
	}
	var text strings.Builder
	if err := (report.Life{Acts: a}).Summary(&text, ""); err != nil || !strings.Contains(text.String(), "2 of 5 orders, round trips 0") {
		t.Errorf("%v: %s", err, text.String())
	}
}

// What is not drawn, and what there was no other venue for, is said.
func TestTradesThatAreNotDrawnOrHadNoChoiceAreCounted(t *testing.T) {
	l := report.Life{Subject: report.Subject{Market: report.Market{Handle: "weth-usdc-5", Base: "WETH", Quote: "USDC"}}}
	offer := []venue.Offer{{Market: "weth-usdc-30", Gives: "1 WETH", More: 0.5}}
	l.Acts.Trades = []report.Trade{{Number: 1, Market: "weth-usdc-5", Venues: offer}, {Number: 2, Market: "link-usdc-30"}, {Number: 3, Market: "link-usdc-30"}}
	if html := page(t, l, plain); !strings.Contains(html, "The prices of other pairs are not drawn: 2 trades in them have no mark, and are in the table of trades.") || !strings.Contains(html, "better for 1 of 1 trade, for 2 there was no other.") {
		t.Error("the page does not say what it leaves out")
	}
	if text := summary(t, l); !strings.Contains(strings.Join(strings.Fields(text), " "), "better for 1 of 1 trade, for 2 there was no other") {
		t.Error(text)
	}
}

// A list that has no room for all of its lines has those that moved the result most, and says how many it
// leaves out, and what they come to.
func TestALongListOfRulesSaysWhatItLeavesOut(t *testing.T) {
	var l report.Life
	for i := range 12 {
		share := attribution.Share{Name: fmt.Sprintf("rule:entry-with-a-long-name-%d@%d", i, i), Gain: float64(i)}
		l.Thought.Triggers = append(l.Thought.Triggers, report.Trigger{Rule: share.Name, Line: i, Outcome: "executed"})
		l.Results.Result.Shared.Rules = append(l.Results.Result.Shared.Rules, share)
		l.Results.Result.Shared.Markets = append(l.Results.Result.Shared.Markets, attribution.Share{Name: fmt.Sprintf("market-%d", i), Gain: float64(-i)})
	}
	text := summary(t, l)
	for _, want := range []string{
		"by market market-11 −11.00, market-10 −10.00,", " market-7 −7.00 and 7 more in the page, together −21.00, beside them",
		"by rule entry-with-a-long-name-11@11 +11.00, entry-with-a-long-name-10@10 +10.00 and 10 more in the page, together +45.00", "a sale gains what the price fell ",
		" entry-with-a-long-name-4@4 1 ", " entry-with-a-long-name-11@11 1 ", " and 4 rules more, together +6.00, in the page ",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "\n  entry-with-a-long-name-3@3 ") || strings.Index(text, "\n  entry-with-a-long-name-4@4") > strings.Index(text, "\n  entry-with-a-long-name-5@5") {
		t.Errorf("the rules that moved least are shown, or not in the order of the strategy:\n%s", text)
	}
	if lines := strings.Count(text, "\n"); lines > 44 {
		t.Errorf("%d lines", lines)
	}
}
