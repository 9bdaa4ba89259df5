package heartbeat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/scratch"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Each part of a heartbeat, without the others.

var errPort = errors.New("a port failed")

// outside is every port of a part that a test here looks at. It counts its calls.
type outside struct {
	calls   []string
	fail    int   // so many readings fail
	err     error // of a failing reading, a commit and a record
	refusal *turn.Refusal
	status  turn.Status
	steers  []turn.Steer
	now     int64
	height  uint64 // of the next reading
}

func (o *outside) call(name string) { o.calls = append(o.calls, name) }

func (o *outside) Observe(context.Context) (turn.Reading, error) {
	o.call("observe")
	if o.fail > 0 {
		o.fail--
		return turn.Reading{}, o.err
	}
	o.height++
	return turn.Reading{
		Block: turn.Block{Number: o.height}, Positions: []turn.Position{{ID: "1", Health: float64(o.height)}},
		GasPrice: *uint256.NewInt(o.height * 1_000_000_000),
	}, nil
}

func (o *outside) Glance(context.Context) (turn.Glance, error) { return turn.Glance{}, o.err }

func (o *outside) Wait(context.Context, int64) error {
	o.call("wait")
	return nil
}

func (o *outside) Now(context.Context) (int64, error) { return o.now, nil }

func (o *outside) Preview(context.Context, turn.Proposal) (turn.Preview, error) {
	o.call("preview")
	return turn.Preview{PermitID: "permit", Refusal: o.refusal}, nil
}

func (o *outside) Commit(context.Context, string) (turn.Execution, error) {
	o.call("commit")
	return turn.Execution{Status: o.status, Verified: true}, o.err
}

func (o *outside) Cancel(context.Context, string, string) error {
	o.call("cancel")
	return nil
}

func (o *outside) Poll(context.Context, int64) (arrived []turn.Steer, err error) {
	arrived, o.steers = o.steers, nil
	return arrived, nil
}

func (o *outside) Deliberate(context.Context, turn.Brief) (turn.Decision, error) {
	o.call("deliberate")
	return turn.Decision{Proposal: &turn.Proposal{Body: []byte("swap")}}, nil
}

func (o *outside) Push(int64, float64) {}

func (o *outside) Evaluate(turn.Observation, int64) ([]turn.Trigger, []turn.ProbeResult) {
	return nil, []turn.ProbeResult{{Probe: probe.CircuitBreaker, Severity: turn.High}}
}

func (o *outside) Mark() (string, uint32) { return "hash", 1 }

func (o *outside) AfterTurn(_ context.Context, r *turn.Record) {
	r.Faults = append(r.Faults, turn.Fault{Kind: "stage"})
	panic("the last stage")
}

func (o *outside) Keep(turn.Record) error { return o.err }

func (o *outside) Emit(tick uint64, p wire.Payload) { o.call(fmt.Sprint(tick, " ", p.Type())) }

func (o *outside) Delta(context.Context, int64) { o.call("delta") }

// in returns a machine that stands in a state on the way to an execution.
func in(t *testing.T, s fsm.State) *fsm.Machine {
	t.Helper()
	m := &fsm.Machine{}
	for _, e := range []fsm.Event{fsm.Begin, fsm.Observed, fsm.Retrieved, fsm.Analyzed, fsm.Chosen, fsm.Proposed, fsm.Simulated, fsm.Permitted} {
		if m.State() == s {
			return m
		}
		if err := m.Fire(e); err != nil {
			t.Fatal(err)
		}
	}
	if m.State() != s {
		t.Fatalf("%s is not on the way", s)
	}
	return m
}

func TestNotesOfATickAreNotThoseOfTheNext(t *testing.T) {
	n, out := notes{}, &outside{}
	n.begin(4, 100)
	n.fault("observe", kindPort, "unknown")
	n.announce(wire.SystemActionFailure{})
	kept := n.faults
	n.flush(out)
	n.begin(5, 200)
	n.fault("deciding", kindSteps, "")
	n.flush(out)
	if len(out.calls) != 1 || out.calls[0] != "4 system.action_failure" || kept[0].Stage != "observe" || len(n.faults) != 1 || n.now != 200 {
		t.Errorf("announced %q, kept %+v, then %+v", out.calls, kept, n)
	}
	if !n.failed("observe", fmt.Errorf("read: %w", journal.ErrEnd)) || !errors.Is(n.final, journal.ErrEnd) || len(n.faults) != 1 {
		t.Errorf("a final error: %+v", n)
	}
}

func TestTheChainMemoryKeepsAReorgUntilItIsAnswered(t *testing.T) {
	m, other := chainMemory{}, common.Hash{1}
	m.block(turn.Block{Number: 1})
	m.block(turn.Block{Number: 2})
	if m.reorg {
		t.Fatal("two blocks are a reorg")
	}
	m.block(turn.Block{Number: 1, Hash: other})
	m.block(turn.Block{Number: 3})
	if !m.reorg {
		t.Fatal("a replaced block is none")
	}
	m.answered()
	m.reading(&turn.Reading{Block: turn.Block{Number: 9}})
	for range 20 { // more blocks than are remembered
		m.block(turn.Block{Number: uint64(100 + m.n)})
	}
	m.reading(&turn.Reading{Block: turn.Block{Number: 200}, Before: turn.Block{Number: 9}})
	if m.reorg {
		t.Fatal("the same block is a reorg")
	}
	m.reading(&turn.Reading{Block: turn.Block{Number: 201}, Before: turn.Block{Number: 200, Hash: other}})
	if !m.reorg {
		t.Error("another block in the place of the last reading's is none")
	}
}

func TestAReaderGivesUpAtOnceWhereTheJournalEnds(t *testing.T) {
	for name, c := range map[string]struct {
		fail         int
		err          error
		reads, waits int
		now          int64
	}{
		"well":      {0, nil, 1, 0, 0},
		"recovers":  {2, errPort, 3, 2, 20},
		"fails":     {9, errPort, 3, 2, 20},
		"has ended": {9, journal.ErrEnd, 1, 0, 0},
	} {
		out := &outside{fail: c.fail, err: c.err}
		r := reader{notes: &notes{}, market: out, timer: out, retries: 2, wait: 10, chain: &chainMemory{}}
		_, attempts, err := r.read(t.Context())
		waits := len(slices.DeleteFunc(slices.Clone(out.calls), func(s string) bool { return s != "wait" }))
		if attempts != c.reads || waits != c.waits || (err != nil) != (c.fail > 2) || r.notes.now != c.now || (r.chain.n == 1) != (err == nil) {
			t.Errorf("%s: %d attempts, %q, now %d, %d blocks (%v)", name, attempts, out.calls, r.notes.now, r.chain.n, err)
		}
	}
}

func TestTheSensesTellTheTickBeforeFromThisOne(t *testing.T) {
	state, write := turn.NewState(turn.Identity{})
	cells, cell := cortex.New(cortex.Options{})
	probes, err := probe.New(probe.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	out, n, memory := &outside{err: errPort}, &notes{}, scratch.New(scratch.Options{})
	s := senses{
		notes: n, state: state, write: Writers{Heartbeat: write.Heartbeat, Positions: write.Positions, Probes: cell.Probes},
		reader: &reader{notes: n, market: out, timer: out, chain: &chainMemory{}}, ears: &ears{}, strategy: out,
		probes: probes, scratch: memory, results: scratch.NewSlab[turn.ProbeResult](memory),
	}
	for tick, health := range []float64{0, 1} { // of the reading before, which the probes of this one follow
		s.begin()
		if e := s.observe(t.Context()); e != fsm.Observed || state.Positions().Health["1"] != health || s.sight.health.largest != health {
			t.Fatalf("tick %d: %s, health %v, %+v", tick, e, state.Positions().Health, s.sight.health)
		}
	}
	if !s.sight.highs.breaker || s.sight.highs.first != probe.CircuitBreaker || cells.Market().GasGwei() != 2 {
		t.Errorf("%+v, gas on the surface %v", s.sight.highs, cells.Market().GasGwei())
	}
	if err := s.look(t.Context()); err != nil || s.sight.seen.Reading.Block.Number != 2 || state.Heartbeat().Observation.Reading.Block.Number != 3 {
		t.Errorf("looked again: %+v (%v)", s.sight.current.Reading.Block, err)
	}
	out.fail = 1
	s.begin()
	if e := s.observe(t.Context()); e != fsm.ObserveFailed || s.sight.highs.breaker || len(n.faults) != 1 || state.Heartbeat().Observation.Reading.Block.Number != 3 {
		t.Errorf("blind: %s, %+v, faults %+v", e, s.sight, n.faults)
	}
}

func TestTheSenderOfAHeldSteerIsToldOnce(t *testing.T) {
	state, _ := turn.NewState(turn.Identity{})
	out := &outside{steers: []turn.Steer{{ID: "s", Deadline: 50}}}
	e := ears{notes: &notes{}, state: state, inbox: out, machine: in(t, fsm.Observing), told: map[string]bool{}}
	if effect, ok := e.listen(t.Context()); effect != fsm.Queued || !ok || !e.fresh() {
		t.Fatalf("%s, %v, fresh %v", effect, ok, e.fresh())
	}
	e.tellHeld()
	e.tellHeld()
	if steered, owner, _ := e.waits(); len(e.notes.events) != 3 || e.fresh() || !steered || !owner {
		t.Errorf("%d events: %+v", len(e.notes.events), e.notes.events)
	}
	e.notes.now = 51
	if _, ok := e.listen(t.Context()); !ok || len(e.told) != 0 || len(e.notes.events) != 4 {
		t.Errorf("when it expired: told %v, %+v", e.told, e.notes.events)
	}
}

func TestAJudgeAnswersAReorgOnce(t *testing.T) {
	state, write := turn.NewState(turn.Identity{})
	j := judge{
		cfg: Defaults(), notes: &notes{tick: 1}, state: state, write: write.Heartbeat, ears: &ears{}, chain: &chainMemory{reorg: true},
	}
	for _, want := range []struct {
		event  fsm.Event
		reason string
	}{{fsm.Chosen, gate.ReasonReorg}, {fsm.Suppressed, gate.ReasonBelow}} {
		j.begin(false)
		idle := j.idle(&sight{})
		if e := j.choose(&sight{}); idle || e != want.event || j.gating.Reason != want.reason || state.Heartbeat().Gating.Reason != want.reason {
			t.Errorf("idle %v, %s because of %q, want %s because of %q", idle, e, j.gating.Reason, want.event, want.reason)
		}
	}
	if j.begin(false); j.close(&sight{}).Reason != reasonObservation {
		t.Errorf("a tick without a gate: %+v", j.gating)
	}
}

func TestACouncilIsAskedUntilItsStepsOrItsTimeAreUp(t *testing.T) {
	for name, c := range map[string]struct {
		now   int64
		asked int
		kind  string
	}{"steps": {0, 3, kindSteps}, "time": {121, 1, kindTimeout}} {
		out := &outside{now: c.now}
		machine := in(t, fsm.Deciding)
		n := &notes{}
		co := council{
			notes: n, minds: []Deliberator{out}, timer: out, machine: machine, ears: &ears{notes: n, machine: machine}, sight: &sight{},
			judge: &judge{}, plan: &plan{}, rhythm: &rhythm{schedule: pace.NewSchedule(pace.Config{Base: 60}, 0), timeout: 100}, steps: 3,
		}
		co.begin()
		e := fsm.Proposed
		for range 9 {
			if e = co.decide(t.Context()); e != fsm.Proposed {
				break
			}
		}
		if e != fsm.Settled || len(out.calls) != c.asked || len(co.plan.actions) != c.asked || len(n.faults) != 1 || n.faults[0].Kind != c.kind || co.plan.cut != layerHeartbeat {
			t.Errorf("%s: %s after %q, %d actions, faults %+v", name, e, out.calls, len(co.plan.actions), n.faults)
		}
	}
}

func TestAnActorTakesOneStepAtATime(t *testing.T) {
	steer := []turn.Steer{{ID: "s", Severity: fsm.High}}
	for name, c := range map[string]struct {
		out    outside
		state  fsm.State
		step   func(*actor, context.Context) fsm.Event
		event  fsm.Event
		calls  []string
		status turn.Status
		cut    string
	}{
		"previews":             {outside{}, fsm.Simulating, (*actor).simulate, fsm.Simulated, []string{"preview"}, turn.StatusBlocked, ""},
		"simulation refuses":   {outside{refusal: &turn.Refusal{Layer: layerSimulate}}, fsm.Simulating, (*actor).simulate, fsm.Refused, []string{"preview"}, turn.StatusBlocked, ""},
		"the cage refuses":     {outside{refusal: &turn.Refusal{Layer: "cage"}}, fsm.Simulating, (*actor).simulate, fsm.Simulated, []string{"preview"}, turn.StatusBlocked, ""},
		"permits":              {outside{}, fsm.Validating, (*actor).validate, fsm.Permitted, nil, turn.StatusBlocked, ""},
		"drops":                {outside{steers: steer}, fsm.Validating, (*actor).validate, fsm.Dropped, []string{"cancel"}, turn.StatusCancelled, ""},
		"commits":              {outside{status: turn.StatusExecuted}, fsm.Executing, (*actor).execute, fsm.Committed, []string{"commit"}, turn.StatusExecuted, ""},
		"cancels the rest":     {outside{status: turn.StatusExecuted, steers: steer}, fsm.Executing, (*actor).execute, fsm.Committed, []string{"commit"}, turn.StatusExecuted, layerSteer},
		"commits into nothing": {outside{err: errPort}, fsm.Executing, (*actor).execute, fsm.Recover, []string{"commit"}, turn.StatusPending, ""},
	} {
		state, _ := turn.NewState(turn.Identity{})
		n, machine := &notes{}, in(t, c.state)
		a := actor{
			notes: n, hands: &c.out, machine: machine, plan: &plan{},
			ears: &ears{notes: n, state: state, inbox: &c.out, machine: machine},
		}
		a.plan.propose(turn.Proposal{Body: []byte("swap")})
		if e := c.step(&a, t.Context()); e != c.event || !slices.Equal(c.out.calls, c.calls) || a.plan.last().Status != c.status || a.plan.cut != c.cut {
			t.Errorf("%s: %s after %q, %+v, cut by %q", name, e, c.out.calls, a.plan.last(), a.plan.cut)
		}
	}
}

func TestAPlanThatIsCutOffIsPartial(t *testing.T) {
	var p plan
	for _, cause := range []string{"a", "b", "b"} {
		p.propose(turn.Proposal{Body: []byte(cause), Cause: cause})
		p.last().Status = turn.StatusExecuted
	}
	if p.failedBefore() {
		t.Error("what was executed failed before")
	}
	p.actions[1].Status = turn.StatusFailed
	if !p.failedBefore() {
		t.Error("what failed did not fail before")
	}
	p.stop(layerSteer)
	triggers := []turn.Trigger{{Rule: "a"}, {Rule: "b"}, {Rule: "c"}}
	p.outcomes(triggers, turn.Gating{Tier: turn.T1})
	for i, want := range [][2]string{{OutcomeExecuted, ""}, {OutcomePartial, layerSteer}, {OutcomeHeld, layerDeliberator}} {
		if got := [2]string{triggers[i].Outcome, triggers[i].Layer}; got != want {
			t.Errorf("%s: %q, want %q", triggers[i].Rule, got, want)
		}
	}
}

func TestCostsBeginAfreshEachDay(t *testing.T) {
	state, write := turn.NewState(turn.Identity{})
	c := costs{notes: &notes{}, state: state, write: write.Heartbeat, budget: gate.Budget{Cap: 10}}
	r := turn.Record{Cost: c.of([]turn.Thought{{Cost: 4}}, []turn.Action{{}, {Execution: &turn.Execution{Cost: 5}}})}
	r.Mortality.Consumed = 1
	c.charge(&r)
	if r.Cost != (turn.Cost{Inference: 4, Gas: 5, Total: 10}) || state.Heartbeat().CostState != "hard_cap" || len(c.notes.faults) != 0 {
		t.Errorf("%+v, %s, %+v", r.Cost, state.Heartbeat().CostState, c.notes.faults)
	}
	c.notes.wake = 86_400_000
	if c.begin(); state.Heartbeat().DailyCost != 0 || state.Heartbeat().CostState != "normal" {
		t.Errorf("at midnight: %+v", state.Heartbeat())
	}
	if sum := c.add(money.USDC(math.MaxInt64), 1); sum != math.MaxInt64 || len(c.notes.faults) != 1 {
		t.Errorf("%d, %+v", sum, c.notes.faults)
	}
}

func TestARhythmRunsTheSlowWorkWhenItIsDue(t *testing.T) {
	cfg := pace.Default()
	for wake, want := range map[int64][]string{cfg.DeltaMax - 1: nil, cfg.DeltaMax: {"delta", "3 clock.delta_tick"}} {
		out := &outside{}
		r := rhythm{notes: &notes{tick: 3, wake: wake}, schedule: pace.NewSchedule(cfg, 0), timeout: 200_000, slow: out}
		if r.delta(t.Context(), out); !slices.Equal(out.calls, want) {
			t.Errorf("at %d: %q", wake, out.calls)
		}
		if r.limit() != 200_000 {
			t.Errorf("a tick may run %d ms", r.limit())
		}
	}
}

func TestAScribeKeepsTheFaultsOfAStageThatPanics(t *testing.T) {
	s := scribe{notes: &notes{}, reflector: &outside{err: errPort}}
	s.notes.fault("deciding", kindSteps, "")
	var r turn.Record
	s.afterTurn(t.Context(), &r)
	s.close(&r)
	if len(r.Faults) != 3 || r.Faults[1].Kind != "stage" || r.Faults[2].Kind != kindPanic {
		t.Errorf("faults %+v", r.Faults)
	}
	if err := s.keep(r); !errors.Is(err, errPort) || !errors.Is(s.notes.final, errPort) {
		t.Errorf("%v, final %v", err, s.notes.final)
	}
}

func TestAWatchThatCannotReadWakesNobody(t *testing.T) {
	out := &outside{err: fmt.Errorf("read: %w", journal.ErrEnd), steers: []turn.Steer{{ID: "s"}}}
	state, _ := turn.NewState(turn.Identity{})
	n := &notes{}
	w := watch{
		notes: n, reader: &reader{notes: n, market: out, chain: &chainMemory{}},
		ears: &ears{notes: n, state: state, inbox: out, machine: &fsm.Machine{}},
	}
	if pulse, err := w.pulse(t.Context()); !errors.Is(err, journal.ErrEnd) || !errors.Is(n.final, journal.ErrEnd) || pulse.Woke != nil || !w.ears.fresh() {
		t.Errorf("%+v (%v), final %v", pulse, err, n.final)
	}
}
