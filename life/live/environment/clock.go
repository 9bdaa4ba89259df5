package environment

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/history"
)

// Clock is the life's clock: waiting moves the world, in turn with the other lives in
// it. In real time it waits as long as the world would take, but not for what a resumed
// life has waited before: the world pauses with its process.
type Clock struct {
	// Replaying reports whether the life is being computed again; nil: it never is.
	Replaying func() bool

	world *history.World
	pace  clock.Clock // nil: as fast as it goes
	seat  *Seat       // nil: nobody else lives there

	mu     sync.Mutex // guards now
	now    time.Time
	origin time.Time // of the pace clock, zero while replaying
	first  time.Time // of the world, at origin
}

// NewClock stands at the birth of a life, so long after the beginning of a world's market. pace is the clock that
// holds the life back; nil: none does. seat is its place among the lives of that world; nil: it lives there alone.
func NewClock(w *history.World, pace clock.Clock, born time.Duration, seat *Seat) *Clock {
	return &Clock{world: w, pace: pace, seat: seat, now: w.Market().Start().Add(born)}
}

// hold waits until the world may stand at t. In real time a life that is resumed is held back
// from where it stood, not from its birth.
func (c *Clock) hold(ctx context.Context, t time.Time) error {
	if c.pace == nil || c.Replaying != nil && c.Replaying() {
		return nil
	}
	if c.origin.IsZero() {
		c.origin, c.first = c.pace.Now(), c.Now()
	}
	return c.pace.WaitUntil(ctx, c.origin.Add(t.Sub(c.first)))
}

// Now implements clock.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// pictured is a world and the time at which it is looked at.
type pictured struct {
	Now   int64  `cbor:"1,keyasint"` // unix nanoseconds
	World []byte `cbor:"2,keyasint"`
}

// Image implements process.World: of the clock, and of the world that it moves.
func (c *Clock) Image() ([]byte, error) {
	w, err := history.ImageOf(c.world)
	if err != nil {
		return nil, err
	}
	return cbor.Marshal(pictured{c.Now().UnixNano(), w})
}

// Restore implements process.World. The clock stood at the beginning.
func (c *Clock) Restore(img []byte) error {
	var p pictured
	if err := cbor.Unmarshal(img, &p); err != nil {
		return fmt.Errorf("%w: %w", history.ErrImage, err)
	}
	if err := history.Restore(c.world, p.World); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = time.Unix(0, p.Now).UTC()
	return nil
}

// WaitUntil seals every block due by t and stands at t.
func (c *Clock) WaitUntil(ctx context.Context, t time.Time) error {
	c.seat.Wait(t)
	if err := c.hold(ctx, t); err != nil {
		return err
	}
	return c.move(ctx, t)
}

// Begin waits for the birth, with the first turn. It fails where ctx ends before.
func (c *Clock) Begin(ctx context.Context) error {
	c.seat.Wait(c.Now())
	return c.move(ctx, c.Now())
}

// Leave gives the turn back for ever: the life is over, or goes on another time.
func (c *Clock) Leave() { c.seat.Leave() }

// move seals every block due by t and stands at t.
func (c *Clock) move(ctx context.Context, t time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := c.world.Advance(context.WithoutCancel(ctx), t); err != nil {
		return fmt.Errorf("move the world: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.After(c.now) {
		c.now = t.UTC()
	}
	return nil
}
