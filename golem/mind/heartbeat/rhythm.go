package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/wire"
)

// rhythm says when the ticks come, how long one may run and when the slow work of a
// delta tick is due.
type rhythm struct {
	notes    *notes
	state    *turn.State
	schedule *pace.Schedule
	budget   gate.Budget
	timeout  int64 // the least that a tick may run
	slow     Slow  // nil: there is none
}

// adjust sets the next interval of theta from what this tick found (heartbeat §1.2).
func (r *rhythm) adjust(crisis bool) (interval int64) {
	beat := r.state.Heartbeat()
	interval = r.schedule.Config().Theta(pace.Pressure{
		Regime: beat.Regime, Phase: r.state.Vitality().Phase, Crisis: crisis,
		Spent: r.budget.Share(beat.DailyCost), Slow: r.state.Standing().Slow,
	})
	old, changed := r.schedule.Adjust(pace.Theta, r.notes.wake, interval)
	if changed {
		r.notes.announce(wire.ClockFrequencyAdjusted{
			Scale: pace.Theta.String(), OldIntervalMS: scheduled(old), NewIntervalMS: scheduled(interval), Trigger: beat.Regime.String(),
		})
	}
	return interval
}

// scheduled is an interval for an event and a record; 0 where there is none.
func scheduled(interval int64) uint64 {
	if interval == pace.Never {
		return 0
	}
	return uint64(interval)
}

// limit is how long a tick may run: twice its interval, and the timeout at least.
func (r *rhythm) limit() int64 {
	interval := r.schedule.Interval(pace.Theta)
	if interval == pace.Never {
		return r.timeout
	}
	return max(2*interval, r.timeout)
}

// delta runs the slow work of heartbeat §1.1 that exists, when it is due.
func (r *rhythm) delta(ctx context.Context, to Emitter) {
	since, due := r.schedule.Delta(r.notes.wake)
	if !due || r.slow == nil {
		return
	}
	r.slow.Delta(ctx, r.notes.now)
	to.Emit(r.notes.tick, wire.ClockDeltaTick{IntervalMS: uint64(since), ConsolidationType: "snapshot"})
}
