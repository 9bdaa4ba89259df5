package heartbeat_test

import (
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// steered runs one tick of a plan of three steps, with a steer of the given
// severity that arrives in the given state.
func steered(t *testing.T, state string, severity uint8) (turn.Record, []string, *recorder) {
	t.Helper()
	w := newWorld(t)
	const rule = "rule:exit-1@4"
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap(rule, 1), swap(rule, 2), swap(rule, 3)}
	w.Owner.Arrive = map[string][]turn.Steer{state: {{ID: "s1", Severity: severity, Text: "stop"}}}
	r := tick(t, w)
	rec := &recorder{commits: w.Hands.Commits(), received: events[wire.HeartbeatSteerReceived](w)}
	for _, b := range w.Mind.Briefs {
		rec.heard = append(rec.heard, len(b.Steers))
	}
	w.Rules.Triggers, w.Mind.Plan = nil, nil
	rec.next = tick(t, w)
	rec.nextHeard = len(w.Mind.Briefs[len(w.Mind.Briefs)-1].Steers)
	return r, w.Scene.Log, rec
}

type recorder struct {
	commits   int
	heard     []int // steers in each brief of the tick
	received  []wire.HeartbeatSteerReceived
	next      turn.Record
	nextHeard int
}

// spec: heartbeat §8, "Deciding: … re-prompted in the same tick".
func TestASteerDuringTheDecisionIsHeardInTheSameTick(t *testing.T) {
	r, _, rec := steered(t, "deciding", 0)
	// The interrupted decision's proposal is dropped; two of the plan are left.
	if !slices.Equal(rec.heard, []int{0, 1, 1, 1}) || rec.commits != 2 || len(r.Actions) != 2 {
		t.Fatalf("heard %v, %d commits, %d actions", rec.heard, rec.commits, len(r.Actions))
	}
	if len(rec.received) != 1 || rec.received[0].FSMState != "deciding" || rec.received[0].Severity != "low" {
		t.Fatalf("received %+v", rec.received)
	}
}

// spec: heartbeat §8, Simulating/Validating: "severity ≥ High ⇒ drop the
// proposed action, back to Deciding(Interrupted); lower ⇒ follow-up".
func TestASevereSteerDropsTheActionBeingValidated(t *testing.T) {
	r, log, rec := steered(t, "validating", 2)
	if r.Actions[0].Status != turn.StatusCancelled || rec.commits != 2 || !contains(log, "cancel permit-1: steer") {
		t.Fatalf("actions %+v, %d commits, log %q", r.Actions, rec.commits, log)
	}
	if !slices.Equal(rec.heard, []int{0, 1, 1, 1}) {
		t.Fatalf("heard %v", rec.heard)
	}
}

func TestAMildSteerDuringAnActionBecomesAFollowUp(t *testing.T) {
	for _, state := range []string{"validating", "executing"} {
		r, _, rec := steered(t, state, 1)
		if rec.commits != 3 || len(r.Actions) != 3 || slices.Max(rec.heard) != 0 {
			t.Errorf("%s: %d commits, heard %v", state, rec.commits, rec.heard)
		}
		if rec.next.Gating.PredictionError != 0.1 {
			t.Errorf("%s: the next tick has a prediction error of %v, want that of one follow-up", state, rec.next.Gating.PredictionError)
		}
	}
}

// spec: heartbeat §8, Executing: "severity ≥ High ⇒ CancelPending: remaining
// calls cancelled, finished on-chain calls stay".
func TestASevereSteerDuringTheExecutionCancelsTheRestOfThePlan(t *testing.T) {
	r, _, rec := steered(t, "executing", 3)
	if rec.commits != 1 || len(r.Actions) != 1 || r.Actions[0].Status != turn.StatusExecuted {
		t.Fatalf("%d commits, actions %+v", rec.commits, r.Actions)
	}
	if rec.next.Gating.Reason != "steer" || rec.next.Gating.Tier != turn.T2 || rec.nextHeard != 1 {
		t.Fatalf("the next tick: %+v, heard %d", rec.next.Gating, rec.nextHeard)
	}
}

func TestASteerBeforeTheGateForcesT2(t *testing.T) {
	w := newWorld(t)
	w.Owner.Arrive = map[string][]turn.Steer{"observing": {{ID: "s1", Text: "hold"}}}
	if r := tick(t, w); r.Gating.Tier != turn.T2 || r.Gating.Reason != "steer" || len(w.Mind.Briefs[0].Steers) != 1 {
		t.Fatalf("%+v", r.Gating)
	}
}

// spec: heartbeat §8, "at most 2 interruptions per tick, further ones are queued".
func TestTheThirdInterruptionWaitsForTheNextTick(t *testing.T) {
	w := newWorld(t)
	w.Rules.Triggers = []turn.Trigger{trigger("exit")}
	w.Owner.Arrive = map[string][]turn.Steer{"deciding": {{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	tick(t, w)
	if got := w.Mind.Briefs[len(w.Mind.Briefs)-1].Steers; len(got) != 3 {
		t.Fatalf("three at once are read together: %+v", got)
	}
	w = newWorld(t)
	arrivals := 0
	w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, []turn.Proposal{swap("x", 1), swap("x", 2), swap("x", 3)}
	w.Owner.Arrive = map[string][]turn.Steer{"deciding": {{ID: "a"}}}
	w.Mind.OnThought = func() {
		if arrivals++; arrivals < 4 {
			w.Owner.Arrive = map[string][]turn.Steer{"deciding": {{ID: string(rune('a' + arrivals))}}}
		}
	}
	tick(t, w)
	heard := 0
	for _, b := range w.Mind.Briefs {
		heard = max(heard, len(b.Steers))
	}
	if heard != 2 {
		t.Fatalf("heard %d steers in one tick, want 2", heard)
	}
	if r := tick(t, w); r.Gating.Reason != "steer" {
		t.Fatalf("the third did not wait: %+v", r.Gating)
	}
}

// spec: heartbeat §6.2 step 3, "owner steers are exempt from the phase ceiling".
func TestOnlyTheOwnersSteerIsExemptFromThePhaseCeiling(t *testing.T) {
	for source, want := range map[string]turn.Tier{"owner:cli": turn.T2, "risk_daemon": turn.T1} {
		w := newWorld(t)
		w.Alive(0.2, turn.Declining)
		w.Owner.Arrive = map[string][]turn.Steer{"any": {{ID: "s1", Source: source}}}
		if r := tick(t, w); r.Gating.Tier != want || r.Gating.Uncapped != turn.T2 {
			t.Errorf("%s: %+v", source, r.Gating)
		}
	}
}

// spec: heartbeat §13, "in Terminal: only status queries".
func TestADyingGolemTakesNoSteer(t *testing.T) {
	w := newWorld(t)
	w.Alive(0.05, turn.Terminal)
	w.Owner.Arrive = map[string][]turn.Steer{"any": {{ID: "s1"}}}
	if r := tick(t, w); r.Gating.Tier != turn.T0 {
		t.Fatalf("%+v", r.Gating)
	}
	if acks := events[wire.SystemCommandAck](w); len(acks) != 1 || acks[0].Status != "rejected" || acks[0].Reason != wire.Some("dying") {
		t.Fatalf("acks %+v", acks)
	}
}

func TestMalformedSteersAreRejectedWithAReason(t *testing.T) {
	w := newWorld(t)
	w.Owner.Arrive = map[string][]turn.Steer{"any": {{ID: "s1", Severity: 9}, {ID: "s2"}, {ID: "s2"}}}
	tick(t, w)
	acks := events[wire.SystemCommandAck](w)
	if len(acks) != 3 || acks[0].Status != "rejected" || acks[1].Status != "accepted" || acks[2].Status != "rejected" {
		t.Fatalf("acks %+v", acks)
	}
}

func TestAnExpiredSteerIsDroppedWithAnAcknowledgement(t *testing.T) {
	w := newWorld(t)
	w.Owner.Arrive = map[string][]turn.Steer{"any": {{ID: "s1", Deadline: w.Scene.Time - 1}}}
	if r := tick(t, w); r.Gating.Tier != turn.T0 {
		t.Fatalf("%+v", r.Gating)
	}
	if acks := events[wire.SystemCommandAck](w); len(acks) != 2 || acks[1].Status != "expired" {
		t.Fatalf("acks %+v", acks)
	}
}
