package loopguard

import (
	"fmt"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

func propose(t *testing.T, g *Guard, kind, body string) *turn.Refusal {
	t.Helper()
	r, err := g.OnToolCall(t.Context(), &turn.ToolCall{Kind: kind, Proposal: turn.Proposal{Body: []byte(body)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// spec: heartbeat §14.2 — sixth identical call blocked, fifth allowed.
func TestTheSixthIdenticalCallIsRefused(t *testing.T) {
	var g Guard
	for i := range 5 {
		if r := propose(t, &g, "swap", "same"); r != nil {
			t.Fatalf("call %d: %v", i+1, r)
		}
	}
	if r := propose(t, &g, "swap", "same"); r == nil || r.Code != Code {
		t.Fatalf("sixth call: %v, want %s", r, Code)
	}
	if r := propose(t, &g, "swap", "other"); r != nil {
		t.Fatalf("another call: %v", r)
	}
}

// spec: heartbeat §14.2 — 17 of 20 calls of one kind warn, 16 do not.
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

func TestACommitIsNotCountedAgain(t *testing.T) {
	var g Guard
	for range 30 {
		if r := propose(t, &g, "swap", ""); r != nil {
			t.Fatal(r)
		}
	}
}
