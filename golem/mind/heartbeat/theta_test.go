package heartbeat_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
	"bardo.run/bardo/wire"
)

func newWorld(t rapid.TB) *heartbeattest.World { return worldOf(t, heartbeat.Defaults()) }

// worldOf is a world of a configuration, with minds that are asked before its own.
func worldOf(t rapid.TB, cfg heartbeat.Config, minds ...heartbeat.Deliberator) *heartbeattest.World {
	t.Helper()
	w, err := heartbeattest.New(cfg, minds...)
	check(t, err)
	return w
}

func tick(t testing.TB, w *heartbeattest.World) turn.Record {
	t.Helper()
	r, err := w.Tick(t.Context())
	check(t, err)
	return r
}

func swap(cause string, n int) turn.Proposal {
	return turn.Proposal{Body: fmt.Appendf(nil, "swap %d", n), Origin: turn.OriginRule, Cause: cause}
}

func trigger(kind string) turn.Trigger {
	return turn.Trigger{Rule: "rule:" + kind + "-1@4", Kind: kind, Line: 4}
}

func events[P wire.Payload](w *heartbeattest.World) (found []P) {
	for _, e := range w.Memory.Events {
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
			r.Time != w.Scene.Time || r.Strategy.Hash != "hash" || r.Entries[1] <= r.Entries[0] {
			t.Fatalf("record %d: %+v", i, r)
		}
	}
	if len(w.Memory.Records) != 30 || w.State.Heartbeat().Tick != 30 || w.Memory.Stages != 30*9 {
		t.Fatalf("%d records, next tick %d, %d stages", len(w.Memory.Records), w.State.Heartbeat().Tick, w.Memory.Stages)
	}
	if w.Cells.Pulse().Tick() != 29 || w.Cells.Market().GasGwei() != 1 {
		t.Fatalf("cortex %+v", w.Cells.Snapshot())
	}
}

// spec: heartbeat §2, "RPC failing all attempts ⇒ 4 calls, ≥ 6 s elapsed on the
// fake clock, record with tier T0, zero actions, nine after_turn stages run".
func TestAnObservationThatFailsFourTimesEndsInARecord(t *testing.T) {
	w := newWorld(t)
	w.Market.Broken, w.Mind.Plan = 100, []turn.Proposal{swap("x", 1)}
	before := w.Scene.Time
	r := tick(t, w)
	if w.Market.Observed != 4 || w.Scene.Time-before < 6_000 || r.Gating.Tier != turn.T0 || len(r.Actions) != 0 || w.Memory.Stages != 9 {
		t.Fatalf("%d calls, %d ms, %+v, %d actions, %d stages", w.Market.Observed, w.Scene.Time-before, r.Gating, len(r.Actions), w.Memory.Stages)
	}
	if got := events[wire.SystemObservationFailure](w); len(got) != 1 || got[0].Attempts != 4 {
		t.Errorf("events %+v", got)
	}
	if r.Gating.Reason != "observation_failure" || len(r.Faults) != 1 || r.Faults[0].Message != "unknown" {
		t.Errorf("reason %q, faults %+v", r.Gating.Reason, r.Faults)
	}
}

func TestAFaultCarriesTheCodeOfAnErrorAndNotItsText(t *testing.T) {
	w := newWorld(t)
	w.Mind.Err = fmt.Errorf("ask: %w", journal.NewFailure("rate_limited", "a stranger's text"))
	w.Beat.Restarted()
	if r := tick(t, w); len(r.Faults) != 1 || r.Faults[0].Message != "rate_limited" {
		t.Fatalf("faults %+v", r.Faults)
	}
}

func TestAStrategyMayAskForAnotherPace(t *testing.T) {
	w := newWorld(t)
	w.Beat.Rebase(100_000)
	if r := tick(t, w); r.NextTickIn != 80_000 {
		t.Fatalf("next in %d ms, want 100 s × 0.8", r.NextTickIn)
	}
}

// spec: heartbeat §16: the rules of a tick are those of the text it began under,
// also where a thought puts another into force.
func TestARecordNamesTheTextItsRulesWereReadFrom(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	w.Mind.OnThought = func() { w.Rules.Text = "another" }
	if r := tick(t, w); len(r.Thought) == 0 || r.Strategy.Hash != "hash" || r.Strategy.Revision != 1 || len(r.Strategy.Triggers) != 1 {
		t.Errorf("%d thoughts under %+v", len(r.Thought), r.Strategy)
	}
	if r := tick(t, w); r.Strategy.Hash != "another" || r.Strategy.Revision != 2 {
		t.Errorf("the next tick is under %+v", r.Strategy)
	}
}

func TestAnObservationThatRecoversIsUsed(t *testing.T) {
	w := newWorld(t)
	w.Market.Broken = 3
	if r := tick(t, w); w.Market.Observed != 4 || len(r.Faults) != 0 || len(r.Seen.Probes) == 0 {
		t.Fatalf("%d calls, %+v", w.Market.Observed, r)
	}
}

// spec: heartbeat §2, "100 % inference errors for 50 ticks ⇒ 50 records, all T0,
// no crash, no cost".
func TestFiftyTicksOfInferenceErrorsAreFiftySuppressedRecords(t *testing.T) {
	w := newWorld(t)
	w.Mind.Err = heartbeattest.ErrBroken
	for i := range 50 {
		w.Rules.Triggers = []turn.Trigger{trigger("entry")}
		r := tick(t, w)
		if r.Gating.Tier != turn.T0 || r.Gating.Reason != "inference_failure" || r.Cost.Total != 0 || len(r.Faults) != 1 {
			t.Fatalf("tick %d: %+v %+v", i, r.Gating, r.Faults)
		}
		if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomeStopped || got.Layer != "deliberator" {
			t.Fatalf("tick %d: trigger %+v", i, got)
		}
	}
	if len(w.Memory.Records) != 50 || w.State.Heartbeat().DailyCost != 0 {
		t.Fatalf("%d records, cost %s", len(w.Memory.Records), w.State.Heartbeat().DailyCost)
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
		w.Rules.Triggers, w.Mind.Plan, w.Scene.Panic = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("rule:exit-1@4", 1)}, where
		r := tick(t, w)
		if len(r.Faults) != 1 || r.Faults[0].Kind != "panic" || r.Faults[0].Stage != stage || w.Scene.Panic != "" {
			t.Errorf("%s: faults %+v", where, r.Faults)
		}
		if early := stage == "observing"; early != (r.Gating.Reason == "fault") {
			t.Errorf("%s: gating %+v", where, r.Gating)
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

// spec: heartbeat §4, "kill_switch and circuit_breaker … return High (fail safe)".
func TestWhatCannotBeReadFailsSafe(t *testing.T) {
	w := newWorld(t)
	w.Owner.Blind = true
	r := tick(t, w)
	found := map[string]turn.Severity{}
	for _, p := range r.Seen.Probes {
		if p.Detail == probe.Failed {
			found[p.Probe] = p.Severity
		}
	}
	if len(found) != 2 || found[probe.KillSwitch] != turn.High || found[probe.CreditBalance] != turn.Low || len(r.Faults) != 2 {
		t.Fatalf("found %v, faults %+v", found, r.Faults)
	}
	if pulse, err := w.Beat.Gamma(t.Context(), w.Scene.Time+1); err == nil || pulse.Killed {
		t.Fatalf("an unreadable switch ended a life: %+v (%v)", pulse, err)
	}
}

func TestADeltaTickFollowsTheThetaTickItIsDueAt(t *testing.T) {
	w := newWorld(t)
	for w.Scene.Time < heartbeattest.Start+1_800_000 {
		if w.Memory.Deltas != 0 {
			t.Fatalf("a delta tick after %d ms", w.Scene.Time-heartbeattest.Start)
		}
		tick(t, w)
	}
	got := events[wire.ClockDeltaTick](w)
	if w.Memory.Deltas != 1 || len(got) != 1 || got[0].IntervalMS != uint64(w.Scene.Time-heartbeattest.Start) {
		t.Fatalf("%d delta ticks, events %+v", w.Memory.Deltas, got)
	}
}

func TestTheRecordIsKeptBeforeAnythingIsAnnounced(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Scene.Log = nil
	r := tick(t, w)
	kept := slices.Index(w.Scene.Log, fmt.Sprintf("keep %d", r.Tick))
	theta := slices.Index(w.Scene.Log, "event heartbeat.tick")
	if kept < 0 || theta < kept {
		t.Fatalf("log %q", w.Scene.Log)
	}
	w.Memory.Err, w.Memory.Events = heartbeattest.ErrBroken, nil
	if _, err := w.Tick(t.Context()); !errors.Is(err, heartbeattest.ErrBroken) {
		t.Fatalf("got %v", err)
	}
	if got := events[wire.HeartbeatTick](w); len(got) != 0 {
		t.Fatal("a tick that could not be kept was announced")
	}
	if _, err := w.Beat.Theta(t.Context(), w.Scene.Time+1); !errors.Is(err, heartbeattest.ErrBroken) {
		t.Fatalf("ticked again: %v", err)
	}
}

func TestTheEndOfTheJournalGivesTheTickUp(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Market.Final = fmt.Errorf("read: %w", journal.ErrEnd)
	_, err := w.Tick(t.Context())
	if !errors.Is(err, journal.ErrEnd) || len(w.Memory.Records) != 1 || w.Market.Observed != 2 {
		t.Fatalf("%v, %d records, %d reads", err, len(w.Memory.Records), w.Market.Observed)
	}
	if _, err := w.Beat.Gamma(t.Context(), w.Scene.Time+1); !errors.Is(err, journal.ErrEnd) {
		t.Fatalf("gamma went on: %v", err)
	}
}

// Whatever comes after the journal's end could not be replayed.
func TestNothingIsDoneAfterTheEndOfTheJournal(t *testing.T) {
	for state, want := range map[string][2]int{"observing": {0, 0}, "deciding": {1, 0}, "validating": {1, 0}, "executing": {1, 1}} {
		w := newWorld(t)
		w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1), swap("x", 2)}
		w.Owner.End = state
		_, err := w.Tick(t.Context())
		if got := [2]int{len(w.Mind.Briefs), w.Hands.Commits()}; !errors.Is(err, journal.ErrEnd) || got != want || len(w.Memory.Records) != 0 || w.Market.Observed != 1 {
			t.Errorf("%s: %d thoughts and commits, %d records, %d reads (%v)", state, got, len(w.Memory.Records), w.Market.Observed, err)
		}
	}
}

// spec: heartbeat §1.4, back-pressure.
func TestTicksThatCouldNotRunCollapseIntoOne(t *testing.T) {
	w := newWorld(t)
	r := tick(t, w)
	for late, want := range map[int64]struct{ warnings, dropped int }{1: {0, 0}, 2: {1, 0}, 4: {1, 2}} {
		w.Memory.Events = nil
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
	w.Owner.Arrive = map[string][]turn.Steer{"any": {
		{ID: "f1", Window: steer.NextDecide, Text: "mind the gas"}, {ID: "f2", Window: steer.NextDream},
	}}
	r := tick(t, w)
	if r.Gating.Tier != turn.T0 || r.Gating.PredictionError != 0.1 {
		t.Fatalf("%+v", r.Gating)
	}
	w.Rules.Triggers = []turn.Trigger{trigger("entry")}
	tick(t, w)
	if got := w.Mind.Briefs[0].Steers; len(got) != 1 || got[0].ID != "f1" {
		t.Fatalf("heard %+v", got)
	}
	acks := events[wire.SystemCommandAck](w)
	if len(acks) != 2 || acks[0].Status != "accepted" || acks[1].Status != "rejected" {
		t.Fatalf("acks %+v", acks)
	}
}
