package agent

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
)

// Hands is the write path for whoever acts between two ticks, on the goroutine that
// ticks: what a model's two tools will call. Every call is judged on a reading of its
// own, and what is executed is booked as it happens, because no record of a tick carries
// it. What is permitted here dies with the Golem like any permit.
func (a *Agent) Hands() heartbeat.Hands {
	return reach{settling{a.desk, a, map[string]turn.Action{}}, a.chain()}
}

// reach looks before it acts: of two calls the second must know what the first left.
type reach struct {
	settling
	market heartbeat.Market
}

// Preview implements heartbeat.Hands.
func (r reach) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	if err := r.look(ctx); err != nil {
		return turn.Preview{}, err
	}
	return r.settling.Preview(ctx, p)
}

// Commit implements heartbeat.Hands.
func (r reach) Commit(ctx context.Context, permitID string) (turn.Execution, error) {
	if err := r.look(ctx); err != nil {
		return turn.Execution{PermitID: permitID}, err
	}
	return r.settling.Commit(ctx, permitID)
}

// look takes a reading into the state.
func (r reach) look(ctx context.Context) error {
	seen, err := r.market.Observe(ctx)
	if err != nil {
		return fmt.Errorf("read the chain before a write: %w", err)
	}
	r.a.write.Positions.Edit(func(s *turn.Positions) { s.Take(seen) })
	return nil
}
