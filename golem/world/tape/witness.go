package tape

import (
	"context"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// Endpoints compares what several endpoints have; world/chain does.
type Endpoints interface {
	Agree(ctx context.Context, block turn.Block) (turn.Agreement, error)
}

// Witness is the permit desk's Witness through the journal.
type Witness struct {
	Journal   *journal.Journal
	Endpoints Endpoints `image:"-"` // nil in a replay
}

// Agree asks the endpoints for the height of a block.
func (w Witness) Agree(ctx context.Context, block turn.Block) (turn.Agreement, error) {
	return journal.Take(w.Journal, journal.KindBalance, []string{"agree", block.Hash.Hex()}, func() (turn.Agreement, error) {
		return w.Endpoints.Agree(ctx, block)
	})
}
