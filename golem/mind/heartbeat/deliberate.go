package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
)

// council is the chain of minds: it asks them for one step after another, each of which
// sees what the last one left, until they propose nothing more.
type council struct {
	notes   *notes
	state   *turn.State
	minds   []Deliberator
	timer   Timer
	machine *fsm.Machine
	ears    *ears
	sight   *sight
	judge   *judge
	plan    *plan
	rhythm  *rhythm
	steps   int // the most of one tick

	step     int
	answered bool // at least once
	thoughts []turn.Thought
}

// begin starts a tick, in which nobody has been asked yet.
func (c *council) begin() { c.step, c.answered, c.thoughts = 0, false, nil }

// decide asks for the next step, again where a steer interrupts it.
func (c *council) decide(ctx context.Context) fsm.Event {
	for {
		if c.step == 0 || c.machine.Substate() == fsm.Interrupted {
			c.ears.hear()
		}
		if !c.inTime(ctx) {
			return fsm.Settled
		}
		proposal, err := c.consult(ctx)
		if err != nil {
			return c.failed(err)
		}
		c.answered = true
		c.step++
		effect, ok := c.ears.listen(ctx)
		switch {
		case ok && effect == fsm.Interrupts:
		case !ok || proposal == nil:
			return fsm.Settled
		default:
			c.plan.propose(*proposal)
			return fsm.Proposed
		}
	}
}

// consult asks the chain for a step: what the first that has one proposes.
func (c *council) consult(ctx context.Context) (*turn.Proposal, error) {
	b := c.brief()
	for _, mind := range c.minds {
		d, err := mind.Deliberate(ctx, b)
		if err != nil {
			return nil, err
		}
		c.thoughts = append(c.thoughts, d.Thought)
		if d.Proposal != nil || d.Last {
			return d.Proposal, nil
		}
	}
	return nil, nil //nolint:nilnil // nobody proposes anything
}

func (c *council) brief() turn.Brief {
	return turn.Brief{
		Now: c.notes.now, Tier: c.judge.gating.Tier, Step: c.step, Seen: c.sight.current, State: c.state,
		Triggers: c.sight.triggers, Steers: c.ears.heard, Done: c.plan.actions,
	}
}

// failed ends the deliberation. When nothing was decided yet the tick counts as
// suppressed.
func (c *council) failed(err error) fsm.Event {
	if !c.notes.failed("deciding", err) {
		c.plan.stop(layerDeliberator)
		if !c.answered {
			c.judge.unthought()
		}
	}
	return fsm.Settled
}

// inTime reports whether there may be another step: there are only so many, and none
// begins in a tick that runs longer than it may (heartbeat §1.4), by journaled time.
func (c *council) inTime(ctx context.Context) bool {
	switch c.step {
	case 0:
		return true
	case c.steps:
		return c.cut(kindSteps, "the decision had not settled after the last step")
	}
	now, err := c.timer.Now(ctx)
	if err != nil {
		c.notes.failed("deciding", err)
		c.plan.stop(layerHeartbeat)
		return false
	}
	c.notes.now = max(c.notes.now, now)
	if c.notes.now-c.notes.wake > c.rhythm.limit() {
		return c.cut(kindTimeout, "the tick ran longer than it may and was ended before its next step")
	}
	return true
}

// cut ends the plan with a fault, and is never in time.
func (c *council) cut(kind, message string) (inTime bool) {
	c.plan.stop(layerHeartbeat)
	c.notes.fault("deciding", kind, message)
	return false
}
