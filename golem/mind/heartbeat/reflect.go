package heartbeat

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// reasonObservation is the gating reason of a tick that saw nothing.
const reasonObservation = "observation_failure"

// reflect is step 9: build the record, let the nine stages fill in theirs, keep
// it, and only then announce what happened.
func (h *Heartbeat) reflect(ctx context.Context) (turn.Record, error) {
	c := &h.cycle
	h.outcomes()
	r := h.record()
	h.afterTurn(ctx, &r)
	h.charge(&r)
	interval := h.adjust()
	if interval != pace.Never {
		r.NextTickIn = interval
	}
	if h.ports.Journal != nil {
		r.Entries = [2]uint64{c.entries, h.ports.Journal.Seq()}
	}
	r.Faults = c.faults
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) { s.Tick++ })
	h.crisis = c.crisis
	if err := h.ports.Reflector.Keep(r); err != nil {
		c.final = fmt.Errorf("keep the record of tick %d: %w", c.tick, err)
		return turn.Record{}, c.final
	}
	h.fire(fsm.Recorded)
	h.rouse()
	h.closing(&r)
	h.flush()
	if since, due := h.schedule.Delta(c.wake); due {
		h.delta(ctx, since)
	}
	return r, nil
}

// record is what the heartbeat itself knows of the tick.
func (h *Heartbeat) record() turn.Record {
	c := &h.cycle
	if c.gating.Reason == "" {
		c.gating = turn.Gating{Reason: reasonObservation, Absent: gate.Absent()}
	}
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) { s.Gating = c.gating })
	id := h.state.Identity()
	c.mark.Triggers = c.triggers
	var foresight *turn.Foresight
	if h.ports.Oracle != nil {
		f := h.ports.Oracle.Drain()
		foresight = &f
	}
	return turn.Record{
		Version: turn.RecordVersion, Tick: c.tick, Time: c.wake, GolemID: id.GolemID, Epoch: id.Epoch,
		Seen: c.seen, Previous: c.previous, Gating: c.gating, Thought: c.thoughts, Actions: c.actions,
		Cost: h.cost(), Faults: c.faults,
		Strategy: c.mark, Foresight: foresight, Standing: h.state.Standing(),
	}
}

// afterTurn runs the nine stages; what they add to the faults stays, and a panic
// that they let through becomes one.
func (h *Heartbeat) afterTurn(ctx context.Context, r *turn.Record) {
	defer func() {
		p := recover()
		h.cycle.faults = r.Faults
		if p != nil {
			h.fault("reflecting", kindPanic, panicText(p))
		}
	}()
	h.ports.Reflector.AfterTurn(ctx, r)
}

// cost adds up what thinking and acting cost.
func (h *Heartbeat) cost() (cost turn.Cost) {
	for i := range h.cycle.thoughts {
		cost.Inference = h.add(cost.Inference, h.cycle.thoughts[i].Cost)
	}
	for i := range h.cycle.actions {
		if e := h.cycle.actions[i].Execution; e != nil {
			cost.Gas = h.add(cost.Gas, e.Cost)
		}
	}
	cost.Total = h.add(cost.Inference, cost.Gas)
	return cost
}

// charge completes the costs with what the lifespan charged in its stage, and
// takes them into the day's.
func (h *Heartbeat) charge(r *turn.Record) {
	r.Cost.Total = h.add(r.Cost.Total, r.Mortality.Consumed)
	spent := h.add(h.state.Heartbeat().DailyCost, r.Cost.Total)
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) {
		s.LastCost, s.DailyCost = r.Cost, spent
		s.CostState = h.cfg.Budget.State(spent).String()
	})
}

// add never loses a cost: an overflow stays at the greater of the two and is a
// fault.
func (h *Heartbeat) add(a, b money.USDC) money.USDC {
	sum, err := a.Add(b)
	if err != nil {
		h.fault("reflecting", kindCost, "the costs of this tick exceed what can be counted")
		return max(a, b)
	}
	return sum
}

// adjust sets the next interval from what this tick found (heartbeat §1.2).
func (h *Heartbeat) adjust() int64 {
	c, beat := &h.cycle, h.state.Heartbeat()
	interval := h.schedule.Config().Theta(pace.Pressure{
		Regime: beat.Regime, Phase: h.state.Vitality().Phase, Crisis: c.crisis,
		Spent: h.cfg.Budget.Share(beat.DailyCost), Slow: h.state.Standing().Slow,
	})
	old, changed := h.schedule.Adjust(pace.Theta, c.wake, interval)
	if changed {
		h.announce(wire.ClockFrequencyAdjusted{
			Scale: pace.Theta.String(), OldIntervalMS: scheduled(old), NewIntervalMS: scheduled(interval), Trigger: beat.Regime.String(),
		})
	}
	return interval
}

// scheduled is an interval for an event; 0 where there is none.
func scheduled(interval int64) uint64 {
	if interval == pace.Never {
		return 0
	}
	return uint64(interval)
}

// limit is how long a tick may run.
func (h *Heartbeat) limit() int64 {
	interval := h.schedule.Interval(pace.Theta)
	if interval == pace.Never {
		return h.cfg.TimeoutMin
	}
	return max(2*interval, h.cfg.TimeoutMin)
}

// delta runs the slow work of heartbeat §1.1 that exists.
func (h *Heartbeat) delta(ctx context.Context, since int64) {
	if h.ports.Slow == nil {
		return
	}
	h.ports.Slow.Delta(ctx, h.cycle.now)
	h.ports.Emitter.Emit(h.cycle.tick, wire.ClockDeltaTick{
		IntervalMS: uint64(since), ConsolidationType: "snapshot",
	})
}
