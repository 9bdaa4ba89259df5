package turn

import (
	"math"

	"github.com/holiman/uint256"
)

// Horizon is how far a claim about the market looks ahead, in milliseconds: a direction
// must span at least an hour (DESIGN §12.16), and one horizon makes the categories
// comparable.
const Horizon = 60 * 60_000

// Sight is what one read saw of the market. Time is the block's, in unix milliseconds;
// Liquidity, and the fees that one unit of it earned since the pool began in base and
// in quote, are in whole tokens; Gas is in gwei.
type Sight struct {
	Time      int64
	Price     float64
	Liquidity float64
	FeeBase   float64
	FeeQuote  float64
	Gas       float64
	// Partial says that liquidity and fees were not read: a gamma tick reads price and
	// gas alone.
	Partial bool
	// Unsound says that the pool did not answer as it should.
	Unsound bool
}

// Sight is what a reading says of one of its markets. Liquidity is in the unit in which a position's
// worth is one token of each at a price of one; where a market has no ranges it is what
// would be as deep.
func (r *Reading) Sight(m *Market) Sight {
	s := Sight{Time: r.Block.Time * 1_000, Price: m.Price, Gas: r.GasGwei(), Unsound: !(m.Price > 0)}
	g := m.Range
	if g == nil {
		s.Liquidity = m.Depth.Float64() / tenTo(m.Quote.Decimals) / 2 / math.Sqrt(max(m.Price, math.SmallestNonzeroFloat64))
		s.Unsound = s.Unsound || m.Depth.IsZero()
		return s
	}
	unit := math.Sqrt(tenTo(m.Base.Decimals) * tenTo(m.Quote.Decimals))
	s.Liquidity, s.Unsound = g.Liquidity.Float64()/unit, s.Unsound || g.Liquidity.IsZero()
	if len(g.Growth) == 2 {
		s.FeeBase, s.FeeQuote = grown(&g.Growth[0], m.Base)*unit, grown(&g.Growth[1], m.Quote)*unit
	}
	return s
}

func tenTo(decimals uint8) float64 {
	v := 1.0
	for range decimals {
		v *= 10
	}
	return v
}

// grown is fee growth of one raw unit of liquidity in whole tokens.
func grown(x128 *uint256.Int, t Token) float64 {
	return x128.Float64() / 0x1p128 / tenTo(t.Decimals)
}

// Fees is what one unit of liquidity earned from the sight to a later one, in the quote
// token at the price of the later.
func (s Sight) Fees(to Sight) float64 {
	return (to.FeeBase-s.FeeBase)*to.Price + to.FeeQuote - s.FeeQuote
}

// Gain is what a trade that was held back would have come to by then, as a share of
// its value and net of its cost. Liquidity earned the pool's fees while the price is
// within its range, and lost against holding what the price took.
func (t *Untraded) Gain(s Sight) float64 {
	if t.Lower == t.Upper {
		return s.Price/t.Price - 1 - t.Cost
	}
	// A range in ticks of the pool is the same range about the quote price, turned
	// over where the quote token is token0; the law of the value is symmetric.
	width := math.Abs(float64(t.Upper-t.Lower)) * math.Log(1.0001) / 2
	low, high := t.Price*(1-width), t.Price*(1+width)
	if width >= 1 { // all prices
		low, high = 0, math.Inf(1)
	}
	unit := LiquidityWorth(t.Price, low, high)
	earned := 0.0
	if low <= s.Price && s.Price <= high {
		earned = Sight{FeeBase: t.FeeBase, FeeQuote: t.FeeQuote}.Fees(s) / unit
	}
	return LiquidityWorth(s.Price, low, high)/unit - 1 + earned - t.Cost
}

// LiquidityWorth is the value of a position of liquidity one within a range of prices, in the quote
// token.
func LiquidityWorth(price, low, high float64) float64 {
	at := math.Sqrt(min(max(price, low), high))
	return price*(1/at-1/math.Sqrt(high)) + at - math.Sqrt(low)
}
