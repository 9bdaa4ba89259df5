package risk

import "math"

// weight is how much one trade counts in the estimates: as in an average of thirty.
const weight = 2.0 / (observations + 1)

// Estimate is what trades came to, each as a share of its value and net of its costs,
// the newer ones weighing more. Error is the variance of Mean itself. The zero value has
// seen nothing.
//
// spec: heartbeat §15 layer 2
type Estimate struct {
	Mean, Variance, Error float64
	N                     int
}

// mostGain is what no trade can come to, as a share of its value.
const mostGain = 10

// Add takes what one trade came to, and reports whether it did: what is no number, or more
// than any trade can come to, is not taken.
func (e *Estimate) Add(gain float64) bool {
	if !(math.Abs(gain) < mostGain) {
		return false
	}
	e.N++
	a := max(weight, 1/float64(e.N)) // a plain average until there are enough
	d := gain - e.Mean
	e.Mean += a * d
	e.Variance = (1 - a) * (e.Variance + a*d*d)
	e.Error = e.Variance / (2/a - 1)
	return true
}

// Known says that there are enough trades to size by.
func (e *Estimate) Known() bool { return e.N >= observations }
