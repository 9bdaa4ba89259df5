package strategy

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

func bps(t *rapid.T, label string) money.BPS {
	return money.BPS(rapid.Int32Range(0, 10_000).Draw(t, label))
}

// spec: heartbeat §16: "same text twice ⇒ no reload event"
func TestTheSameTextTwiceIsNoReload(t *testing.T) {
	r := NewReloader(mustCompile(t, small), DefaultPolicy())
	if e, ok := r.Offer([]byte(small)); ok {
		t.Errorf("event %+v", e)
	}
	changed := strings.Replace(small, "z = -2.5", "z = -3", 1)
	if _, ok := r.Offer([]byte(changed)); !ok {
		t.Fatal("a new text was no event")
	}
	if _, ok := r.Offer([]byte(changed)); ok {
		t.Error("the same new text again was an event")
	}
}

// spec: heartbeat §16: "broken file saved ⇒ ticks continue with the old hash"
func TestABrokenTextKeepsTheOldStrategy(t *testing.T) {
	r := NewReloader(mustCompile(t, small), DefaultPolicy())
	e, ok := r.Offer([]byte("+++\n"))
	var problems Problems
	if !ok || e.Kind != EventFailed || !errors.As(e.Err, &problems) {
		t.Fatalf("event %+v", e)
	}
	if _, ok := r.Offer([]byte("+++\n")); ok {
		t.Error("the same broken text was reported twice")
	}
	if _, ok := r.Activate(turn.T2); ok || r.Active().Hash != Hash([]byte(small)) || r.Revision() != 1 {
		t.Error("a broken text was activated")
	}
}

// spec: heartbeat §16: activate at the next T1 or T2 tick
func TestANewTextWaitsForATickWithThought(t *testing.T) {
	r := NewReloader(mustCompile(t, small), DefaultPolicy())
	changed := strings.Replace(small, "z = -2.5", "z = -3", 1)
	e, _ := r.Offer([]byte(changed))
	if e.Kind != EventAccepted || len(e.Changes) != 2 || !strings.Contains(e.Changes[0], "parameter z: -3, was -2.5") {
		t.Errorf("event %+v", e)
	}
	if _, ok := r.Activate(turn.T0); ok || r.Active().Hash == e.Hash {
		t.Fatal("activated without thought")
	}
	if got, ok := r.Activate(turn.T1); !ok || got.Kind != EventReloaded || r.Mark().Hash != e.Hash || r.Mark().Revision != 2 {
		t.Errorf("event %+v, mark %+v", got, r.Mark())
	}
}

// spec: heartbeat §16: risk bounds that tighten apply at once
func TestOnlyTighteningBoundsApplyAtOnce(t *testing.T) {
	r := NewReloader(mustCompile(t, small), DefaultPolicy())
	changed := strings.NewReplacer(`max_position = "10%"`, `max_position = "20%"`, "max drawdown: 8%", "max drawdown: 3%").Replace(small)
	r.Offer([]byte(changed))
	if b := r.Bounds(); b.MaxPosition != 1000 || b.MaxDrawdown != 300 {
		t.Errorf("before activation %+v", b)
	}
	r.Activate(turn.T2)
	if b := r.Bounds(); b.MaxPosition != 2000 || b.MaxDrawdown != 300 {
		t.Errorf("after activation %+v", b)
	}
}

func TestTheOldTextComingBackWithdrawsThePendingOne(t *testing.T) {
	r := NewReloader(mustCompile(t, small), DefaultPolicy())
	r.Offer([]byte(small + "\nmore\n"))
	if e, ok := r.Offer([]byte(small)); !ok || e.Kind != EventDropped || r.pending != nil {
		t.Errorf("event %+v, pending %v", e, r.pending != nil)
	}
}

// An owner whose file was cut, or who took a stop out by mistake, reads so in the notice of the edit.
//
// spec: heartbeat §16
func TestTheNoticeOfAnEditSaysWhichRulesItChanges(t *testing.T) {
	const head = "# Objective\nx\n\n"
	block := func(title, when string) string { return "```rule " + title + "\nwhen " + when + "\ndo hold\n```\n" }
	old := head + block("entry dip", "true") + block("exit", "true") + block("stop loss", "true")
	for text, want := range map[string]string{
		"more\n" + old: "",
		head + block("entry dip", "true") + block("exit", "true") + block("entry two", "true"):         "new entry two, gone stop loss",
		head + block("entry dip", "age > 1d") + block("exit", "age > 1d") + block("stop loss", "true"): "changed entry dip and exit",
		head + block("entry dip", "true"): "gone exit and stop loss, no rule is left that closes anything",
		head:                              "gone entry dip, exit and stop loss, no rule is left, and what is held stays until the owner or a limit closes it",
	} {
		r := NewReloader(mustCompile(t, old), DefaultPolicy())
		if e, ok := r.Offer([]byte(text)); !ok || e.Err != nil || e.Rules != want {
			t.Errorf("offered: %q (%v), want %q", e.Rules, e.Err, want)
		}
		if e, ok := r.Activate(turn.T1); !ok || e.Rules != want {
			t.Errorf("in force: %q, want %q", e.Rules, want)
		}
	}
}
