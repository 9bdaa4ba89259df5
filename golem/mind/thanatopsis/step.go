package thanatopsis

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// notSimulated is the write path's word for a simulation that could not be run.
const notSimulated = "EXECUTION_SIM_UNAVAILABLE"

// step is one thing to settle, and the proposals that would do it, in order.
type step struct {
	what  string
	class Class
	value float64
	forms [][]byte
	route *turn.Route // that it is a move of; nil: none
}

// hand takes one step after the other through the write path.
type hand struct {
	hands Hands
	time  *patience
	seen  *sight
	tried *record
}

// attempt proposes a step in each of its forms until one is executed, and reads the
// chain after it. A fault of ours is returned as well.
func (h *hand) attempt(ctx context.Context, s step) (done bool, reason string, fault error) {
	for _, body := range s.forms {
		if why := h.time.over(); why != "" {
			return false, why, nil
		}
		a, err := h.affordably(ctx, turn.Proposal{Body: body, Origin: turn.OriginSettlement, Cause: "death:settlement", Route: s.route})
		d := h.tried.note(s, a, h.seen.last.Equity())
		if a.Status == turn.StatusPending && err == nil {
			err = h.await(ctx)
			a = d.Action
		}
		fault = errors.Join(err, h.seen.see(ctx))
		if a.Status == turn.StatusExecuted {
			d.paid(h.seen.last, h.seen.known)
			return true, "", fault
		}
		reason = why(a)
		if fault != nil && a.Status != turn.StatusPending {
			reason = fault.Error()
		}
		if fault != nil {
			return false, reason, fault
		}
		if unsettled(a) {
			break // a second try could pay twice, or costs no less
		}
	}
	return false, reason, nil
}

// affordably takes a step, again after a while where gas is dearer than can be paid:
// for ten minutes of one death at most.
func (h *hand) affordably(ctx context.Context, proposal turn.Proposal) (turn.Action, error) {
	for n := 0; ; n++ {
		a, err := h.step(ctx, proposal)
		if err != nil || !poor(a) || h.time.spent() {
			return a, err
		}
		ms := h.time.pause(ctx, n)
		if ms == 0 || h.seen.look(ctx) != nil {
			return a, nil
		}
		h.time.waited(ms)
	}
}

// unsettled says that an order may still be carried out, or that nobody could pay for its gas.
func unsettled(a turn.Action) bool { return a.Status == turn.StatusPending || poor(a) }

// poor says that an order was not sent because nobody could pay for its gas: the
// death's budget, or the wallet. Gas may become cheaper.
func poor(a turn.Action) bool {
	if a.Execution == nil || a.Execution.Refusal == nil {
		return false
	}
	code := a.Execution.Refusal.Code
	return code == wire.CodeSafetyGasPartition || code == wire.CodeExecutionNotSent
}

func (h *hand) step(ctx context.Context, proposal turn.Proposal) (turn.Action, error) {
	a := turn.Action{Proposal: proposal, Status: turn.StatusBlocked}
	err := h.preview(ctx, proposal, &a.Preview)
	if err != nil || a.Preview.Refusal != nil {
		return a, err
	}
	x, err := h.hands.Commit(ctx, a.Preview.PermitID)
	for n := 0; err == nil && expired(x) && n < maxSteps; n++ { // each restart lets the open permit expire
		if err = h.preview(ctx, proposal, &a.Preview); err != nil || a.Preview.Refusal != nil {
			return a, err
		}
		x, err = h.hands.Commit(ctx, a.Preview.PermitID)
	}
	if err != nil && x.Status == "" {
		x.Status = turn.StatusPending // a fault of ours: the outcome is unknown
	}
	a.Execution, a.Status = &x, x.Status
	return a, err
}

// expired says that a permit was asked for too long ago, or by a process that is gone.
func expired(x turn.Execution) bool {
	return x.Refusal != nil && x.Refusal.Code == wire.CodePermitExpired
}

// preview asks again while the simulation cannot be run: that is a read that
// failed, and no refusal.
func (h *hand) preview(ctx context.Context, proposal turn.Proposal, to *turn.Preview) (fault error) {
	_ = h.time.patiently(ctx, func() error {
		if *to, fault = h.hands.Preview(ctx, proposal); fault != nil || to.Refusal == nil || to.Refusal.Code != notSimulated {
			return nil
		}
		return errors.New(notSimulated)
	})
	return fault
}

// await waits for the outcome of what is under way: nothing is permitted before it is
// known (mortality §9.2.6). What is still unknown when the time is over stays open.
func (h *hand) await(ctx context.Context) error {
	for n := 0; ; n++ {
		known, waiting, err := h.hands.Reconcile(ctx)
		h.tried.learn(known)
		if err != nil || !waiting || h.time.pause(ctx, n) == 0 {
			return err
		}
	}
}

func why(a turn.Action) string {
	switch {
	case a.Preview.Refusal != nil:
		return a.Preview.Refusal.Layer + ": " + a.Preview.Refusal.Detail
	case a.Execution != nil && a.Execution.Refusal != nil:
		return a.Execution.Refusal.Layer + ": " + a.Execution.Refusal.Detail
	case a.Execution != nil && a.Status == turn.StatusPending:
		return fmt.Sprintf("its order %s was sent and has no receipt: it may still be carried out", a.Execution.TxHash)
	}
	return string(a.Status)
}
