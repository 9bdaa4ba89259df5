package permit

import (
	"cmp"
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Names of the two tools every write goes through.
const (
	ToolPreview = tier.Preview
	ToolCommit  = tier.Commit
)

// Layers that may refuse beside the cage.
const (
	LayerGrammar   = "grammar"
	LayerHooks     = "hooks"
	LayerSimulator = "simulation"
	LayerPermit    = "permit"
	LayerPurse     = "gas"
	LayerExecutor  = "executor"
	LayerOrigin    = "origin"
	LayerTaint     = "taint"
	LayerBooks     = "books"
)

// Config bounds permits: TTL in milliseconds (default 60,000), Lifetime of a
// capability in ticks (default 3), Tolerance between preview and re-simulation
// (default 200 bps). With a Witness, large orders need endpoints that agree. Of a model
// so many Reads and Writes a minute are heard (default 300 and 60).
type Config struct {
	TTL       int64
	Reads     int
	Writes    int
	Lifetime  uint64
	Tolerance money.BPS
	Witness   Witness // nil: nobody is asked
}

func (c Config) withDefaults() Config {
	c.TTL, c.Lifetime, c.Tolerance = cmp.Or(c.TTL, 60_000), cmp.Or(c.Lifetime, 3), cmp.Or(c.Tolerance, 200)
	c.Reads, c.Writes = cmp.Or(c.Reads, readsPerMinute), cmp.Or(c.Writes, writesPerMinute)
	return c
}

// Parts are what a Desk works with. Gate, Audit, Books, Risk and Approvals may be
// missing.
type Parts struct {
	Book      *Book
	Cage      *cage.Cage
	Simulator Simulator
	Executor  Executor
	Purse     Purse
	Hooks     Hooks
	Life      Life
	Events    Emitter
	Gate      Gate      // nil: nothing is predicted, and nothing refused for it
	Audit     Audit     // nil: nothing is taken down
	Approvals Approvals // nil: the owner never approved anything
	Books     Books     // nil: nobody compares them with the chain
	Risk      Assessor  // nil: the limits are the cage's alone
}

// Desk implements the Hands of the heartbeat.
type Desk struct {
	Own    *Own    // sends what nobody proposed
	Orders *Orders // knows what was sent

	scribe *scribe // its lock guards what follows
	judge  *judge
	book   *Book
	cage   *cage.Cage
	life   Life
	hooks  Hooks
	events Emitter
	reads  calls
	writes calls
}

// NewDesk returns a Desk without permits.
func NewDesk(cfg Config, p Parts) *Desk {
	cfg = cfg.withDefaults()
	s, keys := &scribe{audit: p.Audit}, capability.NewRegistry()
	keys.Tell(s.used)
	j := &judge{cfg, tier.Of, p.Cage, p.Life, p.Simulator, p.Gate, p.Books, p.Risk, p.Approvals}
	o := &Orders{s, j, p.Cage, p.Life, p.Hooks, p.Purse, p.Executor, keys, cfg.Lifetime, nil}
	return &Desk{
		Own: &Own{s, j, o, p.Book, p.Life}, Orders: o, scribe: s, judge: j, book: p.Book, cage: p.Cage, life: p.Life, hooks: p.Hooks, events: p.Events,
		reads: calls{most: cfg.Reads}, writes: calls{most: cfg.Writes},
	}
}

// Preview parses, judges and simulates the proposal. The answer holds a permit,
// or a refusal that names its layer; the error is reserved for faults of ours.
func (d *Desk) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	defer d.scribe.lock()()
	if d.scribe.unheard != nil {
		return turn.Preview{}, d.scribe.unheard
	}
	answer, err := d.preview(ctx, p)
	if err != nil {
		return answer, err
	}
	return d.scribe.previewed(p, answer)
}

func (d *Desk) preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	life := d.life.State()
	call := &turn.ToolCall{Tool: ToolPreview, Tick: life.Heartbeat().Tick, Now: d.life.Now(), Proposal: p, State: life}
	if r := d.reads.flooded(p.Origin, call.Now); r != nil {
		return d.blocked(call, grammar.Action{}, nil, r), nil
	}
	action, refusal := d.admit(ctx, call)
	if refusal != nil {
		return d.blocked(call, action, nil, refusal), nil
	}
	k := d.judge.judged(action, call.Proposal, call.Now)
	if r := d.judge.sound(k); r != nil {
		return d.blocked(call, action, nil, r), nil
	}
	if r := d.judge.gated(call, k); r != nil {
		return d.held(call, k, nil, r), nil
	}
	if r := d.cage.Before(k); r != nil {
		return d.held(call, k, nil, r), nil
	}
	sim, refusal, err := d.judge.simulate(ctx, action)
	if err != nil {
		return turn.Preview{}, err
	}
	if refusal != nil {
		return d.blocked(call, action, nil, refusal), nil
	}
	if r := d.judge.afterSimulation(k, sim); r != nil {
		return d.held(call, k, &sim, r), nil
	}
	said, r := d.judge.assessed(k, sim, call.Proposal.Cause, "")
	d.announce(call.Tick, said, r)
	if r != nil {
		answer := d.blocked(call, action, &sim, r)
		answer.Risk = said
		return answer, nil
	}
	answer := d.permit(call, k, sim)
	answer.Risk = said
	return answer, nil
}

// admit turns the proposal into an action: grammar, halt, hooks.
func (d *Desk) admit(ctx context.Context, call *turn.ToolCall) (grammar.Action, *turn.Refusal) {
	action, refusal := d.read(call)
	if refusal != nil {
		return action, refusal
	}
	call.Kind = string(action.Kind)
	if r := d.judge.tabled(call); r != nil {
		return action, r
	}
	if why := d.life.Halted(); why != "" {
		return action, &turn.Refusal{Layer: LayerPermit, Code: wire.CodeSafetyHalted, Detail: why}
	}
	if r := d.Orders.waiting(); r != nil {
		return action, r
	}
	body := string(call.Proposal.Body)
	if r := d.hooks.ToolCall(ctx, call); r != nil {
		return action, r
	}
	if string(call.Proposal.Body) == body {
		return action, nil
	}
	if action, refusal = d.read(call); refusal != nil {
		refusal.Detail = "after a hook: " + refusal.Detail
		return action, refusal
	}
	call.Kind = string(action.Kind)
	return action, d.judge.tabled(call)
}

func (d *Desk) permit(call *turn.ToolCall, k cage.Case, s turn.Simulation) turn.Preview {
	p := d.judge.permit(d.book.next(call.Tick), call.Tick, k, s)
	p.Proposal = call.Proposal
	d.book.add(&p)
	d.events.Emit(call.Tick, p.created())
	return turn.Preview{PermitID: p.ID, Kind: call.Kind, Simulation: &s, ExpiresAt: p.ExpiresAt}
}

// blocked announces a refusal. The tier counts the value where it is known.
func (d *Desk) blocked(call *turn.ToolCall, a grammar.Action, s *turn.Simulation, r *turn.Refusal) turn.Preview {
	var value money.USDC
	if s != nil {
		value = s.Value
	}
	d.events.Emit(call.Tick, wire.PermitBlocked{
		PermitID: d.book.next(call.Tick), ActionKind: call.Kind,
		RiskTier: string(Risk(a, value)), BlockReason: string(r.Code),
	})
	return turn.Preview{Kind: call.Kind, Simulation: s, Refusal: r}
}

// held blocks an action that came as far as the gate.
func (d *Desk) held(call *turn.ToolCall, k cage.Case, s *turn.Simulation, r *turn.Refusal) turn.Preview {
	d.judge.heldBack(call, k, r)
	answer := d.blocked(call, k.Action, s, r)
	answer.Risk = d.judge.shielded(k, s, call.Proposal.Cause, r)
	return answer
}
