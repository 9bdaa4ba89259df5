package uniswap

import (
	"fmt"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
)

// q128 is 2^128, the fixed point of fee growth.
func q128() *uint256.Int { return &uint256.Int{0, 0, 1, 0} }

// Growth is fee growth per unit of liquidity for both tokens, Q128.128. It
// wraps around 2^256, as in the contracts: only differences mean anything.
type Growth struct{ Token0, Token1 uint256.Int }

// sub returns g − h, wrapping.
func (g Growth) sub(h Growth) Growth {
	var d Growth
	d.Token0.Sub(&g.Token0, &h.Token0)
	d.Token1.Sub(&g.Token1, &h.Token1)
	return d
}

// GrowthInside returns the fee growth inside a range from the pool's growth
// and the growth outside of its two ticks.
func GrowthInside(tick, lower, upper int32, global, outsideLower, outsideUpper Growth) Growth {
	below, above := outsideLower, outsideUpper
	if tick < lower {
		below = global.sub(outsideLower)
	}
	if tick >= upper {
		above = global.sub(outsideUpper)
	}
	return global.sub(below).sub(above)
}

// FeesOwed returns the fees of a position that no transaction has credited
// yet, rounded down: liquidity times the growth inside since its last change.
func FeesOwed(liquidity *uint256.Int, inside, last Growth) (fees0, fees1 uint256.Int, err error) {
	if liquidity.BitLen() > 128 {
		return fees0, fees1, fmt.Errorf("%w: %s", ErrLiquidity, liquidity.Dec())
	}
	since := inside.sub(last)
	if err := utils.MulDivV2(&since.Token0, liquidity, q128(), &fees0, nil); err != nil {
		return fees0, fees1, fmt.Errorf("fees of token0: %w", err)
	}
	if err := utils.MulDivV2(&since.Token1, liquidity, q128(), &fees1, nil); err != nil {
		return fees0, fees1, fmt.Errorf("fees of token1: %w", err)
	}
	return fees0, fees1, nil
}
