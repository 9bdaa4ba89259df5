package loss

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// SwapLoss is what a swap gives, and loses where it receives so much; ok is false for tokens
// that have no price.
func (p Prices) SwapLoss(in common.Address, paid *big.Int, out common.Address, got *big.Int) (lost, given money.USDC, ok bool) {
	given, ok = p.Cost(in, paid)
	back, known := p.Worth(out, got)
	return max(0, given-back), given, ok && known
}

// MintLoss is what liquidity in a market may give, and the most that it loses, where it may be
// added at the market's price of now or one that is so far from it: a position minted at one price
// and valued at another loses at most as great a share of what was given as the prices differ.
func (p Prices) MintLoss(m *turn.Market, base, quote *big.Int, slippage money.BPS) (lost, given money.USDC) {
	given = p.both(m.Base, base, m.Quote, quote)
	num, den := p.deviation(m)
	off := divide(num.Mul(num, big.NewInt(int64(given))), den, true)
	slip := divide(new(big.Int).Mul(big.NewInt(int64(given)), big.NewInt(int64(slippage))), big.NewInt(int64(money.Whole)), true)
	return min(given, addCapped(off, slip)), given
}

// both is what amounts of two tokens are worth, each rounded up.
func (p Prices) both(one turn.Token, units *big.Int, other turn.Token, more *big.Int) money.USDC {
	a, _ := p.Cost(one.Address, units)
	b, _ := p.Cost(other.Address, more)
	return addCapped(a, b)
}

// MintedLoss is what liquidity between two ticks of a market lost that took these amounts of
// its token0 and token1: what was given, less what the position is worth where the market
// stands at these prices. At which price it was minted follows from the amounts.
func (p Prices) MintedLoss(m *turn.Market, lower, upper int32, amount0, amount1 *uint256.Int) (lost, given money.USDC) {
	zero, one := m.Ordered()
	given = p.both(zero, amount0.ToBig(), one, amount1.ToBig())
	low, high, err := tickPrices(lower, upper)
	if err != nil {
		return given, given
	}
	var n0, n1 uint256.Int // what cannot be valued is worth nothing
	liquidity, err := uniswap.LiquidityForAmounts(mintPrice(&low, &high, amount0, amount1), lower, upper, amount0, amount1)
	if err == nil {
		n0, n1, _ = uniswap.AmountsForLiquidity(p.sqrtPrice(m), lower, upper, &liquidity, uniswap.Down)
	}
	return max(0, given-addCapped(p.worthOf(zero.Address, &n0), p.worthOf(one.Address, &n1))), given
}

// tickPrices are the square-root prices of two ticks.
func tickPrices(lower, upper int32) (low, high uint256.Int, err error) {
	if low, err = uniswap.SqrtPriceAtTick(lower); err == nil {
		high, err = uniswap.SqrtPriceAtTick(upper)
	}
	return low, high, err
}

// mintPrice is the square-root price x at which liquidity takes both amounts: the root of
// a0·u·x² + (a1 − a0·u·l)·x − a1·u, where l and u are those of the ticks. It lies between
// them, but for rounding: whoever uses it takes what is beyond for the end.
func mintPrice(low, high, amount0, amount1 *uint256.Int) *uint256.Int {
	if amount0.IsZero() {
		return high
	}
	square := new(big.Int).Lsh(amount1.ToBig(), 192) // a1 as the others are scaled
	a := new(big.Int).Mul(amount0.ToBig(), high.ToBig())
	b := new(big.Int).Sub(square, new(big.Int).Mul(a, low.ToBig()))
	c := square.Mul(square, high.ToBig())
	root := new(big.Int).Mul(b, b)
	root.Add(root, c.Mul(c, a).Lsh(c, 2))
	x := root.Sqrt(root).Sub(root, b)
	at, _ := uint256.FromBig(x.Quo(x, a.Lsh(a, 1)))
	return at
}

// NetLoss nets what went out and came in of assets, and says what that lost.
func (p Prices) NetLoss(deltas []turn.Delta) (lost money.USDC) {
	var out, in money.USDC
	for _, d := range deltas {
		if d.Out {
			v, _ := p.Cost(d.Token, d.Units.ToBig())
			out = addCapped(out, v)
			continue
		}
		in = addCapped(in, p.worthOf(d.Token, &d.Units))
	}
	return max(0, out-in)
}

// WorstMintLoss is the most that a mint loses which takes at most some amounts and at least some
// of a market's token0 and token1: at the furthest prices at which the market would still take
// those. Where it would not at the price of now, anywhere in its range. The market has one.
func (p Prices) WorstMintLoss(m *turn.Market, lower, upper int32, most, least [2]*uint256.Int) (worst, given money.USDC, err error) {
	zero, one := m.Ordered()
	given = p.both(zero, most[0].ToBig(), one, most[1].ToBig())
	low, high, err := tickPrices(lower, upper)
	if err != nil {
		return given, given, err
	}
	at := func(root *uint256.Int) (n [2]uint256.Int, takes bool) {
		l, err := uniswap.LiquidityForAmounts(root, lower, upper, most[0], most[1])
		if err == nil {
			n[0], n[1], err = uniswap.AmountsForLiquidity(root, lower, upper, &l, uniswap.Up)
		}
		return n, err == nil && !n[0].Lt(least[0]) && !n[1].Lt(least[1])
	}
	now := &m.Range.SqrtPriceX96
	if now.Gt(&high) { // however far: beyond an end nothing changes
		now = &high
	}
	_, takes := at(now)
	for _, end := range []*uint256.Int{&low, &high} {
		far := end
		if takes {
			far = furthest(now, end, func(root *uint256.Int) bool { _, ok := at(root); return ok })
		}
		n, _ := at(far)
		lost, _ := p.MintedLoss(m, lower, upper, &n[0], &n[1])
		worst = max(worst, lost)
	}
	return worst, given, nil
}

// furthest is the last root from one that holds towards an end that still does, to within a
// millionth of the way, and on the far side of that.
func furthest(from, end *uint256.Int, holds func(*uint256.Int) bool) *uint256.Int {
	good, bad := new(big.Int).Set(from.ToBig()), end.ToBig()
	for range 40 {
		mid := new(big.Int).Add(good, bad)
		mid.Rsh(mid, 1)
		if root := uint256.MustFromBig(mid); holds(root) {
			good = mid
		} else {
			bad = mid
		}
	}
	return uint256.MustFromBig(bad)
}
