package agent

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: safety §15.3, §17 — an emergency sells in parts what the market does not take
// whole, tries at once what cost nothing, and waits where the chain was reached in vain.
func TestAnEmergencySellsInPartsWhatIsTooMuch(t *testing.T) {
	sale := func(s turn.Status, code wire.Code) *turn.Action {
		a := &turn.Action{Status: s, Proposal: turn.Proposal{Cause: play.Emergency}, Preview: turn.Preview{Kind: string(grammar.Swap)}}
		if code != "" {
			a.Preview.Refusal = &turn.Refusal{Code: code}
		}
		return a
	}
	r := risk{tried: 5}
	for step, c := range []struct {
		act    *turn.Action
		halved uint
		tried  int64
	}{
		{sale(turn.StatusFailed, ""), 0, 5},
		{sale(turn.StatusExecuted, ""), 0, 5},
		{sale(turn.StatusBlocked, wire.CodeExecutionSimUnavailable), 0, 0},
		{sale(turn.StatusBlocked, wire.CodeSafetyPriceImpact), 1, 0},
		{sale(turn.StatusBlocked, wire.CodeSafetySlippage), 2, 0},
		{sale(turn.StatusExecuted, ""), 2, 0},
		{sale(turn.StatusFailed, ""), 2, 5},
		{sale(turn.StatusBlocked, wire.CodeSafetyPriceImpact), 3, 0},
		{sale(turn.StatusBlocked, wire.CodeSafetyPriceImpact), 3, 0},
	} {
		r.tried = 5
		if r.closed(c.act); r.halved != c.halved || r.tried != c.tried {
			t.Errorf("step %d: halved %d times, tried %d; want %d, %d", step, r.halved, r.tried, c.halved, c.tried)
		}
	}
	leave := sale(turn.StatusBlocked, wire.CodeSafetySlippage)
	leave.Preview.Kind = string(grammar.RemoveLiquidity)
	r = risk{}
	if r.closed(leave); r.halved != 0 {
		t.Error("a position is left in parts")
	}
}

// spec: safety §15.3 — what was executed does not hold up what is left, however it went.
func TestAnEmergencyGoesOnBehindWhatWasExecuted(t *testing.T) {
	act := &turn.Action{Status: turn.StatusExecuted, Proposal: turn.Proposal{Cause: play.Emergency}, Preview: turn.Preview{Kind: string(grammar.RemoveLiquidity)}}
	for dogged, want := range map[bool]int64{true: 0, false: 5} {
		r := risk{tried: 5, dogged: dogged}
		if r.closed(act); r.tried != want {
			t.Errorf("dogged %v: tried %d, want %d", dogged, r.tried, want)
		}
	}
}
