// Package regime classifies the market from theta samples (heartbeat §4) and
// says how far the deciding boundary was.
//
// It owns the price window and the volatility history of one market. It promises
// constant time and no allocation per sample, never reads a clock, and is not
// safe for concurrent use.
package regime

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// The parameters of heartbeat §4.
const (
	window      = 20  // samples of the moving average
	trendAt     = 1.0 // standard deviations from the average
	rangeWithin = 0.5
	rangeAfter  = 6   // consecutive samples inside before it counts as a range
	volatileAt  = 2.0 // times the average volatility
)

// highestPrice bounds what counts as a price, so that no square overflows.
const highestPrice = 1e100

// Classifier turns prices into a regime.
type Classifier struct {
	prices  [window]float64
	returns [window]float64 // per square root of a minute, so that the pace of sampling does not matter
	n       int             // samples taken
	at      int64           // of the last sample
	inside  int             // consecutive samples inside the range band
	vol     average

	regime     turn.Regime
	confidence float64
}

// Add takes one theta sample, its time in unix milliseconds, and returns the
// regime and the confidence in it, 0 to 1. Until 20 samples exist the regime is
// unknown with confidence 0. A sample that is no positive number below 1e100, or
// not later than the one before, changes nothing.
//
// Confidence is 0 at the boundary that decided and grows to 1 at twice its
// distance (the centre of the band for a range); a regime kept because no rule
// decided has confidence 0.
func (c *Classifier) Add(at int64, price float64) (turn.Regime, float64) {
	if !(price > 0 && price < highestPrice) || (c.n > 0 && at <= c.at) {
		return c.regime, c.confidence
	}
	c.take(at, price)
	if c.n < window {
		return turn.RegimeUnknown, 0
	}
	mean, deviation := spread(c.prices[:])
	c.decide(at, price-mean, deviation)
	return c.regime, c.confidence
}

func (c *Classifier) take(at int64, price float64) {
	if c.n > 0 {
		last := c.prices[(c.n-1)%window]
		minutes := float64(at-c.at) / 60_000
		c.returns[c.n%window] = math.Log(price/last) / math.Sqrt(minutes)
	}
	c.prices[c.n%window] = price
	c.at = at
	c.n++
}

// decide applies the rules in their order: volatile, trend, range, as before.
func (c *Classifier) decide(at int64, offset, deviation float64) {
	if math.Abs(offset) <= rangeWithin*deviation {
		c.inside++
	} else {
		c.inside = 0
	}
	if ratio, known := c.volatility(at); known && ratio > volatileAt {
		c.set(turn.RegimeVolatile, (ratio-volatileAt)/volatileAt)
		return
	}
	score := 0.0
	if deviation > 0 {
		score = offset / deviation
	}
	switch {
	case score > trendAt:
		c.set(turn.RegimeTrendingUp, (score-trendAt)/trendAt)
	case score < -trendAt:
		c.set(turn.RegimeTrendingDown, (-score-trendAt)/trendAt)
	case c.inside > rangeAfter:
		c.set(turn.RegimeRangeBound, (rangeWithin-math.Abs(score))/rangeWithin)
	default:
		c.confidence = 0
	}
}

func (c *Classifier) set(r turn.Regime, confidence float64) {
	c.regime, c.confidence = r, min(max(confidence, 0), 1)
}

// volatility returns the volatility of the window as a multiple of the average
// before it; known is false while there is less than a day of history.
func (c *Classifier) volatility(at int64) (ratio float64, known bool) {
	if c.n <= window {
		return 0, false
	}
	_, now := spread(c.returns[:])
	usual, known := c.vol.mean(at)
	c.vol.add(at, now)
	if !known || usual <= 0 {
		return 0, false
	}
	return now / usual, true
}

// spread returns mean and population standard deviation. Sums are relative to the
// first value, so that equal values have a deviation of exactly zero.
func spread(values []float64) (mean, deviation float64) {
	first, n := values[0], float64(len(values))
	sum := 0.0
	for _, v := range values {
		sum += v - first
	}
	mean = first + sum/n
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / n)
}
