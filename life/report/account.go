package report

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report/performance"
)

// Account is what a life was worth at every reading that its figures rest on, which are more
// than the series of a page has, and what it traded. The price of a point is that of what
// holding means (see Results). All amounts are in the numeraire.
type Account struct {
	Points []performance.Point
	// Invested is what of the equity lay elsewhere than in the numeraire in the wallet and in the
	// coin for gas, at each point: it moves with a market.
	Invested []float64
	// Coin is what of the equity was the coin for gas, at each point.
	Coin []float64
	// Bought and Sold are the swaps, each at what was paid or received; what went into a position or
	// came out of one is no trade.
	Bought, Sold float64
}

// Account is the account so far.
func (b *Builder) Account() Account {
	against, _ := b.benchmark()
	a := Account{Points: slices.Clone(against), Invested: slices.Clone(b.invested), Coin: slices.Clone(b.coin)}
	for _, f := range b.fills {
		switch {
		case f.Moved:
		case f.Buy:
			a.Bought += f.Quote
		default:
			a.Sold += f.Quote
		}
	}
	return a
}

// coin is what of a reading's equity is the coin for gas.
func coin(r *turn.Reading) float64 { return r.Native.Float64() / 1e18 * r.NativeUSD }

// invested is what of a reading's equity moves with a market.
func invested(r *turn.Reading) float64 {
	idle := coin(r)
	if len(r.Assets) > 0 {
		idle += r.Assets[0].Value // the numeraire
	}
	return max(0, r.Equity()-idle)
}
