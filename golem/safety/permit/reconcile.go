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
func (d *Desk) land(u *underway, x turn.Execution) (turn.Resolved, error) {
	u.known, u.permit.last = true, x
	d.sent(u.permit, x, string(x.Status))
	d.parts.Cage.SettleLoss(u.permit.ID, u.permit.judged, x, d.parts.Life.Now())
	if spends(x) && !u.spent {
		u.spent = true
		d.parts.Cage.Committed(u.permit.judged, u.permit.Simulation.Value)
	}
	if x.Status == turn.StatusBlocked {
		return u.resolved(false), d.parts.Purse.ReleaseGas(u.held)
	}
	return u.resolved(false), d.parts.Purse.SettleGas(u.held, x)
}

// takeBack undoes the settlement of an outcome that a reorg took back, and sets the
// gas aside again: the order is under way once more.
func (d *Desk) takeBack(u *underway) (turn.Resolved, error) {
	r := u.resolved(true)
	d.sent(u.permit, u.permit.last, "reorged")
	d.parts.Cage.ReopenLoss(u.permit.ID, d.parts.Life.Now())
	u.known = false
	u.round++
	if r.Action.Status != turn.StatusBlocked {
		if err := d.parts.Purse.ReturnGas(u.held); err != nil {
			return r, err
		}
	}
	err := d.hold(u, d.gasBound(u.permit, &u.offer))
	if err != nil { // less credit than an order may cost: what it did cost is there
		err = d.hold(u, r.Action.Execution.Cost)
	}
	return r, err
}

// hold sets gas aside under a new key, for an order whose outcome is unknown.
func (d *Desk) hold(u *underway, most money.USDC) error {
	key := fmt.Sprintf("%s/gas-%d", u.permit.ID, u.holds+1)
	if err := d.parts.Purse.ReserveGas(key, most, true); err != nil {
		return err
	}
	u.held = key
	u.holds++
	return d.parts.Purse.PendGas(key)
}

// offerMore replaces a stuck order by one that offers an eighth more, or what an order
// would offer now if that is more. What it may cost then is set aside before. Where
// the purse or the wallet has not that much, it waits on.
func (d *Desk) offerMore(ctx context.Context, u *underway, s Stuck) error {
	if d.parts.Life.Halted() != "" {
		return nil // nothing is signed: it waits on
	}
	seen := d.parts.Life.State().Positions().Reading
	offer, err := s.Offer.Replacement()
	if err != nil {
		return nil // beyond all fees there are: it waits
	}
	offer = offer.AtLeast(signer.Fees{Max: seen.MaxFee, Tip: seen.Tip})
	if most, over := Most(&offer.Max, s.Gas, u.permit.Simulation); over || most.Gt(&seen.Native) {
		return nil
	}
	before := u.held
	if d.hold(u, d.gasBound(u.permit, &offer.Max)) != nil {
		return nil
	}
	if err := d.parts.Purse.ReleaseGas(before); err != nil {
		return err
	}
	tick := d.parts.Life.State().Heartbeat().Tick
	u.order.Tick, u.offer = tick, offer.Max
	defer d.keys.Void(u.permit.ID)
	return d.parts.Executor.Replace(ctx, d.mintAgain(u), u.order, offer)
}
