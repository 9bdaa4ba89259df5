package heartbeat

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/wire"
)

// An error of a port is a failure that the journal recorded, and the tick goes
// on as the error table of heartbeat §2 says; or it is final, like the journal's
// own ErrEnd and ErrDiverged, and the tick is given up without a record.

// Market reads the chain. Implementations bound each call in time.
type Market interface {
	// Observe reads everything in one batch pinned to the latest block. The
	// slices of the reading belong to the caller from then on.
	Observe(ctx context.Context) (turn.Reading, error)
	// Glance is the small read of a gamma tick.
	Glance(ctx context.Context) (turn.Glance, error)
}

// Hands is the one write path. An error is a fault of ours; what the rules
// refuse is a Refusal inside the answer.
type Hands interface {
	Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error)
	// Commit executes a permit. After an error the outcome is unknown.
	Commit(ctx context.Context, permitID string) (turn.Execution, error)
	Cancel(ctx context.Context, permitID, reason string) error
}

// Deliberator thinks: the rules of the strategy, or a model. They form a chain: each
// is asked only where all before it propose nothing, so that it can decline and cancel
// nothing of theirs. Where the gating in
// the brief's state carries gate.CeilingRulesOnly, it must not spend anything.
type Deliberator interface {
	Deliberate(ctx context.Context, b turn.Brief) (turn.Decision, error)
}

// Strategy is the owner's STRATEGY.md in force.
type Strategy interface {
	// Push takes a price between two theta ticks, at its block's time in unix
	// milliseconds.
	Push(atMs int64, price float64)
	// Evaluate runs every rule once on a theta tick and returns those that
	// became true, in file order, and the findings of the probe "strategy". Both
	// are copied before the next call.
	Evaluate(seen turn.Observation, nowMs int64) ([]turn.Trigger, []turn.ProbeResult)
	// Mark names the text in force.
	Mark() (hash string, revision uint32)
}

// Timer waits and tells the time of the life, both journaled.
type Timer interface {
	// Wait returns after ms milliseconds, or with an error when ctx ends.
	Wait(ctx context.Context, ms int64) error
	// Now returns unix milliseconds.
	Now(ctx context.Context) (int64, error)
}

// Reflector finishes a tick. AfterTurn runs the nine stages, which fill their
// fields of r and report their own errors in r.Faults. Keep makes the record
// durable; nothing is announced before it returned.
type Reflector interface {
	AfterTurn(ctx context.Context, r *turn.Record)
	Keep(r turn.Record) error
}

// Emitter publishes events; the fabric satisfies it. It never blocks or fails.
type Emitter interface {
	Emit(tick uint64, p wire.Payload)
}

// Inbox delivers interventions that arrived since the last call, in order.
type Inbox interface {
	Poll(ctx context.Context, nowMs int64) ([]turn.Steer, error)
}

// Purse tells what is left of the Golem's credit.
type Purse interface {
	Credit(ctx context.Context, nowMs int64) (probe.Credit, error)
}

// Switch tells whether the owner's kill switch is set.
type Switch interface {
	Killed(ctx context.Context) (bool, error)
}

// Journal tells the number of the next journal entry, so that a record can say
// which entries it took; *journal.Journal satisfies it.
type Journal interface {
	Seq() uint64
}

// Slow is the work of a delta tick, done after the record was kept.
type Slow interface {
	Delta(ctx context.Context, nowMs int64)
}

// Oracle predicts the market and finds out whether it was right (heartbeat §11). It
// spends nothing and never fails.
type Oracle interface {
	// Glance takes what a gamma tick saw, resolves what is due and returns how many
	// claims were, and how many of them were violated.
	Glance(g turn.Glance) (resolved, violated int)
	// Observe takes what a theta tick saw, in the same way.
	Observe(r *turn.Reading) (resolved, violated int)
	// Missed tells of a read that failed, in unix milliseconds.
	Missed(nowMs int64)
	// Predict registers the predictions of a theta tick.
	Predict(tick uint64, regime turn.Regime)
	// Drain returns what the ledger appended since the call before.
	Drain() turn.Foresight
}

// Ports is everything the heartbeat needs of others. The first group must be
// there; a nil in the second means that the part does not exist.
type Ports struct {
	Market    Market
	Hands     Hands
	Minds     []Deliberator // in the order in which they are asked
	Strategy  Strategy
	Timer     Timer
	Reflector Reflector
	Emitter   Emitter

	Inbox   Inbox
	Purse   Purse
	Switch  Switch
	Journal Journal
	Slow    Slow
	Oracle  Oracle
}
