package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// expected is what an action may gain in the market at a price, as a share of its value: for a trade
// how far the price moves in an hour; for liquidity the fees that it earns, at the
// rate of the last hour, until the price is expected to have left its range. Nothing is
// expected of the market for an action that does not hang on it.
func (o *Oracle) expected(s turn.Stake, price float64) float64 {
	if !s.Market {
		return math.NaN()
	}
	reach := o.Reach()
	if s.Lower == s.Upper {
		return reach
	}
	earned, ok := o.market.Earned(horizonMin)
	if !ok || !(reach > 0) || !(price > 0) {
		return 0
	}
	half := math.Abs(float64(s.Upper-s.Lower)) * math.Log(1.0001) / 2
	hours := min(half*half/(reach*reach)*(rangeWidth*rangeWidth), longestHeld)
	return earned * hours / turn.LiquidityWorth(price, price*(1-half), price*(1+half))
}

// longestHeld bounds how long a range is expected to hold, in hours.
const longestHeld = 24
