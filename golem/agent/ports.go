package agent

import (
	"context"
	"errors"
	"time"

	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/tape"
)

// alive tells the desk of the Golem.
type alive struct{ a *Agent }

func (l alive) Now() int64         { return l.a.clock.Now() }
func (l alive) State() *turn.State { return l.a.state }
func (l alive) Epoch() uint64      { return l.a.epoch }
func (l alive) Halted() string     { return l.a.frozen() }

// hooks fires the tool moments for the desk.
type hooks struct{ a *Agent }

func (h hooks) ToolCall(ctx context.Context, c *turn.ToolCall) *turn.Refusal {
	return h.a.host.FireToolCall(ctx, c)
}

func (h hooks) ToolStart(ctx context.Context, p turn.ToolProgress) { h.a.host.FireToolStart(ctx, p) }
func (h hooks) ToolEnd(ctx context.Context, p turn.ToolProgress)   { h.a.host.FireToolEnd(ctx, p) }

// timer is the heartbeat's Timer over the life's clock.
type timer struct{ clock *tape.Clock }

func (t timer) Wait(ctx context.Context, ms int64) error {
	_, err := t.clock.WaitUntil(ctx, t.clock.Last()+ms)
	return err
}
func (t timer) Now(context.Context) (int64, error) { return t.clock.Now(), nil }

// reflector runs the nine stages and keeps the record.
type reflector struct{ a *Agent }

func (r reflector) AfterTurn(ctx context.Context, record *turn.Record) {
	r.a.host.FireAfterTurn(ctx, &turn.AfterTurn{Now: r.a.clock.Last(), Record: record, State: r.a.state})
}

// Keep writes the record. One that could not be written yet, or not any more,
// stops nothing: the journal is durable, and computes it again (runtime §14.2). A tick
// that the audit did not hear to its end has none.
func (r reflector) Keep(record turn.Record) error {
	if err := r.a.unheard(); err != nil {
		return err
	}
	r.a.follow(&record)
	r.a.heed(&record)
	err := r.a.stores.Records.Write(&record)
	if errors.Is(err, records.ErrKept) || errors.Is(err, records.ErrLost) {
		r.a.host.Failed(context.Background(), turn.Failure{Moment: string(extension.AfterTurn), Extension: "records", Err: err, Tick: record.Tick})
		err = nil
	}
	if err == nil {
		r.a.events.complete(record.Tick)
	}
	return err
}

// rules let the extensions prepare a deliberation before it begins.
type rules struct{ a *Agent }

func (m rules) Deliberate(ctx context.Context, b turn.Brief) (turn.Decision, error) {
	if b.Step == 0 {
		if err := m.a.host.FireBeforeAgentStart(ctx, &turn.AgentStart{Tier: b.Tier, Brief: &b}); err != nil {
			return turn.Decision{}, err
		}
	}
	return m.a.player.Deliberate(ctx, b)
}

// minds are who decides, in the order in which they are asked: an emergency, a forced
// reduction, the owner's stops and the rules, and whatever they leave to the model that
// the life was born with.
func (a *Agent) minds() []heartbeat.Deliberator {
	a.player = play.New(sized{a.strategy, a})
	chain := []heartbeat.Deliberator{rules{a}}
	if a.boot.Model != "" {
		chain = append(chain, tape.Mind{Journal: a.stores.Journal, Thinker: a.outside.Mind})
	}
	return chain
}

// purse tells the credit probe what is left, and keeps it for the ladder behind it.
type purse struct{ a *Agent }

func (p purse) Credit(context.Context, int64) (probe.Credit, error) {
	p.a.left = probe.Credit{Total: float64(p.a.books.Remaining()) / float64(p.a.books.Endowment()), Lowest: p.a.books.Lowest()}
	return p.a.left, nil
}

// lifeTime is the life's clock for whoever stamps events.
type lifeTime struct{ clock *tape.Clock }

func (t lifeTime) Now() time.Time { return time.UnixMilli(t.clock.Last()).UTC() }
func (t lifeTime) WaitUntil(ctx context.Context, until time.Time) error {
	_, err := t.clock.WaitUntil(ctx, until.UnixMilli())
	return err
}

// settling is the desk as the death protocol uses it. No record of a tick carries
// what is settled, so it is booked as it happens.
type settling struct {
	*permit.Desk
	a     *Agent
	asked map[string]turn.Action // by permit
}

func (s settling) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	preview, err := s.Desk.Preview(ctx, p)
	if preview.PermitID != "" {
		s.asked[preview.PermitID] = turn.Action{Proposal: p, Preview: preview}
	}
	return preview, err
}

func (s settling) Commit(ctx context.Context, permitID string) (turn.Execution, error) {
	x, err := s.Desk.Commit(ctx, permitID)
	act := s.asked[permitID]
	act.Execution, act.Status = &x, x.Status
	return x, errors.Join(err, s.a.books.Executed(act, s.a.state.Positions().Reading))
}

func (s settling) Reconcile(ctx context.Context) (known []turn.Execution, waiting bool, err error) {
	news, err := s.a.reconcile(ctx)
	if err == nil {
		err = s.a.finishing(ctx)
	}
	for _, r := range news {
		if r.Finality != "" {
			continue
		}
		known = append(known, *r.Action.Execution)
	}
	return known, s.Desk.Waiting(), err
}

// reveal tells the secret of the rolls at death; nil where nothing was rolled.
func (a *Agent) reveal() func() ([32]byte, error) {
	if !a.boot.Mortality.Clocks.Stochastic {
		return nil
	}
	return a.fate().Reveal
}

// follow counts what the testament needs of the records.
func (a *Agent) follow(r *turn.Record) {
	if a.born == 0 {
		a.born = r.Seen.Reading.Equity()
	}
	a.unrest.take(r.Seen.Reading)
	r.Differences = a.strays.told()
	for _, act := range r.Actions {
		if act.Status == turn.StatusExecuted {
			a.trades++
			if a.oracle != nil && act.Execution != nil {
				a.oracle.Took(act.Preview.Kind, act.Execution.GasUsed)
			}
		}
		if err := a.books.Executed(act, r.Seen.Reading); err != nil {
			r.Faults = append(r.Faults, turn.Fault{Stage: "booking", Kind: "ledger", Message: err.Error()})
		}
	}
	if err := a.books.Tick(r.Tick, a.clock.Last()); err != nil {
		r.Faults = append(r.Faults, turn.Fault{Stage: "booking", Kind: "ledger", Message: err.Error()})
	}
	a.strategy.Settle(r.Time, r.Actions)
	a.player.Ended(r.Actions, a.clock.Last())
	a.ended(r.Actions)
	if a.risk.engine != nil {
		held := a.state.Positions().Reading
		r.Risk = a.risk.engine.Report(&held)
	}
}

// fatal keeps an error that ends the life: the journal's own. What the journal
// recorded as a failed read does not.
func fatal(j *journal.Journal, err error) error {
	var failed *journal.Failure
	if err == nil || errors.As(err, &failed) {
		return nil
	}
	return err
}
