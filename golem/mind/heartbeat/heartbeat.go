package heartbeat

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/wire"
)

// Writers are the write handles that the heartbeat owns.
type Writers struct {
	Heartbeat turn.Writer[turn.Heartbeat]
	Positions turn.Writer[turn.Positions]
	Probes    *cortex.ProbesWriter
	Runtime   *cortex.RuntimeWriter
}

// Heartbeat runs the ticks of one Golem: it asks the part that each state of the machine
// belongs to for the step, and moves the machine by what the step came to.
type Heartbeat struct {
	state    *turn.State
	write    Writers
	emitter  Emitter
	schedule *pace.Schedule
	machine  fsm.Machine
	notes    notes
	chain    chainMemory
	plan     plan

	ears    ears
	senses  senses
	judge   judge
	council council
	actor   actor
	scribe  scribe
	costs   costs
	rhythm  rhythm
	watch   watch
}

// Next returns when which scale is due; pace.Never when nothing is.
func (h *Heartbeat) Next() (at int64, scale pace.Scale) { return h.schedule.Next() }

// Wake asks for a tick before its time (heartbeat §1.3). It reports whether the
// tick is granted.
func (h *Heartbeat) Wake(cause pace.Cause, now int64) bool { return h.schedule.Wake(cause, now) }

// Rebase moves the base interval of theta, in milliseconds, as STRATEGY.md asks;
// it is clamped to the clock's bounds and used from the next tick on. 0 goes back
// to the configured one.
func (h *Heartbeat) Rebase(interval int64) { h.schedule.Rebase(interval) }

// Restarted notes that the process was restarted: the next tick is at least T1,
// because the market may have moved meanwhile (runtime §15 rule 7).
func (h *Heartbeat) Restarted() { h.judge.restarted = true }

// Reread notes that the owner edited STRATEGY.md: the next theta tick is at least T1, so
// that the text comes into force with it (heartbeat §16).
func (h *Heartbeat) Reread() { h.judge.reread = true }

// State returns where the tick stands, for the health status.
func (h *Heartbeat) State() fsm.State { return h.machine.State() }

// Gamma runs one gamma tick that began at wake, in unix milliseconds: a small
// read, the kill switch, the inbox and the wake-ups (heartbeat §1.1). An error
// is a read that failed; the next gamma tick is scheduled all the same.
func (h *Heartbeat) Gamma(ctx context.Context, wake int64) (Pulse, error) {
	if h.notes.final != nil {
		return Pulse{}, h.notes.final
	}
	h.notes.now = wake
	h.schedule.Begin(pace.Gamma, wake)
	pulse, err := h.watch.pulse(ctx)
	interval := h.schedule.Config().Gamma(pulse.Violated)
	h.schedule.Adjust(pace.Gamma, wake, interval)
	h.notes.announce(wire.ClockGammaTick{IntervalMS: uint64(interval), SignalsSampled: 2})
	h.notes.flush(h.emitter)
	return pulse, err
}

// Theta runs one theta tick that began at wake, in unix milliseconds, and
// returns its record. An error is final: the journal ended, or the record could
// not be kept. Then nothing was announced, and the Golem must not tick again
// before it was resumed.
func (h *Heartbeat) Theta(ctx context.Context, wake int64) (turn.Record, error) {
	if h.notes.final != nil {
		return turn.Record{}, h.notes.final
	}
	h.begin(wake)
	h.think(ctx)
	if final := h.notes.final; final != nil {
		return turn.Record{}, fmt.Errorf("tick %d: %w", h.notes.tick, final)
	}
	return h.reflect(ctx)
}

// begin settles what the schedule says about a tick and lets every part begin it.
func (h *Heartbeat) begin(wake int64) {
	h.notes.begin(h.state.Heartbeat().Tick, wake)
	h.senses.begin()
	h.scribe.begin()
	woken, missed := h.schedule.Begin(pace.Theta, wake)
	h.senses.pend(missed)
	h.costs.begin()
	h.ears.begin()
	h.judge.begin(woken)
	h.council.begin()
	h.plan.begin()
	h.fire(fsm.Begin)
	h.write.Runtime.SetTick(h.notes.tick)
	h.write.Runtime.SetLastUpdateNS(uint64(max(wake, 0)) * 1_000_000)
}

// think takes the steps up to reflection: one in each state, by the part that it belongs
// to, and the machine goes where its event leads. A step that met a final error leaves
// it in the notes, and the tick is given up where it stands. A panic in a step becomes a
// fault of the record.
func (h *Heartbeat) think(ctx context.Context) {
	defer h.recovered()
	for h.machine.State() != fsm.Reflecting {
		var e fsm.Event
		switch h.machine.State() {
		case fsm.Observing:
			e = h.observe(ctx)
		case fsm.Retrieving:
			e = h.judge.retrieve()
		case fsm.Analyzing:
			e = h.judge.analyze(&h.senses.sight)
		case fsm.Gating:
			e = h.judge.choose(&h.senses.sight)
		case fsm.Deciding:
			e = h.council.decide(ctx)
		case fsm.Simulating:
			e = h.actor.simulate(ctx)
		case fsm.Validating:
			e = h.actor.validate(ctx)
		case fsm.Executing:
			e = h.actor.execute(ctx)
		case fsm.Verifying:
			e = h.actor.verify(ctx)
		}
		if h.notes.final != nil {
			return
		}
		h.fire(e)
	}
}

// observe is step 1, and whether steps 2 and 3 are skipped.
func (h *Heartbeat) observe(ctx context.Context) fsm.Event {
	e := h.senses.observe(ctx)
	if e == fsm.Observed && h.judge.idle(&h.senses.sight) {
		return fsm.Skip
	}
	return e
}

// recovered is deferred around the steps. It must leave the machine at
// reflection, whatever state the panic found it in.
func (h *Heartbeat) recovered() {
	p := recover()
	if p == nil || h.notes.final != nil {
		return
	}
	h.notes.fault(h.machine.State().String(), kindPanic, panicText(p))
	if h.machine.State() < fsm.Deciding {
		h.judge.broke()
	}
	h.fire(fsm.Recover)
}

// fire moves the state machine. The steps answer in the order of its table, so a
// refusal is a bug of this package and ends the step like any other panic.
func (h *Heartbeat) fire(e fsm.Event) {
	if err := h.machine.Fire(e); err != nil {
		panic(err)
	}
}

// reflect is step 9: build the record, let the nine stages fill in theirs, keep
// it, and only then announce what happened.
func (h *Heartbeat) reflect(ctx context.Context) (turn.Record, error) {
	r := h.record()
	h.scribe.afterTurn(ctx, &r)
	h.costs.charge(&r)
	r.NextTickIn = int64(scheduled(h.rhythm.adjust(h.senses.sight.crisis)))
	h.scribe.close(&r)
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) { s.Tick++ })
	if err := h.scribe.keep(r); err != nil {
		return turn.Record{}, err
	}
	h.fire(fsm.Recorded)
	if h.ears.fresh() {
		h.schedule.Wake(pace.Message, h.notes.now)
	}
	h.notes.closing(&r, h.senses.sight.resolved)
	h.notes.flush(h.emitter)
	h.rhythm.delta(ctx, h.emitter)
	return r, nil
}

// record is what the parts know of the tick.
func (h *Heartbeat) record() turn.Record {
	id, s := h.state.Identity(), &h.senses.sight
	h.plan.outcomes(s.triggers, h.judge.gating)
	s.mark.Triggers = s.triggers
	r := turn.Record{
		Version: turn.RecordVersion, Tick: h.notes.tick, Time: h.notes.wake, GolemID: id.GolemID, Epoch: id.Epoch,
		Seen: s.seen, Previous: s.previous, Gating: h.judge.close(s), Thought: h.council.thoughts, Actions: h.plan.actions,
		Strategy: s.mark, Standing: h.state.Standing(),
	}
	if h.senses.oracle != nil {
		f := h.senses.oracle.Drain()
		r.Foresight = &f
	}
	r.Cost = h.costs.of(r.Thought, r.Actions)
	return r
}
