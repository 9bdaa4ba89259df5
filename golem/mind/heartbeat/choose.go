package heartbeat

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
	"bardo.run/bardo/wire"
)

// kindEntry is the kind of a rule that opens a position; every other kind looks
// after what is held.
const kindEntry = "entry"

// choose is step 4: the threshold and the tier. It reports whether the tick goes
// on to a decision.
func (h *Heartbeat) choose() bool {
	c := &h.cycle
	beat, vitality := h.state.Heartbeat(), h.state.Vitality()
	theta := gate.Threshold(h.cfg.BaseThreshold, gate.NewbornConfidence, c.vitality, 0)
	entry, exit := kinds(c.triggers)
	c.gating = gate.Decide(gate.Case{
		Error: c.error, Threshold: theta,
		Steer: h.queue.Waiting() > 0, Owner: slices.ContainsFunc(h.queue.Peek(), steer.FromOwner), Transition: c.near, Reorg: h.reorg, Restart: h.restarted,
		Entry: entry, Exit: exit,
		Highs: c.highs.n, Grave: c.highs.grave(), HighProbe: c.highs.first,
		Idle: c.gating.Idle, Phase: vitality.Phase, PhaseEntry: vitality.TicksInPhase <= 1,
		Cost: h.cfg.Budget.State(beat.DailyCost),
	})
	c.gating.Absent = gate.Absent()
	h.restarted, h.reorg = false, false
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) { s.Gating = c.gating }) // the deliberator reads it
	h.announce(wire.HeartbeatTierSelected{
		Tier: tierName(c.gating.Tier), Rationale: c.gating.Reason, PE: c.error, Threshold: theta, Vitality: c.vitality,
	})
	if c.gating.Tier == turn.T0 {
		if c.gating.Reason == gate.ReasonCostCap {
			h.tellHeld()
		}
		h.announce(wire.HeartbeatSuppressed{Reason: h.suppressed()})
		h.fire(fsm.Suppressed)
		return false
	}
	h.fire(fsm.Chosen)
	return true
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
func (h *Heartbeat) suppressed() string {
	g := &h.cycle.gating
	switch {
	case g.Reason == gate.ReasonCostCap:
		return gate.ReasonCostCap
	case slices.Contains(g.Ceilings, gate.CeilingTerminal):
		return "dying"
	default:
		return "all_clear"
	}
}
