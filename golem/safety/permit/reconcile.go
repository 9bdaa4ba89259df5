package permit

import (
	"context"
	"fmt"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// land settles an outcome. One that spends after all, where a reorg took back another that
// did not, counts once.
func (o *Orders) land(u *underway, x turn.Execution) (turn.Resolved, error) {
	u.known, u.permit.last = true, x
	o.scribe.sent(u.permit, x, string(x.Status))
	o.cage.SettleLoss(u.permit.ID, u.permit.judged, x, o.life.Now())
	if spends(x) && !u.spent {
		u.spent = true
		o.cage.Committed(u.permit.judged, u.permit.Simulation.Value)
	}
	if x.Status == turn.StatusBlocked {
		return u.resolved(false), o.purse.ReleaseGas(u.held)
	}
	return u.resolved(false), o.purse.SettleGas(u.held, x)
}

// takeBack undoes the settlement of an outcome that a reorg took back, and sets the
// gas aside again: the order is under way once more.
func (o *Orders) takeBack(u *underway) (turn.Resolved, error) {
	r := u.resolved(true)
	o.scribe.sent(u.permit, u.permit.last, "reorged")
	o.cage.ReopenLoss(u.permit.ID, o.life.Now())
	u.known = false
	u.round++
	if r.Action.Status != turn.StatusBlocked {
		if err := o.purse.ReturnGas(u.held); err != nil {
			return r, err
		}
	}
	err := o.hold(u, u.permit.gasBound(&u.offer))
	if err != nil { // less credit than an order may cost: what it did cost is there
		err = o.hold(u, r.Action.Execution.Cost)
	}
	return r, err
}

// hold sets gas aside under a new key, for an order whose outcome is unknown.
func (o *Orders) hold(u *underway, most money.USDC) error {
	key := fmt.Sprintf("%s/gas-%d", u.permit.ID, u.holds+1)
	if err := o.purse.ReserveGas(key, most, true); err != nil {
		return err
	}
	u.held = key
	u.holds++
	return o.purse.PendGas(key)
}

// offerMore replaces a stuck order by one that offers an eighth more, or what an order
// would offer now if that is more: an eighth alone cannot follow a base fee that rises by an
// eighth with each block. What it may cost then is set aside before. Where the purse or the
// wallet has not that much, it waits on.
func (o *Orders) offerMore(ctx context.Context, u *underway, s Stuck) error {
	if o.life.Halted() != "" {
		return nil // nothing is signed: it waits on
	}
	seen := o.life.State().Positions().Reading
	offer, err := s.Offer.Replacement()
	if err != nil {
		return nil // beyond all fees there are: it waits
	}
	offer = offer.AtLeast(signer.Fees{Max: seen.MaxFee, Tip: seen.Tip})
	if most, over := Most(&offer.Max, s.Gas, u.permit.Simulation); over || most.Gt(&seen.Native) {
		return nil
	}
	before := u.held
	if o.hold(u, u.permit.gasBound(&offer.Max)) != nil {
		return nil
	}
	if err := o.purse.ReleaseGas(before); err != nil {
		return err
	}
	tick := o.life.State().Heartbeat().Tick
	u.order.Tick, u.offer = tick, offer.Max
	defer o.keys.Void(u.permit.ID)
	return o.executor.Replace(ctx, o.mintAgain(u), u.order, offer)
}
