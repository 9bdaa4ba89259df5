package heartbeat_test

import (
	"math"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/wire"
)

func TestAPlanOfThreeStepsRunsInOneTick(t *testing.T) {
	w := newWorld(t)
	const rule = "rule:exit-1@4"
	w.Rules.Triggers = []turn.Trigger{trigger("exit"), trigger("entry")}
	w.Mind.Plan = []turn.Proposal{swap(rule, 1), swap(rule, 2), swap(rule, 3)}
	r := tick(t, w)
	if len(r.Actions) != 3 || len(r.Thought) != 4 || w.Market.Observed != 4 || r.Cost.Gas != 60_000 || r.Cost.Total != 60_000 {
		t.Fatalf("%d actions, %d thoughts, %d reads, cost %+v", len(r.Actions), len(r.Thought), w.Market.Observed, r.Cost)
	}
	for step, b := range w.Mind.Briefs {
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
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	for i := range 20 {
		w.Mind.Plan = append(w.Mind.Plan, swap("x", i))
	}
	if r := tick(t, w); len(r.Actions) != 8 || len(r.Faults) != 1 || r.Faults[0].Kind != "step_limit" {
		t.Fatalf("%d actions, faults %+v", len(r.Actions), r.Faults)
	}
}

// spec: heartbeat §2, "safety check fails: block, system.gate_rejection, LLM sees
// the reason".
func TestARefusedProposalIsSeenByTheNextStep(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("entry")}, []turn.Proposal{swap("rule:entry-1@4", 1), swap("other", 2)}
	w.Hands.Refuse = map[int]turn.Refusal{1: {Layer: "cage", Code: "max_position"}}
	r := tick(t, w)
	if len(r.Actions) != 2 || r.Actions[0].Status != turn.StatusBlocked || r.Actions[1].Status != turn.StatusExecuted {
		t.Fatalf("actions %+v", r.Actions)
	}
	if got := w.Mind.Briefs[1].Done[0].Preview.Refusal; got == nil || got.Code != "max_position" {
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
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	w.Mind.Plan = []turn.Proposal{swap("rule:exit-1@4", 1), swap("rule:exit-1@4", 1), swap("other", 2)}
	w.Hands.Fate = map[int]turn.Status{1: turn.StatusFailed}
	r := tick(t, w)
	if w.Hands.Commits() != 2 || len(r.Actions) != 3 || r.Actions[1].Preview.Refusal == nil || r.Actions[1].Preview.Refusal.Code != wire.CodeExecutionNoRetry {
		t.Fatalf("%d commits, actions %+v", w.Hands.Commits(), r.Actions)
	}
	if got := events[wire.SystemActionFailure](w); len(got) != 1 || got[0].PermitID != "permit-1" {
		t.Errorf("events %+v", got)
	}
}

func TestWhatStopsAPlanMidwayStopsItsRest(t *testing.T) {
	for _, fate := range []turn.Status{turn.StatusBlocked, turn.StatusDeferred, turn.StatusPending, turn.StatusCancelled} {
		w := newWorld(t)
		const rule = "rule:exit-1@4"
		w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap(rule, 1), swap(rule, 2), swap(rule, 3)}
		w.Hands.Fate = map[int]turn.Status{2: fate}
		r := tick(t, w)
		if w.Hands.Commits() != 2 || len(r.Actions) != 2 || r.Actions[1].Status != fate {
			t.Errorf("%s: %d commits, actions %+v", fate, w.Hands.Commits(), r.Actions)
		}
		if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomePartial {
			t.Errorf("%s: trigger %+v", fate, got)
		}
	}
}

func TestAFailedLookBetweenTwoStepsIsTriedAgain(t *testing.T) {
	for broken, want := range map[int]struct {
		actions int
		outcome string
	}{3: {2, heartbeat.OutcomeExecuted}, 4: {1, heartbeat.OutcomePartial}} {
		w := newWorld(t)
		const rule = "rule:exit-1@4"
		w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap(rule, 1), swap(rule, 2)}
		w.Mind.OnThought = func() { w.Market.Broken, w.Mind.OnThought = broken, nil }
		r := tick(t, w)
		if len(r.Actions) != want.actions || r.Strategy.Triggers[0].Outcome != want.outcome {
			t.Errorf("%d failures: %d actions, trigger %+v", broken, len(r.Actions), r.Strategy.Triggers[0])
		}
	}
}

func TestAnOutcomeThatDisagreesWithItsPreviewEndsThePlan(t *testing.T) {
	w := newWorld(t)
	const rule = "rule:exit-1@4"
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap(rule, 1), swap(rule, 2)}
	w.Hands.Doubt = map[int]bool{1: true}
	r := tick(t, w)
	if len(r.Actions) != 1 || len(r.Faults) != 1 || r.Faults[0].Kind != "unverified" {
		t.Fatalf("actions %+v, faults %+v", r.Actions, r.Faults)
	}
	if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomePartial || got.Layer != "chain" {
		t.Fatalf("trigger %+v", got)
	}
}

func TestACostThatCannotBeCountedIsAFault(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	w.Memory.Vitality = &turn.Mortality{Consumed: math.MaxInt64}
	if r := tick(t, w); r.Cost.Total != math.MaxInt64 || len(r.Faults) != 1 || r.Faults[0].Kind != "cost_overflow" {
		t.Fatalf("cost %+v, faults %+v", r.Cost, r.Faults)
	}
}

func TestACommitOfUnknownOutcomeIsPending(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("rule:exit-1@4", 1), swap("rule:exit-1@4", 2)}
	w.Hands.Err = heartbeattest.ErrBroken
	r := tick(t, w)
	if len(r.Actions) != 1 || r.Actions[0].Status != turn.StatusPending || r.Strategy.Triggers[0].Outcome != heartbeat.OutcomePending {
		t.Fatalf("%+v", r)
	}
}

// spec: heartbeat §1.4, the tick watchdog, by journaled time.
func TestATickThatRunsTooLongIsEnded(t *testing.T) {
	w := newWorld(t)
	w.Mind.Slow = 61_000
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	w.Mind.Plan = []turn.Proposal{swap("x", 1), swap("x", 2), swap("x", 3), swap("x", 4)}
	r := tick(t, w)
	if len(r.Actions) != 2 || len(r.Faults) != 1 || r.Faults[0].Kind != "tick_timeout" {
		t.Fatalf("%d actions, faults %+v", len(r.Actions), r.Faults)
	}
	if got := events[wire.HeartbeatComplete](w); len(got) != 1 || got[0].DurationMS != 122_000 || got[0].ActionsTaken != 2 {
		t.Fatalf("complete %+v", got)
	}
}

func TestACreditConsumedByTheLifespanIsCountedOnce(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1)}
	w.Memory.Vitality = &turn.Mortality{Consumed: 7}
	if r := tick(t, w); r.Cost.Total != 20_007 || w.State.Heartbeat().LastCost != r.Cost {
		t.Fatalf("cost %+v", r.Cost)
	}
}
