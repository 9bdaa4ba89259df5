package report

import (
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Market names a place where two assets are traded.
type Market struct {
	Handle  string `json:"handle"`
	Base    string `json:"base"`
	Quote   string `json:"quote"`
	FeePips uint32 `json:"fee_pips"` // of what buys the base token
	Address string `json:"address,omitempty"`
}

// marketOf names a market of a reading.
func marketOf(m *turn.Market) Market {
	named := Market{Handle: m.Handle, Base: m.Base.Symbol, Quote: m.Quote.Symbol, FeePips: m.QuoteFee}
	if m.Address != (turn.Market{}).Address {
		named.Address = m.Address.Hex()
	}
	return named
}

// markets names the markets and the numeraire, as they were seen last.
func (b *Subject) markets(seen *turn.Reading) {
	if seen.Block.Number == 0 {
		return
	}
	b.Numeraire, b.Market = seen.Numeraire().Symbol, marketOf(seen.Primary())
	for i := 1; i < len(seen.Markets); i++ {
		b.Others = append(b.Others, marketOf(&seen.Markets[i]))
	}
}

// drawn reports whether the price of a market is the one that the page draws: that of the
// first market, or of another with the same tokens.
func (b Subject) drawn(handle string) bool {
	if handle == b.Market.Handle {
		return true
	}
	for _, m := range b.Others {
		if m.Handle == handle {
			return m.Base == b.Market.Base && m.Quote == b.Market.Quote
		}
	}
	return false
}

// elsewhere says where something was that was not in the first market.
func (b Subject) elsewhere(handle string) string {
	if handle == "" || handle == b.Market.Handle {
		return ""
	}
	return " on " + label(handle)
}

// placeOf is the market of an action: the one that it names, or the one that its position lies
// in. What is in none that was seen has an empty market, without fees.
func placeOf(seen *turn.Reading, named, position string) *turn.Market {
	if p, ok := seen.Position(position); ok && named == "" {
		named = p.Market
	}
	if m, ok := seen.Market(named); ok {
		return m
	}
	return &turn.Market{}
}

// band turns two ticks of a market into prices, the lower one first; none where liquidity lies
// over all prices.
func band(m *turn.Market, lower, upper int32) (from, to float64) {
	if m.Range == nil || m.Range.Whole {
		return 0, 0
	}
	from, to = priceAt(m, lower), priceAt(m, upper)
	return min(from, to), max(from, to)
}

// priceAt is the price of one base token at a tick, for drawing.
func priceAt(m *turn.Market, tick int32) float64 {
	ratio, apart := math.Pow(1.0001, float64(tick)), float64(m.Base.Decimals)-float64(m.Quote.Decimals)
	if m.Range.Inverse {
		return 1 / (ratio * math.Pow(10, -apart))
	}
	return ratio * math.Pow(10, apart)
}

// worth is what units of an asset are worth in the numeraire.
func worth(units *uint256.Int, a *turn.Asset) float64 {
	return money.Float(units, a.Token.Decimals) * a.Price
}

// assetOf is the asset that a delta moves; one that is none is known by its address only, and
// its amount stays in raw units.
func assetOf(seen *turn.Reading, d turn.Delta) (*turn.Asset, bool) {
	if a, ok := seen.Asset(d.Token); ok {
		return a, true
	}
	if d.Token == turn.Coin {
		return &turn.Asset{Token: turn.Token{Symbol: "of the coin for gas", Decimals: nativeDecimals}}, false
	}
	return &turn.Asset{Token: turn.Token{Address: d.Token, Symbol: d.Token.Hex()}}, false
}

func amount(d turn.Delta, t turn.Token) string {
	return money.FormatUnits(&d.Units, t.Decimals) + " " + t.Symbol
}
