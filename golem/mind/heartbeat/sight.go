package heartbeat

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/wire"
)

// sight is what a tick sees.
type sight struct {
	seen     turn.Observation  // as first observed
	current  turn.Observation  // refreshed after each action
	mark     turn.StrategyMark // of the text that this tick's rules are read from
	triggers []turn.Trigger
	previous turn.Regime
	resolved int  // predictions, by this tick's reading
	crisis   bool // the surface's regime
	health   healthChange
	highs    highs
}

// changed reports whether the regime is another one than at the tick before.
func (s *sight) changed() bool { return s.seen.Regime != s.previous }

// anomalies names the probes that found something, then the stale sources.
func (s *sight) anomalies() (names wire.List[string]) {
	for i := range s.seen.Probes {
		if s.seen.Probes[i].Severity > turn.None {
			names = append(names, s.seen.Probes[i].Probe)
		}
	}
	for _, source := range s.seen.Stale {
		names = append(names, "stale_"+source)
	}
	return names
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
			h.add(before, now.Lending[i].Handle, factor)
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
