package mortality

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// Composite is the vitality of a Golem (mortality §5) from its economic axis in
// [0, 1] and its age in ticks, with the epistemic axis at 1 as in the learning
// grace. It is 0 where a clock stands at zero.
func Composite(economic float64, ticks uint64, anyClockZero bool) float64 {
	if anyClockZero {
		return 0
	}
	age := max(0, 1-0.3*float64(ticks)/200_000)
	return min(max(sigmoid(economic, 0.3, 10)*age, 0), 1)
}

// sigmoid goes through Exp2 because math.Exp uses fused multiply-add where the
// machine has it, and a record must not depend on the machine (DESIGN §4).
func sigmoid(x, center, steepness float64) float64 {
	return 1 / (1 + math.Exp2(-steepness*(x-center)*math.Log2E))
}

// thresholds are the lower bounds of the phases (mortality §6.1), best first.
var thresholds = [...]float64{turn.Thriving: 0.70, turn.Stable: 0.50, turn.Conservation: 0.30, turn.Declining: 0.10}

const (
	margin = 0.05 // above a threshold to rise past it
	hold   = 10   // consecutive ticks above it
)

// Phases follows the behavioural phase: down at once, up only with margin and
// hold, Terminal for ever. The zero value is a newborn: Thriving.
type Phases struct {
	Current turn.Phase
	rising  turn.Phase
	held    int
}

// Move takes the composite of a tick, and the best phase that is allowed, and
// returns the phase after it.
func (p *Phases) Move(composite float64, best turn.Phase) turn.Phase {
	raw := max(phaseOf(composite, 0), best)
	switch {
	case p.Current == turn.Terminal:
	case raw > p.Current:
		p.Current, p.held = raw, 0
	case raw < p.Current:
		p.rise(max(phaseOf(composite, margin), best))
	default:
		p.held = 0
	}
	return p.Current
}

func (p *Phases) rise(candidate turn.Phase) {
	if candidate >= p.Current {
		p.held = 0
		return
	}
	if candidate != p.rising {
		p.rising, p.held = candidate, 0
	}
	if p.held++; p.held >= hold {
		p.Current, p.held = candidate, 0
	}
}

// phaseOf returns the best phase whose threshold plus margin composite reaches.
func phaseOf(composite, margin float64) turn.Phase {
	for phase, floor := range thresholds {
		if composite >= floor+margin {
			return turn.Phase(phase)
		}
	}
	return turn.Terminal
}
