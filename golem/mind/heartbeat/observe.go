package heartbeat

import (
	"context"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/wire"
)

// maxResults is how many findings of one tick fit into its scratch memory: every
// probe of the table and those of a strategy with many rules. More go to the heap.
const maxResults = 64

// observe is step 1: read the chain, run the probes, classify the regime, ask
// the strategy's rules and collect what the owner said. It reports whether the
// tick goes on.
func (h *Heartbeat) observe(ctx context.Context) bool {
	c := &h.cycle
	c.previous = h.state.Heartbeat().Regime
	c.seen.Regime = c.previous
	reading, ok := h.read(ctx)
	if !ok {
		return false
	}
	c.seen.Reading = reading
	h.noteReading(&reading)
	if age := c.now - reading.Block.Time*1_000; age > h.cfg.StaleAfter {
		c.seen.Stale = staleChain
	}
	c.seen.Regime, c.seen.Confidence = h.regimes.Add(c.wake, reading.Pool.Price)
	c.changed = c.seen.Regime != c.previous
	if h.ports.Oracle != nil {
		c.resolved, _ = h.ports.Oracle.Observe(&c.seen.Reading)
		h.ports.Oracle.Predict(c.tick, c.seen.Regime)
	}
	h.keepHealth()
	if !h.probe(ctx) {
		return false
	}
	if _, ok := h.listen(ctx); !ok {
		return false
	}
	h.publish()
	h.feel()
	h.announce(wire.HeartbeatMarketObservation{
		Regime: c.seen.Regime.String(), Anomalies: anomalies(c.seen), ProbeCount: uint64(len(c.seen.Probes)),
	})
	return true
}

var staleChain = []string{"chain"}

// read asks the market. It answers false when every attempt failed, and leaves
// the machine at reflection.
func (h *Heartbeat) read(ctx context.Context) (turn.Reading, bool) {
	reading, attempts, err := h.ask(ctx)
	if err == nil {
		return reading, true
	}
	if h.ports.Oracle != nil {
		h.ports.Oracle.Missed(h.cycle.now)
	}
	if !h.failed("observe", err) {
		h.announce(wire.SystemObservationFailure{Attempts: uint64(attempts), Error: codeOf(err)})
		h.fire(fsm.ObserveFailed)
	}
	return turn.Reading{}, false
}

// ask reads the market, again after each wait while it fails (heartbeat §2, error
// table).
func (h *Heartbeat) ask(ctx context.Context) (reading turn.Reading, attempts int, err error) {
	for attempts = 1; ; attempts++ {
		reading, err = h.ports.Market.Observe(ctx)
		if err == nil || journal.IsFinal(err) || attempts > h.cfg.Retries || ctx.Err() != nil {
			return reading, attempts, err
		}
		if waited := h.ports.Timer.Wait(ctx, h.cfg.RetryWait); waited != nil {
			return reading, attempts, waited
		}
		h.cycle.now += h.cfg.RetryWait
	}
}

// probe runs the table and the strategy's rules on what was read.
func (h *Heartbeat) probe(ctx context.Context) bool {
	c := &h.cycle
	in := probe.Input{Now: c.wake, Reading: &c.seen.Reading, Sparing: h.spares()}
	if h.ports.Purse != nil {
		credit, err := h.ports.Purse.Credit(ctx, c.wake)
		in.Credit, in.CreditErr = &credit, err
		if err != nil && h.failed("observe", err) {
			return false
		}
	}
	if h.ports.Switch != nil {
		killed, err := h.ports.Switch.Killed(ctx)
		in.Killed, in.KilledErr = &killed, err
		if err != nil && h.failed("observe", err) {
			return false
		}
	}
	results := h.probes.Run(h.results.Take(maxResults)[:0], in)
	triggers, found := h.ports.Strategy.Evaluate(c.seen, c.wake)
	c.triggers = slices.Clone(triggers)                                         // outcomes are written into it
	c.seen.Probes = slices.Clone(h.backlog.Collapse(append(results, found...))) // outlives the tick
	c.highs = countHighs(c.seen.Probes)
	c.health = changeOfHealth(&c.seen.Reading, h.state.Positions().Health)
	return true
}

// spares says that the phase of life does without most probes (mortality §6.2).
func (h *Heartbeat) spares() bool {
	return mortality.EffectsOf(h.state.Vitality().Phase).Probes < mortality.EffectsOf(turn.Thriving).Probes
}

// keepHealth keeps the health factors of the tick before, while its reading is
// still there.
func (h *Heartbeat) keepHealth() {
	h.write.Positions.Edit(func(p *turn.Positions) {
		clear(p.Health)
		for i := range p.Reading.Positions {
			if old := &p.Reading.Positions[i]; old.Health > 0 {
				p.Health[old.ID] = old.Health
			}
		}
		for i := range p.Reading.Lending {
			if old, owes := p.Reading.Lending[i].Account.Factor(); owes {
				p.Health[p.Reading.Lending[i].Protocol] = old
			}
		}
	})
}

// publish writes the observation into the state and the cortex.
func (h *Heartbeat) publish() {
	c := &h.cycle
	c.current = c.seen
	h.write.Heartbeat.Edit(func(s *turn.Heartbeat) {
		s.Observation, s.Previous, s.Regime = c.seen, c.previous, c.seen.Regime
	})
	h.write.Positions.Edit(func(p *turn.Positions) { p.Take(c.seen.Reading) })
	surface, confidence := cortex.SurfaceRegime(cortex.MarketRegime(c.seen.Regime), float32(c.seen.Confidence),
		cortex.Alarms{CircuitBreaker: c.highs.breaker, PositionHealthHigh: c.highs.health, ProbesHigh: c.highs.n})
	c.crisis = surface == cortex.Crisis
	h.write.Probes.SetRegime(surface)
	h.write.Probes.SetRegimeConfidence(confidence)
	h.write.Probes.SetGasGwei(float32(c.seen.Reading.GasGwei()))
}

// highs sums up the probes at High.
type highs struct {
	n       int
	first   string // the first one, or a grave one where there is any
	health  bool
	breaker bool
}

func countHighs(results []turn.ProbeResult) (h highs) {
	for i := range results {
		r := &results[i]
		if r.Severity != turn.High {
			continue
		}
		grave := r.Probe == probe.PositionHealth || r.Probe == probe.CircuitBreaker
		if h.n++; h.n == 1 || grave && !h.grave() {
			h.first = r.Probe
		}
		h.health = h.health || r.Probe == probe.PositionHealth
		h.breaker = h.breaker || r.Probe == probe.CircuitBreaker
	}
	return h
}

func (h highs) grave() bool { return h.health || h.breaker }

// healthChange sums up how the positions' health moved since the last tick.
type healthChange struct{ term, largest float64 }

func changeOfHealth(now *turn.Reading, before map[string]float64) (h healthChange) {
	for i := range now.Positions {
		if p := &now.Positions[i]; p.Health > 0 {
			h.add(before, p.ID, p.Health)
		}
	}
	for i := range now.Lending {
		if factor, owes := now.Lending[i].Account.Factor(); owes {
			h.add(before, now.Lending[i].Protocol, factor)
		}
	}
	return h
}

// add takes one health factor; a debt that was not there before has not changed.
func (h *healthChange) add(before map[string]float64, id string, now float64) {
	if old, known := before[id]; known {
		delta := math.Abs(now - old)
		h.term += gate.HealthTerm(delta)
		h.largest = max(h.largest, delta)
	}
}

// noteBlock takes a block that was read; a reorg is remembered until a gate has
// answered it with T2 (heartbeat §3 step 8).
func (h *Heartbeat) noteBlock(b turn.Block) { h.reorg = h.chain.take(b) || h.reorg }

// noteReading takes the block of a reading, and what the chain has now in the place
// of the highest one read before: ticks are further apart than blocks, so the same
// height is hardly ever read twice by itself.
func (h *Heartbeat) noteReading(r *turn.Reading) {
	h.reorg = r.Reorg != (turn.Reorg{}) || h.chain.replaced(r.Before) || h.reorg
	h.noteBlock(r.Block)
	if r.Block.Number >= h.chain.read.Number {
		h.chain.read = r.Block
	}
}

// chainMemory remembers the newest blocks, to notice when one was replaced.
type chainMemory struct {
	read   turn.Block // the highest of a reading
	number [16]uint64
	hash   [16]common.Hash
	n      int
}

// replaced reports whether b stands where another block was read.
func (m *chainMemory) replaced(b turn.Block) bool {
	return b != (turn.Block{}) && b.Number == m.read.Number && b.Hash != m.read.Hash
}

// take adds a block and reports a reorg: another hash at a number seen before.
func (m *chainMemory) take(b turn.Block) (reorg bool) {
	for i := range min(m.n, len(m.number)) {
		if m.number[i] == b.Number {
			reorg = m.hash[i] != b.Hash
			m.hash[i] = b.Hash
			return reorg
		}
	}
	at := m.n % len(m.number)
	m.number[at], m.hash[at] = b.Number, b.Hash
	m.n++
	return false
}
