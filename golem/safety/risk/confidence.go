package risk

import "math"

// Dimension is one kind of what confidence is in.
type Dimension uint8

// The dimensions of safety §16.3.
const (
	Trading Dimension = iota
	Liquidity
	Lending
	Adaptability // what was on while the kind of market changed
	Calibration  // losses stayed within what was said to be at risk
	dimensions
)

// Beta counts successes and failures over a prior.
type Beta struct{ Alpha, Beta float64 }

// failure is how much more a failure weighs than a success.
const failure = 1.5

// Doubt is the prior of confidence: Beta(1, 3). Even is that of orders: Beta(2, 2).
func Doubt() Beta { return Beta{1, 3} }

// Even is the prior of how orders succeed (heartbeat §15 layer 3).
func Even() Beta { return Beta{2, 2} }

// Add takes one outcome; a failure weighs what the caller says.
func (b *Beta) Add(success bool, weight float64) {
	if success {
		b.Alpha++
		return
	}
	b.Beta += weight
}

// Mean is the posterior mean.
func (b Beta) Mean() float64 { return b.Alpha / (b.Alpha + b.Beta) }

// Lower is the lower bound of the success rate by Wilson at 95 %, not below 0.
//
// spec: safety §16.3
func (b Beta) Lower() float64 {
	n := b.Alpha + b.Beta - 2
	p, z := unit((b.Alpha-1)/n), ninetyFive
	spread := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return unit((p + z*z/(2*n) - spread) / (1 + z*z/n))
}

// Composite is the geometric mean of lower bounds, each at least 0.01; of none it is
// that.
//
// spec: safety §16.3
func Composite(lower ...float64) float64 {
	const floor = 0.01
	if len(lower) == 0 {
		return floor
	}
	sum := 0.0
	for _, l := range lower {
		sum += math.Log(max(unit(l), floor))
	}
	return math.Exp(sum / float64(len(lower)))
}

// confidence is what is known of the dimensions that the life uses.
type confidence struct {
	of   [dimensions]Beta
	used [dimensions]bool
}

func newConfidence() (c confidence) {
	for i := range c.of {
		c.of[i] = Doubt()
	}
	return c
}

func (c *confidence) add(d Dimension, success bool) {
	c.used[d] = true
	c.of[d].Add(success, failure)
}

// composite leaves out what the life never does: a strategy that lends nothing is not
// less known for it. Over all five dimensions one that never lends would stay under 0.4, and
// one that only swaps under 0.16, and neither could rise above micro.
func (c *confidence) composite() float64 {
	var lower []float64
	for i, used := range c.used {
		if used {
			lower = append(lower, c.of[i].Lower())
		}
	}
	return Composite(lower...)
}
