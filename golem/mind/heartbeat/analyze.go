package heartbeat

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
)

// feel takes the vitality of the tick and notices an imminent phase transition.
// A Golem that the lifespan has not judged yet (Thriving, and nothing of it) is
// as alive as can be.
func (h *Heartbeat) feel() {
	v := h.state.Vitality()
	h.cycle.vitality = v.Composite
	if v.Phase == turn.Thriving && v.Composite == 0 {
		h.cycle.vitality = 1
	}
	h.cycle.near = h.edges.Near(h.cycle.tick, h.cycle.vitality)
}

// idle decides whether steps 2 and 3 are skipped (heartbeat §4): after enough
// consecutive ticks in which no probe found anything. A rule, a changed regime, a
// restart, a reorg and an imminent transition end it too: they would be missed.
func (h *Heartbeat) idle() bool {
	c := &h.cycle
	quiet := h.anomalies() == 0 && !c.changed
	ended := len(c.triggers) > 0 || c.woken || h.reorg || c.near || h.restarted || c.tick%h.cfg.IdleBreak == 0 ||
		h.queue.Waiting() > 0 || h.queue.FollowUps(steer.NextDecide) > 0
	before := h.state.Heartbeat().IdleTicks
	after := 0
	switch {
	case quiet && ended:
		after = 1
	case quiet:
		after = before + 1
	}
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) { s.IdleTicks = after })
	c.gating.Idle = quiet && !ended && before >= h.cfg.IdleAfter
	return c.gating.Idle
}

func (h *Heartbeat) anomalies() int {
	n := len(h.cycle.seen.Stale)
	for i := range h.cycle.seen.Probes {
		if h.cycle.seen.Probes[i].Severity > turn.None {
			n++
		}
	}
	return n
}

// retrieve is step 2. There is no memory to ask yet, and the gating names what
// is absent; what is retrieved is whatever the owner left for this decision.
func (h *Heartbeat) retrieve() {
	h.cycle.followUps = h.queue.FollowUps(steer.NextDecide)
	h.fire(fsm.Retrieved)
}

// analyze is step 3: the prediction error.
func (h *Heartbeat) analyze() {
	c := &h.cycle
	surprise := gate.Surprise{
		Price:         c.seen.Reading.Pool.Price,
		RegimeChanged: c.changed,
		IntoCrisis:    c.crisis && !h.crisis,
		HealthTerm:    c.health.term,
		HealthMax:     c.health.largest,
		FollowUps:     c.followUps,
		Anomalies:     h.anomalies(),
		Probes:        len(c.seen.Probes),
	}
	if h.cfg.OracleOff {
		c.error = gate.WithoutOracle(surprise)
	} else {
		c.error = gate.PredictionError(surprise)
	}
	h.fire(fsm.Analyzed)
}
