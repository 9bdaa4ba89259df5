package turn

import (
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
)

// Composed is what of its market's two tokens a position would return, its fees aside, where the market
// stood at the prices of the assets: what it is valued by. Base and Quote are what it returns where the
// market stands, and whoever bends that chooses of which of the two they are. Where an asset has no price
// they are all that is known.
func (r *Reading) Composed(p *Position) (base, quote uint256.Int) {
	m, ok := r.Market(p.Market)
	if !ok {
		return p.Base, p.Quote
	}
	b, known := r.Asset(m.Base.Address)
	q, ok := r.Asset(m.Quote.Address)
	if !known || !ok {
		return p.Base, p.Quote
	}
	return p.Composed(m, b.Rate.ToBig(), q.Rate.ToBig())
}

// Composed is the same where one of the smallest units of its market's base token is worth num/den of those
// of the quote token. A zero among them: nobody knows.
func (p *Position) Composed(m *Market, num, den *big.Int) (base, quote uint256.Int) {
	if m.Range == nil || p.Liquidity.IsZero() || num.Sign() == 0 || den.Sign() == 0 || m.stands(num, den) {
		return p.Base, p.Quote
	}
	zero, other, err := uniswap.AmountsForLiquidity(m.Root(num, den), p.Lower, p.Upper, &p.Liquidity, uniswap.Down)
	if err != nil {
		return p.Base, p.Quote
	}
	return m.Range.Sorted(zero, other)
}

// stands reports whether the market's own price is exactly num/den.
func (m *Market) stands(num, den *big.Int) bool {
	ours, there := new(big.Int).Lsh(num, rateBits), m.Rate.ToBig()
	return ours.Cmp(there.Mul(there, den)) == 0
}

// Root is the square-root price of a market with a Range where one raw unit of its base token is worth
// num/den of its quote token; neither is zero.
func (m *Market) Root(num, den *big.Int) *uint256.Int {
	if m.Range != nil && m.Range.Inverse {
		num, den = den, num
	}
	v := new(big.Int).Lsh(num, 192)
	v.Quo(v, den)
	root, over := uint256.FromBig(v.Sqrt(v))
	if over {
		return new(uint256.Int).SetAllOne()
	}
	return root
}
