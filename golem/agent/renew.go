package agent

import (
	"context"

	"bardo.run/bardo/golem/safety/audit"
)

// renewed takes a grant that the owner signed anew, before the tick: the orders that
// follow are redeemed under it, and what was permitted under another policy of its cage is
// void by that.
//
// spec: provisioning §8.12
func (a *Agent) renewed(ctx context.Context) error {
	if a.grants == nil {
		return nil
	}
	g, there, err := a.grants.Next(ctx)
	if err != nil || !there {
		return err
	}
	a.adapters.Regrant(g)
	a.tell(audit.Intervention("grant", "renewed"))
	a.stores.Log.Info("the owner renewed the grant", "delegation", g.Delegation.Hash(), "ends", g.Ends)
	return nil
}
