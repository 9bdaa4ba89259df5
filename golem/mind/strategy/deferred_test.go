package strategy

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// stopped is an action of a rule that was refused before anything was sent.
func stopped(rule string, code wire.Code) turn.Action {
	return turn.Action{Proposal: turn.Proposal{Cause: rule}, Status: turn.StatusBlocked, Preview: turn.Preview{Refusal: &turn.Refusal{Code: code}}}
}

// DESIGN §12.17: rules are never starved. One whose action an endpoint stopped triggers
// again with the next look, one that was judged and refused does not.
func TestARuleThatAFailureOfTheMomentStoppedTriggersAgain(t *testing.T) {
	const id = "rule:entry-low@4"
	sent := stopped(id, "")
	sent.Status, sent.Preview.Refusal = turn.StatusExecuted, nil
	unsent := sent
	unsent.Status = turn.StatusBlocked
	unsent.Execution = &turn.Execution{Refusal: &turn.Refusal{Code: wire.CodeExecutionNotSent}}
	for name, c := range map[string]struct {
		actions []turn.Action
		again   bool
	}{
		"no simulation":     {[]turn.Action{stopped(id, wire.CodeExecutionSimUnavailable)}, true},
		"an earlier order":  {[]turn.Action{stopped(id, wire.CodeExecutionPending)}, true},
		"an old head":       {[]turn.Action{stopped(id, wire.CodeSafetyStaleHead)}, true},
		"not handed over":   {[]turn.Action{unsent}, true},
		"refused by a cage": {[]turn.Action{stopped(id, wire.CodeSafetyPositionLimit)}, false},
		"another rule":      {[]turn.Action{stopped("rule:exit-high@9", wire.CodeExecutionPending)}, false},
		"half of it sent":   {[]turn.Action{sent, stopped(id, wire.CodeExecutionPending)}, false},
		"nothing":           {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash"))
			if f := w.Look(minute, at(minute, 99, 1000, 0), 0); ids(f) != id {
				t.Fatalf("%+v", f)
			}
			w.Settle(minute, c.actions)
			if f := w.Look(2*minute, at(2*minute, 98, 1000, 0), 0); (ids(f) == id) != c.again {
				t.Errorf("%+v", f)
			}
		})
	}
}

// A condition that no longer holds triggers nothing, whatever was stopped.
func TestWhatWasStoppedIsForgottenWithItsCondition(t *testing.T) {
	w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash"))
	w.Look(minute, at(minute, 99, 1000, 0), 0)
	w.Settle(minute, []turn.Action{stopped("rule:entry-low@4", wire.CodeExecutionPending)})
	for i, price := range []float64{101, 102} {
		now := int64(i+2) * minute
		if f := w.Look(now, at(now, price, 1000, 0), 0); ids(f) != "" {
			t.Errorf("at %v: %+v", price, f)
		}
	}
}

// What came to nothing begins no cooldown: the rule triggers with the next look, and what it does
// then begins one.
func TestADeferredRuleWaitsForNoCooldown(t *testing.T) {
	const id = "rule:entry-low@4"
	w := NewWatch(rules(t, "entry low\nwhen price < 100 usdc do buy 1% of cash\ncooldown 1h"))
	for tick := int64(1); tick <= 3; tick++ {
		if f := w.Look(tick*minute, at(tick*minute, 99, 1000, 0), 0); ids(f) != id {
			t.Fatalf("look %d: %+v", tick, f)
		}
		if tick < 3 {
			w.Defer(id)
		}
	}
	for tick := int64(4); tick < 63; tick++ {
		if f := w.Look(tick*minute, at(tick*minute, 101-2*float64(tick%2), 1000, 0), 0); ids(f) != "" {
			t.Fatalf("look %d, within the hour: %+v", tick, f)
		}
	}
	if f := w.Look(63*minute, at(63*minute, 99, 1000, 0), 0); ids(f) != id {
		t.Errorf("behind it: %+v", f)
	}
}
