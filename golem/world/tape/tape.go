// Package tape puts the journal between a Golem and everything outside it: each
// wrapper has the methods of a port, asks the real thing through journal.Take
// while a life is recorded, and plays the journal back in a replay, when the
// real thing may be nil (DESIGN §4, Determinism).
//
// It decides nothing. It belongs to the goroutine that ticks.
package tape

import (
	"context"
	"time"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/internal/clock"
)

// Clock is the life's clock: every reading that decides is an entry. Where time passes
// by itself it is the machine's, as long as no one puts that back; one that is put
// forward is believed, because a machine that slept for a year was not paid for longer.
type Clock struct {
	journal *journal.Journal
	under   clock.Clock `image:"-"` // nil in a replay
	runs    bool
	now     int64 // unix milliseconds, last entry
	shift   int64 `image:"-"` // milliseconds that the machine's clock was put back by
}

// NewClock returns a clock over under. runs says that time passes by itself
// (live), so that Now must be asked and recorded each time; on history it stands
// still between waits.
func NewClock(j *journal.Journal, under clock.Clock, runs bool) *Clock {
	return &Clock{journal: j, under: under, runs: runs}
}

// Now returns the life's time in unix milliseconds. An unreadable journal leaves
// it where it was; the next Take reports the error.
func (c *Clock) Now() int64 {
	if !c.runs && c.now != 0 {
		return c.now
	}
	now, err := journal.Take(c.journal, journal.KindWake, int64(0), func() (int64, error) {
		return c.reading(c.now), nil
	})
	if err == nil {
		c.now = now
	}
	return c.now
}

// Last returns the last recorded reading, without taking another.
func (c *Clock) Last() int64 { return c.now }

// Rester is a clock whose rest between two ticks ends early where somebody has
// ordered something.
type Rester interface {
	// Rest is clock.Clock's WaitUntil, but may return before.
	Rest(ctx context.Context, t time.Time) error
}

// WaitUntil waits until the given unix milliseconds and returns the time it
// woke at. On history the wait moves the world, which a resumed life does again.
func (c *Clock) WaitUntil(ctx context.Context, until int64) (int64, error) {
	return c.wait(ctx, until, until, func(ctx context.Context, t time.Time) error { return c.under.WaitUntil(ctx, t) })
}

// Rest is WaitUntil between two ticks. Where the clock is a Rester it may end before
// its time. A wait inside a tick may not: while an order waits to be heard it would ask for
// receipts without pause.
func (c *Clock) Rest(ctx context.Context, until int64) (int64, error) {
	r, ok := c.under.(Rester)
	if !ok {
		return c.WaitUntil(ctx, until)
	}
	return c.wait(ctx, until, c.now, r.Rest)
}

// wait waits until a time, and has reached at least another when it is over.
func (c *Clock) wait(ctx context.Context, until, reached int64, wait func(context.Context, time.Time) error) (int64, error) {
	now, err := journal.Take(c.journal, journal.KindAdvance, until, func() (int64, error) {
		c.reading(c.now)
		if err := wait(ctx, time.UnixMilli(until-c.shift)); err != nil {
			return 0, err
		}
		return c.reading(max(reached, c.now)), nil // whatever was done to the clock meanwhile
	})
	if err == nil {
		c.now = now
	}
	return now, err
}

// step is how far a clock may go back, in milliseconds, and only have been set right.
const step = 1_000

// reading reads the machine's clock. A life's time does not go back: where it would by
// more than a step, because the clock was put back, it goes on from least instead,
// which it has reached. Every schedule, cooldown and charge would else stand still, for a
// year if need be.
func (c *Clock) reading(least int64) int64 {
	now := c.under.Now().UnixMilli() + c.shift
	if back := least - now; c.runs && c.now != 0 && back > step {
		c.shift += back
		now = least
	}
	return now
}
