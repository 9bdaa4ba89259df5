package heartbeat_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
	"bardo.run/bardo/wire"
)

func defaults() heartbeat.Config { return heartbeat.Defaults() }

func newWorld(t testing.TB) *heartbeattest.World {
	t.Helper()
	w, err := heartbeattest.New(heartbeat.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func tick(t testing.TB, w *heartbeattest.World) turn.Record {
	t.Helper()
	r, err := w.Tick(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func swap(cause string, n int) turn.Proposal {
	return turn.Proposal{Body: fmt.Appendf(nil, "swap %d", n), Origin: turn.OriginRule, Cause: cause}
}

func trigger(kind string) turn.Trigger {
	return turn.Trigger{Rule: "rule:" + kind + "-1@4", Kind: kind, Line: 4}
}

func events[P wire.Payload](w *heartbeattest.World) (found []P) {
	for _, e := range w.Events {
		if p, ok := e.(P); ok {
			found = append(found, p)
		}
	}
	return found
}

func contains(log []string, part string) bool {
	return slices.ContainsFunc(log, func(line string) bool { return strings.Contains(line, part) })
}

func TestEveryTickGivesOneRecordAndAdvancesTheNumber(t *testing.T) {
	w := newWorld(t)
	for i := range uint64(30) {
		r := tick(t, w)
		if r.Tick != i || r.Version != turn.RecordVersion || r.GolemID != "golem-1" || r.Epoch != 1 || r.NextTickIn <= 0 ||
			r.Time != w.Time || r.Strategy.Hash != "hash" || r.Entries[1] <= r.Entries[0] {
			t.Fatalf("record %d: %+v", i, r)
		}
	}
	if len(w.Records) != 30 || w.State.Heartbeat().Tick != 30 || w.Stages != 30*9 {
		t.Fatalf("%d records, next tick %d, %d stages", len(w.Records), w.State.Heartbeat().Tick, w.Stages)
	}
	if w.Cells.Snapshot().Tick != 29 || w.Cells.Snapshot().GasGwei != 1 {
		t.Fatalf("cortex %+v", w.Cells.Snapshot())
	}
}

// spec: heartbeat §2, "RPC failing all attempts ⇒ 4 calls, ≥ 6 s elapsed on the
// fake clock, record with tier T0, zero actions, nine after_turn stages run".
func TestAnObservationThatFailsFourTimesEndsInARecord(t *testing.T) {
	w := newWorld(t)
	w.Broken, w.Plan = 100, []turn.Proposal{swap("x", 1)}
	before := w.Time
	r := tick(t, w)
	if w.Observed != 4 || w.Time-before < 6_000 || r.Gating.Tier != turn.T0 || len(r.Actions) != 0 || w.Stages != 9 {
		t.Fatalf("%d calls, %d ms, %+v, %d actions, %d stages", w.Observed, w.Time-before, r.Gating, len(r.Actions), w.Stages)
	}
	if got := events[wire.SystemObservationFailure](w); len(got) != 1 || got[0].Attempts != 4 {
		t.Errorf("events %+v", got)
	}
	if r.Gating.Reason != "observation_failure" || len(r.Faults) != 1 || r.Faults[0].Message != "unknown" {
		t.Errorf("reason %q, faults %+v", r.Gating.Reason, r.Faults)
	}
}

func TestAnObservationThatRecoversIsUsed(t *testing.T) {
	w := newWorld(t)
	w.Broken = 3
	if r := tick(t, w); w.Observed != 4 || len(r.Faults) != 0 || len(r.Seen.Probes) == 0 {
		t.Fatalf("%d calls, %+v", w.Observed, r)
	}
}

// spec: heartbeat §2, "100 % inference errors for 50 ticks ⇒ 50 records, all T0,
// no crash, no cost".
func TestFiftyTicksOfInferenceErrorsAreFiftySuppressedRecords(t *testing.T) {
	w := newWorld(t)
	w.ThinkErr = heartbeattest.ErrBroken
	for i := range 50 {
		w.Triggers = []turn.Trigger{trigger("entry")}
		r := tick(t, w)
		if r.Gating.Tier != turn.T0 || r.Gating.Reason != "inference_failure" || r.Cost.Total != 0 || len(r.Faults) != 1 {
			t.Fatalf("tick %d: %+v %+v", i, r.Gating, r.Faults)
		}
		if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomeStopped || got.Layer != "deliberator" {
			t.Fatalf("tick %d: trigger %+v", i, got)
		}
	}
	if len(w.Records) != 50 || w.State.Heartbeat().DailyCost != 0 {
		t.Fatalf("%d records, cost %s", len(w.Records), w.State.Heartbeat().DailyCost)
	}
}

// spec: heartbeat §2, "any step panics: recovered; record written with error,
// tick number still advances".
func TestAPanicInAnyStepBecomesAFaultOfTheRecord(t *testing.T) {
	for where, stage := range map[string]string{
		"observe": "observing", "evaluate": "observing", "deliberate": "deciding", "preview": "simulating",
		"commit": "executing", "after turn": "reflecting",
	} {
		w := newWorld(t)
		tick(t, w)
		w.Triggers, w.Plan, w.Panic = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("rule:exit-1@4", 1)}, where
		r := tick(t, w)
		if len(r.Faults) != 1 || r.Faults[0].Kind != "panic" || r.Faults[0].Stage != stage || w.Panic != "" {
			t.Errorf("%s: faults %+v", where, r.Faults)
		}
		if strings.Contains(fmt.Sprint(r.Faults), "stranger") {
			t.Errorf("%s: the fault repeats a stranger's text", where)
		}
		if where == "commit" && (len(r.Actions) != 1 || r.Actions[0].Status != turn.StatusPending) {
			t.Errorf("a commit of unknown outcome: %+v", r.Actions)
		}
		if next := tick(t, w); next.Tick != r.Tick+1 || len(next.Faults) != 0 {
			t.Errorf("%s: the next tick is %d with %+v", where, next.Tick, next.Faults)
		}
	}
}

func TestAPlanOfThreeStepsRunsInOneTick(t *testing.T) {
	w := newWorld(t)
	const rule = "rule:exit-1@4"
	w.Triggers = []turn.Trigger{trigger("exit"), trigger("entry")}
	w.Plan = []turn.Proposal{swap(rule, 1), swap(rule, 2), swap(rule, 3)}
	r := tick(t, w)
	if len(r.Actions) != 3 || len(r.Thought) != 4 || w.Observed != 4 || r.Cost.Gas != 60_000 || r.Cost.Total != 60_000 {
		t.Fatalf("%d actions, %d thoughts, %d reads, cost %+v", len(r.Actions), len(r.Thought), w.Observed, r.Cost)
	}
	for step, b := range w.Briefs {
		if b.Step != step || len(b.Done) != step || len(b.Triggers) != 2 || b.State != w.State {
			t.Errorf("brief %d: step %d, %d done", step, b.Step, len(b.Done))
		}
	}
	exit, entry := r.Strategy.Triggers[0], r.Strategy.Triggers[1]
	if exit.Outcome != heartbeat.OutcomeExecuted || !slices.Equal(exit.Permits, []string{"permit-1", "permit-2", "permit-3"}) {
		t.Errorf("exit %+v", exit)
	}
	if entry.Outcome != heartbeat.OutcomeHeld || entry.Layer != "deliberator" {
		t.Errorf("entry %+v", entry)
	}
	if w.State.Heartbeat().DailyCost != 60_000 {
		t.Errorf("daily cost %s", w.State.Heartbeat().DailyCost)
	}
}

func TestADeliberationEndsAfterEightSteps(t *testing.T) {
	w := newWorld(t)
	w.Triggers = []turn.Trigger{trigger("exit")}
	for i := range 20 {
		w.Plan = append(w.Plan, swap("x", i))
	}
	if r := tick(t, w); len(r.Actions) != 8 || len(r.Faults) != 1 || r.Faults[0].Kind != "step_limit" {
		t.Fatalf("%d actions, faults %+v", len(r.Actions), r.Faults)
	}
}

// spec: heartbeat §2, "safety check fails: block, system.gate_rejection, LLM sees
// the reason".
func TestARefusedProposalIsSeenByTheNextStep(t *testing.T) {
	w := newWorld(t)
	w.Triggers, w.Plan = []turn.Trigger{trigger("entry")}, []turn.Proposal{swap("rule:entry-1@4", 1), swap("other", 2)}
	w.Refuse = map[int]turn.Refusal{1: {Layer: "cage", Code: "max_position"}}
	r := tick(t, w)
	if len(r.Actions) != 2 || r.Actions[0].Status != turn.StatusBlocked || r.Actions[1].Status != turn.StatusExecuted {
		t.Fatalf("actions %+v", r.Actions)
	}
	if got := w.Briefs[1].Done[0].Preview.Refusal; got == nil || got.Code != "max_position" {
		t.Errorf("the second step saw %+v", got)
	}
	if got := events[wire.SystemGateRejection](w); len(got) != 1 || got[0].Gate != "cage" || got[0].Reason != "max_position" {
		t.Errorf("events %+v", got)
	}
	if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomeStopped || got.Layer != "cage" {
		t.Errorf("trigger %+v", got)
	}
}

// spec: heartbeat §2, "transaction reverted: record the revert reason,
// system.action_failure, no automatic retry of the same action".
func TestARevertedActionIsNotTriedAgain(t *testing.T) {
	w := newWorld(t)
	w.Triggers = []turn.Trigger{trigger("exit")}
	w.Plan = []turn.Proposal{swap("rule:exit-1@4", 1), swap("rule:exit-1@4", 1), swap("other", 2)}
	w.Fate = map[int]turn.Status{1: turn.StatusFailed}
	r := tick(t, w)
	if w.Commits() != 2 || len(r.Actions) != 3 || r.Actions[1].Preview.Refusal == nil || r.Actions[1].Preview.Refusal.Code != "no_retry" {
		t.Fatalf("%d commits, actions %+v", w.Commits(), r.Actions)
	}
	if got := events[wire.SystemActionFailure](w); len(got) != 1 || got[0].PermitID != "permit-1" {
		t.Errorf("events %+v", got)
	}
}

func TestWhatStopsAPlanMidwayStopsItsRest(t *testing.T) {
	for _, fate := range []turn.Status{turn.StatusBlocked, turn.StatusDeferred, turn.StatusPending, turn.StatusCancelled} {
		w := newWorld(t)
		const rule = "rule:exit-1@4"
		w.Triggers, w.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap(rule, 1), swap(rule, 2), swap(rule, 3)}
		w.Fate = map[int]turn.Status{2: fate}
		r := tick(t, w)
		if w.Commits() != 2 || len(r.Actions) != 2 || r.Actions[1].Status != fate {
			t.Errorf("%s: %d commits, actions %+v", fate, w.Commits(), r.Actions)
		}
		if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomePartial {
			t.Errorf("%s: trigger %+v", fate, got)
		}
	}
}

func TestACommitOfUnknownOutcomeIsPending(t *testing.T) {
	w := newWorld(t)
	w.Triggers, w.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("rule:exit-1@4", 1), swap("rule:exit-1@4", 2)}
	w.CommitErr = heartbeattest.ErrBroken
	r := tick(t, w)
	if len(r.Actions) != 1 || r.Actions[0].Status != turn.StatusPending || r.Strategy.Triggers[0].Outcome != heartbeat.OutcomePending {
		t.Fatalf("%+v", r)
	}
}

// runtime §15 rule 7: the first tick after a restart is at least T1.
func TestTheFirstTickAfterARestartIsAtLeastT1(t *testing.T) {
	cfg := heartbeat.Defaults()
	cfg.FirstTick = 138
	w, err := heartbeattest.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
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
	w.Reading.Block.Hash = common.Hash{1}
	at, _ := w.Beat.Next()
	w.Time = at
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

func TestTheRecordIsKeptBeforeAnythingIsAnnounced(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Log = nil
	r := tick(t, w)
	kept := slices.Index(w.Log, fmt.Sprintf("keep %d", r.Tick))
	theta := slices.Index(w.Log, "event heartbeat.tick")
	if kept < 0 || theta < kept {
		t.Fatalf("log %q", w.Log)
	}
	w.KeepErr, w.Events = heartbeattest.ErrBroken, nil
	if _, err := w.Tick(t.Context()); !errors.Is(err, heartbeattest.ErrBroken) {
		t.Fatalf("got %v", err)
	}
	if got := events[wire.HeartbeatTick](w); len(got) != 0 {
		t.Fatal("a tick that could not be kept was announced")
	}
	if _, err := w.Beat.Theta(t.Context(), w.Time+1); !errors.Is(err, heartbeattest.ErrBroken) {
		t.Fatalf("ticked again: %v", err)
	}
}

func TestTheEndOfTheJournalGivesTheTickUp(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Final = fmt.Errorf("read: %w", journal.ErrEnd)
	_, err := w.Tick(t.Context())
	if !errors.Is(err, journal.ErrEnd) || len(w.Records) != 1 || w.Observed != 2 {
		t.Fatalf("%v, %d records, %d reads", err, len(w.Records), w.Observed)
	}
	if _, err := w.Beat.Gamma(t.Context(), w.Time+1); !errors.Is(err, journal.ErrEnd) {
		t.Fatalf("gamma went on: %v", err)
	}
}

// spec: heartbeat §1.4, the tick watchdog, by journaled time.
func TestATickThatRunsTooLongIsEnded(t *testing.T) {
	w := newWorld(t)
	w.Slow = 61_000
	w.Triggers = []turn.Trigger{trigger("exit")}
	w.Plan = []turn.Proposal{swap("x", 1), swap("x", 2), swap("x", 3), swap("x", 4)}
	r := tick(t, w)
	if len(r.Actions) != 2 || len(r.Faults) != 1 || r.Faults[0].Kind != "tick_timeout" {
		t.Fatalf("%d actions, faults %+v", len(r.Actions), r.Faults)
	}
	if got := events[wire.HeartbeatComplete](w); len(got) != 1 || got[0].DurationMS != 122_000 || got[0].ActionsTaken != 2 {
		t.Fatalf("complete %+v", got)
	}
}

// spec: heartbeat §1.4, back-pressure.
func TestTicksThatCouldNotRunCollapseIntoOne(t *testing.T) {
	w := newWorld(t)
	r := tick(t, w)
	for late, want := range map[int64]struct{ warnings, dropped int }{1: {0, 0}, 2: {1, 0}, 4: {1, 2}} {
		w.Events = nil
		at := r.Time + r.NextTickIn + late*r.NextTickIn
		var err error
		if r, err = w.Beat.Theta(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		if got := len(events[wire.HeartbeatQueueWarning](w)); got != want.warnings {
			t.Errorf("%d intervals late: %d warnings, want %d", late, got, want.warnings)
		}
		if got := len(events[wire.HeartbeatTickDropped](w)); got != want.dropped {
			t.Errorf("%d intervals late: %d dropped, want %d", late, got, want.dropped)
		}
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
	w.Found = []turn.ProbeResult{{Probe: "strategy", Severity: turn.Low}}
	if r := tick(t, w); r.Gating.Idle || r.Gating.PredictionError != 0.05 {
		t.Fatalf("a finding left the Golem idle: %+v", r.Gating)
	}
	w.Found = nil
	for w.State.Heartbeat().Tick < 25 {
		tick(t, w)
	}
	if w.Records[19].Gating.Idle == false || w.Records[20].Gating.Idle {
		t.Fatalf("tick 19 idle %v, tick 20 idle %v", w.Records[19].Gating.Idle, w.Records[20].Gating.Idle)
	}
}

// DESIGN §12.17: rules are never starved.
func TestARuleBreaksIdleSuppressionAtOnce(t *testing.T) {
	for kind, want := range map[string]turn.Tier{"entry": turn.T1, "exit": turn.T2, "stop": turn.T2, "manage": turn.T2} {
		w := newWorld(t)
		for range 8 {
			tick(t, w)
		}
		w.Triggers = []turn.Trigger{trigger(kind)}
		w.Found = []turn.ProbeResult{{Probe: "strategy", Severity: turn.High}}
		if r := tick(t, w); r.Gating.Tier != want || len(r.Thought) != 1 {
			t.Errorf("%s: %+v", kind, r.Gating)
		}
	}
}

func TestARulePassesTheCostCapAndNotThePhaseCeiling(t *testing.T) {
	cfg := heartbeat.Defaults()
	cfg.Budget.Cap = 10_000
	w, err := heartbeattest.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	w.Triggers, w.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("rule:exit-1@4", 1)}
	if r := tick(t, w); r.Cost.Total != 20_000 || w.State.Heartbeat().CostState != "hard_cap" || r.NextTickIn != 120_000 {
		t.Fatalf("cost %+v, %s, next in %d", r.Cost, w.State.Heartbeat().CostState, r.NextTickIn)
	}
	w.Triggers = []turn.Trigger{trigger("exit")}
	r := tick(t, w)
	if r.Gating.Tier != turn.T2 || !slices.Equal(r.Gating.Ceilings, []string{"cost_cap: rules only"}) || len(r.Actions) != 1 {
		t.Fatalf("at the cap: %+v, %d actions", r.Gating, len(r.Actions))
	}
	w.Alive(0.2, turn.Declining)
	w.Triggers = []turn.Trigger{trigger("exit")}
	if r := tick(t, w); r.Gating.Tier != turn.T1 || r.Gating.Uncapped != turn.T2 {
		t.Fatalf("declining: %+v", r.Gating)
	}
	w.Alive(0.05, turn.Terminal)
	w.Triggers = []turn.Trigger{trigger("exit")}
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
	w, err := heartbeattest.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	w.Triggers, w.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	tick(t, w)
	w.Events = nil
	w.Arrive = map[string][]turn.Steer{"observing": {{ID: "s1", Severity: 1, Text: "close all"}}}
	for range 3 {
		if r := tick(t, w); r.Gating.Tier != turn.T0 || r.Gating.Reason != "cost_cap" {
			t.Fatalf("%+v", r.Gating)
		}
	}
	held := slices.DeleteFunc(events[wire.SystemCommandAck](w), func(a wire.SystemCommandAck) bool { return a.Status != "held" })
	if len(held) != 1 || held[0].RequestID != "s1" || held[0].Reason != wire.Some("cost_cap") {
		t.Fatalf("told %+v, want once", held)
	}
	for day := w.Time / 86_400_000; w.Time/86_400_000 == day; {
		tick(t, w)
	}
	if last := w.Records[len(w.Records)-1]; last.Gating.Tier != turn.T2 || last.Gating.Reason != "steer" {
		t.Fatalf("after midnight: %+v", last.Gating)
	}
	if got := w.Briefs[len(w.Briefs)-1].Steers; len(got) != 1 || got[0].ID != "s1" {
		t.Fatalf("the decision heard %+v", got)
	}
}

func TestTheDailyCostBeginsAfreshAtMidnight(t *testing.T) {
	w := newWorld(t)
	w.Triggers, w.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	tick(t, w)
	w.Plan = nil
	for day := w.Time / 86_400_000; w.Time/86_400_000 == day; {
		if got := w.State.Heartbeat().DailyCost; got != 20_000 {
			t.Fatalf("daily cost %s", got)
		}
		tick(t, w)
	}
	if got := w.State.Heartbeat().DailyCost; got != 0 {
		t.Fatalf("daily cost after midnight %s", got)
	}
}

func TestACreditConsumedByTheLifespanIsCountedOnce(t *testing.T) {
	w := newWorld(t)
	w.Triggers, w.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	w.Vitality = &turn.Mortality{Consumed: 7}
	if r := tick(t, w); r.Cost.Total != 20_007 || w.State.Heartbeat().LastCost != r.Cost {
		t.Fatalf("cost %+v", r.Cost)
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
	changed := slices.IndexFunc(w.Records, func(r turn.Record) bool { return r.Seen.Regime != r.Previous })
	got := w.Records[changed]
	if got.Previous != turn.RegimeUnknown || got.Gating.PredictionError != 0.4 || got.Gating.Tier != turn.T1 {
		t.Fatalf("the change: %v, %+v", got.Previous, got.Gating)
	}
	if got := w.Cells.Snapshot(); got.Regime != cortex.Calm || got.RegimeConfidence != 1 {
		t.Fatalf("cortex %v at %v", got.Regime, got.RegimeConfidence)
	}
	if r.NextTickIn != 120_000 {
		t.Fatalf("interval %d", r.NextTickIn)
	}
}

func TestHealthIsComparedPerPositionWithTheTickBefore(t *testing.T) {
	w := newWorld(t)
	w.Reading.Positions = []turn.Position{{ID: "1", Health: 2}, {ID: "2", Health: 3}}
	tick(t, w)
	w.Reading.Positions = []turn.Position{{ID: "2", Health: 3}, {ID: "1", Health: 1.7}, {ID: "9", Health: 9}}
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

func TestNewRefusesWhatIsMissing(t *testing.T) {
	if _, err := heartbeat.New(heartbeat.Defaults(), nil, heartbeat.Writers{}, heartbeat.Ports{}, 0); err == nil {
		t.Error("no ports, no error")
	}
	bad := heartbeat.Defaults()
	bad.BaseThreshold, bad.Steps, bad.IdleAfter, bad.Budget.Cap = 0.9, 0, 0, 0
	err := bad.Validate()
	if err == nil || len(strings.Split(err.Error(), "\n")) != 4 {
		t.Errorf("got %v, want four faults", err)
	}
	if _, err := heartbeattest.New(bad); err == nil {
		t.Error("a bad configuration was accepted")
	}
}

func TestAFollowUpReachesTheNextDecision(t *testing.T) {
	w := newWorld(t)
	w.Arrive = map[string][]turn.Steer{"any": {
		{ID: "f1", Window: steer.NextDecide, Text: "mind the gas"}, {ID: "f2", Window: steer.NextDream},
	}}
	r := tick(t, w)
	if r.Gating.Tier != turn.T0 || r.Gating.PredictionError != 0.1 {
		t.Fatalf("%+v", r.Gating)
	}
	w.Triggers = []turn.Trigger{trigger("entry")}
	tick(t, w)
	if got := w.Briefs[0].Steers; len(got) != 1 || got[0].ID != "f1" {
		t.Fatalf("heard %+v", got)
	}
	acks := events[wire.SystemCommandAck](w)
	if len(acks) != 2 || acks[0].Status != "accepted" || acks[1].Status != "rejected" {
		t.Fatalf("acks %+v", acks)
	}
}
