package report

import (
	"bytes"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// DESIGN §12.18: every report says who set the stage; safety §16.5: and when
// and why it moved.
func TestTheReportTellsWhoTrustedTheStrategyAndWhy(t *testing.T) {
	b := NewBuilder()
	b.Add(turn.Record{Time: 1_700_000_000_000, Risk: &turn.Risk{Stage: turn.StageScaled, Vouched: true, Since: 1_700_000_000_000, Health: 0.8, Position: 1_000}})
	b.Add(turn.Record{Tick: 1, Time: 1_700_000_060_000, Risk: &turn.Risk{
		Stage: turn.StageMicro, Since: 1_700_000_060_000, Health: 0.3, Observations: 31, Edge: -0.002, Flags: []string{"size", "anomaly"}, Anomaly: 0.71,
		Moved: []turn.StageChange{{From: turn.StageScaled, To: turn.StageMicro, At: 1_700_000_060_000, Reason: "3 orders failed <b>one</b> behind the other"}},
	}})
	l := b.Life(0)
	x := l.Condition.Trust
	if x == nil || x.Start != "scaled" || x.SetBy != "" || x.Stage != "micro" || x.Vouched || x.Health != 0.3 || len(x.Stages) != 1 || x.Stages[0].Tick != 1 || len(x.Flags) != 2 || x.Anomaly != 0.71 {
		t.Fatalf("%+v", x)
	}
	x.SetBy = "as its settings say"
	var text, page bytes.Buffer
	if err := l.Summary(&text, ""); err != nil {
		t.Fatal(err)
	}
	if err := l.Page(&page, Assets{UPlotJS: "js", UPlotCSS: "css"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"micro since", "31 openings, sent or held back, followed for an hour: mean gain −0.200 % after costs", "scaled → micro: 3 orders failed"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
			t.Errorf("the summary does not say %q:\n%s", want, text.String())
		}
	}
	if p := page.String(); !strings.Contains(p, "begins at scaled, as its settings say") || !strings.Contains(p, "scaled → micro") || !strings.Contains(p, "at most: 0.71 of 1. Warnings that were raised: size, anomaly") || strings.Contains(p, "<b>one") {
		t.Error("the page does not say how the stage moved")
	}
	if b := NewBuilder(); b.Life(0).Condition.Trust != nil {
		t.Error("a life without an engine has a stage")
	}
}
