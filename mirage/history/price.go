package history

import (
	"fmt"
	"math/big"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
)

const two96 = 79228162514264337593543950336.0

var q96 = new(uint256.Int).Lsh(uint256.NewInt(1), 96)

// sqrtAt returns Uniswap's sqrtPriceX96 of a tick. Ticks are checked where they
// come in, so one outside the range here is a bug.
func sqrtAt(tick int) *uint256.Int {
	p := new(uint256.Int)
	if err := utils.GetSqrtRatioAtTickV2(tick, p); err != nil {
		panic(fmt.Sprintf("tick %d: %v", tick, err))
	}
	return p
}

// tickAt returns the tick in which a price lies.
func tickAt(sqrtPrice *uint256.Int) (int, error) {
	tick, err := utils.GetTickAtSqrtRatioV2(sqrtPrice)
	if err != nil {
		return 0, fmt.Errorf("price %s: %w", sqrtPrice, err)
	}
	return tick, nil
}

// visit returns the price at which the market stands after it was sent from a price
// to a tick: the tick's nearest edge, or where it is when it is inside already.
func visit(from *uint256.Int, tick int) *uint256.Int {
	low := bottomOf(tick)
	if from.Lt(low) {
		return low
	}
	if high := topOf(tick); from.Gt(high) {
		return high
	}
	return from
}

// topOf returns a tick's upper edge: one unit below the next tick's price, which
// belongs to the next tick.
func topOf(tick int) *uint256.Int { return new(uint256.Int).SubUint64(sqrtAt(tick+1), 1) }

// bottomOf returns a tick's lower edge: one unit above the tick's own price, because a
// pool that falls to exactly that price may have crossed the tick.
func bottomOf(tick int) *uint256.Int { return new(uint256.Int).AddUint64(sqrtAt(tick), 1) }

// ratioTick returns the tick of the price num/den, token1 per token0 in raw units.
func ratioTick(num, den *big.Int) (int, error) {
	ratio := new(big.Int).Lsh(num, 192)
	sqrt, overflow := uint256.FromBig(ratio.Sqrt(ratio.Div(ratio, den)))
	if overflow {
		return 0, fmt.Errorf("price %s/%s is beyond every tick", num, den)
	}
	return tickAt(sqrt)
}

// valuer turns amounts into raw units of the quote token at one price.
type valuer struct {
	quote int
	price *uint256.Int // sqrtPriceX96
}

func (s Spec) valuer(tick int) valuer { return valuer{s.Quote, sqrtAt(tick)} }

// of returns the value of raw amounts of both tokens, rounded down.
func (v valuer) of(in0, in1 *uint256.Int) *uint256.Int {
	if v.quote == 0 {
		return new(uint256.Int).Add(in0, v.scale(in1, q96, v.price))
	}
	return new(uint256.Int).Add(in1, v.scale(in0, v.price, q96))
}

// scale returns amount × (num/den)², rounded down twice.
func (v valuer) scale(amount, num, den *uint256.Int) *uint256.Int {
	once := mulDiv(amount, num, den)
	return mulDiv(once, num, den)
}

// mulDiv returns a×b/c, rounded down. Every caller's operands come from checked rows,
// so that the result fits; where it would not, the largest number stands for it.
func mulDiv(a, b, c *uint256.Int) *uint256.Int {
	out, overflow := new(uint256.Int).MulDivOverflow(a, b, c)
	if overflow {
		return new(uint256.Int).SetAllOne()
	}
	return out
}

const feeUnit = 1_000_000

// inflow returns the raw amounts, fee included, that a swap at the given liquidity
// pays into the pool to move the price.
func inflow(from, to, liquidity *uint256.Int, fee uint32) (in0, in1 *uint256.Int) {
	in0, in1 = new(uint256.Int), new(uint256.Int)
	switch from.Cmp(to) {
	case -1:
		must(utils.GetAmount1DeltaV2(from, to, liquidity, true, in1))
	case 1:
		must(utils.GetAmount0DeltaV2(to, from, liquidity, true, in0))
	}
	return withFee(in0, fee), withFee(in1, fee)
}

func withFee(amount *uint256.Int, fee uint32) *uint256.Int {
	if amount.IsZero() {
		return amount
	}
	return mulDiv(amount, uint256.NewInt(feeUnit), uint256.NewInt(feeUnit-uint64(fee)))
}

// must reports a broken invariant: the prices and liquidities given to it are inside
// the pool's bounds by construction.
func must(err error) {
	if err != nil {
		panic("history: " + err.Error())
	}
}

func pow10(n uint8) float64 {
	p := 1.0
	for range n {
		p *= 10
	}
	return p
}
