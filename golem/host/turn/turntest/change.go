package turntest

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
)

// Copy returns a reading whose assets, markets and positions can be changed without the first's.
func Copy(r turn.Reading) turn.Reading {
	r.Assets, r.Markets, r.Positions = slices.Clone(r.Assets), slices.Clone(r.Markets), slices.Clone(r.Positions)
	for i := range r.Assets {
		if f := r.Assets[i].Feed; f != nil {
			own := *f
			r.Assets[i].Feed = &own
		}
	}
	for i := range r.Markets {
		if g := r.Markets[i].Range; g != nil {
			own := *g
			r.Markets[i].Range = &own
		}
	}
	return r
}

// Moved returns a copy of a reading whose first market stands at another square-root price, which
// is what its base token is worth then; at zero nothing is traded there, and it has no price.
func Moved(r turn.Reading, sqrt *uint256.Int) turn.Reading {
	r = Copy(r)
	m := &r.Markets[0]
	m.Range.SqrtPriceX96 = *sqrt
	m.Rate = uniswap.Rate(sqrt, m.Range.Inverse)
	m.Price = m.Rate.Float64() / 0x1p128 * ten(m.Base.Decimals) / ten(m.Quote.Decimals)
	m.Depth = depth(m.Range)
	if a, ok := r.Asset(m.Base.Address); ok {
		a.Rate, a.Price = m.Rate, m.Price
		a.Value = a.Units.Float64() / ten(a.Token.Decimals) * a.Price
	}
	return r
}

// Fed returns a copy of a reading in which a price feed says something of a token; nil: none is
// configured.
func Fed(r turn.Reading, token common.Address, feed *turn.Feed) turn.Reading {
	r = Copy(r)
	if a, ok := r.Asset(token); ok {
		a.Feed = feed
	}
	return r
}
