package luck

import (
	"math"

	"bardo.run/bardo/life/experiment/statistics"
)

// Record is what the formulas want to know of a series of returns.
type Record struct {
	Sharpe   float64 // mean over deviation, of one period
	Periods  float64 // how many, above 1; fewer than there are where they tell the same
	Skewness float64
	Kurtosis float64 // 3 where returns are normal
}

// deviation is that of the estimated ratio, times the root of the periods less one (Mertens,
// 2002). It is 0 where skewness and kurtosis contradict one another.
func (r Record) deviation() float64 {
	return math.Sqrt(max(0, 1-r.Skewness*r.Sharpe+(r.Kurtosis-1)/4*r.Sharpe*r.Sharpe))
}

// Probabilistic is the probability that the true ratio is above a threshold of one period
// (Bailey and López de Prado, "The Sharpe Ratio Efficient Frontier", 2012).
func (r Record) Probabilistic(threshold float64) statistics.Figure {
	switch d := r.deviation(); {
	case r.Periods <= 1:
		return statistics.Unknown("fewer than two periods")
	case d == 0:
		return statistics.Unknown("skewness and kurtosis fit no series")
	default:
		return statistics.Known(below((r.Sharpe - threshold) * math.Sqrt(r.Periods-1) / d))
	}
}

// MinimumPeriods is how many such periods it takes until the probability that the true ratio is
// above the threshold reaches a confidence in (0, 1), from the same paper.
func (r Record) MinimumPeriods(threshold, confidence float64) statistics.Figure {
	if !(confidence > 0 && confidence < 1) {
		return statistics.Unknown("a confidence that is no probability")
	}
	if r.Sharpe <= threshold {
		return statistics.Unknown("the ratio is not above the threshold")
	}
	z := quantile(1-confidence) * r.deviation() / (r.Sharpe - threshold)
	if z < 0 {
		z = 0
	}
	return statistics.Known(1 + z*z)
}

// ExpectedBest is the highest ratio to be expected of so many strategies without an edge whose
// ratios vary by so much: the threshold of the deflated Sharpe ratio.
func ExpectedBest(trials int, variance float64) float64 {
	if trials < 2 || !(variance > 0) {
		return 0
	}
	n := float64(trials)
	return math.Sqrt(variance) * ((1-eulerMascheroni)*quantile(1/n) + eulerMascheroni*quantile(1/(n*math.E)))
}

// Deflated is the deflated Sharpe ratio: the probability that the true ratio of the best of so
// many is above what luck alone lets expect.
//
// spec: mirage-testing §19.3
func (r Record) Deflated(trials int, variance float64) statistics.Figure {
	return r.Probabilistic(ExpectedBest(trials, variance))
}
