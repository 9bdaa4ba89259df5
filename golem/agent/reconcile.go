package agent

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
)

// reconcile asks what became of the orders that are under way and takes it into the
// books, the strategy and the records, before anything else may be written
// (runtime §15.4, heartbeat §3 step 8).
func (a *Agent) reconcile(ctx context.Context) ([]permit.Resolved, error) {
	a.hand.Confirmations = a.confirmations()
	news, err := a.desk.Reconcile(ctx)
	if err != nil && !journal.IsFinal(err) && ctx.Err() == nil { // the next tick asks again
		a.failed("orders", err)
		err = nil
	}
	for _, r := range news {
		err = errors.Join(err, a.resolved(r))
	}
	return news, err
}

// resolved takes one outcome in. What the books do not take is a failure on record,
// as it is for an outcome within a tick.
func (a *Agent) resolved(r permit.Resolved) error {
	act := r.Action
	if kind := grammar.Kind(act.Preview.Kind); kind.Own() {
		if kind == grammar.Anchor {
			a.reanchored(r)
		}
		if kind == grammar.HandOver && r.Finality == "" {
			a.handedOver(*act.Execution, r.Vanished)
		}
		if r.Finality != "" {
			return nil
		}
		return a.outcome(r)
	}
	if r.Finality != "" {
		return a.outcome(r)
	}
	x := *act.Execution
	if r.Round > 0 {
		x.PermitID = fmt.Sprintf("%s#%d", x.PermitID, r.Round)
	}
	act.Execution = &x
	var err error
	if r.Vanished {
		err = a.books.TakenBack(act)
	} else {
		err = a.books.Executed(act, r.Seen)
		a.strategy.Settle(a.clock.Last(), []turn.Action{act})
		a.player.Resolved(act)
		a.ended([]turn.Action{act})
	}
	a.count(act, r.Vanished)
	if err != nil {
		a.failed("booking", err)
	}
	return a.outcome(r)
}

func (a *Agent) count(act turn.Action, vanished bool) {
	switch {
	case act.Status != turn.StatusExecuted:
	case vanished:
		a.trades--
	default:
		a.trades++
	}
}

// sent puts an order of the Golem's own on record: no tick's record has it.
func (a *Agent) sent(kind grammar.Kind, x turn.Execution) error {
	if x.Status == turn.StatusBlocked || x.Status == turn.StatusCancelled {
		return nil
	}
	act := turn.Action{Preview: turn.Preview{PermitID: x.PermitID, Kind: string(kind)}, Execution: &x, Status: x.Status}
	return a.outcome(permit.Resolved{Tick: a.state.Heartbeat().Tick, Action: act})
}

// outcome appends what became known to the records and tells of it.
func (a *Agent) outcome(r permit.Resolved) error {
	x := r.Action.Execution
	o := records.Outcome{
		Tick: r.Tick, At: a.clock.Last(), PermitID: x.PermitID, Verified: x.Verified && !r.Vanished && (a.boot.Chain.Watched == 0 || r.Finality != ""),
		Expected: string(turn.StatusExecuted), Actual: string(x.Status), Source: records.SourceReceipt, Execution: x,
	}
	if kind := grammar.Kind(r.Action.Preview.Kind); kind.Own() {
		o.Own = string(kind)
	}
	if r.Finality != "" {
		o.Actual, o.Source, o.Execution = string(r.Finality), records.SourceFinality, nil
	}
	if r.Vanished {
		o.Actual, o.Source, o.Execution = "reorged", records.SourceReorg, nil
	}
	a.stores.Log.Info("an order's outcome is known", "permit", o.PermitID, "tick", o.Tick, "outcome", o.Actual, "tx", x.TxHash)
	err := a.stores.Records.Outcome(o)
	if errors.Is(err, records.ErrKept) || errors.Is(err, records.ErrLost) {
		a.failed("records", err)
		return nil
	}
	return err
}

func (a *Agent) failed(what string, err error) {
	a.host.Failed(context.Background(), turn.Failure{Moment: string(extension.AfterTurn), Extension: what, Err: err, Tick: a.state.Heartbeat().Tick})
}

// Pending names the transactions that were signed and whose outcome is unknown.
func (a *Agent) Pending() []common.Hash { return a.hand.Pending() }
