package agent

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent/dying"
	"bardo.run/bardo/golem/agent/orders"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/agent/trust"
	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/telemetry"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Agent is one Golem: the order in which its parts act. It implements lifecycle.Body and
// belongs to the goroutine that ticks.
type Agent struct {
	boot    Boot
	stores  Stores `image:"-"`
	state   *turn.State
	write   turn.Writers
	life    life
	body    body
	rein    rein
	writes  writes
	books   *ledger.Ledger
	stood   int64 // when the last checkpoint was made, unix milliseconds of the life
	tried   int64 `image:"-"` // when one could not be made
	resting bool  `image:"-"` // between two ticks, and nothing of the next one was asked
}

// life is what time does to a Golem, and who is told.
type life struct {
	clock     *tape.Clock
	words     *words
	fabric    *fabric.Fabric
	events    *announcer
	chronicle *chronicle.Chronicle
	moments   *moments
	meter     *telemetry.Meter
	span      *mortality.Lifespan
	death     *dying.Death
	record    *reflector
}

// body is who looks and decides.
type body struct {
	heart  *heartbeat.Heartbeat
	texts  *texts
	oracle *oracle.Engine // nil: switched off
	player *play.Player
	purse  *purse
	strays *outcomes.Strays
	eyes   tape.Market
}

// rein is what holds it back.
type rein struct {
	cage     *cage.Cage
	trust    *trust.Trust
	standing *descent.Keeper
}

// writes is how it acts, and what becomes of that.
type writes struct {
	adapters *tool.Adapters
	hand     *chain.Hand
	books    *booking.Desk
	keys     *sessionkey.Keys
	anchors  *chronicle.Anchors // nil: nothing is anchored
	outcomes *outcomes.Book
	orders   *orders.Orders
}

// Rebooted notes that the process was restarted here: open permits are void and
// the next tick is at least T1 (runtime §15). Where the world stood still meanwhile the Golem is the one
// that it would have been, also in the middle of an order.
func (a *Agent) Rebooted(epoch uint64) {
	a.life.chronicle.Tell(audit.Intervention("restart", "info"))
	if a.boot.Pauses {
		return
	}
	a.rein.cage.NewSession()
	a.write.Identity.Edit(func(id *turn.Identity) { id.Epoch = epoch })
	a.body.heart.Restarted()
}

// Boot fires the session hooks.
func (a *Agent) Boot(ctx context.Context) error {
	id := a.state.Identity()
	a.life.fabric.EmitIdle(wire.LifecycleBooted{Generation: uint64(id.Generation), ConfigHash: a.StrategyHash()})
	if err := a.life.moments.host.FireSession(ctx, &turn.Session{Reason: turn.SessionStart, State: a.state}); err != nil {
		return err
	}
	a.life.chronicle.Limited(capability.Digest{}, a.rein.cage.Policy().Digest())
	a.life.chronicle.Tell(audit.PhaseTransition(string(lifecycle.StateProvisioning), string(lifecycle.StateActive)))
	if !a.stores.Journal.Replaying() { // a resumed life is ready once its journal is behind it
		a.life.fabric.EmitIdle(wire.LifecycleReady{})
	}
	return a.life.chronicle.Err()
}

// Moved announces a transition of the lifecycle.
func (a *Agent) Moved(from, to lifecycle.State) {
	a.life.fabric.EmitIdle(wire.LifecycleTransition{From: string(from), To: string(to)})
	if to == lifecycle.StateDead {
		a.life.fabric.EmitIdle(wire.NecrocracyGolemDied{TicksLived: a.state.Heartbeat().Tick, Cause: string(a.Dying())})
	}
}

// Tick waits for the next due tick and runs it.
func (a *Agent) Tick(ctx context.Context) error {
	at, scale := a.body.heart.Next()
	a.stores.Journal.Begin(a.state.Heartbeat().Tick)
	now, over, err := a.rest(ctx, at)
	if over || err != nil {
		return err
	}
	if err := a.ready(ctx); err != nil {
		return err
	}
	if scale == pace.Gamma {
		_, err = a.body.heart.Gamma(ctx, now)
		return journal.Fatal(err)
	}
	return a.theta(ctx, now)
}

// rest waits until a time, or until the paid time is over, and reports whether the life is. A
// word from outside ends the waiting for a moment: it is heard at once, and may move that end.
func (a *Agent) rest(ctx context.Context, until int64) (now int64, over bool, err error) {
	for {
		a.resting = true
		if err := stand(a, a.life.clock.Last(), false); err != nil {
			return now, false, err
		}
		if now, err = a.life.clock.Rest(ctx, min(until, a.life.span.Ends())); err != nil {
			return now, false, err
		}
		a.resting = false
		if err := a.life.words.inbox.Look(ctx); err != nil {
			return now, false, err
		}
		if over, err := a.over(now); over || err != nil || now >= until {
			return now, over, err
		}
	}
}

// ready takes in what came of what was sent since the last tick, before anything is decided,
// and has another key take over. Nothing goes on after an audit that takes nothing.
func (a *Agent) ready(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		a.life.record.reconcile,
		func(context.Context) error { return a.life.chronicle.Err() },
		a.rotate,
		func(context.Context) error { return a.life.chronicle.Err() },
		a.anchor,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (a *Agent) rotate(ctx context.Context) error {
	if a.Dying() != "" || a.paper() {
		return nil
	}
	return a.writes.keys.Rotate(ctx)
}

func (a *Agent) anchor(ctx context.Context) error {
	if a.writes.anchors == nil {
		return nil
	}
	x, sent, err := a.writes.anchors.Cast(ctx, false)
	if err != nil || !sent {
		return err
	}
	return a.writes.outcomes.Sent(string(grammar.Anchor), x)
}

// over declares death where it was ordered or the paid time is over, and charges the
// last of the time. Nothing is charged to the dead.
func (a *Agent) over(now int64) (bool, error) {
	dead, orders := a.Dying() != "", a.life.words.ordered()
	for _, o := range orders {
		a.life.chronicle.Tell(audit.Intervention("order", string(o.Cause)))
		a.life.span.Obey(o.Cause)
		a.rein.standing.Thaw() // the later word holds
	}
	if expired := a.life.span.Expire(now); len(orders) == 0 && !expired {
		return false, nil
	}
	if dead {
		return true, nil
	}
	return true, a.writes.books.Credit.Tick(a.state.Heartbeat().Tick, now)
}

// theta runs the theta tick that is due. Its roll is fetched before it, so that
// nothing reaches outside while the record is made.
func (a *Agent) theta(ctx context.Context, now int64) error {
	if err := journal.Fatal(a.life.span.Draw(a.state.Heartbeat().Tick)); err != nil {
		return err
	}
	a.life.events.begin()
	a.body.strays.Begin()
	r, err := a.body.heart.Theta(ctx, now)
	a.body.strays.End()
	if err != nil {
		return err
	}
	a.reloaded(r.Tick)
	return errors.Join(a.life.chronicle.Err(), a.stores.Journal.End())
}

// Dying returns why the Golem must die, or nothing.
func (a *Agent) Dying() lifecycle.Cause { return lifecycle.Cause(a.state.Vitality().Dying) }

// Die runs one phase of death.
func (a *Agent) Die(ctx context.Context, phase lifecycle.Phase, cause lifecycle.Cause) error {
	return a.life.death.Run(ctx, phase, cause)
}

// Dream is not offered: no dream exists in this Golem.
func (a *Agent) Dream(context.Context) error {
	return fmt.Errorf("dream: the dream extension is not registered")
}

// Release fires the end hooks. The event stream stays open for whoever ends the
// process.
func (a *Agent) Release(ctx context.Context, reason string) error {
	a.life.moments.host.FireEnd(ctx, turn.End{Graceful: true, Reason: reason})
	return a.stores.Journal.Sync()
}

// State returns the Golem's state, for reading by the goroutine that ticks.
func (a *Agent) State() *turn.State { return a.state }

// Events returns the event stream.
func (a *Agent) Events() *fabric.Fabric { return a.life.fabric }

// StrategyText is the STRATEGY.md in force; the caller does not change it.
func (a *Agent) StrategyText() []byte { return a.body.texts.inForce() }

// StrategyHash names the STRATEGY.md in force.
func (a *Agent) StrategyHash() string { return a.body.texts.keeper.Active().Hash }

// Deferred is what is left to do of a death that was cut off.
func (a *Agent) Deferred() thanatopsis.Deferred { return a.life.death.Deferred() }

// Open names the liquidity positions that the Golem held when it last looked, and the
// lending markets that it used.
func (a *Agent) Open() []string {
	var ids []string
	for _, p := range a.state.Positions().Reading.Positions {
		ids = append(ids, p.ID)
	}
	for _, l := range a.state.Positions().Reading.Lending {
		if !l.Idle() {
			ids = append(ids, l.Protocol)
		}
	}
	return ids
}

// Hands is the write path for whoever acts between two ticks, on the goroutine that
// ticks: what a model's two tools will call. Every call is judged on a reading of its own.
func (a *Agent) Hands() heartbeat.Hands {
	return a.writes.orders.Settle(a.state).Reach(a.body.eyes, a.write.Positions)
}

// Credit returns what is left of the credit.
func (a *Agent) Credit() money.USDC { return a.writes.books.Credit.Remaining() }

// Pending names the transactions that were signed and whose outcome is unknown.
func (a *Agent) Pending() []common.Hash { return a.writes.hand.Pending() }

// Trades returns how many actions were executed so far.
func (a *Agent) Trades() int { return a.writes.outcomes.Trades() }

// SentHome reports whether an agent's death has sent any of what it held to its owner.
func SentHome(a *Agent) bool { return a.life.death.SentHome() }

// Anchors are the marks of the audit that stand on the chain, oldest first.
func (a *Agent) Anchors() []anchor.Anchor {
	if a.writes.anchors == nil {
		return nil
	}
	return a.writes.anchors.List()
}

// Audited is how far the audit chain will come again whatever happens to the process.
func (a *Agent) Audited() audit.Mark { return a.life.chronicle.Firm() }

// News returns what the newest tick came to, for the goroutine that ticks.
func (a *Agent) News() News { return a.life.record.news }

// WritePrometheus writes the Golem's figures. Unlike the rest it may be called
// from any goroutine.
func (a *Agent) WritePrometheus(w io.Writer) { a.life.meter.WritePrometheus(w) }
