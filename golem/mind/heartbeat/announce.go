package heartbeat

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var tierNames = [...]string{"T0", "T1", "T2"}

func tierName(t turn.Tier) string { return tierNames[min(int(t), len(tierNames)-1)] }

// closing adds the events of a finished tick behind those of its steps.
func (n *notes) closing(r *turn.Record, resolved int) {
	n.announce(wire.HeartbeatTick{
		Tier: tierName(r.Gating.Tier), PE: r.Gating.PredictionError, Threshold: r.Gating.Threshold, Cost: usd(r.Cost.Total),
	})
	n.announce(wire.ClockThetaTick{IntervalMS: uint64(r.NextTickIn), PredictionsResolved: uint64(resolved), ActionsEvaluated: uint64(len(r.Actions))})
	n.announce(wire.HeartbeatComplete{
		DurationMS: uint64(n.now - n.wake), ActionsTaken: uint64(executed(r.Actions)), TotalCost: usd(r.Cost.Total),
	})
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
