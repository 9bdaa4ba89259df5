package heartbeat

import (
	"context"
	"slices"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/scratch"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/heartbeat/regime"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/wire"
)

// maxResults is how many findings of one tick fit into its scratch memory: every
// probe of the table and those of a strategy with many rules. More go to the heap.
const maxResults = 64

// senses observe: they read the chain, run the probes, classify the regime and ask the
// strategy's rules, and keep what they saw.
type senses struct {
	notes      *notes
	state      *turn.State
	write      Writers
	reader     *reader
	ears       *ears
	strategy   Strategy
	purse      Purse // as the two after it: nil where there is none
	kill       Switch
	oracle     Oracle
	staleAfter int64

	probes  *probe.Set
	regimes regime.Classifier
	backlog pace.Backlog
	scratch *scratch.Tick // of the tick in progress
	results *scratch.Slab[turn.ProbeResult]
	sight   sight
}

// begin forgets what the tick before saw and asks which text the rules are read from.
func (s *senses) begin() {
	s.scratch.Reset()
	s.sight = sight{}
	s.sight.mark.Hash, s.sight.mark.Revision = s.strategy.Mark()
}

// pend counts theta ticks that should have run while an earlier one still did.
// Nothing probes meanwhile, because one goroutine ticks; so the pending ticks
// collapse into this one (heartbeat §1.4).
func (s *senses) pend(missed int) {
	for range missed {
		depth, dropped := s.backlog.Push(pace.Pending{Due: s.notes.wake})
		switch {
		case dropped != nil:
			s.notes.announce(wire.HeartbeatTickDropped{DroppedTick: s.notes.tick, Reason: "backlog"})
		case depth == 2:
			s.notes.announce(wire.HeartbeatQueueWarning{Depth: uint64(depth)})
		}
	}
}

// observe is step 1. What the owner said meanwhile is heard before the gate.
func (s *senses) observe(ctx context.Context) fsm.Event {
	i := &s.sight
	i.previous = s.state.Heartbeat().Regime
	i.seen.Regime = i.previous
	if !s.read(ctx) {
		return fsm.ObserveFailed
	}
	s.classify()
	s.keepHealth()
	if !s.probe(ctx) {
		return fsm.Recover
	}
	if _, ok := s.ears.listen(ctx); !ok {
		return fsm.Recover
	}
	s.publish()
	s.notes.announce(wire.HeartbeatMarketObservation{
		Regime: i.seen.Regime.String(), Anomalies: i.anomalies(), ProbeCount: uint64(len(i.seen.Probes)),
	})
	return fsm.Observed
}

// read asks the market. It answers false when every attempt failed.
func (s *senses) read(ctx context.Context) bool {
	reading, attempts, err := s.reader.read(ctx)
	if err == nil {
		s.sight.seen.Reading = reading
		return true
	}
	if s.oracle != nil {
		s.oracle.Missed(s.notes.now)
	}
	if !s.notes.failed("observe", err) {
		s.notes.announce(wire.SystemObservationFailure{Attempts: uint64(attempts), Error: codeOf(err)})
	}
	return false
}

var staleChain = []string{"chain"}

// classify tells how old the reading is and which regime it speaks of, and lets the
// Oracle learn from it. A price in doubt is no sample: limits hang on the regime.
func (s *senses) classify() {
	i := &s.sight
	reading := &i.seen.Reading
	if age := s.notes.now - reading.Block.Time*1_000; age > s.staleAfter {
		i.seen.Stale = staleChain
	}
	price := reading.Primary().Price
	if reading.InDoubt(reading.Primary()) {
		price = 0
	}
	i.seen.Regime, i.seen.Confidence = s.regimes.Add(s.notes.wake, price)
	if s.oracle != nil {
		i.resolved, _ = s.oracle.Observe(reading)
		s.oracle.Predict(s.notes.tick, i.seen.Regime)
	}
}

// keepHealth keeps the health factors of the tick before, while its reading is
// still there.
func (s *senses) keepHealth() {
	s.write.Positions.Edit(func(p *turn.Positions) {
		clear(p.Health)
		for i := range p.Reading.Positions {
			if old := &p.Reading.Positions[i]; old.Health > 0 {
				p.Health[old.ID] = old.Health
			}
		}
		for i := range p.Reading.Lending {
			if old, owes := p.Reading.Lending[i].Account.Factor(); owes {
				p.Health[p.Reading.Lending[i].Handle] = old
			}
		}
	})
}

// probe runs the table and the strategy's rules on what was read. It answers false when
// the tick must be given up.
func (s *senses) probe(ctx context.Context) bool {
	i, now := &s.sight, s.notes.wake
	in := probe.Input{Now: now, Reading: &i.seen.Reading, Sparing: s.spares()}
	if s.purse != nil {
		credit, err := s.purse.Credit(ctx, now)
		in.Credit, in.CreditErr = &credit, err
		if err != nil && s.notes.failed("observe", err) {
			return false
		}
	}
	if s.kill != nil {
		killed, err := s.kill.Killed(ctx)
		in.Killed, in.KilledErr = &killed, err
		if err != nil && s.notes.failed("observe", err) {
			return false
		}
	}
	results := s.probes.Run(s.results.Take(maxResults)[:0], in)
	triggers, found := s.strategy.Evaluate(i.seen, now)
	i.triggers = slices.Clone(triggers)                                         // outcomes are written into it
	i.seen.Probes = slices.Clone(s.backlog.Collapse(append(results, found...))) // outlives the tick
	i.highs = countHighs(i.seen.Probes)
	i.health = changeOfHealth(&i.seen.Reading, s.state.Positions().Health)
	return true
}

// spares says that the phase of life does without most probes (mortality §6.2).
func (s *senses) spares() bool {
	return mortality.EffectsOf(s.state.Vitality().Phase).Probes < mortality.EffectsOf(turn.Thriving).Probes
}

// publish writes the observation into the state and the cortex.
func (s *senses) publish() {
	i := &s.sight
	i.current = i.seen
	s.write.Heartbeat.Edit(func(h *turn.Heartbeat) {
		h.Observation, h.Previous, h.Regime = i.seen, i.previous, i.seen.Regime
	})
	s.write.Positions.Edit(func(p *turn.Positions) { p.Take(i.seen.Reading) })
	surface, confidence := cortex.SurfaceRegime(cortex.MarketRegime(i.seen.Regime), float32(i.seen.Confidence),
		cortex.Alarms{CircuitBreaker: i.highs.breaker, PositionHealthHigh: i.highs.health, ProbesHigh: i.highs.n})
	i.crisis = surface == cortex.Crisis
	s.write.Probes.SetRegime(surface)
	s.write.Probes.SetRegimeConfidence(confidence)
	s.write.Probes.SetGasGwei(float32(i.seen.Reading.GasGwei()))
}

// look reads the chain again, so that the next step sees what this one left.
func (s *senses) look(ctx context.Context) error {
	reading, _, err := s.reader.read(ctx)
	if err != nil {
		return err
	}
	s.sight.current.Reading = reading
	s.write.Positions.Edit(func(p *turn.Positions) { p.Take(reading) })
	s.write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Observation = s.sight.current })
	return nil
}
