package mortality

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// Curve shapes how the clocks become one number (mortality §5).
type Curve struct {
	EconomicCenter     float64 `cbor:"1,keyasint"`
	EconomicSteepness  float64 `cbor:"2,keyasint"`
	EpistemicCenter    float64 `cbor:"3,keyasint"`
	EpistemicSteepness float64 `cbor:"4,keyasint"`
	AgeDrag            float64 `cbor:"5,keyasint"`
	ReferenceLifespan  float64 `cbor:"6,keyasint"` // ticks
}

// DefaultCurve is the curve of mortality §5.
func DefaultCurve() Curve {
	return Curve{EconomicCenter: 0.3, EconomicSteepness: 10, EpistemicCenter: 0.4, EpistemicSteepness: 8, AgeDrag: 0.3, ReferenceLifespan: 200_000}
}

// Axes are what vitality is made of. Fitness counts only where Judged says so: not
// in the learning grace, and not without a source of predictions. Ramp is what
// senescence leaves of the epistemic component.
type Axes struct {
	Economic float64
	Fitness  float64
	Judged   bool
	Ramp     float64
	Ticks    uint64
}

// Components are the factors of the composite, each 0 to 1.
type Components struct{ Economic, Epistemic, Age float64 }

// Of returns the components of a tick.
func (c Curve) Of(a Axes) Components {
	parts := Components{
		Economic: sigmoid(a.Economic, c.EconomicCenter, c.EconomicSteepness), Epistemic: 1,
		Age: max(0, 1-c.AgeDrag*float64(a.Ticks)/c.ReferenceLifespan),
	}
	if a.Judged {
		parts.Epistemic = sigmoid(a.Fitness, c.EpistemicCenter, c.EpistemicSteepness) * a.Ramp
	}
	return parts
}

// Composite multiplies the components: none makes up for another. A sigmoid never
// reaches zero, so a clock that does is told of.
func (p Components) Composite(anyClockZero bool) float64 {
	if anyClockZero {
		return 0
	}
	return min(max(p.Economic*p.Epistemic*p.Age, 0), 1)
}

// sigmoid goes through Exp2 because math.Exp uses fused multiply-add where the
// machine has it, and a record must not depend on the machine (DESIGN §4).
func sigmoid(x, center, steepness float64) float64 {
	return 1 / (1 + math.Exp2(-steepness*(x-center)*math.Log2E))
}

// floor is the composite below which a Golem is in Terminal.
const floor = 0.10

// thresholds are the lower bounds of the phases (mortality §6.1), best first.
var thresholds = [...]float64{turn.Thriving: 0.70, turn.Stable: 0.50, turn.Conservation: 0.30, turn.Declining: floor}

// Rising is what it takes to come back to a better phase: Margin above its
// threshold for Hold ticks in a row. The zero value is the specification's, 0.05
// and 10.
type Rising struct {
	Margin float64 `cbor:"1,keyasint"`
	Hold   int     `cbor:"2,keyasint"`
}

func (r Rising) orDefault() Rising {
	if r == (Rising{}) {
		return Rising{Margin: 0.05, Hold: 10}
	}
	return r
}

// Phases follows the behavioural phase: down at once, up only with margin and
// hold, Terminal for ever. The zero value is a newborn: Thriving.
type Phases struct {
	Current turn.Phase
	rule    Rising
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
		p.rise(max(phaseOf(composite, p.rule.orDefault().Margin), best))
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
	if p.held++; p.held >= p.rule.orDefault().Hold {
		p.Current, p.held = candidate, 0
	}
}

// phaseOf returns the best phase whose threshold plus margin composite reaches. What
// is no number reaches none.
func phaseOf(composite, margin float64) turn.Phase {
	for phase, lower := range thresholds {
		if composite >= lower+margin {
			return turn.Phase(phase)
		}
	}
	return turn.Terminal
}
