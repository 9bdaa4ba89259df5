package agent

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
)

// declare tells the oracle of phases, which the enforcers of the grant ask, that the
// Golem begins to die, or that it is dead. Phases that it may come back from are not told:
// only the owner could take them back there. What fails stops nothing, for the delegation
// has an end of its own. The error is the journal's, or the audit's.
//
// spec: provisioning §8.5, DESIGN §10 (a dead delegation reverts on chain)
func (a *Agent) declare(ctx context.Context, word func(grant.Grant) []byte) error {
	g := a.adapters.Grant()
	if g == nil || g.Lives == (common.Address{}) || a.boot.Policy.Shadow || a.orders.Abandoned() {
		return nil
	}
	x, err := a.desk.Declare(ctx, word(*g))
	if journal.IsFinal(err) || a.unheard() != nil {
		return err
	}
	if err != nil || (x.Status != turn.StatusExecuted && x.Status != turn.StatusPending) {
		a.stores.Log.Warn("the chain was not told of the death; the delegation ends by itself", "at", g.Ends, "refusal", x.Refusal, "error", err)
	}
	return a.sent(grammar.Declare, x)
}
