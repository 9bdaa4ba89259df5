package permit

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
)

// Commit executes a permit once. What it refuses costs nothing and sends
// nothing; the refusal is in the Execution. The error is reserved for faults of
// ours, after which the outcome is unknown.
func (d *Desk) Commit(ctx context.Context, id string) (turn.Execution, error) {
	defer d.scribe.lock()()
	if d.scribe.unheard != nil {
		return turn.Execution{PermitID: id}, d.scribe.unheard
	}
	x, err := d.commit(ctx, id)
	if err != nil {
		return x, err
	}
	return d.scribe.committed(id, x)
}

func (d *Desk) commit(ctx context.Context, id string) (turn.Execution, error) {
	p, refusal, err := d.committable(ctx, id)
	if err != nil {
		return turn.Execution{PermitID: id}, err
	}
	if refusal != nil {
		return refused(id, refusal), nil
	}
	if r := d.Orders.reserve(p, !p.judged.Opens()); r != nil {
		d.finish(id, Cancelled, string(r.Code))
		return refused(id, r), nil
	}
	if r := d.judge.approved(p); r != nil {
		d.finish(id, Cancelled, string(r.Code))
		return refused(id, r), d.Orders.purse.ReleaseGas(id)
	}
	d.scribe.note(audit.PolicyCageCheck(""))
	d.finish(id, Committed, "")
	return d.Orders.execute(ctx, p)
}

// Cancel withdraws a permit that was not committed. Cancelling twice, or a
// permit that is final, changes nothing.
func (d *Desk) Cancel(_ context.Context, id, reason string) error {
	defer d.scribe.lock()()
	d.finish(id, Cancelled, reason)
	return nil
}

// CancelAll withdraws every open permit: a steer, a halt, a death.
func (d *Desk) CancelAll(reason string) {
	defer d.scribe.lock()()
	for _, id := range d.book.open() {
		d.finish(id, Cancelled, reason)
	}
}

func (d *Desk) finish(id string, as State, reason string) {
	if p, ended := d.book.end(id, as, reason); ended {
		d.scribe.note(audit.PermitTransition(p.ID, string(p.State), p.Reason))
		d.events.Emit(d.life.State().Heartbeat().Tick, p.event(p.State))
	}
}

func refused(id string, r *turn.Refusal) turn.Execution {
	return turn.Execution{PermitID: id, Status: turn.StatusBlocked, TxHash: common.Hash{}, Refusal: r}
}
