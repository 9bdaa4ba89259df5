package uniswap

import (
	"fmt"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/constants"
	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
)

// Rounding is the direction in which an amount is rounded.
type Rounding bool

// A pool rounds what it is paid up and what it pays down.
const (
	Down Rounding = false
	Up   Rounding = true
)

// SqrtPriceAtTick returns the square-root price at a tick.
func SqrtPriceAtTick(tick int32) (uint256.Int, error) {
	var price uint256.Int
	if err := utils.GetSqrtRatioAtTickV2(int(tick), &price); err != nil {
		return price, fmt.Errorf("%w: %d", ErrTickRange, tick)
	}
	return price, nil
}

// TickAtSqrtPrice returns the highest tick whose price is not above the given
// one.
func TickAtSqrtPrice(sqrtPriceX96 *uint256.Int) (int32, error) {
	tick, err := utils.GetTickAtSqrtRatioV2(sqrtPriceX96)
	if err != nil {
		return 0, fmt.Errorf("%w: square root %s", ErrPrice, sqrtPriceX96.Dec())
	}
	return int32(tick), nil
}

// AmountsForLiquidity returns what liquidity between two ticks is worth at a
// price. Up is what a pool asks when the liquidity is added, Down is what it
// pays when it is removed.
func AmountsForLiquidity(sqrtPriceX96 *uint256.Int, lower, upper int32, liquidity *uint256.Int, r Rounding) (amount0, amount1 uint256.Int, err error) {
	low, high, err := sqrtRange(lower, upper)
	if err != nil {
		return amount0, amount1, err
	}
	if liquidity.BitLen() > 128 {
		return amount0, amount1, fmt.Errorf("%w: %s", ErrLiquidity, liquidity.Dec())
	}
	price := clamp(sqrtPriceX96, &low, &high)
	if err := utils.GetAmount0DeltaV2(price, &high, liquidity, bool(r), &amount0); err != nil {
		return amount0, amount1, fmt.Errorf("amount of token0: %w", err)
	}
	if err := utils.GetAmount1DeltaV2(&low, price, liquidity, bool(r), &amount1); err != nil {
		return amount0, amount1, fmt.Errorf("amount of token1: %w", err)
	}
	return amount0, amount1, nil
}

// LiquidityForAmounts returns the most liquidity that the amounts buy between
// two ticks at a price, with the rounding of the periphery contracts
// (LiquidityAmounts).
func LiquidityForAmounts(sqrtPriceX96 *uint256.Int, lower, upper int32, amount0, amount1 *uint256.Int) (uint256.Int, error) {
	low, high, err := sqrtRange(lower, upper)
	if err != nil {
		return uint256.Int{}, err
	}
	var l0, l1 uint256.Int
	price := clamp(sqrtPriceX96, &low, &high)
	if price.Lt(&high) {
		if l0, err = liquidity0(price, &high, amount0); err != nil {
			return l0, err
		}
	}
	if low.Lt(price) {
		if l1, err = liquidity1(&low, price, amount1); err != nil {
			return l1, err
		}
	}
	switch {
	case price.Eq(&low):
		return l0, nil
	case price.Eq(&high):
		return l1, nil
	case l1.Lt(&l0):
		return l1, nil
	}
	return l0, nil
}

// liquidity0 is amount0·(√low·√high/Q96)/(√high − √low).
func liquidity0(low, high, amount *uint256.Int) (uint256.Int, error) {
	var product, width, liquidity uint256.Int
	width.Sub(high, low)
	if err := utils.MulDivV2(low, high, constants.Q96U256, &product, nil); err != nil {
		return liquidity, fmt.Errorf("liquidity of token0: %w", err)
	}
	return scale(amount, &product, &width)
}

// liquidity1 is amount1·Q96/(√high − √low).
func liquidity1(low, high, amount *uint256.Int) (uint256.Int, error) {
	var width uint256.Int
	width.Sub(high, low)
	return scale(amount, constants.Q96U256, &width)
}

func scale(amount, by, per *uint256.Int) (uint256.Int, error) {
	var liquidity uint256.Int
	if err := utils.MulDivV2(amount, by, per, &liquidity, nil); err != nil || liquidity.BitLen() > 128 {
		return liquidity, fmt.Errorf("%w: the amount %s buys more than 128 bits", ErrLiquidity, amount.Dec())
	}
	return liquidity, nil
}

func sqrtRange(lower, upper int32) (low, high uint256.Int, err error) {
	if err = checkRange(lower, upper); err != nil {
		return low, high, err
	}
	if low, err = SqrtPriceAtTick(lower); err != nil {
		return low, high, err
	}
	high, err = SqrtPriceAtTick(upper)
	return low, high, err
}

func clamp(v, low, high *uint256.Int) *uint256.Int {
	if v.Lt(low) {
		return low
	}
	if v.Gt(high) {
		return high
	}
	return v
}
