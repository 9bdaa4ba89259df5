package loopguard

import (
	"fmt"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

func propose(t *testing.T, g *Guard, kind, body string) *turn.Refusal {
	t.Helper()
	return ask(t, g, 0, turn.OriginModel, kind, body)
}

func ask(t *testing.T, g *Guard, tick uint64, from turn.Origin, kind, body string) *turn.Refusal {
	t.Helper()
	r, err := g.OnToolCall(t.Context(), &turn.ToolCall{Tick: tick, Kind: kind, Proposal: turn.Proposal{Origin: from, Body: []byte(body)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// spec: safety §13 — four identical calls allowed, fifth blocked (safety §23; heartbeat
// §14.2 has the sixth).
func TestTheFifthIdenticalCallIsRefused(t *testing.T) {
	var g Guard
	for i := range 4 {
		if r := propose(t, &g, "swap", "same"); r != nil {
			t.Fatalf("call %d: %v", i+1, r)
		}
	}
	if r := propose(t, &g, "swap", "same"); r == nil || r.Code != Code {
		t.Fatalf("fifth call: %v, want %s", r, Code)
	}
	if r := propose(t, &g, "swap", "other"); r != nil {
		t.Fatalf("another call: %v", r)
	}
}

// spec: heartbeat §14.2, safety §13 — 17 of 20 calls of one kind warn, 16 do not.
func TestOneKindAboveFourFifthsWarns(t *testing.T) {
	for _, c := range []struct{ swaps, want int }{{16, 0}, {17, 1}} {
		warned := 0
		g := Guard{Warn: func(uint64, string) { warned++ }}
		for i := range 20 {
			kind := "swap"
			if i < 20-c.swaps {
				kind = "claim_fees"
			}
			propose(t, &g, kind, fmt.Sprint(i))
		}
		if warned != c.want {
			t.Errorf("%d of 20: %d warnings, want %d", c.swaps, warned, c.want)
		}
	}
}

// spec: safety §13 — only what a model asks for; S-7 — an exit is never blocked.
func TestARuleMayRepeatItself(t *testing.T) {
	for _, from := range []turn.Origin{turn.OriginRule, turn.OriginSteer, turn.OriginSettlement} {
		g := Guard{Warn: func(uint64, string) { t.Errorf("%s: a warning", from) }}
		for i := range 30 {
			if r := ask(t, &g, 1, from, "remove_liquidity", "the stop"); r != nil {
				t.Fatalf("%s: call %d: %+v", from, i+1, r)
			}
		}
	}
}

// spec: safety §13 — entries older than ten ticks drop out; blocked calls are
// pushed too, so that repeating stays blocked; four identical, then 20 different,
// then identical again: allowed.
func TestCallsAreForgottenWithTime(t *testing.T) {
	var g Guard
	for tick := range uint64(40) {
		if r := ask(t, &g, tick, turn.OriginModel, "swap", "same"); (r != nil) != (tick >= 4) {
			t.Fatalf("tick %d, asked at each: %+v", tick, r)
		}
	}
	if r := ask(t, &g, 45, turn.OriginModel, "swap", "same"); r == nil {
		t.Error("four calls lie within ten ticks, and a fifth passed")
	}
	if r := ask(t, &g, 56, turn.OriginModel, "swap", "same"); r != nil {
		t.Errorf("eleven ticks after the last: %+v", r)
	}
	for i := range 20 {
		propose(t, &g, "swap", fmt.Sprint(i))
	}
	if r := propose(t, &g, "swap", "same"); r != nil {
		t.Errorf("after 20 others: %+v", r)
	}
}

func TestACommitIsNotCountedAgain(t *testing.T) {
	var g Guard
	for range 30 {
		if r := propose(t, &g, "swap", ""); r != nil {
			t.Fatal(r)
		}
	}
}
