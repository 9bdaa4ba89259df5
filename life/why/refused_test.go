package why

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// spec: safety §21 — what a person reads says what happened, whether funds are
// safe, and what to do next.
func TestARefusalIsExplainedToPeople(t *testing.T) {
	no := func(code wire.Code) *turn.Refusal {
		return &turn.Refusal{Layer: "cage", Code: code, Detail: "the detail"}
	}
	r := &turn.Record{Tick: 7, Actions: []turn.Action{
		{Status: turn.StatusExecuted, Execution: &turn.Execution{}},
		{Preview: turn.Preview{Kind: "swap", Refusal: no(wire.CodeSafetySpendingLimitExceeded)}},
		{Preview: turn.Preview{Kind: "swap"}, Execution: &turn.Execution{Refusal: no("OLD_CODE")}},
	}}
	links := refused(r)
	if len(links) != 2 || links[0].ID != "tick:7" || !strings.Contains(links[1].Text, "OLD_CODE (the detail)") {
		t.Fatalf("%+v", links)
	}
	for _, part := range []string{"SAFETY_SPENDING_LIMIT_EXCEEDED", "the detail", "exceeds a spending limit", "funds did not move", "next: order less"} {
		if !strings.Contains(links[0].Text, part) {
			t.Errorf("%q does not say %q", links[0].Text, part)
		}
	}
}
