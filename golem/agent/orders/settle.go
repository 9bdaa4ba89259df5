package orders

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
)

// Settling is the write path outside a tick, as the death protocol uses it. No record of a
// tick carries what is settled, so it is booked as it happens.
type Settling struct {
	orders *Orders
	state  *turn.State
	asked  map[string]turn.Action // by permit
}

// Settle returns the write path outside a tick. state is where it reads what is held.
func (o *Orders) Settle(state *turn.State) Settling {
	return Settling{o, state, map[string]turn.Action{}}
}

// Preview implements heartbeat.Hands.
func (s Settling) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	preview, err := s.orders.Desk.Preview(ctx, p)
	if preview.PermitID != "" {
		s.asked[preview.PermitID] = turn.Action{Proposal: p, Preview: preview}
	}
	return preview, err
}

// Commit implements heartbeat.Hands.
func (s Settling) Commit(ctx context.Context, permitID string) (turn.Execution, error) {
	x, err := s.orders.Desk.Commit(ctx, permitID)
	act := s.asked[permitID]
	act.Execution, act.Status = &x, x.Status
	return x, errors.Join(err, s.orders.Books.Tokens.Executed(act, s.state.Positions().Reading))
}

// Cancel implements heartbeat.Hands.
func (s Settling) Cancel(ctx context.Context, permitID, reason string) error {
	return s.orders.Desk.Cancel(ctx, permitID, reason)
}

// CancelAll implements thanatopsis.Hands.
func (s Settling) CancelAll(reason string) { s.orders.Desk.CancelAll(reason) }

// Reconcile returns what became known of orders, and whether another is awaited.
func (s Settling) Reconcile(ctx context.Context) (known []turn.Execution, waiting bool, err error) {
	news, err := s.orders.Reconcile(ctx)
	if err == nil {
		err = s.orders.Keys.Finish(ctx)
	}
	for _, r := range news {
		if r.Finality != "" {
			continue
		}
		known = append(known, *r.Action.Execution)
	}
	return known, s.orders.Desk.Orders.Waiting(), err
}

// Reach is the write path for whoever acts between two ticks, on the goroutine that ticks.
// It looks before it acts: of two calls the second must know what the first left. What is
// executed is booked as it happens, and what is permitted dies with the Golem like any permit.
type Reach struct {
	Settling
	market    heartbeat.Market
	positions turn.Writer[turn.Positions]
}

// Reach returns the write path for whoever acts between two ticks, over what market reads.
func (s Settling) Reach(market heartbeat.Market, positions turn.Writer[turn.Positions]) Reach {
	return Reach{s, market, positions}
}

// Preview implements heartbeat.Hands.
func (r Reach) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	if err := r.look(ctx); err != nil {
		return turn.Preview{}, err
	}
	return r.Settling.Preview(ctx, p)
}

// Commit implements heartbeat.Hands.
func (r Reach) Commit(ctx context.Context, permitID string) (turn.Execution, error) {
	if err := r.look(ctx); err != nil {
		return turn.Execution{PermitID: permitID}, err
	}
	return r.Settling.Commit(ctx, permitID)
}

// look takes a reading into the state.
func (r Reach) look(ctx context.Context) error {
	seen, err := r.market.Observe(ctx)
	if err != nil {
		return fmt.Errorf("read the chain before a write: %w", err)
	}
	r.positions.Edit(func(s *turn.Positions) { s.Take(seen) })
	return nil
}
