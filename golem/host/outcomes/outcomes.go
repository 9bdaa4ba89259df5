// Package outcomes is what becomes of a Golem's orders after the tick that sent them: on
// record, counted, and how sure it is; and the money that no order explains.
//
// spec: heartbeat §3 step 8, runtime §15.4
package outcomes

import (
	"errors"
	"log/slog"

	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
)

// Clock is the time of the life, unix milliseconds.
type Clock interface {
	// Last is the newest reading, without taking another.
	Last() int64
}

// Records keeps what became known of a tick's orders later.
type Records interface {
	Outcome(o records.Outcome) error
}

// Failed puts a failure of a part of the life on record, which stops nothing.
type Failed func(part string, err error)

// Book keeps the outcomes. It belongs to the goroutine that ticks.
type Book struct {
	Records Records `image:"-"`
	Clock   Clock
	State   *turn.State
	Log     *slog.Logger
	Failed  Failed
	Watched uint64 // blocks that the chain may take back; 0: none
	trades  int
}

// Trades is how many actions were executed so far and stand.
func (b *Book) Trades() int { return b.trades }

// Executed counts an action of the tick that ends.
func (b *Book) Executed(act turn.Action) {
	if act.Status == turn.StatusExecuted {
		b.trades++
	}
}

// Became counts what became known of an action of an earlier tick.
func (b *Book) Became(r turn.Resolved) {
	switch {
	case r.Action.Status != turn.StatusExecuted:
	case r.Vanished:
		b.trades--
	default:
		b.trades++
	}
}

// Sent puts an order of the Golem's own on record: no tick's record has it, and without an outcome
// its gas would be in the books and nowhere else. The error is the store's, and final.
func (b *Book) Sent(kind string, x turn.Execution) error {
	if x.Status == turn.StatusBlocked || x.Status == turn.StatusCancelled {
		return nil
	}
	act := turn.Action{Preview: turn.Preview{PermitID: x.PermitID, Kind: kind}, Execution: &x, Status: x.Status}
	return b.Tell(turn.Resolved{Tick: b.State.Heartbeat().Tick, Action: act, Own: true})
}

// Tell appends what became known to the records and tells of it. The error is the store's,
// and final.
func (b *Book) Tell(r turn.Resolved) error {
	x := r.Action.Execution
	o := records.Outcome{
		Tick: r.Tick, At: b.Clock.Last(), PermitID: x.PermitID, Verified: x.Verified && !r.Vanished && (b.Watched == 0 || r.Finality != ""),
		Expected: string(turn.StatusExecuted), Actual: string(x.Status), Source: records.SourceReceipt, Execution: x,
	}
	if r.Own {
		o.Own = r.Action.Preview.Kind
	}
	if r.Finality != "" {
		o.Actual, o.Source, o.Execution = string(r.Finality), records.SourceFinality, nil
	}
	if r.Vanished {
		o.Actual, o.Source, o.Execution = "reorged", records.SourceReorg, nil
	}
	b.Log.Info("an order's outcome is known", "permit", o.PermitID, "tick", o.Tick, "outcome", o.Actual, "tx", x.TxHash)
	err := b.Records.Outcome(o)
	if errors.Is(err, records.ErrKept) || errors.Is(err, records.ErrLost) {
		b.Failed("records", err)
		return nil
	}
	return err
}
