package heartbeat

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var tierNames = [...]string{"T0", "T1", "T2"}

func tierName(t turn.Tier) string { return tierNames[min(int(t), len(tierNames)-1)] }

// closing adds the events of a finished tick behind those of its steps.
func (h *Heartbeat) closing(r *turn.Record) {
	c := &h.cycle
	h.announce(wire.HeartbeatTick{
		Tier: tierName(r.Gating.Tier), PE: r.Gating.PredictionError, Threshold: r.Gating.Threshold, Cost: usd(r.Cost.Total),
	})
	h.announce(wire.ClockThetaTick{IntervalMS: uint64(r.NextTickIn), PredictionsResolved: uint64(h.cycle.resolved), ActionsEvaluated: uint64(len(r.Actions))})
	h.announce(wire.HeartbeatComplete{
		DurationMS: uint64(c.now - c.wake), ActionsTaken: uint64(executed(r.Actions)), TotalCost: usd(r.Cost.Total),
	})
}

// flush publishes what was held back; the record is kept by now.
func (h *Heartbeat) flush() {
	for i, p := range h.cycle.events {
		h.ports.Emitter.Emit(h.cycle.tick, p)
		h.cycle.events[i] = nil
	}
	h.cycle.events = h.cycle.events[:0]
}

// anomalies names the probes that found something, then the stale sources.
func anomalies(seen turn.Observation) (names wire.List[string]) {
	for i := range seen.Probes {
		if seen.Probes[i].Severity > turn.None {
			names = append(names, seen.Probes[i].Probe)
		}
	}
	for _, source := range seen.Stale {
		names = append(names, "stale_"+source)
	}
	return names
}

func executed(actions []turn.Action) (n int) {
	for i := range actions {
		if actions[i].Status == turn.StatusExecuted {
			n++
		}
	}
	return n
}

// usd is an amount for display.
func usd(a money.USDC) float64 { return float64(a) / 1e6 }
