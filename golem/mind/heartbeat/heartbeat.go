package heartbeat

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/scratch"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/heartbeat/regime"
	"bardo.run/bardo/golem/mind/heartbeat/steer"
)

// Writers are the write handles that the heartbeat owns.
type Writers struct {
	Heartbeat turn.Writer[turn.Heartbeat]
	Positions turn.Writer[turn.Positions]
	Probes    *cortex.ProbesWriter
	Runtime   *cortex.RuntimeWriter
}

// Heartbeat runs the ticks of one Golem.
type Heartbeat struct {
	cfg   Config
	state *turn.State
	write Writers
	ports Ports

	schedule *pace.Schedule
	backlog  pace.Backlog
	movement pace.Movement
	probes   *probe.Set
	regimes  regime.Classifier
	edges    gate.Edges
	machine  fsm.Machine
	queue    steer.Queue
	chain    chainMemory

	restarted bool
	reorg     bool            // noticed, and not yet answered by a gate
	crisis    bool            // the surface's regime was crisis at the last tick
	told      map[string]bool // steers whose senders know that the cost cap holds them
	day       int64           // UTC day of the last tick
	cycle     cycle
	scratch   *scratch.Tick // of the tick in progress
	results   *scratch.Slab[turn.ProbeResult]
}

// New returns a heartbeat whose first ticks are due at start, in unix
// milliseconds. It fails when the configuration is invalid or a port that must
// be there is not.
func New(cfg Config, state *turn.State, write Writers, ports Ports, start int64) (*Heartbeat, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("heartbeat configuration: %w", err)
	}
	if ports.Market == nil || ports.Hands == nil || len(ports.Minds) == 0 || ports.Strategy == nil ||
		ports.Timer == nil || ports.Reflector == nil || ports.Emitter == nil {
		return nil, errors.New("heartbeat: a port is missing: want Market, Hands, Minds, Strategy, Timer, Reflector and Emitter")
	}
	if state == nil || write.Probes == nil || write.Runtime == nil {
		return nil, errors.New("heartbeat: the state or a cortex writer is missing")
	}
	probes, err := probe.New(cfg.Probes)
	if err != nil {
		return nil, err
	}
	h := &Heartbeat{
		cfg: cfg, state: state, write: write, ports: ports,
		schedule: pace.NewSchedule(cfg.Clock, start), probes: probes, day: day(start), told: map[string]bool{},
		scratch: scratch.New(scratch.Options{}),
	}
	h.results = scratch.NewSlab[turn.ProbeResult](h.scratch)
	write.Heartbeat.Edit(func(s *turn.Heartbeat) {
		s.Tick, s.CostState = cfg.FirstTick, gate.CostNormal.String()
	})
	return h, nil
}

// Next returns when which scale is due; pace.Never when nothing is.
func (h *Heartbeat) Next() (at int64, scale pace.Scale) { return h.schedule.Next() }

// Wake asks for a tick before its time (heartbeat §1.3). It reports whether the
// tick is granted.
func (h *Heartbeat) Wake(cause pace.Cause, now int64) bool { return h.schedule.Wake(cause, now) }

// Rebase moves the base interval of theta, in milliseconds, as STRATEGY.md asks;
// it is clamped to the clock's bounds and used from the next tick on. 0 goes back
// to the configured one.
func (h *Heartbeat) Rebase(interval int64) { h.schedule.Rebase(interval) }

// Restarted notes that the process was restarted: the next tick is at least T1,
// because the market may have moved meanwhile (runtime §15 rule 7).
func (h *Heartbeat) Restarted() { h.restarted = true }

// State returns where the tick stands, for the health status.
func (h *Heartbeat) State() fsm.State { return h.machine.State() }

// Theta runs one theta tick that began at wake, in unix milliseconds, and
// returns its record. An error is final: the journal ended, or the record could
// not be kept. Then nothing was announced, and the Golem must not tick again
// before it was resumed.
func (h *Heartbeat) Theta(ctx context.Context, wake int64) (turn.Record, error) {
	if final := h.cycle.final; final != nil {
		return turn.Record{}, final
	}
	h.begin(wake)
	h.think(ctx)
	if final := h.cycle.final; final != nil {
		return turn.Record{}, fmt.Errorf("tick %d: %w", h.cycle.tick, final)
	}
	return h.reflect(ctx)
}

// think runs the steps up to reflection. A panic in one of them becomes a fault
// of the record.
func (h *Heartbeat) think(ctx context.Context) {
	defer h.recovered()
	if !h.observe(ctx) {
		return
	}
	if h.idle() {
		h.fire(fsm.Skip)
	} else {
		h.fire(fsm.Observed)
		h.retrieve()
		h.analyze()
	}
	if h.choose() {
		h.deliberate(ctx)
	}
}

// recovered is deferred around the steps. It must leave the machine at
// reflection, whatever state the panic found it in.
func (h *Heartbeat) recovered() {
	p := recover()
	if p == nil || h.cycle.final != nil {
		return
	}
	h.fault(h.machine.State().String(), kindPanic, panicText(p))
	if h.machine.State() < fsm.Deciding {
		h.cycle.gating = turn.Gating{Reason: reasonFault, Absent: gate.Absent()}
	}
	h.fire(fsm.Recover)
}

// fire moves the state machine. The steps fire in the order of its table, so a
// refusal is a bug of this package and ends the step like any other panic.
func (h *Heartbeat) fire(e fsm.Event) {
	if err := h.machine.Fire(e); err != nil {
		panic(err)
	}
}

func day(ms int64) int64 { return ms / 86_400_000 }
