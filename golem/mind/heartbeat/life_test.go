package heartbeat_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/internal/seed"
)

// The parts that the wiring plugs in fit.
var (
	_ heartbeat.Emitter = (*fabric.Fabric)(nil)
	_ heartbeat.Journal = (*journal.Journal)(nil)
)

// trouble throws a random tick's worth of trouble into a world.
func trouble(w *heartbeattest.World, draw func(int) int, tick int) {
	w.Market.Reading.Primary().Price *= 1 + float64(draw(200)-100)/20_000
	w.Market.Broken = max(draw(40)-34, 0)
	w.Mind.Err, w.Hands.Err, w.Scene.Panic = nil, nil, ""
	switch draw(20) {
	case 0:
		w.Mind.Err = heartbeattest.ErrBroken
	case 1:
		w.Hands.Err = heartbeattest.ErrBroken
	case 2:
		w.Scene.Panic = []string{"observe", "evaluate", "deliberate", "preview", "commit", "after turn"}[draw(6)]
	}
	w.Rules.Triggers, w.Mind.Plan = nil, nil
	if draw(3) == 0 {
		w.Rules.Triggers = []turn.Trigger{trigger([]string{"entry", "exit", "stop", "manage"}[draw(4)])}
	}
	for i := range draw(6) {
		w.Mind.Plan = append(w.Mind.Plan, swap("rule:exit-1@4", i))
	}
	w.Hands.Refuse, w.Hands.Fate = map[int]turn.Refusal{}, map[int]turn.Status{}
	for i := range 2_000 {
		switch (i + tick) % 11 {
		case 3:
			w.Hands.Refuse[i] = turn.Refusal{Layer: "cage", Code: "limit"}
		case 5:
			w.Hands.Fate[i] = []turn.Status{turn.StatusFailed, turn.StatusBlocked, turn.StatusPending}[i%3]
		}
	}
	if draw(4) == 0 {
		state := []string{"any", "observing", "deciding", "validating", "executing", "idle"}[draw(6)]
		w.Owner.Arrive = map[string][]turn.Steer{state: {{ID: fmt.Sprint("s", tick), Severity: uint8(draw(4)), Window: []string{"", "", "next_decide"}[draw(3)]}}}
	}
	w.Alive(float64(draw(90)+11)/100, turn.Phase(draw(4)))
}

// spec: heartbeat §23, "whatever the clock phase, no execution without gate,
// risk, permit": here, no commit without a preview that permitted it, each permit
// once, one record per tick.
func TestNothingIsCommittedWithoutAPermit(t *testing.T) {
	acted := 0
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "draw") }
		for i := range 20 {
			trouble(w, draw, i)
			r, err := w.Tick(t.Context())
			check(t, err)
			if r.Tick != uint64(i) || len(r.Thought) > 8 || r.Gating.Tier > r.Gating.Uncapped || r.Gating.Reason == "" {
				t.Fatalf("record %+v", r)
			}
			if r.Gating.Tier == turn.T0 && len(r.Actions) > 0 {
				t.Fatalf("actions without a gate: %+v", r)
			}
			for _, tr := range r.Strategy.Triggers {
				if tr.Outcome == "" || tr.Outcome != "executed" && tr.Layer == "" {
					t.Fatalf("trigger %+v", tr)
				}
			}
		}
		permitted := map[string]bool{}
		for _, line := range w.Scene.Log {
			if word := strings.Fields(line); word[0] == "preview" {
				permitted[word[len(word)-1]] = true
			} else if word[0] == "cancel" {
				delete(permitted, strings.TrimSuffix(word[1], ":"))
			} else if word[0] == "commit" {
				id := strings.TrimSuffix(word[1], ":")
				if !permitted[id] {
					t.Fatalf("%s without a permit", line)
				}
				delete(permitted, id)
				acted++
			}
		}
		if len(w.Memory.Records) != 20 {
			t.Fatalf("%d records", len(w.Memory.Records))
		}
	})
	if acted == 0 {
		t.Fatal("nothing was ever committed")
	}
}

// DESIGN §4: the same answers of the ports give the same records, byte for byte.
func TestTheSameWorldGivesTheSameRecords(t *testing.T) {
	live := func() (records []byte, log []string) {
		w := newWorld(t)
		stream := seed.Seed(7).Stream("trouble")
		for i := range 300 {
			trouble(w, stream.IntN, i)
			if _, err := w.Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		encode, err := cbor.CoreDetEncOptions().EncMode()
		check(t, err)
		records, err = encode.Marshal(w.Memory.Records)
		check(t, err)
		return records, w.Scene.Log
	}
	a, alog := live()
	b, blog := live()
	if !bytes.Equal(a, b) || !slices.Equal(alog, blog) {
		t.Fatal("two lives differ")
	}
}

// The two vocabularies are converted by number.
func TestRegimesOfTickAndCortexHaveTheSameNumbers(t *testing.T) {
	for r := turn.RegimeUnknown; r <= turn.RegimeRangeBound; r++ {
		if got := cortex.MarketRegime(r).String(); got != r.String() {
			t.Errorf("%v is %v there", r, got)
		}
	}
}
