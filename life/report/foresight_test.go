package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// foreseeing is a life of one hour that held back two trades and predicted a price.
func foreseeing() Life {
	b := NewBuilder()
	b.Add(turn.Record{Time: 1, Foresight: &turn.Foresight{Made: []turn.Prediction{
		{ID: 1, Category: turn.PriceRange},
		{ID: 2, Category: turn.Inaction, MadeAt: 1, Action: "rule:dip@7", Trade: &turn.Untraded{Kind: "swap", Layer: "action_gate", Code: "ORACLE_ACCURACY", Value: 1_000}},
		{ID: 3, Category: turn.Inaction, MadeAt: 1, Action: "rule:<b>@9", Trade: &turn.Untraded{Kind: "swap", Layer: "cage", Code: "SAFETY_STAGE_SHADOW", Value: 500}},
		{ID: 4, Category: turn.Inaction, MadeAt: 1, Trade: &turn.Untraded{Kind: "swap", Value: 7}},
		{ID: 6, Category: turn.Inaction, MadeAt: 1, Action: "rule:dip@7", Trade: &turn.Untraded{Kind: "swap", Layer: "action_gate", Code: "ORACLE_ACCURACY", Value: 100, Shadow: true}},
	}}})
	b.Add(turn.Record{Tick: 1, Time: 2, Foresight: &turn.Foresight{Expired: []uint64{9}, Resolved: []turn.Resolution{
		{ID: 1, Category: turn.PriceRange, Correct: true, Stated: 0.85},
		{ID: 5, Category: turn.PriceRange, Persisted: true, Stated: 0.85},
		{ID: 2, Category: turn.Inaction, Gain: 0.01, Stated: 0.5},
		{ID: 3, Category: turn.Inaction, Gain: -0.02, Correct: true, Stated: 0.5},
		{ID: 6, Category: turn.Inaction, Gain: 0.03, Stated: 0.5},
		{ID: 9, Category: turn.GasPrice, Late: true},
	}}})
	return b.Life(0)
}

// spec: heartbeat §11.2, §11.7
func TestTheReportSaysHowOftenAPredictionWasRight(t *testing.T) {
	f := foreseeing().Condition.Foresight
	if len(f.Categories) != 2 || f.Late != 1 || f.Expired != 1 {
		t.Fatalf("%+v", f)
	}
	if c := f.Categories[0]; c.Name != "price_range" || c.Resolved != 2 || c.Right != 0.5 || c.Persistence != 0.5 || math.Abs(c.Stated-0.85) > 1e-9 || math.Abs(c.Miscalibrated-0.35) > 1e-9 {
		t.Errorf("%+v", c)
	}
}

func TestTheReportSaysWhatWasHeldBackAndWhatItWouldHaveComeTo(t *testing.T) {
	l := foreseeing()
	gained, lost, sum := Missed(l.Condition.Foresight.Held)
	if gained != 1 || lost != 1 || sum != 0 || len(l.Condition.Foresight.Held) != 3 || l.Condition.Foresight.Held[2].Known {
		t.Errorf("%d gained, %d lost, in all %v: %+v", gained, lost, sum, l.Condition.Foresight.Held)
	}
	var page, text bytes.Buffer
	if err := l.Page(&page, Assets{UPlotJS: "js", UPlotCSS: "css"}); err != nil {
		t.Fatal(err)
	}
	if err := l.Summary(&text, ""); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Held back (3)", "In shadow: taken, and held back if the strategy said gate = enforce (1)", "ORACLE_ACCURACY", "+10.00", "not known yet", "&lt;b&gt;", "50.0 %", "It loses to persistence in no category."} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, want := range []string{"% right (persistence of the same width): price 50 (50)", "loses to persistence in no category", "held back     3 actions; within the hour 1 would have gained, 1 not, in all 0.00", `in shadow     1 action the gate would have stopped; in an hour 1 gained, 0 not: +3.00`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the summary lacks %q:\n%s", want, text.String())
		}
	}
}

// Who loses to persistence is named, and nothing is made of a draw.
func TestTheReportNamesWhatLosesToPersistence(t *testing.T) {
	for want, all := range map[string][]Accuracy{
		"loses to persistence in price; not in gas":       {{Name: "price_range", Right: 0.85, Persistence: 0.86, Loses: true}, {Name: "gas_price", Right: 0.5, Persistence: 0.5}},
		"loses to persistence in every category":          {{Name: "price_range", Loses: true}},
		"loses to persistence in no category":             {{Name: "gas_price"}},
		"loses to persistence in depth, fees; not in gas": {{Name: "liquidity_depth", Loses: true}, {Name: "fee_generation", Loses: true}, {Name: "gas_price"}, {Name: "inaction", Loses: true}},
	} {
		f := &Foresight{Categories: all}
		if got := f.against(func(c Accuracy) string { return inShort[c.Name] }); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b := &foreseen{by: [turn.Categories]outcomes{turn.GasPrice: {n: 10, right: 7, persisted: 8}, turn.PriceRange: {n: 10, right: 8, persisted: 8}}}
	for _, c := range b.told().Categories {
		if c.Loses != (c.Name == "gas_price") {
			t.Errorf("%+v", c)
		}
	}
}

// A life without an oracle says nothing of one.
func TestALifeWithoutPredictionsHasNoForesight(t *testing.T) {
	b := NewBuilder()
	b.Add(turn.Record{Time: 1})
	if l := b.Life(0); l.Condition.Foresight != nil {
		t.Errorf("%+v", l.Condition.Foresight)
	}
}

// What a dead life left open stays open, and a time is that of the tick, as in the table of triggers.
func TestWhatALifeDidNotLiveToSeeIsSaid(t *testing.T) {
	b := NewBuilder()
	b.Add(turn.Record{Time: 13_000, Foresight: &turn.Foresight{Made: []turn.Prediction{
		{ID: 2, Category: turn.Inaction, MadeAt: 1_000, Action: "rule:dip@7", Trade: &turn.Untraded{Kind: "swap", Layer: "action_gate", Value: 1_000, Shadow: true}},
		{ID: 3, Category: turn.PriceRange},
	}}})
	b.Add(turn.Record{Tick: 1, Time: 14_000, Foresight: &turn.Foresight{Resolved: []turn.Resolution{{ID: 3, Category: turn.PriceRange}}}})
	l := b.Life(0)
	if f := l.Condition.Foresight; len(f.Shadowed) != 1 || f.Shadowed[0].Time != 13_000 {
		t.Fatalf("%+v", f)
	}
	for i, want := range []string{"not known yet", "the life ended first"} {
		if i == 1 {
			l.Fate.Death = &Death{Cause: "ttl"}
		}
		var page bytes.Buffer
		if err := l.Page(&page, Assets{UPlotJS: "js", UPlotCSS: "css"}); err != nil || !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q (%v)", want, err)
		}
	}
}
