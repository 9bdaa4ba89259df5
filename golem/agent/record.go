package agent

import (
	"context"
	"errors"

	"bardo.run/bardo/golem/agent/orders"
	"bardo.run/bardo/golem/agent/trust"
	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/telemetry"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/world/tape"
)

// reflector runs the after_turn hooks, keeps the record, and has whoever learns of it learn.
type reflector struct {
	clock     *tape.Clock
	state     *turn.State
	records   Records `image:"-"`
	events    *announcer
	chronicle *chronicle.Chronicle
	moments   *moments
	meter     *telemetry.Meter
	orders    *orders.Orders
	strays    *outcomes.Strays
	trust     *trust.Trust
	oracle    *oracle.Engine // nil: switched off

	born float64 // equity at the first reading
	news News
}

// AfterTurn implements heartbeat.Reflector.
func (r *reflector) AfterTurn(ctx context.Context, record *turn.Record) {
	r.moments.host.FireAfterTurn(ctx, &turn.AfterTurn{Now: r.clock.Last(), Record: record, State: r.state})
}

// Keep writes the record. One that could not be written yet, or not any more,
// stops nothing: the journal is durable, and computes it again (runtime §14.2). A tick
// that the audit did not hear to its end has none.
func (r *reflector) Keep(record turn.Record) error {
	if err := r.chronicle.Err(); err != nil {
		return err
	}
	r.follow(&record)
	r.news.Record = &record
	r.meter.Kept(&record, r.state.Positions().Reading, r.orders.Books.Credit.Charged())
	err := r.records.Write(&record)
	if errors.Is(err, records.ErrKept) || errors.Is(err, records.ErrLost) {
		r.moments.failed(record.Tick, "records", err)
		err = nil
	}
	if err == nil {
		r.events.complete(record.Tick)
	}
	return err
}

// reconcile asks what became of the orders that are under way.
func (r *reflector) reconcile(ctx context.Context) (err error) {
	r.news.Late, err = r.orders.Reconcile(ctx)
	return err
}

// follow takes in what a tick came to.
func (r *reflector) follow(record *turn.Record) {
	if r.born == 0 {
		if r.born = record.Seen.Reading.Equity(); r.born != 0 {
			r.strays.Born()
		}
	}
	record.Differences = r.strays.Told()
	r.orders.Took(record)
	if r.oracle != nil {
		for _, act := range record.Actions {
			if act.Status == turn.StatusExecuted && act.Execution != nil {
				r.oracle.Took(act.Preview.Kind, act.Execution.GasUsed)
			}
		}
	}
	record.Risk = r.trust.Report(r.state.Positions().Reading)
}

// News is what a Golem's newest tick came to, for whoever tells people. Nothing of it is to be
// written.
type News struct {
	Record *turn.Record    // of the newest theta tick; nil before the first
	Late   []turn.Resolved // what the newest tick heard of orders that earlier ones sent
}

// failed puts a failure of a part of the life on record, which stops nothing.
func (m *moments) failed(tick uint64, part string, err error) {
	m.host.Failed(context.Background(), turn.Failure{Moment: string(extension.AfterTurn), Extension: part, Err: err, Tick: tick})
}
