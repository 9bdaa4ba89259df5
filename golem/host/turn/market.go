package turn

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Market is a place where two assets are traded for one another, at the pinned block.
type Market struct {
	// Handle is its name, of one chain: base, quote and fee in basis points, as in weth-usdc-5.
	Handle   string `cbor:"1,keyasint" json:"handle"`
	Protocol string `cbor:"2,keyasint" json:"protocol"`
	// Address is the contract of the market. Where one contract has all markets of a protocol
	// it is zero, and ID says which.
	Address common.Address `cbor:"3,keyasint,omitzero" json:"address,omitzero"`
	ID      common.Hash    `cbor:"4,keyasint,omitzero" json:"id,omitzero"`
	Base    Token          `cbor:"5,keyasint" json:"base"`
	Quote   Token          `cbor:"6,keyasint" json:"quote"`
	// BaseFee and QuoteFee are taken of base and of quote tokens that are paid in, in
	// hundredths of a basis point.
	BaseFee  uint32 `cbor:"7,keyasint" json:"base_fee_pips"`
	QuoteFee uint32 `cbor:"8,keyasint" json:"quote_fee_pips"`
	// Rate is the exact price before fees: raw quote units for one raw base unit, as Q128.128,
	// rounded down; zero where nothing can be traded. Price is that of one whole base token in
	// quote tokens, for thinking.
	Rate  uint256.Int `cbor:"9,keyasint" json:"rate_x128"`
	Price float64     `cbor:"10,keyasint" json:"price"`
	// Depth is what the market holds around its price, both tokens together, in raw quote units:
	// what lies outside of the range in use takes no part in a trade.
	Depth uint256.Int `cbor:"11,keyasint" json:"depth"`
	// Range is where liquidity is provided; nil where it is not.
	Range *Range `cbor:"12,keyasint,omitempty" json:"range,omitempty"`
}

// Range is the state of a market whose liquidity lies in ranges of ticks, or over all of them. Its square-root price
// and ticks tell token1 in token0, which are the tokens in the order of their addresses.
type Range struct {
	Tick         int32       `cbor:"1,keyasint" json:"tick"`
	Spacing      int32       `cbor:"2,keyasint" json:"tick_spacing"`
	SqrtPriceX96 uint256.Int `cbor:"3,keyasint" json:"sqrt_price_x96"`
	Liquidity    uint256.Int `cbor:"4,keyasint" json:"liquidity"`
	// Inverse says that the quote token is token0.
	Inverse bool `cbor:"5,keyasint,omitempty" json:"inverse,omitempty"`
	// Growth is what one unit of liquidity earned in base and in quote tokens since the market
	// began, as Q128.128; absent where nobody predicts it.
	Growth []uint256.Int `cbor:"6,keyasint,omitempty" json:"fee_growth_x128,omitempty"`
	// Whole says that liquidity lies over all prices and in no other range: Spacing ticks to either
	// side of the price one.
	Whole bool `cbor:"7,keyasint,omitempty" json:"whole,omitempty"`
}

// Sorted returns amounts of base and quote tokens as those of token0 and token1, and the
// other way round: it is its own inverse.
func (g *Range) Sorted(base, quote uint256.Int) (zero, one uint256.Int) {
	if g.Inverse {
		return quote, base
	}
	return base, quote
}

// Ordered returns the market's tokens as token0 and token1 of its Range.
func (m *Market) Ordered() (zero, one Token) {
	if m.Range != nil && m.Range.Inverse {
		return m.Quote, m.Base
	}
	return m.Base, m.Quote
}

// Trades reports whether two tokens are the market's, in either order.
func (m *Market) Trades(a, b common.Address) bool {
	return a == m.Base.Address && b == m.Quote.Address || a == m.Quote.Address && b == m.Base.Address
}

// Traded reports whether a market of the reading trades two tokens, whether it answers now or not.
func (r *Reading) Traded(a, b common.Address) bool {
	return slices.ContainsFunc(r.Markets, func(m Market) bool { return m.Trades(a, b) })
}

// Fee returns what is taken of a token that is paid in, in hundredths of a basis point.
func (m *Market) Fee(in common.Address) uint32 {
	if in == m.Base.Address {
		return m.BaseFee
	}
	return m.QuoteFee
}

// Market returns the market of a handle. It belongs to the reading.
func (r *Reading) Market(handle string) (*Market, bool) {
	for i := range r.Markets {
		if m := &r.Markets[i]; m.Handle == handle {
			return m, true
		}
	}
	return nil, false
}

// Primary returns the strategy's first market: what regime and probes follow. It
// belongs to the reading; of an empty reading it is an empty market, without a Range.
func (r *Reading) Primary() *Market {
	if len(r.Markets) == 0 {
		return &Market{}
	}
	return &r.Markets[0]
}

// Position returns the liquidity position of an id. It belongs to the reading.
func (r *Reading) Position(id string) (*Position, bool) {
	for i := range r.Positions {
		if p := &r.Positions[i]; p.ID == id {
			return p, true
		}
	}
	return nil, false
}
