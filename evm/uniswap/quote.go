package uniswap

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/constants"
	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
)

// maxAmountBits bounds amounts: above it the step's fee arithmetic would leave
// 256 bits. No token has as many units.
const maxAmountBits = 236

// Quote is what a swap would do to a pool.
type Quote struct {
	AmountIn     uint256.Int // paid to the pool, fee included
	AmountOut    uint256.Int // received from the pool
	FeeAmount    uint256.Int // the part of AmountIn that is fee, protocol's share included
	SqrtPriceX96 uint256.Int // after the swap
	Liquidity    uint256.Int // active after the swap
	Tick         int32       // after the swap
	TicksCrossed uint32      // initialised ticks crossed
}

// QuoteExactInput computes the swap that sells amountIn, of token0 if
// zeroForOne. limit is the square-root price at which the pool stops; nil
// stands for the end of the price range, as QuoterV2 takes it.
//
// If the amount cannot be swapped whole, the error is ErrPartial and the Quote
// still tells how far the swap would go.
func (p *Pool) QuoteExactInput(ctx context.Context, zeroForOne bool, amountIn, limit *uint256.Int) (Quote, error) {
	return p.quote(ctx, zeroForOne, true, amountIn, limit)
}

// QuoteExactOutput computes the swap that buys amountOut, of token1 if
// zeroForOne; otherwise it is as QuoteExactInput.
func (p *Pool) QuoteExactOutput(ctx context.Context, zeroForOne bool, amountOut, limit *uint256.Int) (Quote, error) {
	return p.quote(ctx, zeroForOne, false, amountOut, limit)
}

// swap is the state of the loop.
type swap struct {
	pool       *Pool
	zeroForOne bool
	exactIn    bool
	limit      uint256.Int
	remaining  uint256.Int // of the exact amount
	out        Quote
}

func (p *Pool) quote(ctx context.Context, zeroForOne, exactIn bool, amount, limit *uint256.Int) (Quote, error) {
	if err := p.check(); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() || amount.BitLen() > maxAmountBits {
		return Quote{}, fmt.Errorf("%w: %s", ErrAmount, amount.Dec())
	}
	s := swap{pool: p, zeroForOne: zeroForOne, exactIn: exactIn, remaining: *amount}
	if err := s.setLimit(limit); err != nil {
		return Quote{}, err
	}
	s.out.SqrtPriceX96, s.out.Tick, s.out.Liquidity = p.SqrtPriceX96, p.Tick, p.Liquidity
	for !s.remaining.IsZero() && !s.out.SqrtPriceX96.Eq(&s.limit) {
		if err := s.step(ctx); err != nil {
			return Quote{}, err
		}
	}
	if !s.remaining.IsZero() {
		return s.out, fmt.Errorf("%w: %s of %s left", ErrPartial, s.remaining.Dec(), amount.Dec())
	}
	return s.out, nil
}

func (s *swap) setLimit(limit *uint256.Int) error {
	switch {
	case limit != nil:
		s.limit = *limit
	case s.zeroForOne:
		s.limit.AddUint64(utils.MinSqrtRatioU256, 1)
	default:
		s.limit.SubUint64(utils.MaxSqrtRatioU256, 1)
	}
	price := &s.pool.SqrtPriceX96
	if s.zeroForOne && s.limit.Lt(price) && s.limit.Gt(utils.MinSqrtRatioU256) {
		return nil
	}
	if !s.zeroForOne && s.limit.Gt(price) && s.limit.Lt(utils.MaxSqrtRatioU256) {
		return nil
	}
	return fmt.Errorf("%w: limit %s from %s", ErrPrice, s.limit.Dec(), price.Dec())
}

// step swaps up to the next initialised tick, the end of the bitmap word, the
// limit, or the end of the amount, whichever comes first.
func (s *swap) step(ctx context.Context) error {
	next, initialised, err := s.nextTick(ctx)
	if err != nil {
		return err
	}
	var atTick, after, in, out, fee uint256.Int
	if err := utils.GetSqrtRatioAtTickV2(int(next), &atTick); err != nil {
		return fmt.Errorf("tick %d: %w", next, err)
	}
	target := &atTick
	if s.zeroForOne == atTick.Lt(&s.limit) {
		target = &s.limit
	}
	if err := s.compute(target, &after, &in, &out, &fee); err != nil {
		return fmt.Errorf("swap step at tick %d: %w", s.out.Tick, err)
	}
	in.Add(&in, &fee)
	s.account(&in, &out, &fee)

	before := s.out.SqrtPriceX96
	s.out.SqrtPriceX96 = after
	switch {
	case after.Eq(&atTick):
		return s.cross(ctx, next, initialised)
	case !after.Eq(&before):
		tick, err := utils.GetTickAtSqrtRatioV2(&after)
		if err != nil {
			return fmt.Errorf("price %s: %w", after.Dec(), err)
		}
		s.out.Tick = int32(tick)
	}
	return nil
}

func (s *swap) compute(target, after, in, out, fee *uint256.Int) error {
	amount := s.remaining
	if !s.exactIn {
		amount.Neg(&amount)
	}
	// Both types are four little-endian words in two's complement.
	signed := utils.Int256(amount)
	return utils.ComputeSwapStep(&s.out.SqrtPriceX96, target, &s.out.Liquidity, &signed,
		constants.FeeAmount(s.pool.Fee), after, in, out, fee)
}

func (s *swap) account(in, out, fee *uint256.Int) {
	s.out.AmountIn.Add(&s.out.AmountIn, in)
	s.out.AmountOut.Add(&s.out.AmountOut, out)
	s.out.FeeAmount.Add(&s.out.FeeAmount, fee)
	if s.exactIn {
		s.remaining.Sub(&s.remaining, in)
	} else {
		s.remaining.Sub(&s.remaining, out)
	}
}

// cross moves the price over a tick: its liquidity becomes active or inactive.
func (s *swap) cross(ctx context.Context, tick int32, initialised bool) error {
	s.out.Tick = tick
	if s.zeroForOne {
		s.out.Tick--
	}
	if !initialised {
		return nil
	}
	net, err := s.pool.Ticks.Net(ctx, tick)
	if err != nil {
		return fmt.Errorf("tick %d: %w", tick, err)
	}
	if s.zeroForOne {
		net.Neg(&net)
	}
	s.out.TicksCrossed++
	s.out.Liquidity.Add(&s.out.Liquidity, &net)
	if s.out.Liquidity.BitLen() > 128 {
		return fmt.Errorf("%w: crossing tick %d", ErrLiquidity, tick)
	}
	return nil
}

// nextTick returns the next initialised tick within the bitmap word, or else
// the word's last tick in the direction of the swap.
func (s *swap) nextTick(ctx context.Context) (next int32, initialised bool, err error) {
	compressed := floorDiv(s.out.Tick, s.pool.TickSpacing)
	if !s.zeroForOne {
		compressed++
	}
	position, bit := wordOf(compressed)
	word, err := s.pool.Ticks.Word(ctx, position)
	if err != nil {
		return 0, false, fmt.Errorf("tick bitmap word %d: %w", position, err)
	}
	var at uint8
	if s.zeroForOne {
		at, initialised = bitAtOrBelow(&word, bit)
	} else {
		at, initialised = bitAtOrAbove(&word, bit)
	}
	next = (compressed + int32(at) - int32(bit)) * s.pool.TickSpacing
	return max(MinTick, min(MaxTick, next)), initialised, nil
}

// bitAtOrBelow returns the highest set bit not above bit, or 0 and false.
func bitAtOrBelow(word *uint256.Int, bit uint8) (uint8, bool) {
	limb := int(bit / 64)
	masked := word[limb] & (^uint64(0) >> (63 - bit%64))
	for masked == 0 {
		if limb--; limb < 0 {
			return 0, false
		}
		masked = word[limb]
	}
	return uint8(64*limb + bits.Len64(masked) - 1), true
}

// bitAtOrAbove returns the lowest set bit not below bit, or 255 and false.
func bitAtOrAbove(word *uint256.Int, bit uint8) (uint8, bool) {
	limb := int(bit / 64)
	masked := word[limb] & (^uint64(0) << (bit % 64))
	for masked == 0 {
		if limb++; limb > 3 {
			return 255, false
		}
		masked = word[limb]
	}
	return uint8(64*limb + bits.TrailingZeros64(masked)), true
}
