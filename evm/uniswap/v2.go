package uniswap

import (
	"fmt"

	"github.com/holiman/uint256"
)

// FeeV2 is the fee of every Uniswap v2 pair, in hundredths of a basis point.
const FeeV2 uint32 = 3000

// The fee as the router computes with it: 997 of 1000 are swapped.
var (
	swapped = uint256.NewInt(997)
	whole   = uint256.NewInt(1000)
)

// Pair is the state of a Uniswap v2 pair after one block: what it holds of each
// token. Quoting never changes it.
type Pair struct {
	Reserve0, Reserve1 uint256.Int
}

// QuoteExactInput returns what selling amountIn returns, of token0 if zeroForOne, as
// Router02 computes it: in·997·y ÷ (x·1000 + in·997), rounded down. An empty pair is
// ErrLiquidity; nothing, and more than its arithmetic takes, ErrAmount.
func (p Pair) QuoteExactInput(zeroForOne bool, amountIn *uint256.Int) (out uint256.Int, _ error) {
	x, y := &p.Reserve0, &p.Reserve1
	if !zeroForOne {
		x, y = y, x
	}
	if x.IsZero() || y.IsZero() {
		return out, fmt.Errorf("%w: the pair is empty", ErrLiquidity)
	}
	in, over := new(uint256.Int).MulOverflow(amountIn, swapped)
	top, overTop := new(uint256.Int).MulOverflow(in, y)
	bottom, overBottom := new(uint256.Int).MulOverflow(x, whole)
	_, overSum := bottom.AddOverflow(bottom, in)
	if amountIn.IsZero() || over || overTop || overBottom || overSum {
		return out, fmt.Errorf("%w: %s", ErrAmount, amountIn.Dec())
	}
	return *out.Div(top, bottom), nil
}

// ApproxPrice returns the price of one whole token0 in whole token1 from the tokens'
// decimals, and 0 for an empty pair. It is a float for thinking and display; no
// payment may be computed from it.
func (p Pair) ApproxPrice(decimals0, decimals1 uint8) float64 {
	if p.Reserve0.IsZero() {
		return 0
	}
	return p.Reserve1.Float64() / p.Reserve0.Float64() * pow10(int(decimals0)-int(decimals1))
}
