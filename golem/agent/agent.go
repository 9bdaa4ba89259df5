package agent

import (
	"context"
	"errors"
	"fmt"
	"io"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/telemetry"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// ErrRegistry: the extensions of this program do not fit together. The program is
// wrong, not the life (runtime §3, exit 13).
var ErrRegistry = errors.New("the extensions do not fit together")

// Agent is one Golem. It implements lifecycle.Body and belongs to the goroutine
// that ticks.
type Agent struct {
	boot    Boot
	outside Outside
	stores  Stores

	state    *turn.State
	write    turn.Writers
	cortex   *cortex.State
	fabric   *fabric.Fabric
	events   *announcer
	clock    *tape.Clock
	orders   *tape.Orders
	grants   *tape.Grants // nil: it acts for its own account
	keys     *keys        // nil likewise
	halts    *tape.Halts
	host     *extension.Host
	strategy *strategy.Keeper
	books    *booking.Desk
	permits  *permit.Book
	adapters *tool.Adapters
	hand     *chain.Hand
	cage     *cage.Cage
	desk     *permit.Desk
	trail    *audit.Trail // nil: nothing is taken down
	noted    uint64       // entries of the journal at the last record of the trail
	firm     audit.Mark   // of the trail, at the newest of them
	dead     bool         // its death is over
	anchors  anchors
	oracle   *oracle.Engine // nil: switched off
	lifespan *mortality.Lifespan
	heart    *heartbeat.Heartbeat
	death    *thanatopsis.Protocol
	meter    *telemetry.Meter

	born    float64 // equity at the first reading
	trades  int
	epoch   uint64
	risk    trust
	descent descent.Descent
	swept   []thanatopsis.Swept
	sentIn  float64 // by others, in quote tokens of then
	player  *play.Player
	left    probe.Credit      // of this tick
	offered string            // hash of the last STRATEGY.md that was offered
	texts   map[string][]byte // of each that was, by hash
	bound   Bound
	unrest  unrest
	strays  strays
}

// New builds a Golem from its boot entry. Nothing outside has been asked when it
// returns.
func New(boot Boot, outside Outside, stores Stores) (*Agent, error) {
	a := &Agent{boot: boot, outside: outside, stores: stores, epoch: boot.Identity.Epoch, meter: telemetry.NewMeter()}
	a.state, a.write = turn.NewState(boot.Identity)
	var writers cortex.Writers
	a.cortex, writers = cortex.New(cortex.Options{Log: stores.Log})
	a.clock = tape.NewClock(stores.Journal, outside.Clock, boot.Runs)
	a.orders, a.halts = tape.NewOrders(stores.Journal, outside.Orders), tape.NewHalts(stores.Journal, outside.Brake)
	if g := boot.Venue.Grant; g != nil {
		a.grants = tape.NewGrants(stores.Journal, outside.Grants, *g)
		a.keys = &keys{tape: tape.NewKeys(stores.Journal, outside.Keys), since: boot.Birth.Start}
	}
	a.fabric = fabric.New(fabric.Config{GolemID: boot.Identity.GolemID, Clock: lifeTime{a.clock}})
	a.events = &announcer{fabric: a.fabric}

	compiled, err := strategy.Compile(boot.Strategy.Text, strategy.DefaultPolicy())
	if err != nil {
		return nil, fmt.Errorf("compile strategy: %w", err)
	}
	a.strategy = strategy.NewKeeper(compiled, strategy.DefaultPolicy())
	a.offered, a.cage = compiled.Hash, cage.New(boot.Policy)
	a.texts = map[string][]byte{a.offered: boot.Strategy.Text}
	if err := a.adapt(); err != nil {
		return nil, err
	}
	a.tighten()
	if a.books, err = booking.Open(stores.Ledger, a.clock.Last, boot.Birth); err != nil {
		return nil, fmt.Errorf("open the books: %w", err)
	}
	if boot.Oracle {
		a.oracle = oracle.NewEngine(a.state, writers.Oracle)
	}
	if err := a.hands(); err != nil {
		return nil, err
	}
	if err := a.clocks(writers.Mortality); err != nil {
		return nil, err
	}
	if err := a.beat(writers); err != nil {
		return nil, err
	}
	if a.host, err = a.extensions(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRegistry, err)
	}
	a.death = a.mortal()
	if stores.Audit != nil {
		a.trail = audit.NewTrail(stores.Audit)
	}
	return a, nil
}

// clocks starts the clocks that the life may die of.
func (a *Agent) clocks(w *cortex.MortalityWriter) (err error) {
	birth := mortality.Birth{Credit: a.books.Endowment(), PaidFrom: a.boot.Birth.Start, PaidUntil: a.boot.Birth.Until}
	ports := mortality.Ports{
		Credit: a.books, State: a.write.Vitality, Cortex: w, Events: a.events, Purse: a.books, Fate: a.fate(),
	}
	if a.oracle != nil {
		ports.Foresight = foreseen{a}
	}
	a.lifespan, err = mortality.New(a.boot.Mortality.Clocks, a.boot.Mortality.Limits, birth, ports)
	return err
}

// fate is who rolls for the life, and reveals at its end by what.
func (a *Agent) fate() tape.Fate { return tape.Fate{Journal: a.stores.Journal, Dice: a.outside.Dice} }

// hands builds the write path.
func (a *Agent) hands() error {
	var err error
	if a.adapters, err = tool.NewAdapters(a.boot.Venue); err != nil {
		return err
	}
	a.hand = &chain.Hand{
		Client: a.outside.Client, Signer: a.outside.Signer, Journal: a.stores.Journal, Clock: a.clock,
		ChainID: a.boot.Identity.ChainID, Poll: a.boot.Chain.Poll, Patience: a.boot.Chain.Patience, Depth: a.boot.Chain.Watched, Rollup: a.boot.Chain.Rollup,
	}
	a.permits = permit.NewBook()
	bounds := permit.Config{TTL: a.boot.Permit.TTL, Tolerance: a.boot.Permit.Tolerance}
	if a.boot.Chain.Witnessed {
		bounds.Witness = tape.Witness{Journal: a.stores.Journal, Endpoints: a.outside.Endpoints}
	}
	parts := permit.Parts{
		Book: a.permits, Cage: a.cage,
		Simulator: tape.Simulator{Journal: a.stores.Journal, Foresight: a.outside.Foresight},
		Executor:  &tool.Executor{Adapters: a.adapters, Hand: a.hand},
		Purse:     a.books, Hooks: hooks{a}, Life: alive{a}, Events: a.events, Audit: chronicle{a}, Books: a.books,
	}
	if a.oracle != nil {
		parts.Gate = a.oracle
	}
	if a.risk.engine != nil {
		parts.Risk = a.risk.engine
	}
	a.desk = permit.NewDesk(bounds, parts)
	return nil
}

func (a *Agent) beat(w cortex.Writers) (err error) {
	ports := heartbeat.Ports{
		Market: a.market(), Hands: a.desk, Minds: a.minds(),
		Strategy: watched{a.strategy, a}, Timer: timer{a.clock}, Reflector: reflector{a}, Emitter: a.fabric, Purse: purse{a}, Journal: a.stores.Journal,
	}
	if a.oracle != nil {
		ports.Oracle = a.oracle
	}
	a.heart, err = heartbeat.New(a.boot.Heartbeat, a.state,
		heartbeat.Writers{Heartbeat: a.write.Heartbeat, Positions: a.write.Positions, Probes: w.Probes, Runtime: w.Runtime}, ports, a.boot.Birth.Start)
	if err != nil {
		return fmt.Errorf("build heartbeat: %w", err)
	}
	a.heart.Rebase(a.strategy.Active().TickInterval)
	return nil
}

// Rebooted notes that the process was restarted here: open permits are void and
// the next tick is at least T1 (runtime §15).
func (a *Agent) Rebooted(epoch uint64) {
	a.epoch = epoch
	a.tell(audit.Intervention("restart", "info"))
	a.cage.NewSession()
	a.write.Identity.Edit(func(id *turn.Identity) { id.Epoch = epoch })
	a.heart.Restarted()
}

// Boot fires the session hooks.
func (a *Agent) Boot(ctx context.Context) error {
	id := a.state.Identity()
	a.fabric.EmitIdle(wire.LifecycleBooted{Generation: uint64(id.Generation), ConfigHash: a.strategy.Active().Hash})
	if err := a.host.FireSession(ctx, &turn.Session{Reason: turn.SessionStart, State: a.state}); err != nil {
		return err
	}
	a.limited(capability.Digest{})
	a.passing(lifecycle.StateProvisioning, lifecycle.StateActive)
	a.fabric.EmitIdle(wire.LifecycleReady{Resumed: a.epoch > 1})
	return a.unheard()
}

// Moved announces a transition of the lifecycle.
func (a *Agent) Moved(from, to lifecycle.State) {
	a.fabric.EmitIdle(wire.LifecycleTransition{From: string(from), To: string(to)})
	if to == lifecycle.StateDead {
		a.fabric.EmitIdle(wire.NecrocracyGolemDied{TicksLived: a.state.Heartbeat().Tick, Cause: string(a.Dying())})
	}
}

// Tick waits for the next due tick and runs it.
func (a *Agent) Tick(ctx context.Context) error {
	at, scale := a.heart.Next()
	at = min(at, a.lifespan.Ends())
	a.stores.Journal.Begin(a.state.Heartbeat().Tick)
	now, err := a.clock.Rest(ctx, at)
	if err != nil {
		return err
	}
	if over, err := a.over(now); over || err != nil {
		return err
	}
	if err := a.renewed(ctx); err != nil {
		return err
	}
	if err := a.brake(); err != nil {
		return err
	}
	if _, err := a.reconcile(ctx); err != nil {
		return err
	}
	if err := a.unheard(); err != nil {
		return err
	}
	if err := a.rotate(ctx); err != nil {
		return err
	}
	if err := a.unheard(); err != nil {
		return err
	}
	if err := a.anchor(ctx, false); err != nil {
		return err
	}
	if scale == pace.Gamma {
		_, err = a.heart.Gamma(ctx, now)
		return fatal(a.stores.Journal, err)
	}
	return a.theta(ctx, now)
}

// over declares death where it was ordered or the paid time is over, and charges the
// last of the time. Nothing is charged to the dead.
func (a *Agent) over(now int64) (bool, error) {
	dead := a.Dying() != ""
	o, ordered, err := a.orders.Next()
	if err != nil {
		return false, err
	}
	if ordered {
		a.tell(audit.Intervention("order", string(o.Cause)))
		a.lifespan.Obey(o.Cause)
		if a.state.Standing().Halt == turn.HaltFreeze { // the later word holds
			a.halt(turn.HaltNone)
		}
	}
	if expired := a.lifespan.Expire(now); !ordered && !expired {
		return false, nil
	}
	if dead {
		return true, nil
	}
	return true, a.books.Tick(a.state.Heartbeat().Tick, now)
}

// theta runs the theta tick that is due. Its roll is fetched before it, so that
// nothing reaches outside while the record is made.
func (a *Agent) theta(ctx context.Context, now int64) error {
	if a.boot.Strategy.HotReload {
		if err := a.reread(); err != nil {
			return err
		}
	}
	if err := fatal(a.stores.Journal, a.lifespan.Draw(a.state.Heartbeat().Tick)); err != nil {
		return err
	}
	a.events.begin()
	a.strays.begin()
	r, err := a.heart.Theta(ctx, now)
	a.strays.end()
	if err != nil {
		return err
	}
	a.reloaded(r.Tick)
	return errors.Join(a.unheard(), a.stores.Journal.End())
}

// Dying returns why the Golem must die, or nothing.
func (a *Agent) Dying() lifecycle.Cause { return lifecycle.Cause(a.state.Vitality().Dying) }

// Dream is not offered: no dream exists in this Golem.
func (a *Agent) Dream(context.Context) error {
	return fmt.Errorf("dream: the dream extension is not registered")
}

// Release fires the end hooks. The event stream stays open for whoever ends the
// process.
func (a *Agent) Release(ctx context.Context, reason string) error {
	a.host.FireEnd(ctx, turn.End{Graceful: true, Reason: reason})
	return a.stores.Journal.Sync()
}

// State returns the Golem's state, for reading by the goroutine that ticks.
func (a *Agent) State() *turn.State { return a.state }

// Events returns the event stream.
func (a *Agent) Events() *fabric.Fabric { return a.fabric }

// StrategyText is the STRATEGY.md in force; the caller does not change it.
func (a *Agent) StrategyText() []byte { return a.texts[a.strategy.Active().Hash] }

// Deferred is what is left to do of a death that was cut off.
func (a *Agent) Deferred() thanatopsis.Deferred { return a.death.Deferred(a.Dying()) }

// StrategyHash names the STRATEGY.md in force.
func (a *Agent) StrategyHash() string { return a.strategy.Active().Hash }

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

// Credit returns what is left of the credit.
func (a *Agent) Credit() money.USDC { return a.books.Remaining() }

// WritePrometheus writes the Golem's figures. Unlike the rest it may be called
// from any goroutine.
func (a *Agent) WritePrometheus(w io.Writer) { a.meter.WritePrometheus(w) }

// Trades returns how many actions were executed so far.
func (a *Agent) Trades() int { return a.trades }
