// Package heartbeattest has the ports of a heartbeat for tests: a small world
// that answers from plain values and fails on command. It keeps what it was
// asked, so that a test can say what happened and what did not. Nothing in it
// waits, and nothing allocates on the path of a suppressed tick.
package heartbeattest

import (
	"context"
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/wire"
)

// ErrBroken is the failure that the ports answer with on command.
var ErrBroken = errors.New("broken on command")

// Start is when a world begins: 13 August 2023, in unix milliseconds.
const Start = int64(1_691_884_800_000)

// World is every port of a heartbeat. Its fields are the script: set them
// between ticks.
type World struct {
	Reading turn.Reading
	Time    int64 // what the timer says; Tick and Wait move it

	Broken    int   // so many reads of the market fail
	Final     error // answered by every read while set
	ThinkErr  error // answered by every deliberation while set
	Panic     string
	KeepErr   error
	CommitErr error

	Text     string               // hash of the strategy in force; "hash" unless set
	Triggers []turn.Trigger       // newly true at the next evaluation
	Found    []turn.ProbeResult   // findings of the strategy
	Plan     []turn.Proposal      // proposed one by one, then nothing
	Refuse   map[int]turn.Refusal // the n-th preview, from 1, is refused
	Fate     map[int]turn.Status  // what the n-th commit, from 1, comes to; executed otherwise
	Doubt    map[int]bool         // the n-th commit, from 1, does not agree with its preview
	Arrive   map[string][]turn.Steer
	Slow     int64 // how long a deliberation takes
	// OnThought is called at the end of each deliberation, where it is set.
	OnThought func()
	Left      probe.Credit
	Kill      bool
	Blind     bool            // neither the credit nor the kill switch can be read
	Vitality  *turn.Mortality // written by the lifespan after each turn

	Log     []string // what was asked of the ports, in order
	Records []turn.Record
	Events  []wire.Payload
	Briefs  []turn.Brief
	Quiet   bool // keep no log, records, events or briefs

	Observed, Stages, Deltas int
	previews                 int
	commits                  int
	proposed                 int

	State *turn.State
	Cells *cortex.State
	Beat  *heartbeat.Heartbeat
	life  turn.Writer[turn.Vitality]
}

// New returns a quiet world with a heartbeat of the given configuration in it. The world
// is the last of the minds that are asked.
func New(cfg heartbeat.Config, before ...heartbeat.Deliberator) (*World, error) {
	w := &World{Time: Start, Left: probe.Credit{Total: 1, Lowest: 1}}
	w.Reading = turn.Reading{
		Pool: turn.Pool{
			QuoteIsZero: true, Price: 2_000,
			Token0: turn.Token{Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Symbol: "WETH", Decimals: 18},
		},
		GasPrice: *uint256.NewInt(1_000_000_000),
		Balances: []turn.Balance{{Value: 1_000}},
	}
	w.mine()
	state, writers := turn.NewState(turn.Identity{GolemID: "golem-1", Epoch: 1})
	cells, cell := cortex.New(cortex.Options{})
	w.State, w.Cells, w.life = state, cells, writers.Vitality
	w.life.Edit(func(v *turn.Vitality) { v.Composite, v.TicksInPhase = 1, 100 })
	beat, err := heartbeat.New(cfg, state,
		heartbeat.Writers{Heartbeat: writers.Heartbeat, Positions: writers.Positions, Probes: cell.Probes, Runtime: cell.Runtime},
		heartbeat.Ports{
			Market: w, Hands: w, Minds: append(before, w), Strategy: w, Timer: w, Reflector: w, Emitter: w,
			Inbox: w, Purse: w, Switch: w, Journal: w, Slow: w,
		}, Start)
	w.Beat = beat
	return w, err
}

// Tick runs the next theta tick when it is due, after every gamma tick before.
func (w *World) Tick(ctx context.Context) (turn.Record, error) {
	at := w.ahead(ctx)
	w.Time = max(w.Time, at)
	w.mine()
	w.proposed = 0
	return w.Beat.Theta(ctx, w.Time)
}

// mine makes the reading's block fit the time.
func (w *World) mine() {
	w.Reading.Block.Number = uint64(w.Time / 1_000)
	w.Reading.Block.Time = w.Time / 1_000
}

// Alive sets the vitality that the lifespan has written.
func (w *World) Alive(composite float64, phase turn.Phase) {
	w.life.Edit(func(v *turn.Vitality) { v.Composite, v.Phase = composite, phase })
}

func (w *World) note(format string, args ...any) {
	if !w.Quiet {
		w.Log = append(w.Log, fmt.Sprintf(format, args...))
	}
}

// Observe implements heartbeat.Market.
func (w *World) Observe(context.Context) (turn.Reading, error) {
	w.Observed++
	w.explode("observe")
	if w.Final != nil {
		return turn.Reading{}, w.Final
	}
	if w.Broken > 0 {
		w.Broken--
		return turn.Reading{}, ErrBroken
	}
	return w.Reading, nil
}

// Glance implements heartbeat.Market.
func (w *World) Glance(context.Context) (turn.Glance, error) {
	if w.Broken > 0 {
		w.Broken--
		return turn.Glance{}, ErrBroken
	}
	return turn.Glance{Block: w.Reading.Block, Price: w.Reading.Pool.Price, GasPrice: w.Reading.GasPrice}, nil
}

// Deliberate implements heartbeat.Deliberator: it proposes the plan step by step.
func (w *World) Deliberate(_ context.Context, b turn.Brief) (turn.Decision, error) {
	w.Time += w.Slow
	w.explode("deliberate")
	if w.ThinkErr != nil {
		w.note("deliberate: broken")
		return turn.Decision{}, w.ThinkErr
	}
	if !w.Quiet {
		w.Briefs = append(w.Briefs, b)
	}
	d := turn.Decision{Thought: turn.Thought{Model: "script", Summary: "as planned"}}
	if w.proposed < len(w.Plan) {
		p := w.Plan[w.proposed]
		w.proposed++
		d.Proposal = &p
		d.Thought.Recommends = true
	}
	if w.OnThought != nil {
		defer w.OnThought()
	}
	w.note("deliberate %d: steers %d, done %d, proposes %v", b.Step, len(b.Steers), len(b.Done), d.Proposal != nil)
	return d, nil
}

// Preview implements heartbeat.Hands.
func (w *World) Preview(_ context.Context, p turn.Proposal) (turn.Preview, error) {
	w.previews++
	w.explode("preview")
	if r, refused := w.Refuse[w.previews]; refused {
		w.note("preview %s: refused by %s", p.Body, r.Layer)
		return turn.Preview{Refusal: &r}, nil
	}
	id := fmt.Sprint("permit-", w.previews)
	w.note("preview %s: %s", p.Body, id)
	return turn.Preview{PermitID: id, Kind: "swap", ExpiresAt: w.Time + 60_000}, nil
}

// Commit implements heartbeat.Hands.
func (w *World) Commit(_ context.Context, permitID string) (turn.Execution, error) {
	w.commits++
	w.explode("commit")
	if w.CommitErr != nil {
		w.note("commit %s: unknown", permitID)
		return turn.Execution{}, w.CommitErr
	}
	status := turn.StatusExecuted
	if s, set := w.Fate[w.commits]; set {
		status = s
	}
	w.note("commit %s: %s", permitID, status)
	e := turn.Execution{PermitID: permitID, Status: status, Verified: status == turn.StatusExecuted && !w.Doubt[w.commits], Cost: 20_000}
	e.TxHash[31] = byte(w.commits)
	if status == turn.StatusBlocked {
		e.Refusal, e.Cost = &turn.Refusal{Layer: "cage", Code: "limit"}, 0
	}
	return e, nil
}

// Commits returns how many permits were committed.
func (w *World) Commits() int { return w.commits }

// Cancel implements heartbeat.Hands.
func (w *World) Cancel(_ context.Context, permitID, reason string) error {
	w.note("cancel %s: %s", permitID, reason)
	return nil
}

// Push implements heartbeat.Strategy.
func (w *World) Push(int64, float64) {}

// Evaluate implements heartbeat.Strategy.
func (w *World) Evaluate(turn.Observation, int64) ([]turn.Trigger, []turn.ProbeResult) {
	w.explode("evaluate")
	triggers := w.Triggers
	w.Triggers = nil
	return triggers, w.Found
}

// Mark implements heartbeat.Strategy.
func (w *World) Mark() (string, uint32) {
	if w.Text == "" {
		return "hash", 1
	}
	return w.Text, 2
}

// Wait implements heartbeat.Timer.
func (w *World) Wait(_ context.Context, ms int64) error {
	w.note("wait %d ms", ms)
	w.Time += ms
	return nil
}

// Now implements heartbeat.Timer.
func (w *World) Now(context.Context) (int64, error) { return w.Time, nil }

// AfterTurn implements heartbeat.Reflector.
func (w *World) AfterTurn(_ context.Context, r *turn.Record) {
	w.Stages += 9
	w.explode("after turn")
	if w.Vitality != nil {
		r.Mortality = *w.Vitality
	}
}

// Keep implements heartbeat.Reflector.
func (w *World) Keep(r turn.Record) error {
	if w.KeepErr != nil {
		return w.KeepErr
	}
	w.note("keep %d", r.Tick)
	if !w.Quiet {
		w.Records = append(w.Records, r)
	}
	return nil
}

// Emit implements heartbeat.Emitter.
func (w *World) Emit(_ uint64, p wire.Payload) {
	if !w.Quiet {
		w.Events = append(w.Events, p)
		w.note("event %s", p.Type())
	}
}

// Poll implements heartbeat.Inbox. Arrive holds interventions by the state of
// the tick in which they are to arrive; "any" is the next poll.
func (w *World) Poll(context.Context, int64) ([]turn.Steer, error) {
	if len(w.Arrive) == 0 {
		return nil, nil
	}
	for _, when := range [...]string{w.Beat.State().String(), "any"} {
		if arrived := w.Arrive[when]; len(arrived) > 0 {
			delete(w.Arrive, when)
			return arrived, nil
		}
	}
	return nil, nil
}

// Credit implements heartbeat.Purse.
func (w *World) Credit(context.Context, int64) (probe.Credit, error) {
	if w.Blind {
		return probe.Credit{}, ErrBroken
	}
	return w.Left, nil
}

// Killed implements heartbeat.Switch.
func (w *World) Killed(context.Context) (bool, error) {
	if w.Blind {
		return false, ErrBroken
	}
	return w.Kill, nil
}

// Delta implements heartbeat.Slow.
func (w *World) Delta(context.Context, int64) { w.Deltas++ }

// Seq implements heartbeat.Journal.
func (w *World) Seq() uint64 { return uint64(w.Observed) }

func (w *World) explode(where string) {
	if w.Panic == where {
		w.Panic = ""
		panic("secret text of a stranger")
	}
}
