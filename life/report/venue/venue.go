// Package venue tells what a trade would have brought in the other markets of its two tokens, by
// the reading that it was decided on.
//
// Gas is not in it. It is for people, and decides nothing.
package venue

import (
	"cmp"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/quote"
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
		gives := quote.Gives(m, paid.Token, &paid.Units)
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

// more is what units are worth beyond others of the same asset.
func more(units, than *uint256.Int, a *turn.Asset) float64 {
	if units.Lt(than) {
		return -money.Float(new(uint256.Int).Sub(than, units), a.Token.Decimals) * a.Price
	}
	return money.Float(new(uint256.Int).Sub(units, than), a.Token.Decimals) * a.Price
}
