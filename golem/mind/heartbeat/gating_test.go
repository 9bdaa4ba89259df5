package heartbeat_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/wire"
)

// runtime §15 rule 7: the first tick after a restart is at least T1.
func TestTheFirstTickAfterARestartIsAtLeastT1(t *testing.T) {
	cfg := heartbeat.Defaults()
	cfg.FirstTick = 138
	w := worldOf(t, cfg)
	w.Beat.Restarted()
	if r := tick(t, w); r.Tick != 138 || r.Gating.Tier != turn.T1 || r.Gating.Reason != "first tick after restart" {
		t.Fatalf("tick %d: %+v", r.Tick, r.Gating)
	}
	if r := tick(t, w); r.Tick != 139 || r.Gating.Tier != turn.T0 {
		t.Fatalf("tick %d: %+v", r.Tick, r.Gating)
	}
}

// spec: heartbeat §3 step 8, "reorg … next tick tier T2 with reason containing reorg".
func TestAReplacedBlockForcesT2(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Market.Reading.Block.Hash = common.Hash{1}
	at, _ := w.Beat.Next()
	w.Scene.Time = at
	if _, err := w.Beat.Gamma(t.Context(), at); err != nil { // reads the block of the tick before, under another hash
		t.Fatal(err)
	}
	if r := tick(t, w); r.Gating.Tier != turn.T2 || !strings.Contains(r.Gating.Reason, "reorg") {
		t.Fatalf("%+v", r.Gating)
	}
	if r := tick(t, w); r.Gating.Tier != turn.T0 {
		t.Fatalf("the tick after: %+v", r.Gating)
	}
}

// Between two ticks lie more blocks than one, and more glances than are remembered: a
// reading says what the chain has now in the place of the one before.
func TestABlockReplacedBetweenTwoTicksForcesT2(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	for _, c := range []struct {
		now  common.Hash
		want bool
	}{{common.Hash{}, false}, {common.Hash{9}, true}, {common.Hash{}, false}} {
		w.Market.Reading.Before = w.Market.Reading.Block
		w.Market.Reading.Before.Hash = c.now
		r := tick(t, w)
		if got := r.Gating.Tier == turn.T2 && strings.Contains(r.Gating.Reason, "reorg"); got != c.want {
			t.Errorf("%v in the place of the last block: %+v", c.now, r.Gating)
		}
	}
}

// A reading says itself that the chain went back.
func TestAReadingWithAReorgForcesT2(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Market.Reading.Reorg = turn.Reorg{From: 5, To: 7, Depth: 2}
	if r := tick(t, w); r.Gating.Tier != turn.T2 || r.Gating.Reason != "reorg" {
		t.Errorf("%+v", r.Gating)
	}
	w.Market.Reading.Reorg = turn.Reorg{}
	if r := tick(t, w); r.Gating.Tier != turn.T0 {
		t.Errorf("the tick after: %+v", r.Gating)
	}
}

// spec: heartbeat §4, idle suppression.
func TestIdleSuppressionBeginsAfterThreeQuietTicksAndBreaksEveryTwentieth(t *testing.T) {
	w := newWorld(t)
	var idle []uint64
	for range 15 {
		if r := tick(t, w); r.Gating.Idle {
			idle = append(idle, r.Tick)
			if r.Gating.Tier != turn.T0 || r.Gating.Reason != "idle" {
				t.Fatalf("tick %d: %+v", r.Tick, r.Gating)
			}
		}
	}
	if want := []uint64{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}; !slices.Equal(idle, want) {
		t.Fatalf("idle at %v, want %v", idle, want)
	}
	w.Rules.Found = []turn.ProbeResult{{Probe: "strategy", Severity: turn.Low}}
	if r := tick(t, w); r.Gating.Idle || r.Gating.PredictionError != 0.05 {
		t.Fatalf("a finding left the Golem idle: %+v", r.Gating)
	}
	w.Rules.Found = nil
	for w.State.Heartbeat().Tick < 25 {
		tick(t, w)
	}
	if w.Memory.Records[19].Gating.Idle == false || w.Memory.Records[20].Gating.Idle {
		t.Fatalf("tick 19 idle %v, tick 20 idle %v", w.Memory.Records[19].Gating.Idle, w.Memory.Records[20].Gating.Idle)
	}
}

// spec: heartbeat §4, "steps 2–3 are skipped": a change that no probe minds is no error.
func TestAnIdleTickIsNotAnalyzed(t *testing.T) {
	for quiet, want := range map[int]float64{1: 0.1, 6: 0} {
		w := newWorld(t)
		w.Market.Reading.Positions = []turn.Position{{ID: "1", Health: 9}}
		for range quiet {
			tick(t, w)
		}
		w.Market.Reading.Positions = []turn.Position{{ID: "1", Health: 8}}
		if r := tick(t, w); r.Gating.Idle != (want == 0) || r.Gating.PredictionError != want {
			t.Errorf("after %d quiet ticks: %+v", quiet, r.Gating)
		}
	}
}

func TestAWakeupEndsIdleSuppression(t *testing.T) {
	w := newWorld(t)
	for range 6 {
		tick(t, w)
	}
	if !w.Beat.Wake(pace.Tripwire, w.Scene.Time+1_000) {
		t.Fatal("not woken")
	}
	if r := tick(t, w); r.Time != w.Scene.Time || r.Gating.Idle {
		t.Fatalf("%+v", r.Gating)
	}
	if r := tick(t, w); r.Gating.Idle {
		t.Fatalf("idle again at once: %+v", r.Gating)
	}
}

// DESIGN §12.17: rules are never starved.
func TestARuleBreaksIdleSuppressionAtOnce(t *testing.T) {
	for kind, want := range map[string]turn.Tier{"entry": turn.T1, "exit": turn.T2, "stop": turn.T2, "manage": turn.T2} {
		w := newWorld(t)
		for range 8 {
			tick(t, w)
		}
		w.Rules.Triggers = []turn.Trigger{trigger(kind)}
		w.Rules.Found = []turn.ProbeResult{{Probe: "strategy", Severity: turn.High}}
		if r := tick(t, w); r.Gating.Tier != want || len(r.Thought) != 1 {
			t.Errorf("%s: %+v", kind, r.Gating)
		}
	}
}

func TestARulePassesTheCostCapAndNotThePhaseCeiling(t *testing.T) {
	cfg := heartbeat.Defaults()
	cfg.Budget.Cap = 10_000
	w := worldOf(t, cfg)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("rule:exit-1@4", 1)}
	if r := tick(t, w); r.Cost.Total != 20_000 || w.State.Heartbeat().CostState != "hard_cap" || r.NextTickIn != 120_000 {
		t.Fatalf("cost %+v, %s, next in %d", r.Cost, w.State.Heartbeat().CostState, r.NextTickIn)
	}
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	r := tick(t, w)
	if r.Gating.Tier != turn.T2 || !slices.Equal(r.Gating.Ceilings, []string{"cost_cap: rules only"}) || len(r.Actions) != 1 {
		t.Fatalf("at the cap: %+v, %d actions", r.Gating, len(r.Actions))
	}
	w.Alive(0.2, turn.Declining)
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	if r := tick(t, w); r.Gating.Tier != turn.T1 || r.Gating.Uncapped != turn.T2 {
		t.Fatalf("declining: %+v", r.Gating)
	}
	w.Alive(0.05, turn.Terminal)
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	if r := tick(t, w); r.Gating.Tier != turn.T0 || r.Strategy.Triggers[0].Outcome != heartbeat.OutcomeSuppressed || r.NextTickIn != 0 {
		t.Fatalf("terminal: %+v, next in %d", r.Gating, r.NextTickIn)
	}
	if at, scale := w.Beat.Next(); scale == pace.Theta {
		t.Fatalf("a theta tick is due at %d in Terminal", at)
	}
}

// spec: heartbeat §6.2, "daily cap reached + active steer ⇒ T0, reason cost_cap,
// steer stays queued and the owner is told".
func TestASteerWaitsWhileTheCostCapHolds(t *testing.T) {
	cfg := heartbeat.Defaults()
	cfg.Budget.Cap = 10_000
	w := worldOf(t, cfg)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	tick(t, w)
	w.Memory.Events = nil
	w.Owner.Arrive = map[string][]turn.Steer{"observing": {{ID: "s1", Severity: 1, Text: "close all"}}}
	for range 3 {
		if r := tick(t, w); r.Gating.Tier != turn.T0 || r.Gating.Reason != "cost_cap" {
			t.Fatalf("%+v", r.Gating)
		}
	}
	held := slices.DeleteFunc(events[wire.SystemCommandAck](w), func(a wire.SystemCommandAck) bool { return a.Status != "held" })
	if len(held) != 1 || held[0].RequestID != "s1" || held[0].Reason != wire.Some("cost_cap") {
		t.Fatalf("told %+v, want once", held)
	}
	for day := w.Scene.Time / 86_400_000; w.Scene.Time/86_400_000 == day; {
		tick(t, w)
	}
	if last := w.Memory.Records[len(w.Memory.Records)-1]; last.Gating.Tier != turn.T2 || last.Gating.Reason != "steer" {
		t.Fatalf("after midnight: %+v", last.Gating)
	}
	if got := w.Mind.Briefs[len(w.Mind.Briefs)-1].Steers; len(got) != 1 || got[0].ID != "s1" {
		t.Fatalf("the decision heard %+v", got)
	}
}

func TestTheDailyCostBeginsAfreshAtMidnight(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	tick(t, w)
	w.Mind.Plan = nil
	for day := w.Scene.Time / 86_400_000; w.Scene.Time/86_400_000 == day; {
		if got := w.State.Heartbeat().DailyCost; got != 20_000 {
			t.Fatalf("daily cost %s", got)
		}
		tick(t, w)
	}
	if got := w.State.Heartbeat().DailyCost; got != 0 {
		t.Fatalf("daily cost after midnight %s", got)
	}
}

// A price in doubt is no sample of the regime, by which the limits on the fall are cut.
//
// spec: safety §16.8 (no limit is judged by a price in doubt)
func TestAPriceInDoubtMakesNoRegime(t *testing.T) {
	for _, bent := range []bool{true, false} {
		w := newWorld(t)
		for range 26 {
			tick(t, w)
		}
		w.Market.Reading.Markets[0].Price = 1_500
		if bent {
			w.Market.Reading.Assets[1].Doubt, w.Market.Reading.Assets[1].Believed = "bent", &turn.Believed{Price: 2_000}
		}
		want := turn.RegimeTrendingDown
		if bent {
			want = turn.RegimeRangeBound
		}
		if r := tick(t, w); r.Seen.Regime != want {
			t.Errorf("in doubt %v: regime %v, want %v", bent, r.Seen.Regime, want)
		}
	}
}

func TestRegimesAreComparedWithTheTickBefore(t *testing.T) {
	w := newWorld(t)
	for range 25 {
		tick(t, w)
	}
	r := tick(t, w)
	if r.Seen.Regime != turn.RegimeRangeBound {
		t.Fatalf("regime %v", r.Seen.Regime)
	}
	changed := slices.IndexFunc(w.Memory.Records, func(r turn.Record) bool { return r.Seen.Regime != r.Previous })
	got := w.Memory.Records[changed]
	if got.Previous != turn.RegimeUnknown || got.Gating.PredictionError != 0.4 || got.Gating.Tier != turn.T1 {
		t.Fatalf("the change: %v, %+v", got.Previous, got.Gating)
	}
	if got := w.Cells.Market(); got.Regime() != cortex.Calm || got.RegimeConfidence() != 1 {
		t.Fatalf("cortex %v at %v", got.Regime(), got.RegimeConfidence())
	}
	if r.NextTickIn != 120_000 {
		t.Fatalf("interval %d", r.NextTickIn)
	}
}

func TestHealthIsComparedPerPositionWithTheTickBefore(t *testing.T) {
	w := newWorld(t)
	w.Market.Reading.Positions = []turn.Position{{ID: "1", Health: 2}, {ID: "2", Health: 3}}
	tick(t, w)
	w.Market.Reading.Positions = []turn.Position{{ID: "2", Health: 3}, {ID: "1", Health: 1.7}, {ID: "9", Health: 9}}
	r := tick(t, w)
	if got := r.Gating.PredictionError; got < 0.06-1e-9 || got > 0.06+1e-9 {
		t.Fatalf("prediction error %v, want 0.06", got)
	}
	if before := w.State.Positions().Health; len(before) != 2 || before["1"] != 2 {
		t.Fatalf("kept %v", before)
	}
	if r = tick(t, w); r.Gating.PredictionError != 0 {
		t.Fatalf("a change counted twice: %v", r.Gating.PredictionError)
	}
}

func TestAnOldBlockIsAnAnomaly(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	at, _ := w.Beat.Next()
	r, err := w.Beat.Theta(t.Context(), at+46_000)
	if err != nil || !slices.Equal(r.Seen.Stale, []string{"chain"}) || r.Gating.PredictionError != 0.05 {
		t.Fatalf("%v: stale %v, %+v", err, r.Seen.Stale, r.Gating)
	}
}

func TestAnImminentPhaseIsThoughtAboutOnce(t *testing.T) {
	w := newWorld(t)
	for range 6 {
		tick(t, w)
	}
	w.Alive(0.515, turn.Stable)
	if r := tick(t, w); r.Gating.Tier != turn.T2 || r.Gating.Reason != "phase transition near" {
		t.Fatalf("%+v", r.Gating)
	}
	w.Alive(0.51, turn.Stable)
	if r := tick(t, w); r.Gating.Tier != turn.T0 {
		t.Fatalf("again: %+v", r.Gating)
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
