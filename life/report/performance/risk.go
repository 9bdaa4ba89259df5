package performance

import (
	"math"
	"slices"
)

// Drawdown is the deepest fall of the time-weighted index from an earlier peak.
// Depth is in [0, 1]. Times are unix milliseconds; Recovery is 0 when the peak
// was never reached again.
type Drawdown struct {
	Depth    float64 `json:"depth"`
	Peak     int64   `json:"peak_ms"`
	Bottom   int64   `json:"bottom_ms"`
	Recovery int64   `json:"recovery_ms,omitempty"`
}

// DeepestDrawdown finds the deepest fall; the first of equals. It is the zero
// value where the index never fell.
func DeepestDrawdown(points []Point) Drawdown {
	var worst Drawdown
	index, peak, level := Index(points), 0, 0.0
	for i, v := range index {
		if v > index[peak] {
			peak = i
		}
		if depth := 1 - v/index[peak]; depth > worst.Depth {
			worst = Drawdown{Depth: depth, Peak: points[peak].Time, Bottom: points[i].Time}
			level = index[peak]
		} else if worst.Depth > 0 && worst.Recovery == 0 && v >= level {
			worst.Recovery = points[i].Time
		}
	}
	return worst
}

// Underwater returns, at each point, the fall from the highest index so far, in
// [0, 1].
func Underwater(points []Point) []float64 {
	fall, peak := make([]float64, len(points)), 0.0
	for i, v := range Index(points) {
		peak = max(peak, v)
		fall[i] = 1 - v/peak
	}
	return fall
}

// Volatility is the sample standard deviation of hourly returns, and that figure
// scaled to a year of 8,760 hours. Hours is how many returns it rests on.
type Volatility struct {
	Hourly float64 `json:"hourly"`
	Yearly float64 `json:"yearly"`
	Hours  int     `json:"hours"`
}

const (
	hour         = int64(3_600_000)
	hoursPerYear = 8760
)

// VolatilityOf is that of the returns of whole hours, up to the one in which everything
// was lost, if one was. It is false with fewer than two.
func VolatilityOf(points []Point) (Volatility, bool) {
	r := Returns(points, hour)
	if ruin := slices.Index(r, -1); ruin >= 0 {
		r = r[:ruin+1]
	}
	if len(r) < 2 {
		return Volatility{}, false
	}
	mean, squares := 0.0, 0.0
	for _, x := range r {
		mean += x / float64(len(r))
	}
	for _, x := range r {
		squares += (x - mean) * (x - mean)
	}
	sigma := math.Sqrt(squares / float64(len(r)-1))
	return Volatility{Hourly: sigma, Yearly: sigma * math.Sqrt(hoursPerYear), Hours: len(r)}, true
}

// Returns samples the index at whole periods of so many milliseconds from the first point
// on, each time the last value known, and returns what it gained in each: one return for
// every whole period of the span, so that those of portfolios that began together stand
// beside one another. While nothing is invested, and after everything was lost, they are 0.
func Returns(points []Point, period int64) []float64 {
	if len(points) == 0 || period <= 0 {
		return nil
	}
	var returns []float64
	index, at, end := Index(points), 0, points[len(points)-1].Time
	last := index[0]
	for due := points[0].Time + period; due <= end; due += period {
		for at+1 < len(points) && points[at+1].Time <= due {
			at++
		}
		gained := 0.0
		if last > 0 {
			gained = index[at]/last - 1
		}
		returns = append(returns, gained)
		last = index[at]
	}
	return returns
}
