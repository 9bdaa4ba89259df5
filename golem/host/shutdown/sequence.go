package shutdown

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// Why a phase did not do its work, or not all of it.
var (
	ErrOverran = errors.New("the phase overran its time and was abandoned")
	ErrNoTime  = errors.New("no time was left for the phase")
)

// Work is what one phase does. It ends when ctx ends, at until by the clock of
// the shutdown.
type Work func(ctx context.Context, until time.Time) error

// Plan is the work of each phase by its number, as in Plan{Manifest: save}. A
// phase without work is passed, and says so.
type Plan [count + 1]Work

// Emitter takes the events. It must not block.
type Emitter interface {
	EmitIdle(event wire.Payload)
}

// Sequence runs the phases. Clock must really wait, as clock.System does: one
// that moves when it is waited for would end every phase at once.
type Sequence struct {
	Clock  clock.Clock
	Events Emitter
}

// Outcome is what became of one phase. Err is nil, what its work returned,
// ErrOverran or ErrNoTime. Idle says that there was nothing to do.
type Outcome struct {
	Phase Phase
	Idle  bool
	Err   error
	Took  time.Duration
}

// Report is what became of a shutdown, by phase in order.
type Report struct {
	Phases  []Outcome
	Elapsed time.Duration
}

// Err returns the errors of all phases, each with its phase; nil without any.
func (r Report) Err() error {
	var all []error
	for _, o := range r.Phases {
		if o.Err != nil {
			all = append(all, fmt.Errorf("shutdown phase %d, %s: %w", o.Phase.Number, o.Phase.Name, o.Err))
		}
	}
	return errors.Join(all...)
}

// Run announces the shutdown and runs the ten phases. Nothing shortens it, also
// not the end of ctx, which is what a second signal does. It returns after at
// most Total, unless the process itself stood still.
func (s *Sequence) Run(ctx context.Context, reason string, plan Plan) Report {
	ctx = context.WithoutCancel(ctx)
	begun := s.Clock.Now()
	s.Events.EmitIdle(wire.LifecycleShutdown{Reason: reason})
	var r Report
	for _, p := range order {
		at := s.Clock.Now()
		err := s.phase(ctx, plan[p.Number], at, deadline(p, begun, at))
		took := s.Clock.Now().Sub(at)
		idle := plan[p.Number] == nil
		r.Phases = append(r.Phases, Outcome{p, idle, err, took})
		s.Events.EmitIdle(wire.LifecycleShutdownPhase{Phase: uint64(p.Number), OK: err == nil, Idle: idle, MS: uint64(max(took, 0).Milliseconds())})
	}
	r.Elapsed = s.Clock.Now().Sub(begun)
	return r
}

// deadline is when all budgets up to the phase are used up, so that a phase gets
// what earlier ones left. One that must run has its least in any case.
func deadline(p Phase, begun, now time.Time) time.Time {
	until := begun.Add(p.deadline)
	if own := now.Add(p.least); p.least > 0 && own.After(until) {
		return own
	}
	return until
}

// phase runs one phase's work, begun at now, until it is done or its time is
// over.
func (s *Sequence) phase(ctx context.Context, work Work, now, until time.Time) error {
	if work == nil {
		return nil
	}
	if !now.Before(until) {
		return ErrNoTime
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the work, if it listens, and the watch
	done, late := make(chan error, 1), make(chan struct{})
	go func() { done <- guarded(ctx, work, until) }()
	go func() {
		if s.Clock.WaitUntil(ctx, until) == nil {
			close(late)
		}
	}()
	select {
	case err := <-done:
		return err
	case <-late:
	}
	select {
	case err := <-done: // at the last moment
		return err
	default:
		return ErrOverran
	}
}

// guarded turns a panic of the work into its error.
func guarded(ctx context.Context, work Work, until time.Time) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return work(ctx, until)
}
