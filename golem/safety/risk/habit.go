package risk

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

const (
	recently = 20 // orders
	lately   = 5
	day      = 24 * hour
	month    = 30 * day

	noticeable = 0.001 // distance between a preview and what came of it
)

// habit is how the Golem has been trading, for the flags of heartbeat §15 layer 4.
type habit struct {
	times    []int64   // of executed openings, of the last thirty days
	before   float64   // size of the opening before the last
	size     float64   // and of the last
	distance []float64 // between what orders were to come to and did, of the last ones
}

// opening is the last tick in which something was opened; long ago if nothing was.
type opening struct {
	tick uint64
	at   int64
}

// opened takes an executed opening.
func (h *habit) opened(at int64, size float64) {
	h.before, h.size = h.size, size
	h.times = append(h.times, at)
	for h.times[0] <= at-month {
		h.times = h.times[1:]
	}
}

// executed takes how far an order's outcome was from its preview.
func (h *habit) executed(a *turn.Action) {
	if a.Preview.Simulation == nil || a.Execution == nil {
		return
	}
	for i := range a.Preview.Simulation.Deltas {
		want := &a.Preview.Simulation.Deltas[i]
		for j := range a.Execution.Deltas {
			got := &a.Execution.Deltas[j]
			if got.Token == want.Token && !want.Out && !got.Out && !want.Units.IsZero() {
				h.distance = append(h.distance, math.Abs(got.Units.Float64()/want.Units.Float64()-1))
			}
		}
	}
	h.distance = h.distance[max(0, len(h.distance)-recently):]
}

// tracking is the mean distance of the last n; 0 where there is none.
func (h *habit) tracking(n int) float64 {
	last := h.distance[max(0, len(h.distance)-n):]
	return Together(last...) / float64(max(1, len(last)))
}

// usual is the mean distance of all that count.
func (h *habit) usual() float64 { return h.tracking(len(h.distance)) }

// The flags.
const (
	FlagChurn    = "churn"    // more than twice as many openings as on other days
	FlagSize     = "size"     // half more than the one before
	FlagSlippage = "slippage" // the last five twice as far off as usual
	FlagHealth   = "health_factor"
	FlagAlert    = "alert"   // two or more of the others
	FlagAnomaly  = "anomaly" // the score of safety §16.7 was high, and is not low yet
)

// flags are what people should look at. They block nothing.
func (h *habit) flags(now, born int64) (found []string) {
	today := 0
	for _, at := range h.times {
		if at > now-day {
			today++
		}
	}
	days := float64(min(now-born, month)) / float64(day)
	if float64(today) > 2*float64(len(h.times))/days { // never within two days
		found = append(found, FlagChurn)
	}
	if h.before > 0 && h.size > 1.5*h.before {
		found = append(found, FlagSize)
	}
	if late := h.tracking(lately); len(h.distance) == recently && late > noticeable && late > 2*h.usual() {
		found = append(found, FlagSlippage)
	}
	return found
}
