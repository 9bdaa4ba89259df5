// Package orders follows the orders of a life: what becomes of each goes into the books, the
// strategy and the records, and to whoever sent it.
//
// spec: runtime §15.4, heartbeat §3 step 8
package orders

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/agent/trust"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
)

// Parts is who is asked what became of the orders, and who is told.
type Parts struct {
	Desk     *permit.Desk
	Hand     *chain.Hand
	Clock    *tape.Clock
	Books    *booking.Desk
	Outcomes *outcomes.Book
	Strategy *strategy.Keeper
	Player   *play.Player
	Trust    *trust.Trust
	Standing *descent.Keeper
	Keys     *sessionkey.Keys
	Anchors  *chronicle.Anchors // nil: nothing is anchored
}

// Orders follows the orders of a life. It belongs to the goroutine that ticks.
type Orders struct {
	Parts
	unrest outcomes.Unrest
}

// New follows the orders of a life that begins.
func New(p Parts) *Orders {
	return &Orders{Parts: p, unrest: outcomes.Unrest{Watched: p.Outcomes.Watched}}
}

// Reconcile asks what became of the orders that are under way and takes it in, before
// anything else may be written. The error is the journal's, or a store's.
func (o *Orders) Reconcile(ctx context.Context) ([]turn.Resolved, error) {
	o.Hand.Confirmations = o.unrest.Confirmations()
	news, err := o.Desk.Orders.Reconcile(ctx)
	if err != nil && !journal.IsFinal(err) && ctx.Err() == nil { // the next tick asks again
		o.Outcomes.Failed("orders", err)
		err = nil
	}
	for _, r := range news {
		err = errors.Join(err, o.resolved(r))
	}
	return news, err
}

// resolved takes one outcome in. What the books do not take is a failure on record,
// as it is for an outcome within a tick.
func (o *Orders) resolved(r turn.Resolved) error {
	switch {
	case r.Own:
		return o.own(r)
	case r.Finality != "":
		return o.Outcomes.Tell(r)
	}
	act := r.Action
	x := *act.Execution
	if r.Round > 0 {
		x.PermitID = fmt.Sprintf("%s#%d", x.PermitID, r.Round)
	}
	act.Execution = &x
	var err error
	if r.Vanished {
		err = o.Books.Tokens.TakenBack(act)
	} else {
		err = o.Books.Tokens.Executed(act, r.Seen)
		o.Strategy.Settle(o.Clock.Last(), []turn.Action{act})
		o.Player.Resolved(act)
		o.ended([]turn.Action{act})
	}
	o.Outcomes.Became(r)
	if err != nil {
		o.Outcomes.Failed("booking", err)
	}
	return o.Outcomes.Tell(r)
}

// own takes in what became of an order of the Golem's own.
func (o *Orders) own(r turn.Resolved) error {
	if r.Finality != "" {
		return nil
	}
	switch x := *r.Action.Execution; grammar.Kind(r.Action.Preview.Kind) {
	case grammar.Anchor:
		if o.Anchors != nil {
			o.Anchors.Became(x, r.Vanished)
		}
	case grammar.HandOver:
		o.Keys.HandedOver(x, r.Vanished)
	}
	return o.Outcomes.Tell(r)
}

// Took takes the orders of a tick in, of which its record tells.
func (o *Orders) Took(r *turn.Record) {
	o.unrest.Take(r.Seen.Reading)
	for _, act := range r.Actions {
		o.Outcomes.Executed(act)
		if err := o.Books.Tokens.Executed(act, r.Seen.Reading); err != nil {
			r.Faults = append(r.Faults, turn.Fault{Stage: "booking", Kind: "ledger", Message: err.Error()})
		}
	}
	if err := o.Books.Credit.Tick(r.Tick, o.Clock.Last()); err != nil {
		r.Faults = append(r.Faults, turn.Fault{Stage: "booking", Kind: "ledger", Message: err.Error()})
	}
	o.Strategy.Settle(r.Time, r.Actions)
	o.Player.Ended(r.Actions, o.Clock.Last())
	o.ended(r.Actions)
}

// ended takes in what became of the orders of a tick, or of one whose outcome came late.
func (o *Orders) ended(actions []turn.Action) {
	for i := range actions {
		o.Trust.Ended(actions[i])
		o.Standing.Ended(&actions[i])
	}
}

// Closed names the position whose liquidity an order removed; empty for any other.
func Closed(act *turn.Action) string {
	if x, err := grammar.Parse(act.Proposal.Body, new(turn.Reading)); err == nil && x.Kind == grammar.RemoveLiquidity {
		return x.PositionID.Dec()
	}
	return ""
}
