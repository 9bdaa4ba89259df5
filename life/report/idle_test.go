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

// A life without a trade says so in its first line, with the cause and the remedy.
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
			[]string{"No trade: 3 triggers, stopped 3 times, most often by SAFETY_POSITION_LIMIT.", "raise safety.max_position_bps"},
		},
		"the stage": {[]turn.Record{refused(wire.CodeSafetyStageShadow)}, []string{"stopped once, most often by SAFETY_STAGE_SHADOW.", "set risk.start_stage, if it is proven"}},
	} {
		b := report.NewBuilder()
		for _, r := range c.records {
			b.Add(r)
		}
		var text bytes.Buffer
		if err := b.Life(0).Summary(&text, ""); err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitN(text.String(), "\n", 3)
		if !strings.Contains(lines[0], c.want[0]) || len(c.want) > 1 && !strings.Contains(lines[1], c.want[1]) {
			t.Errorf("%s:\n%s", name, text.String())
		}
	}
	if why, _ := trader().Idle(); why != "" {
		t.Errorf("a life that trades: %s", why)
	}
}
