package agent

import (
	"context"

	"bardo.run/bardo/golem/safety/audit"
)

// renewed takes a grant that the owner signed anew, before the tick. One for the key in
// force takes the old one's place: the orders that follow are redeemed under it, and what
// was permitted under another policy of its cage is void by that. One for the next key
// waits until that takes over.
//
// spec: provisioning §8.12, §9.1
func (a *Agent) renewed(ctx context.Context) error {
	if a.grants == nil {
		return nil
	}
	g, there, err := a.grants.Next(ctx, a.keys.need.Next)
	if err != nil || !there {
		return err
	}
	if a.keys.need.Next == g.Key() {
		a.keys.next, a.keys.attempt = &g, 0
		a.tell(audit.SessionKey("granted", string(a.keys.need.Reason), a.state.Identity().Wallet.Hex(), g.Key().Hex()))
		a.stores.Log.Info("the owner granted to the next session key", "key", g.Key(), "delegation", g.Delegation.Hash(), "ends", g.Ends)
		return nil
	}
	a.adapters.Regrant(g)
	a.keys.read = a.state.Positions().Reading.Block.Number
	a.tell(audit.Intervention("grant", "renewed"))
	a.stores.Log.Info("the owner renewed the grant", "delegation", g.Delegation.Hash(), "ends", g.Ends)
	return nil
}
