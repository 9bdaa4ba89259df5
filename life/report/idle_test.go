package report_test

import (
	"bytes"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/wire"
)

// The page of a life without a trade says so first, with the cause and the remedy.
func TestALifeWithoutATradeSaysSoFirst(t *testing.T) {
	refused := func(code wire.Code) turn.Record {
		return turn.Record{
			Strategy: turn.StrategyMark{Triggers: []turn.Trigger{{Rule: "rule:dip@7", Outcome: heartbeat.OutcomeStopped, Layer: "cage"}}},
			Actions:  []turn.Action{{Proposal: turn.Proposal{Cause: "rule:dip@7"}, Status: turn.StatusBlocked, Preview: turn.Preview{Refusal: &turn.Refusal{Layer: "cage", Code: code}}}},
		}
	}
	held := turn.Record{Strategy: turn.StrategyMark{Triggers: []turn.Trigger{{Rule: "rule:dip@7", Outcome: heartbeat.OutcomeHeld}}}}
	for name, c := range map[string]struct {
		records []turn.Record
		want    []string
	}{
		"no rule was true":       {[]turn.Record{{}}, []string{"No trade: no rule's condition became true.", "compare the conditions with the prices"}},
		"a rule came to nothing": {[]turn.Record{held}, []string{"No trade: 1 trigger, and what the rules say came to nothing."}},
		"a limit, and once another": {
			[]turn.Record{refused(wire.CodeSafetyPositionLimit), refused(wire.CodeSafetyStageShadow), refused(wire.CodeSafetyPositionLimit)},
			[]string{"No trade: 3 triggers, stopped 3 times, most often by SAFETY_POSITION_LIMIT.", "another life with a higher safety.max_position_bps"},
		},
		"the stage": {[]turn.Record{refused(wire.CodeSafetyStageShadow)}, []string{"stopped once, most often by SAFETY_STAGE_SHADOW.", "in STRATEGY.md or golem.toml, if it is proven"}},
		"paper":     {[]turn.Record{refused(wire.CodeSafetyPaper)}, []string{"stopped once, most often by SAFETY_PAPER.", "it lived on paper"}},
	} {
		b := report.NewBuilder()
		for _, r := range c.records {
			b.Add(r)
		}
		l := b.Life(0)
		why, remedy := l.Idle()
		if !strings.Contains(why, c.want[0]) || len(c.want) > 1 && !strings.Contains(remedy, c.want[1]) {
			t.Errorf("%s: %s To do: %s", name, why, remedy)
		}
		var page bytes.Buffer
		if err := l.Page(&page, plain); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page.String(), strings.ReplaceAll(why, "'", "&#39;")) {
			t.Errorf("%s: the page does not say %s", name, why)
		}
	}
	if why, _ := trader().Idle(); why != "" {
		t.Errorf("a life that trades: %s", why)
	}
}
