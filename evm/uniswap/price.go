package uniswap

import (
	"fmt"
	"math"
	"math/big"

	"github.com/holiman/uint256"
)

// lnTick is the natural logarithm of 1.0001, the price step of one tick.
var lnTick = math.Log(1.0001)

// ApproxPrice returns the price of one whole token0 in whole token1, from a
// square-root price and the tokens' decimals. It is a float for thinking and
// display; no payment may be computed from it.
func ApproxPrice(sqrtPriceX96 *uint256.Int, decimals0, decimals1 uint8) float64 {
	root := sqrtPriceX96.Float64() / (1 << 48) / (1 << 48)
	return root * root * pow10(int(decimals0)-int(decimals1))
}

// ApproxRange returns the narrowest usable ticks that enclose the prices from
// (1−below) to (1+above) times the price at tick; both are fractions, below in
// (0, 1), above positive.
func ApproxRange(tick int32, below, above float64, spacing int32) (lower, upper int32, err error) {
	if !(below > 0 && below < 1 && above > 0 && above <= 1e6) || spacing < 1 {
		return 0, 0, fmt.Errorf("%w: a range of -%g to +%g with spacing %d", ErrTickRange, below, above, spacing)
	}
	down := int32(math.Ceil(-math.Log1p(-below) / lnTick))
	up := int32(math.Ceil(math.Log1p(above) / lnTick))
	lower = max(floorDiv(tick-down, spacing)*spacing, MinUsableTick(spacing))
	upper = min(-floorDiv(-(tick+up), spacing)*spacing, MaxUsableTick(spacing))
	return lower, upper, checkRange(lower, upper)
}

// MinUsableTick returns the lowest tick that is a multiple of spacing.
func MinUsableTick(spacing int32) int32 { return MinTick / spacing * spacing }

// MaxUsableTick returns the highest tick that is a multiple of spacing.
func MaxUsableTick(spacing int32) int32 { return MaxTick / spacing * spacing }

// NearestUsableTick returns the multiple of spacing nearest to tick, the upper
// one of two equally near, within the usable ticks.
func NearestUsableTick(tick, spacing int32) int32 {
	nearest := floorDiv(2*tick+spacing, 2*spacing) * spacing
	return max(MinUsableTick(spacing), min(MaxUsableTick(spacing), nearest))
}

func pow10(n int) float64 { return math.Pow(10, float64(n)) }

// QuoteValue converts raw base units to raw quote units at an exact pool price,
// rounded down.
func QuoteValue(sqrt *uint256.Int, quoteIsZero bool, base *big.Int) *big.Int {
	square := sqrt.ToBig()
	square.Mul(square, square)
	v := new(big.Int)
	if quoteIsZero {
		if square.Sign() == 0 {
			return v
		}
		return v.Quo(v.Lsh(base, 192), square)
	}
	return v.Rsh(v.Mul(base, square), 192)
}
