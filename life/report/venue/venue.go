// Package venue tells what a trade would have brought in the other markets of its two tokens, by
// the reading that it was decided on.
//
// A reading tells a market's price, its fee and what lies around its price. From these follows what
// it gives: exactly where a pair holds all it has at every price, and in a market of ranges as far
// as the trade stays in the range in use; beyond it the market gives less. Gas is not in it. It is
// for people, and decides nothing.
package venue

import (
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Offer is what a market would have given for what a trade paid. Gives is exact; More is what it
// is worth beyond what the trade brought, in the numeraire at the prices of then, below zero where
// it is less.
type Offer struct {
	Market string  `json:"market"` // its handle
	Gives  string  `json:"gives"`
	More   float64 `json:"more"`
}

// Of returns what the other markets of a reading would have given for what a swap paid, the best
// first, and what the one that it used should have given; none where it did not pay one asset for
// another.
func Of(seen *turn.Reading, used string, deltas []turn.Delta) (others []Offer, own *Offer) {
	paid, got, ok := legs(deltas)
	if !ok {
		return nil, nil
	}
	a, ok := seen.Asset(got.Token)
	if !ok {
		return nil, nil
	}
	for i := range seen.Markets {
		m := &seen.Markets[i]
		if !m.Trades(paid.Token, got.Token) {
			continue
		}
		gives := Gives(m, paid.Token, &paid.Units)
		if gives.IsZero() {
			continue
		}
		o := Offer{Market: m.Handle, Gives: money.FormatUnits(&gives, a.Token.Decimals) + " " + a.Token.Symbol, More: more(&gives, &got.Units, a)}
		if m.Handle == used {
			own = &o
			continue
		}
		others = append(others, o)
	}
	slices.SortStableFunc(others, func(x, y Offer) int { return cmp.Compare(y.More, x.More) })
	return others, own
}

// legs are what a swap paid and what it brought; ok is false where that is not one token each.
func legs(deltas []turn.Delta) (paid, got turn.Delta, ok bool) {
	for _, d := range deltas {
		to := &got
		if d.Out {
			to = &paid
		}
		if !to.Units.IsZero() && to.Token != d.Token {
			return paid, got, false
		}
		to.Token, to.Out = d.Token, d.Out
		to.Units.Add(&to.Units, &d.Units)
	}
	return paid, got, !paid.Units.IsZero() && !got.Units.IsZero() && paid.Token != got.Token
}

// Gives is what a market gives for an amount of one of its tokens, after its fee, rounded down;
// zero where nothing can be traded in it. Half of its depth lies in each token, and what one gives
// up the other takes so that the product of both stays.
func Gives(m *turn.Market, in common.Address, amount *uint256.Int) (out uint256.Int) {
	quote := new(uint256.Int).Rsh(&m.Depth, 1)
	base := turn.Bought(quote, &m.Rate)
	takes, from := quote, &base
	if in == m.Base.Address {
		takes, from = &base, quote
	}
	fee := m.Fee(in)
	if takes.IsZero() || from.IsZero() || fee >= pips {
		return out
	}
	var kept, all uint256.Int
	if _, over := kept.MulOverflow(amount, uint256.NewInt(uint64(pips-fee))); over {
		return out
	}
	if _, over := all.MulOverflow(takes, uint256.NewInt(pips)); over {
		return out
	}
	if _, over := all.AddOverflow(&all, &kept); over {
		return out
	}
	out.MulDivOverflow(from, &kept, &all) // below from: it fits
	return out
}

// pips are the parts of which a fee is told.
const pips = 1_000_000

// more is what units are worth beyond others of the same asset.
func more(units, than *uint256.Int, a *turn.Asset) float64 {
	if units.Lt(than) {
		return -money.Float(new(uint256.Int).Sub(than, units), a.Token.Decimals) * a.Price
	}
	return money.Float(new(uint256.Int).Sub(units, than), a.Token.Decimals) * a.Price
}
