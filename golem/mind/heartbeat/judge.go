package heartbeat

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/wire"
)

// The gating reasons of a tick that the gate gave none: it saw nothing, it failed before
// its gate, or nobody decided anything (heartbeat §2, error table).
const (
	reasonObservation = "observation_failure"
	reasonFault       = "fault"
	reasonInference   = "inference_failure"
)

// kindEntry is the kind of a rule that opens a position; every other kind looks
// after what is held.
const kindEntry = "entry"

// judge finds out how hard to think about what a tick sees: not at all where nothing
// happened, else by its surprise, and by what forces or forbids a thought.
type judge struct {
	cfg   Config
	notes *notes
	state *turn.State
	write turn.Writer[turn.Heartbeat]
	ears  *ears
	chain *chainMemory

	edges     gate.Edges
	restarted bool // since the last gate
	reread    bool // STRATEGY.md was edited since then
	crisis    bool // the surface's regime was crisis at the last tick

	woken     bool // a wake-up caused the tick
	vitality  float64
	near      bool // a worse phase is imminent
	followUps int
	error     float64 // prediction error
	gating    turn.Gating
}

// begin starts a tick, which a wake-up caused or not.
func (j *judge) begin(woken bool) {
	j.woken, j.vitality, j.near, j.followUps, j.error, j.gating = woken, 0, false, 0, 0, turn.Gating{}
}

// feel takes the vitality of the tick and notices an imminent phase transition.
// A Golem that the lifespan has not judged yet (Thriving, and nothing of it) is
// as alive as can be.
func (j *judge) feel() {
	v := j.state.Vitality()
	j.vitality = v.Composite
	if v.Phase == turn.Thriving && v.Composite == 0 {
		j.vitality = 1
	}
	j.near = j.edges.Near(j.notes.tick, j.vitality)
}

// idle decides whether steps 2 and 3 are skipped (heartbeat §4): after enough
// consecutive ticks in which no probe found anything. A rule, a changed regime, a
// restart, a reorg and an imminent transition end it too: they would be missed.
func (j *judge) idle(s *sight) bool {
	j.feel()
	steered, _, followUps := j.ears.waits()
	quiet := len(s.anomalies()) == 0 && !s.changed()
	ended := len(s.triggers) > 0 || j.woken || j.chain.reorg || j.near || j.restarted || j.reread || j.notes.tick%j.cfg.IdleBreak == 0 ||
		steered || followUps > 0
	before := j.state.Heartbeat().IdleTicks
	after := 0
	switch {
	case quiet && ended:
		after = 1
	case quiet:
		after = before + 1
	}
	j.write.Edit(func(h *turn.Heartbeat) { h.IdleTicks = after })
	j.gating.Idle = quiet && !ended && before >= j.cfg.IdleAfter
	return j.gating.Idle
}

// retrieve is step 2. There is no memory to ask yet, and the gating names what
// is absent; what is retrieved is whatever the owner left for this decision.
func (j *judge) retrieve() fsm.Event {
	_, _, j.followUps = j.ears.waits()
	return fsm.Retrieved
}

// analyze is step 3: the prediction error.
func (j *judge) analyze(s *sight) fsm.Event {
	surprise := gate.Surprise{
		Price:         s.seen.Reading.Primary().Price,
		RegimeChanged: s.changed(),
		IntoCrisis:    s.crisis && !j.crisis,
		HealthTerm:    s.health.term,
		HealthMax:     s.health.largest,
		FollowUps:     j.followUps,
		Anomalies:     len(s.anomalies()),
		Probes:        len(s.seen.Probes),
	}
	if j.cfg.OracleOff {
		j.error = gate.WithoutOracle(surprise)
	} else {
		j.error = gate.PredictionError(surprise)
	}
	return fsm.Analyzed
}

// choose is step 4: the threshold and the tier.
func (j *judge) choose(s *sight) fsm.Event {
	beat, life := j.state.Heartbeat(), j.state.Vitality()
	theta := gate.Threshold(j.cfg.BaseThreshold, gate.NewbornConfidence, j.vitality, 0)
	steered, owner, _ := j.ears.waits()
	entry, exit := kinds(s.triggers)
	j.gating = gate.Decide(gate.Case{
		Error: j.error, Threshold: theta,
		Steer: steered, Owner: owner, Transition: j.near, Reorg: j.chain.reorg, Restart: j.restarted, Reread: j.reread,
		Entry: entry, Exit: exit,
		Highs: s.highs.n, Grave: s.highs.grave(), HighProbe: s.highs.first,
		Idle: j.gating.Idle, Phase: life.Phase, PhaseEntry: life.TicksInPhase <= 1,
		Cost: j.cfg.Budget.State(beat.DailyCost), Frugal: j.state.Standing().Level >= turn.LevelFrugal,
	})
	j.gating.Absent = gate.Absent()
	j.restarted, j.reread = false, false
	j.chain.answered()
	j.write.Edit(func(h *turn.Heartbeat) { h.Gating = j.gating }) // the deliberator reads it
	j.notes.announce(wire.HeartbeatTierSelected{
		Tier: tierName(j.gating.Tier), Rationale: j.gating.Reason, PE: j.error, Threshold: theta, Vitality: j.vitality,
	})
	if j.gating.Tier != turn.T0 {
		return fsm.Chosen
	}
	if j.gating.Reason == gate.ReasonCostCap {
		j.ears.tellHeld()
	}
	j.notes.announce(wire.HeartbeatSuppressed{Reason: j.suppressed()})
	return fsm.Suppressed
}

func kinds(triggers []turn.Trigger) (entry, exit bool) {
	for i := range triggers {
		if triggers[i].Kind == kindEntry {
			entry = true
		} else {
			exit = true
		}
	}
	return entry, exit
}

// suppressed names why there is no thought, in the words of the event.
func (j *judge) suppressed() string {
	switch {
	case j.gating.Reason == gate.ReasonCostCap:
		return gate.ReasonCostCap
	case slices.Contains(j.gating.Ceilings, gate.CeilingTerminal):
		return "dying"
	default:
		return "all_clear"
	}
}

// broke notes that a step before the gate had decided anything panicked.
func (j *judge) broke() { j.gating = turn.Gating{Reason: reasonFault, Absent: gate.Absent()} }

// unthought notes that nobody decided anything: the tick counts as suppressed.
func (j *judge) unthought() { j.gating.Tier, j.gating.Reason = turn.T0, reasonInference }

// close returns the gating for the record and writes it into the state. What was seen is
// the tick before from now on.
func (j *judge) close(s *sight) turn.Gating {
	j.crisis = s.crisis
	if j.gating.Reason == "" {
		j.gating = turn.Gating{Reason: reasonObservation, Absent: gate.Absent()}
	}
	j.write.Edit(func(h *turn.Heartbeat) { h.Gating = j.gating })
	return j.gating
}
