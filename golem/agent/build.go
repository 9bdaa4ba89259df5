package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent/dying"
	"bardo.run/bardo/golem/agent/orders"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/agent/trust"
	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/telemetry"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/loopguard"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/price"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// ErrRegistry: the extensions of this program do not fit together. The program is
// wrong, not the life (runtime §3, exit 13).
var ErrRegistry = errors.New("the extensions do not fit together")

// New builds a Golem from its boot entry. Nothing outside has been asked when it
// returns.
func New(boot Boot, outside Outside, stores Stores) (*Agent, error) {
	boot, err := journal.Recorded(boot)
	if err != nil {
		return nil, fmt.Errorf("record the birth: %w", err)
	}
	b := &builder{Agent: Agent{boot: boot, stores: stores, books: stores.Ledger}, outside: outside}
	b.state, b.write = turn.NewState(boot.Identity)
	_, b.signals = cortex.New(cortex.Options{Log: stores.Log})
	b.live()
	for _, part := range []func() error{b.decide, b.restrain, b.act, b.hear, b.age, b.beat, b.extend} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	b.die()
	return &b.Agent, nil
}

// builder plugs the parts of a Golem together, those first that others need.
type builder struct {
	Agent
	outside Outside
	signals cortex.Writers
	desk    *permit.Desk
	permits *permit.Book
}

func (b *builder) failed(part string, err error) {
	b.life.moments.failed(b.state.Heartbeat().Tick, part, err)
}

// live makes its time, and who is told of what happens in it.
func (b *builder) live() {
	j, l := b.stores.Journal, &b.life
	l.clock = tape.NewClock(j, b.outside.Clock, b.boot.Runs)
	l.fabric = fabric.New(fabric.Config{GolemID: b.boot.Identity.GolemID, Clock: lifeTime{l.clock}})
	l.events = &announcer{fabric: l.fabric}
	l.moments, l.meter = &moments{}, telemetry.NewMeter()
	l.chronicle = chronicle.New(chronicle.Life{Journal: j, Clock: l.clock, State: b.state, Born: b.boot.Birth.Start}, b.stores.Audit)
}

// decide makes what it decides by.
func (b *builder) decide() (err error) {
	if b.body.texts, err = newTexts(b.boot.Strategy, b.outside.Strategy); err != nil {
		return fmt.Errorf("compile strategy: %w", err)
	}
	if b.boot.Oracle {
		b.body.oracle = oracle.NewEngine(b.state, b.signals.Oracle, func() oracle.Mode {
			return b.boot.Gate.Stricter(oracle.Mode(b.body.texts.keeper.Active().Gate))
		})
	}
	b.body.eyes = tape.Market{Journal: b.stores.Journal, Eyes: b.outside.Eyes, Memory: price.NewMemory(cmp.Or(b.boot.Chain.Spread, price.Spread))}
	if s, ok := b.outside.Signer.(chain.Seer); ok { // it prices by what the Golem reads
		b.body.eyes.Shown = s.See
	}
	books, err := booking.Open(b.stores.Ledger, b.life.clock.Last, b.boot.Birth)
	if err != nil {
		return fmt.Errorf("open the books: %w", err)
	}
	b.writes.books, b.body.purse = books, &purse{books: books.Credit}
	return nil
}

// restrain makes what holds it back.
func (b *builder) restrain() (err error) {
	r := &b.rein
	r.cage = cage.New(b.boot.Policy)
	birth := b.boot.Birth
	r.trust, err = trust.New(
		trust.Terms{Policy: b.boot.Policy, Stage: b.boot.Strategy.Stage, Adaptive: b.boot.Risk.Adaptive, Born: birth.Start, Time: b.writes.books.Time},
		trust.Parts{Strategy: b.body.texts.keeper, Cage: r.cage, Chronicle: b.life.chronicle, State: b.state, Clock: b.life.clock, Events: b.life.events, Log: b.stores.Log, Gas: b.writes.books.Credit.Gas},
	)
	if err != nil {
		return err
	}
	b.body.player = play.New(r.trust.Sized())
	clocks := b.boot.Mortality.Clocks
	r.standing = descent.NewKeeper(b.boot.Risk.Emergency, clocks.Economic && !clocks.Immortal, descent.Ports{
		State: b.state, Standing: b.write.Standing, Positions: b.write.Positions,
		Hear:   func() error { return b.life.words.inbox.Listen(context.Background()) },
		Events: b.life.events, Log: b.stores.Log,
		Tell:   func(kind, value string) { b.life.chronicle.Tell(audit.Intervention(kind, value)) },
		Credit: func() probe.Credit { return b.body.purse.left },
		Spent:  b.boot.Heartbeat.Budget.Share,
		Limit:  func() money.BPS { return r.cage.Policy().MaxDrawdown },
		Broke:  r.trust.Broke, Closed: orders.Closed,
	})
	return nil
}

// act builds the write path, and who follows what it sends.
func (b *builder) act() (err error) {
	w, j, terms := &b.writes, b.stores.Journal, b.boot.Chain
	if w.adapters, err = tool.NewAdapters(b.boot.Venue); err != nil {
		return err
	}
	w.hand = &chain.Hand{
		Client: b.outside.Client, Signer: b.outside.Signer, Journal: j, Clock: b.life.clock,
		ChainID: b.boot.Identity.ChainID, Poll: terms.Poll, Patience: terms.Patience, Depth: terms.Watched, Rollup: terms.Rollup,
	}
	b.permit()
	w.outcomes = &outcomes.Book{Records: b.stores.Records, Clock: b.life.clock, State: b.state, Log: b.stores.Log, Failed: b.failed, Watched: terms.Watched}
	w.keys = sessionkey.New(b.boot.Venue.Grant, b.boot.Birth.Start, sessionkey.Ports{
		Journal: j, Clock: b.life.clock, Ring: b.outside.Keys, Adapters: w.adapters, Hand: w.hand, Desk: b.desk.Own, Books: w.books.Tokens, Look: b.body.eyes.Look,
		State: b.state, Identity: b.write.Identity, Standing: b.write.Standing, Positions: b.write.Positions,
		Chronicle: b.life.chronicle, Outcomes: w.outcomes, Events: b.life.events, Log: b.stores.Log, Sites: b.stores.Sites,
	})
	if b.boot.Anchor {
		w.anchors = chronicle.NewAnchors(b.life.chronicle, b.desk.Own, b.stores.Log, b.stores.Anchors)
	}
	w.orders = orders.New(orders.Parts{
		Desk: b.desk, Hand: w.hand, Clock: b.life.clock, Books: w.books, Outcomes: w.outcomes, Strategy: b.body.texts.keeper, Player: b.body.player,
		Trust: b.rein.trust, Standing: b.rein.standing, Keys: w.keys, Anchors: w.anchors,
	})
	b.body.strays = &outcomes.Strays{
		Books: w.books.Strays, Positions: b.write.Positions, Log: b.stores.Log, Failed: b.failed,
		Unknown: func() bool { return b.desk.Orders.Waiting() || w.keys.Passing() },
		Tell: func(d turn.Difference) {
			b.life.chronicle.Tell(audit.Difference(string(d.Kind), d.Asset, &d.Units, d.Block.Number))
		},
	}
	return nil
}

// hear opens the door for words from outside.
func (b *builder) hear() error {
	l := &b.life
	l.words = &words{state: b.state, standing: b.rein.standing, trust: b.rein.trust, rearm: b.body.texts.keeper.Rearm, minds: b.boot.Model != ""}
	l.words.inbox = owner.NewInbox(owner.Ports{
		Journal: b.stores.Journal, Letters: b.outside.Letters, Vouch: b.outside.Vouch, Now: l.clock.Last, Clock: l.clock.Now, Tick: func() uint64 { return b.state.Heartbeat().Tick },
		Tell: func(x owner.Letter, a owner.Answer) {
			l.events.Emit(a.Tick, wire.SystemCommandAck{RequestID: x.ID, CommandType: x.Kind(), Status: string(a.Status), Reason: reason(a)})
		},
	})
	l.words.listen()
	money := &payments{
		state: b.state, now: l.clock.Last, books: b.writes.books, chronicle: l.chronicle, runs: b.boot.Runs, counted: map[common.Hash]bool{},
		span: func() *mortality.Lifespan { return b.life.span },
	}
	money.listen(l.words.inbox)
	l.words.inbox.Watch(b.body.texts.listen(l.words.inbox, func() { b.rein.trust.Tighten(); b.body.heart.Reread() })...)
	l.words.inbox.Watch(b.outside.Edits...)
	rotates := func() bool { return b.state.Vitality().Dying == "" && !b.paper() }
	l.words.inbox.Watch(b.writes.keys.Listen(l.words.inbox, b.outside.Grants, rotates)...)
	return nil
}

// paper reports whether the owner has nothing sent.
func (a *Agent) paper() bool { return a.rein.trust.Limits().Shadow }

// reason is why a word was not heeded, where there is a reason.
func reason(a owner.Answer) wire.Optional[string] {
	if a.Reason == "" {
		return wire.Optional[string]{}
	}
	return wire.Some(a.Reason)
}

// permit makes the desk that every write passes.
func (b *builder) permit() {
	j := b.stores.Journal
	b.permits = permit.NewBook()
	bounds := permit.Config{TTL: b.boot.Permit.TTL, Tolerance: b.boot.Permit.Tolerance}
	if b.boot.Chain.Witnessed {
		bounds.Witness = tape.Witness{Journal: j, Endpoints: b.outside.Endpoints}
	}
	parts := permit.Parts{
		Book: b.permits, Cage: b.rein.cage,
		Simulator: tape.Simulator{Journal: j, Foresight: b.outside.Foresight},
		Executor:  &tool.Executor{Adapters: b.writes.adapters, Hand: b.writes.hand},
		Purse:     b.writes.books.Gas, Hooks: b.life.moments, Life: alive{b.life.clock, b.state, b.rein.standing},
		Events: b.life.events, Audit: b.life.chronicle, Books: b.writes.books.Strays,
	}
	if b.body.oracle != nil {
		parts.Gate = b.body.oracle
	}
	if e := b.rein.trust.Engine(); e != nil {
		parts.Risk = e
	}
	b.desk = permit.NewDesk(bounds, parts)
}

// age starts the clocks that the life may die of.
func (b *builder) age() (err error) {
	books := b.writes.books.Credit
	birth := mortality.Birth{Credit: books.Endowment(), Time: b.writes.books.Time}
	ports := mortality.Ports{
		Credit: books, State: b.write.Vitality, Cortex: b.signals.Mortality, Events: b.life.events, Purse: books, Fate: b.fate(),
	}
	if b.body.oracle != nil {
		ports.Foresight = foreseen{b.body.oracle, b.state}
	}
	b.life.span, err = mortality.New(b.boot.Mortality.Clocks, b.boot.Mortality.Limits, birth, ports)
	return err
}

// fate is who rolls for the life, and reveals at its end by what.
func (b *builder) fate() tape.Fate {
	return tape.Fate{Journal: b.stores.Journal, Dice: b.outside.Dice}
}

// beat builds the heart.
func (b *builder) beat() (err error) {
	l, body := &b.life, &b.body
	l.record = &reflector{
		clock: l.clock, state: b.state, records: b.stores.Records, events: l.events, chronicle: l.chronicle, moments: l.moments, meter: l.meter,
		orders: b.writes.orders, strays: body.strays, trust: b.rein.trust, oracle: body.oracle,
	}
	ports := heartbeat.Ports{
		Market: b.market(), Hands: b.desk, Minds: b.minds(),
		Strategy: watched{body.texts.keeper, l.clock, body.player, b.rein.standing, b.rein.trust, body.purse},
		Inbox:    l.words, Switch: l.words,
		Timer: timer{l.clock}, Reflector: l.record, Emitter: l.fabric, Purse: body.purse, Journal: b.stores.Journal,
	}
	if body.oracle != nil {
		ports.Oracle = body.oracle
	}
	body.heart, err = heartbeat.New(b.boot.Heartbeat, b.state,
		heartbeat.Writers{Heartbeat: b.write.Heartbeat, Positions: b.write.Positions, Probes: b.signals.Probes, Runtime: b.signals.Runtime}, ports, b.boot.Birth.Start)
	if err != nil {
		return fmt.Errorf("build heartbeat: %w", err)
	}
	body.heart.Rebase(body.texts.keeper.Active().TickInterval)
	return nil
}

func (b *builder) market() market { return market{b.body.eyes, b.body.strays} }

// minds are who decides, in the order in which they are asked: an emergency, a forced
// reduction, the owner's stops and the rules, and whatever they leave to the model that
// the life was born with.
func (b *builder) minds() []heartbeat.Deliberator {
	minds := []heartbeat.Deliberator{rules{b.life.moments, b.body.player}}
	if b.boot.Model != "" {
		minds = append(minds, tape.Mind{Journal: b.stores.Journal, Thinker: b.outside.Mind})
	}
	return minds
}

// extend registers what exists, in the order of the specification's table. The other rows of
// the table are absent, not empty.
func (b *builder) extend() (err error) {
	r := extension.NewRegistry()
	for _, x := range []extension.Extension{
		{Name: "telemetry", Hook: b.life.meter},
		{Name: "tools", Hook: b.writes.adapters},
		{Name: "heartbeat", Hook: b.body.heart},
		{Name: "lifespan", Hook: b.life.span},
		{Name: "safety", Hook: &loopguard.Guard{Warn: func(tick uint64, kind string) {
			b.stores.Log.Warn("one kind of action is most of what the model asks for", "tick", tick, "kind", kind)
		}}},
		{Name: "permits", Hook: b.permits},
		{Name: "observability", Hook: telemetry.Logbook{Log: b.stores.Log}},
	} {
		r.Register(x)
	}
	if b.life.moments.host, err = r.Build(); err != nil {
		return fmt.Errorf("%w: %w", ErrRegistry, err)
	}
	return nil
}

// die prepares the death.
func (b *builder) die() {
	w, l, boot := &b.writes, &b.life, &b.boot
	terms := dying.Terms{Death: boot.Death, Home: boot.Venue.Home, Recovery: boot.Custody.Recovery, Wallet: boot.Identity.Wallet, Identity: b.outside.Identity}
	ports := thanatopsis.Ports{
		Market: b.market(), Hands: w.orders.Settle(b.state), Events: l.fabric, Wait: timer{l.clock}.Wait,
		Limits: func() (slippage, impact money.BPS) {
			limits := b.rein.cage.Policy()
			return limits.MaxSlippage, limits.MaxImpact
		},
	}
	ports.Abandoned = l.words.abandoned
	if boot.Mortality.Clocks.Paid {
		ports.Until = w.books.Time.Until
	}
	if boot.Mortality.Clocks.Stochastic {
		ports.Reveal = b.fate().Reveal
	}
	l.death = dying.New(terms, dying.Parts{
		Journal: b.stores.Journal, Clock: l.clock, Estate: b.stores.Estate, Sites: b.stores.Sites, Log: b.stores.Log,
		State: b.state, Positions: b.write.Positions, Lifespan: l.span, Oracle: b.body.oracle,
		Own: b.desk.Own, Adapters: w.adapters, Hand: w.hand, Keys: w.keys, Silent: func() bool { return b.paper() || l.words.abandoned() }, Books: w.books,
		Outcomes: w.outcomes, Strays: b.body.strays, Chronicle: l.chronicle, Anchors: w.anchors,
		Look: b.body.eyes.Look,
		Told: func() (float64, []byte, string) {
			return l.record.born, b.body.texts.inForce(), b.StrategyHash()
		},
	}, ports)
}
