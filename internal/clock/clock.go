// Package clock is the only place that reads the wall clock or waits on it
// (DESIGN §4). Everything else takes a Clock: the machine's in production, a
// Simulated one where time is data (history, replay, tests).
package clock

import (
	"context"
	"sync"
	"time"
)

// Clock tells the time and waits. Implementations are safe for concurrent use.
type Clock interface {
	// Now returns the current time in UTC.
	Now() time.Time
	// WaitUntil blocks until Now() is not before t, or ctx ends. It returns
	// ctx's error in the second case.
	WaitUntil(ctx context.Context, t time.Time) error
}

// System is the machine's clock.
type System struct{}

// Now implements Clock.
func (System) Now() time.Time { return time.Now().UTC() }

// WaitUntil implements Clock.
func (System) WaitUntil(ctx context.Context, t time.Time) error {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Simulated is a clock that only moves when it is told to: WaitUntil moves it
// forward at once, so a life on history never waits. The zero value stands at
// the zero time.
type Simulated struct {
	mu  sync.Mutex // guards now
	now time.Time
}

// NewSimulated returns a simulated clock standing at t.
func NewSimulated(t time.Time) *Simulated { return &Simulated{now: t.UTC()} }

// Now implements Clock.
func (s *Simulated) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// WaitUntil moves the clock forward to t. It never moves it back.
func (s *Simulated) WaitUntil(ctx context.Context, t time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.After(s.now) {
		s.now = t.UTC()
	}
	return nil
}

// Stopwatch measures a duration for metrics. Its readings never enter a record
// (DESIGN §4).
type Stopwatch struct{ start time.Time }

// Start begins a measurement on the machine's monotonic clock.
func Start() Stopwatch { return Stopwatch{start: time.Now()} }

// Elapsed returns the time since Start.
func (w Stopwatch) Elapsed() time.Duration { return time.Since(w.start) }
