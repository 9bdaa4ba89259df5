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
	r := descending{tried: 5}
	for step, c := range []struct {
		act    *turn.Action
		halved uint
		tried  int64
	}{
		{sale(turn.StatusFailed, ""), 0, 5},
		{sale(turn.StatusExecuted, ""), 0, 0},
		{sale(turn.StatusBlocked, wire.CodeExecutionSimUnavailable), 0, 0},
		{sale(turn.StatusBlocked, wire.CodeSafetyPriceImpact), 1, 0},
		{sale(turn.StatusBlocked, wire.CodeSafetySlippage), 2, 0},
		{sale(turn.StatusExecuted, ""), 1, 0},
		{sale(turn.StatusFailed, ""), 1, 5},
		{sale(turn.StatusBlocked, wire.CodeSafetyPriceImpact), 2, 0},
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
	r = descending{}
	if r.closed(leave); r.halved != 0 {
		t.Error("a position is left in parts")
	}
}

// spec: safety §15.3 — what was executed does not hold up what is left, however it went.
func TestAnEmergencyGoesOnBehindWhatWasExecuted(t *testing.T) {
	act := &turn.Action{Status: turn.StatusExecuted, Proposal: turn.Proposal{Cause: play.Emergency}, Preview: turn.Preview{Kind: string(grammar.RemoveLiquidity)}}
	r := descending{tried: 5}
	if r.closed(act); r.tried != 0 {
		t.Errorf("tried %d, want 0", r.tried)
	}
}

// What is refused for its size is halved down to one quote token, and what goes lets the next
// sale be larger again.
func TestASaleIsHalvedUntilItIsWorthNothing(t *testing.T) {
	act := func(s turn.Status) *turn.Action {
		a := &turn.Action{Status: s, Preview: turn.Preview{Kind: string(grammar.Swap)}}
		if s == turn.StatusBlocked {
			a.Preview.Refusal = &turn.Refusal{Code: wire.CodeSafetyPriceImpact}
		}
		return a
	}
	_, seen := falling() // 1,000 USDC of ether
	if got := finest(seen); got != 9 {
		t.Fatalf("1,000 USDC are halved %d times", got)
	}
	r, d := descending{finest: finest(seen)}, descent{finest: finest(seen)}
	for range 30 {
		r.closed(act(turn.StatusBlocked))
		d.stepped(act(turn.StatusBlocked))
	}
	if r.halved != 9 || d.halved != 9 || d.passed != 21 {
		t.Errorf("halved %d and %d times, passed over %d times", r.halved, d.halved, d.passed)
	}
	r.closed(act(turn.StatusExecuted))
	d.stepped(act(turn.StatusExecuted))
	if r.halved != 8 || d.halved != 8 {
		t.Errorf("behind a sale that went the next is halved %d and %d times", r.halved, d.halved)
	}
	leave := act(turn.StatusExecuted)
	leave.Preview.Kind = string(grammar.RemoveLiquidity)
	if r.closed(leave); r.halved != 8 {
		t.Error("a position that was left says that the market takes more")
	}
	seen.Balances[1].Value = 0.5
	if finest(seen) != 0 {
		t.Error("dust is halved")
	}
}
