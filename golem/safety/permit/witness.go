package permit

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Large is the value from which a chain with two endpoints must have one head (chain
// §2), in micro-USDC. A node that lies about what the wallet holds moves the limits that are
// shares of it. Below this value, and with one endpoint, only those in dollars hold then.
const Large = 1_000 * money.One

// Witness asks every endpoint of the chain what it has at the height of a block.
type Witness interface {
	Agree(ctx context.Context, block turn.Block) (turn.Agreement, error)
}

// witnessed refuses a large order where two endpoints do not have one chain. A chain
// that differs refuses what closes too: a false price is what would make the Golem
// close. An endpoint that cannot be asked refuses what opens only (S-10). The error is
// the journal's last word.
func (j *judge) witnessed(ctx context.Context, p Permit, s turn.Simulation) (*turn.Refusal, error) {
	if j.cfg.Witness == nil || s.Value < Large {
		return nil, nil
	}
	a, err := j.cfg.Witness.Agree(ctx, s.Block)
	opens := p.judged.Opens()
	switch {
	case journal.IsFinal(err):
		return nil, err
	case a.Differ:
		return stop(wire.CodeSafetyHeadsDiffer, fmt.Sprintf("%d endpoints do not have the same block at height %d", a.Compared, a.Number)), nil
	case err != nil && opens:
		return stop(wire.CodeSafetyHeadsDiffer, "the endpoints could not be compared: "+err.Error()), nil
	case opens && a.Endpoints > 1 && a.Compared < 2:
		return stop(wire.CodeSafetyHeadsDiffer, fmt.Sprintf("%d of %d endpoints could be asked for block %d, an order of %s USDC needs two", a.Compared, a.Endpoints, a.Number, s.Value)), nil
	}
	return nil, nil
}
