package uniswap

import (
	"context"
	"errors"
	"fmt"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
)

// Bounds of a pool, as the contracts define them.
const (
	MinTick int32 = utils.MinTick
	MaxTick int32 = utils.MaxTick
)

var (
	// ErrTickRange: a tick is outside MinTick to MaxTick, or a range is empty.
	ErrTickRange = errors.New("tick out of range")
	// ErrPrice: a square-root price is outside what a pool can hold.
	ErrPrice = errors.New("price out of range")
	// ErrLiquidity: an amount of liquidity leaves 128 bits.
	ErrLiquidity = errors.New("liquidity out of range")
	// ErrAmount: an amount is zero, or larger than the pool's arithmetic takes.
	ErrAmount = errors.New("amount out of range")
	// ErrPartial: the pool ran out of liquidity or met the price limit before
	// the whole amount was swapped.
	ErrPartial = errors.New("the pool cannot swap the whole amount")
)

// Pool is the state of a pool after one block.
type Pool struct {
	SqrtPriceX96         uint256.Int // square root of token1/token0, Q64.96
	Tick                 int32       // the pool's own tick; at an edge it may be one below the price's
	Liquidity            uint256.Int // active liquidity
	Fee                  uint32      // hundredths of a basis point
	TickSpacing          int32
	FeeGrowthGlobal0X128 uint256.Int
	FeeGrowthGlobal1X128 uint256.Int
	Ticks                Ticks
}

// Ticks gives a pool's initialised ticks.
type Ticks interface {
	// Word returns the word at a position of the tick bitmap; bit b of word w
	// is tick (256·w + b)·spacing.
	Word(ctx context.Context, position int16) (uint256.Int, error)
	// Net returns the liquidity that becomes active when the price rises
	// through an initialised tick, as a two's complement number.
	Net(ctx context.Context, tick int32) (uint256.Int, error)
}

// check refuses a state that no pool can be in, so that the loop below always
// ends.
func (p *Pool) check() error {
	switch {
	case p.SqrtPriceX96.Lt(utils.MinSqrtRatioU256) || !p.SqrtPriceX96.Lt(utils.MaxSqrtRatioU256):
		return fmt.Errorf("%w: square root %s", ErrPrice, p.SqrtPriceX96.Dec())
	case p.Tick < MinTick || p.Tick > MaxTick:
		return fmt.Errorf("%w: %d", ErrTickRange, p.Tick)
	case p.TickSpacing < 1 || p.TickSpacing > 16384:
		return fmt.Errorf("tick spacing %d is not between 1 and 16384", p.TickSpacing)
	case p.Fee >= utils.MaxFeeInt:
		return fmt.Errorf("fee of %d millionths is not below one", p.Fee)
	case p.Liquidity.BitLen() > 128:
		return fmt.Errorf("%w: %s", ErrLiquidity, p.Liquidity.Dec())
	case p.Ticks == nil:
		return errors.New("a pool without its ticks cannot quote")
	}
	return nil
}

func checkRange(lower, upper int32) error {
	if lower < MinTick || upper > MaxTick || lower >= upper {
		return fmt.Errorf("%w: %d to %d", ErrTickRange, lower, upper)
	}
	return nil
}

// wordOf returns where a compressed tick lies in the bitmap.
func wordOf(compressed int32) (position int16, bit uint8) {
	return int16(compressed >> 8), uint8(compressed & 0xff)
}

// floorDiv divides towards minus infinity.
func floorDiv(a, b int32) int32 {
	q := a / b
	if a%b != 0 && a < 0 {
		q--
	}
	return q
}
