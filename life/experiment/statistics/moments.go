package statistics

import "math"

// Moments describe returns of one period.
type Moments struct {
	Mean      float64
	Deviation float64 // of a sample: n-1 below
	Skewness  float64 // of n, 0 where the returns lie even
	Kurtosis  float64 // of n, 3 where they are normal
}

// MomentsOf computes them. It is false where there are fewer than two, or all are the same to
// what a float tells apart, so that nothing is known about their spread.
func MomentsOf(returns []float64) (Moments, bool) {
	n := float64(len(returns))
	if n < 2 {
		return Moments{}, false
	}
	var m Moments
	largest := 0.0
	for _, r := range returns {
		m.Mean += r
		largest = max(largest, math.Abs(r))
	}
	m.Mean /= n
	var second, third, fourth float64
	for _, r := range returns {
		d := r - m.Mean
		second += d * d
		third += d * d * d
		fourth += d * d * d * d
	}
	if !(math.Sqrt(second/n) > flat*largest) || math.IsInf(fourth, 0) {
		return Moments{}, false
	}
	m.Deviation = math.Sqrt(second / (n - 1))
	m.Skewness = third / n / math.Pow(second/n, 1.5)
	m.Kurtosis = fourth / n / (second / n * second / n)
	if math.IsNaN(m.Skewness) || math.IsInf(m.Skewness, 0) || math.IsNaN(m.Kurtosis) || math.IsInf(m.Kurtosis, 0) {
		return Moments{}, false // their squares are below what a float holds
	}
	return m, true
}

// flat is the spread, of the largest return, below which all are the same but for rounding.
const flat = 1e-12
