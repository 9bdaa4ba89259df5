package statistics

import "math"

const (
	tooShort = "fewer than two periods"
	noSpread = "every period returned the same"
)

// spread returns the moments, or why there are none.
func spread(returns []float64) (Moments, string) {
	if len(returns) < 2 {
		return Moments{}, tooShort
	}
	m, ok := MomentsOf(returns)
	if !ok {
		return m, noSpread
	}
	return m, ""
}

// Volatility is the yearly standard deviation of the returns.
func (s Series) Volatility() Figure {
	if len(s.Returns) < 2 {
		return Unknown(tooShort)
	}
	m, ok := MomentsOf(s.Returns)
	if !ok {
		return Known(0)
	}
	return Known(m.Deviation * math.Sqrt(s.PerYear))
}

// Sharpe is the yearly mean of the returns above the rate without risk over their yearly
// deviation (Sharpe, "The Sharpe Ratio", 1994).
func (s Series) Sharpe() Figure {
	m, why := spread(s.excess())
	if why != "" {
		return Unknown(why)
	}
	return Known(m.Mean / m.Deviation * math.Sqrt(s.PerYear))
}

// Sortino is the yearly mean of the returns above the rate without risk over the yearly
// deviation below it: of all periods, those above counting nothing (Sortino and Price, 1994).
func (s Series) Sortino() Figure {
	over := s.excess()
	if len(over) < 2 {
		return Unknown(tooShort)
	}
	mean, below := 0.0, 0.0
	for _, r := range over {
		mean += r
		if r < 0 {
			below += r * r
		}
	}
	n := float64(len(over))
	return ratio(mean/n*math.Sqrt(s.PerYear), math.Sqrt(below/n), "no period fell short")
}

// leastDays is the shortest span whose return is compounded to a year's: what a few days gained,
// raised to the power of a year, is any number.
const leastDays = 30

// Calmar is the compounded yearly return over the depth of the deepest fall (Young, 1991), unknown
// of a span shorter than thirty days. Of one shorter than a year it compares lives of the same
// span and promises nothing.
func (s Series) Calmar() Figure {
	if s.Years() < leastDays/365.0 {
		return Unknown("shorter than thirty days")
	}
	yearly := s.compounded()
	x, ok := yearly.Get()
	if !ok {
		return yearly
	}
	return ratio(x, s.Drawdown().Depth, "it never fell")
}

// ProfitFactor is the sum of what was gained over the sum of what was lost, of periods or of
// round trips.
func ProfitFactor(gains []float64) Figure {
	won, lost := 0.0, 0.0
	for _, g := range gains {
		if g > 0 {
			won += g
		} else {
			lost -= g
		}
	}
	if len(gains) == 0 {
		return Unknown("nothing to count")
	}
	return ratio(won, lost, "nothing was lost")
}

// Positive is the share of what gained.
func Positive(gains []float64) Figure {
	n := 0.0
	for _, g := range gains {
		if g > 0 {
			n++
		}
	}
	return ratio(n, float64(len(gains)), "nothing to count")
}
