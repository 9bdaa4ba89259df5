package permit

import (
	"context"
	"fmt"
	"sync"

	"bardo.run/bardo/golem/host/journal"
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
	// Tools is the table of tools; nil: tier.Of.
	Tools func(tool string) (tier.Row, bool)
}

func (c Config) withDefaults() Config {
	if c.TTL == 0 {
		c.TTL = 60_000
	}
	if c.Lifetime == 0 {
		c.Lifetime = 3
	}
	if c.Tools == nil {
		c.Tools = tier.Of
	}
	if c.Reads == 0 {
		c.Reads = readsPerMinute
	}
	if c.Writes == 0 {
		c.Writes = writesPerMinute
	}
	if c.Tolerance == 0 {
		c.Tolerance = 200
	}
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
	cfg   Config
	parts Parts
	keys  *capability.Registry

	mu     sync.Mutex // guards what follows; one preview or commit at a time
	madeOn uint64     // tick of the newest permit
	made   int        // permits of that tick
	under  []*underway
	reads  calls
	writes calls

	unheard error // of the audit: nothing is permitted behind it
}

// NewDesk returns a Desk without permits.
func NewDesk(cfg Config, parts Parts) *Desk {
	d := &Desk{cfg: cfg.withDefaults(), parts: parts, keys: capability.NewRegistry()}
	d.reads.most, d.writes.most = d.cfg.Reads, d.cfg.Writes
	d.keys.Tell(d.used)
	return d
}

// Preview parses, judges and simulates the proposal. The answer holds a permit,
// or a refusal that names its layer; the error is reserved for faults of ours.
func (d *Desk) Preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.unheard != nil {
		return turn.Preview{}, d.unheard
	}
	answer, err := d.preview(ctx, p)
	if err != nil {
		return answer, err
	}
	return d.previewed(p, answer)
}

func (d *Desk) preview(ctx context.Context, p turn.Proposal) (turn.Preview, error) {
	life := d.parts.Life.State()
	call := &turn.ToolCall{Tool: ToolPreview, Tick: life.Heartbeat().Tick, Now: d.parts.Life.Now(), Proposal: p, State: life}
	if r := d.reads.flooded(p.Origin, call.Now); r != nil {
		return d.blocked(call, grammar.Action{}, nil, r), nil
	}
	action, refusal := d.admit(ctx, call)
	if refusal != nil {
		return d.blocked(call, action, nil, refusal), nil
	}
	k := d.judged(action, call.Now)
	if r := d.sound(action, k.Seen.Pool); r != nil {
		return d.blocked(call, action, nil, r), nil
	}
	if r := d.gated(call, k); r != nil {
		return d.blocked(call, action, nil, r), nil
	}
	if r := d.parts.Cage.Before(k); r != nil {
		return d.held(call, k, nil, r), nil
	}
	sim, err := d.parts.Simulator.Simulate(ctx, action)
	if journal.IsFinal(err) {
		return turn.Preview{}, err
	}
	if err != nil {
		return d.blocked(call, action, nil, unsimulated(err)), nil
	}
	if r := d.afterSimulation(k, sim); r != nil {
		return d.held(call, k, &sim, r), nil
	}
	said, r := d.assessed(k, sim, call.Proposal.Cause, "")
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
	if r := d.tabled(call); r != nil {
		return action, r
	}
	if why := d.parts.Life.Halted(); why != "" {
		return action, &turn.Refusal{Layer: LayerPermit, Code: wire.CodeSafetyHalted, Detail: why}
	}
	if r := d.waiting(); r != nil {
		return action, r
	}
	body := string(call.Proposal.Body)
	if r := d.parts.Hooks.ToolCall(ctx, call); r != nil {
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
	return action, d.tabled(call)
}

// sound refuses what opens a risk while money is missing that no order explains: whoever
// took it may take more, and the books are no measure of what is there (S-10).
func (d *Desk) sound(a grammar.Action, pool turn.Pool) *turn.Refusal {
	if d.parts.Books == nil || !cage.Opens(a, pool) {
		return nil
	}
	if why := d.parts.Books.Missing(); why != "" {
		return &turn.Refusal{Layer: LayerBooks, Code: wire.CodeSafetyUnexplained, Detail: why}
	}
	return nil
}

func (d *Desk) judged(a grammar.Action, now int64) cage.Case {
	state := d.parts.Life.State()
	return cage.Case{
		Action: a, Seen: state.Positions().Reading, Phase: state.Vitality().Phase,
		Drawdown: state.Positions().Drawdown, Regime: state.Heartbeat().Regime, Now: now,
		Dying: state.Vitality().Dying != "", Standing: state.Standing(),
	}
}

func (d *Desk) afterSimulation(k cage.Case, s turn.Simulation) *turn.Refusal {
	if !s.Success {
		return d.failed(k, s)
	}
	return d.parts.Cage.After(k, s)
}

// failed refuses what reverted when it was simulated. Where a limit on losses made it, that is
// the cage's refusal.
func (d *Desk) failed(k cage.Case, s turn.Simulation) *turn.Refusal {
	if s.Limit == cage.CodeLoss {
		return d.parts.Cage.Reverted(k, said(s.Revert))
	}
	return &turn.Refusal{Layer: LayerSimulator, Code: wire.CodeSafetySimulationFailed, Detail: said(s.Revert)}
}

func (d *Desk) permit(call *turn.ToolCall, k cage.Case, s turn.Simulation) turn.Preview {
	p := &Permit{
		ID: d.nextID(call.Tick), State: Created, Proposal: call.Proposal,
		Action: k.Action, Params: k.Action.Hash(), Policy: d.parts.Cage.Digest(k.Seen), Simulation: s, Phase: k.Phase,
		CreatedAt: call.Now, ExpiresAt: call.Now + d.cfg.TTL, Tick: call.Tick, Epoch: d.parts.Life.Epoch(), judged: k,
	}
	d.parts.Book.add(p)
	d.parts.Events.Emit(call.Tick, p.created())
	return turn.Preview{PermitID: p.ID, Kind: call.Kind, Simulation: &s, ExpiresAt: p.ExpiresAt}
}

// blocked announces a refusal. The tier counts the value where it is known.
func (d *Desk) blocked(call *turn.ToolCall, a grammar.Action, s *turn.Simulation, r *turn.Refusal) turn.Preview {
	var value money.USDC
	if s != nil {
		value = s.Value
	}
	d.parts.Events.Emit(call.Tick, wire.PermitBlocked{
		PermitID: d.nextID(call.Tick), ActionKind: call.Kind,
		RiskTier: string(Risk(a, value)), BlockReason: string(r.Code),
	})
	return turn.Preview{Kind: call.Kind, Simulation: s, Refusal: r}
}

// nextID names the next preview of the tick: unique within a life, the same in
// every replay of it.
func (d *Desk) nextID(tick uint64) string {
	if tick != d.madeOn {
		d.madeOn, d.made = tick, 0
	}
	d.made++
	return fmt.Sprintf("permit:%d.%d", tick, d.made)
}
