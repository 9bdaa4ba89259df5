package heartbeat

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/scratch"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
)

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
	h := &Heartbeat{state: state, write: write, emitter: ports.Emitter, schedule: pace.NewSchedule(cfg.Clock, start)}
	h.perceive(cfg, ports, probes)
	h.decide(cfg, ports)
	h.account(cfg, ports, start)
	write.Heartbeat.Edit(func(s *turn.Heartbeat) {
		s.Tick, s.CostState = cfg.FirstTick, gate.CostNormal.String()
	})
	return h, nil
}

// perceive builds what looks and listens.
func (h *Heartbeat) perceive(cfg Config, ports Ports, probes *probe.Set) {
	reader := &reader{
		notes: &h.notes, market: ports.Market, timer: ports.Timer, retries: cfg.Retries, wait: cfg.RetryWait, chain: &h.chain,
	}
	h.ears = ears{notes: &h.notes, state: h.state, inbox: ports.Inbox, machine: &h.machine, told: map[string]bool{}}
	memory := scratch.New(scratch.Options{})
	h.senses = senses{
		notes: &h.notes, state: h.state, write: h.write, reader: reader, ears: &h.ears, strategy: ports.Strategy,
		purse: ports.Purse, kill: ports.Switch, oracle: ports.Oracle, staleAfter: cfg.StaleAfter,
		probes: probes, scratch: memory, results: scratch.NewSlab[turn.ProbeResult](memory),
	}
	h.watch = watch{
		notes: &h.notes, reader: reader, ears: &h.ears, strategy: ports.Strategy, kill: ports.Switch, oracle: ports.Oracle,
		probes: probes, cells: h.write.Probes, schedule: h.schedule,
	}
}

// decide builds what judges, thinks and acts.
func (h *Heartbeat) decide(cfg Config, ports Ports) {
	h.rhythm = rhythm{
		notes: &h.notes, state: h.state, schedule: h.schedule, budget: cfg.Budget, timeout: cfg.TimeoutMin, slow: ports.Slow,
	}
	h.judge = judge{cfg: cfg, notes: &h.notes, state: h.state, write: h.write.Heartbeat, ears: &h.ears, chain: &h.chain}
	h.council = council{
		notes: &h.notes, state: h.state, minds: ports.Minds, timer: ports.Timer, machine: &h.machine, ears: &h.ears,
		sight: &h.senses.sight, judge: &h.judge, plan: &h.plan, rhythm: &h.rhythm, steps: cfg.Steps,
	}
	h.actor = actor{notes: &h.notes, hands: ports.Hands, machine: &h.machine, ears: &h.ears, senses: &h.senses, plan: &h.plan}
}

// account builds what counts and keeps.
func (h *Heartbeat) account(cfg Config, ports Ports, start int64) {
	h.costs = costs{notes: &h.notes, state: h.state, write: h.write.Heartbeat, budget: cfg.Budget, day: day(start)}
	h.scribe = scribe{notes: &h.notes, reflector: ports.Reflector, journal: ports.Journal}
}
