package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
)

// reasonInference is the gating reason of a tick whose deliberator failed before
// it decided anything (heartbeat §2, error table).
const reasonInference = "inference_failure"

// deliberate asks for decisions until one proposes nothing more: each step sees
// what the last one left. It leaves the machine at reflection.
func (h *Heartbeat) deliberate(ctx context.Context) {
	h.hear()
	for step := range h.cfg.Steps {
		if step > 0 && !h.inTime(ctx) {
			return
		}
		proposal, err := h.consult(ctx, h.brief(step))
		if err != nil {
			h.inferenceFailed(err)
			return
		}
		h.cycle.answered = true
		effect, ok := h.listen(ctx)
		if !ok {
			return
		}
		if effect == fsm.Interrupts {
			h.hear()
			continue
		}
		if proposal == nil {
			h.fire(fsm.Settled)
			return
		}
		if !h.act(ctx, *proposal) {
			return
		}
	}
	h.cycle.cut = layerHeartbeat
	h.fault("deciding", kindSteps, "the decision had not settled after the last step")
	h.fire(fsm.Settled)
}

// consult asks the chain for a step: what the first that has one proposes.
func (h *Heartbeat) consult(ctx context.Context, b turn.Brief) (*turn.Proposal, error) {
	for _, mind := range h.ports.Minds {
		d, err := mind.Deliberate(ctx, b)
		if err != nil {
			return nil, err
		}
		h.cycle.thoughts = append(h.cycle.thoughts, d.Thought)
		if d.Proposal != nil || d.Last {
			return d.Proposal, nil
		}
	}
	return nil, nil //nolint:nilnil // nobody proposes anything
}

func (h *Heartbeat) brief(step int) turn.Brief {
	c := &h.cycle
	return turn.Brief{
		Now: c.now, Tier: c.gating.Tier, Step: step, Seen: c.current, State: h.state,
		Triggers: c.triggers, Steers: c.steers, Done: c.actions,
	}
}

// inferenceFailed ends the deliberation. When nothing was decided yet the tick
// counts as suppressed.
func (h *Heartbeat) inferenceFailed(err error) {
	c := &h.cycle
	if h.failed("deciding", err) {
		return
	}
	c.cut = layerDeliberator
	if !c.answered {
		c.gating.Tier, c.gating.Reason = turn.T0, reasonInference
	}
	h.fire(fsm.Settled)
}

// inTime is the watchdog (heartbeat §1.4), by journaled time only: a tick that
// runs longer than twice its interval, and 120 s at least, does not begin
// another step.
func (h *Heartbeat) inTime(ctx context.Context) bool {
	now, err := h.ports.Timer.Now(ctx)
	if err != nil {
		if !h.failed("deciding", err) {
			h.cycle.cut = layerHeartbeat
			h.fire(fsm.Settled)
		}
		return false
	}
	h.cycle.now = max(h.cycle.now, now)
	if h.cycle.now-h.cycle.wake <= h.limit() {
		return true
	}
	h.cycle.cut = layerHeartbeat
	h.fault("deciding", kindTimeout, "the tick ran longer than it may and was ended before its next step")
	h.fire(fsm.Settled)
	return false
}
