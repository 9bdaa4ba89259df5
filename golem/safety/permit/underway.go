package permit

import (
	"context"
	"errors"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// underway is a committed order whose outcome is unknown, or that a reorg may still
// take back.
type underway struct {
	permit Permit
	order  Order
	known  bool        // its outcome is
	round  int         // how often a reorg took an outcome back
	offer  uint256.Int // most wei per gas of its newest offer
	held   string      // what its gas is set aside under
	spent  bool        // its worth counts towards what may be spent
	holds  int         // made beside the first
}

// follow keeps an order for as long as there may be news of it.
func (o *Orders) follow(p Permit, order Order, x turn.Execution) {
	if o.executor.Watches(p.ID) {
		p.last = x
		o.under = append(o.under, &underway{permit: p, order: order, known: x.Status != turn.StatusPending, offer: order.Seen.MaxFee, held: p.ID, spent: spends(x)})
	}
}

// waiting refuses while an order's outcome is unknown: nobody knows what the wallet
// holds, and whatever is sent behind a stuck order is stuck too.
func (o *Orders) waiting() *turn.Refusal {
	for _, u := range o.under {
		if !u.known {
			return stop(wire.CodeExecutionPending, "the outcome of "+u.permit.ID+" is not known yet")
		}
	}
	return nil
}

// Waiting says that the outcome of a committed order is unknown.
func (o *Orders) Waiting() bool {
	defer o.scribe.lock()()
	return o.waiting() != nil
}

// Reconcile asks what became of the orders that are under way, and settles what is
// known now: nothing else may be written before (runtime §15.4). An order that is
// stuck offers more, within what the purse gives (chain §8). Without such orders it
// asks nothing. An outcome that a reorg took back comes before new ones, the newest
// first. An error is a fault of ours; what became known all the same is returned with
// it, because nobody is told of it again.
func (o *Orders) Reconcile(ctx context.Context) ([]turn.Resolved, error) {
	defer o.scribe.lock()()
	if len(o.under) == 0 || o.scribe.unheard != nil {
		return nil, o.scribe.unheard
	}
	orders := make([]Order, len(o.under))
	for i, u := range o.under {
		orders[i] = u.order
	}
	news, err := o.executor.Reconcile(ctx, orders)
	if err != nil {
		return nil, err
	}
	var back, told []turn.Resolved
	var faults []error
	for _, n := range news {
		u := o.find(n.PermitID)
		switch {
		case n.Vanished:
			r, err := o.takeBack(u)
			back, faults = append(back, r), append(faults, err)
		case n.Stuck != nil:
			faults = append(faults, o.offerMore(ctx, u, *n.Stuck))
		case n.Finality != "":
			r := u.resolved(false)
			r.Finality = n.Finality
			told = append(told, r)
		default:
			r, err := o.land(u, *n.Outcome)
			told, faults = append(told, r), append(faults, err)
		}
	}
	o.under = slices.DeleteFunc(o.under, func(u *underway) bool { return u.known && !o.executor.Watches(u.permit.ID) })
	slices.Reverse(back)
	return append(back, told...), errors.Join(append(faults, o.scribe.unheard)...)
}

func (o *Orders) find(id string) *underway {
	i := slices.IndexFunc(o.under, func(u *underway) bool { return u.permit.ID == id })
	return o.under[i]
}

func (u *underway) resolved(vanished bool) turn.Resolved {
	p, x := u.permit, u.permit.last
	simulation := p.Simulation
	x.PermitID = p.ID
	return turn.Resolved{
		Action: turn.Action{
			Proposal: p.Proposal, Preview: turn.Preview{PermitID: p.ID, Kind: string(p.Action.Kind), Simulation: &simulation, ExpiresAt: p.ExpiresAt},
			Execution: &x, Status: x.Status,
		},
		Seen: p.judged.Seen, Tick: u.permit.Tick, Round: u.round, Vanished: vanished, Own: p.Action.Kind.Own(),
	}
}
