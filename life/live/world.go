package live

import (
	"context"
	"fmt"
	"sync"
	"time"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// MarketError is a history that cannot be read or lived, or a world that cannot be made.
type MarketError struct{ error }

// Unwrap returns the cause.
func (e *MarketError) Unwrap() error { return e.error }

// market reads the recorded history, or makes the generated one.
func (o Options) market() (m history.Market, err error) {
	if o.History != "" {
		m, err = history.Load(o.History)
	} else {
		m, err = world.Generate(o.World, o.Seed, o.Days)
	}
	if err == nil {
		err = m.Check()
	}
	if err != nil {
		return m, &MarketError{err}
	}
	return m, nil
}

// worldClock is the life's clock: waiting moves the world. In real time it waits
// as long as the world would take, but not for what a resumed life has waited
// before: the world pauses with its process.
type worldClock struct {
	world     *history.World
	pace      clock.Clock // nil: as fast as it goes
	replaying func() bool

	mu     sync.Mutex // guards now
	now    time.Time
	origin time.Time // of the pace clock, zero while replaying
	first  time.Time // of the world, at origin
}

func newWorldClock(w *history.World, start time.Time, pace clock.Clock) *worldClock {
	return &worldClock{world: w, pace: pace, now: start, replaying: func() bool { return false }}
}

// pacing is the clock that holds a life back; nil: none does.
func (o Options) pacing() clock.Clock {
	if o.Realtime && o.pace == nil {
		return clock.System{}
	}
	return o.pace
}

// hold waits until the world may stand at t. In real time a life that is resumed is held back
// from where it stood, not from its birth.
func (c *worldClock) hold(ctx context.Context, t time.Time) error {
	if c.pace == nil || c.replaying() {
		return nil
	}
	if c.origin.IsZero() {
		c.origin, c.first = c.pace.Now(), c.Now()
	}
	return c.pace.WaitUntil(ctx, c.origin.Add(t.Sub(c.first)))
}

// Now implements clock.Clock.
func (c *worldClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// WaitUntil seals every block due by t and stands at t.
func (c *worldClock) WaitUntil(ctx context.Context, t time.Time) error {
	if err := c.hold(ctx, t); err != nil {
		return err
	}
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

// look opens the market of a world. session is until when somebody else signs; 0: nobody does.
func look(ctx context.Context, w *history.World, b agent.Boot, session uint64) (*rpc.Client, *chain.Chain, error) {
	client := rpc.New(w.Client())
	eyes, err := chain.Open(ctx, client, chain.Config{
		ChainID: chainID, Account: b.Venue.Account, Payer: b.Venue.Sender(), Grant: b.Venue.Grant, Pool: b.Chain.Pool, Quote: b.Chain.Quote,
		Router: b.Venue.Router, Positions: b.Venue.Positions, Aave: b.Venue.Aave,
		V2Router: b.Venue.V2Router, V4: b.Venue.V4, NativePrice: nativePrice(w.Market().Spec),
		Morpho: b.Venue.Morpho, MorphoMarket: b.Venue.MorphoParams.ID(),
		Growth: b.Oracle || b.Risk.Adaptive, Session: session, Feed: w.Feeds().Base,
	})
	if err != nil {
		return nil, nil, fmt.Errorf("open chain: %w", err)
	}
	return client, eyes, nil
}

// outside connects a Golem to the world.
func outside(ctx context.Context, w *history.World, b agent.Boot, h *hand, c *worldClock) (agent.Outside, error) {
	client, eyes, err := look(ctx, w, b, h.session())
	if err != nil {
		return agent.Outside{}, err
	}
	fork, err := sim.New(client, sim.Rules{ChainID: chainID, Hardfork: sim.Osaka})
	if err != nil {
		return agent.Outside{}, err
	}
	adapters, err := tool.NewAdapters(b.Venue)
	if err != nil {
		return agent.Outside{}, err
	}
	key, err := h.open(ctx)
	if err != nil {
		return agent.Outside{}, err
	}
	return agent.Outside{
		Eyes: eyes, Client: client, Signer: key, Clock: c,
		Foresight: &tool.Simulator{Adapters: adapters, Chain: eyes, Client: client, Fork: fork, ChainID: chainID},
	}, nil
}
