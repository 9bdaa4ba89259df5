package report

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/price"
)

// Trusted is the last price of an asset that was not in doubt, at which it counts in the result
// where its price at the end was.
type Trusted struct {
	Asset string  `json:"asset"` // its symbol
	Price float64 `json:"price"`
	Time  int64   `json:"time_ms"`
	// InDoubt is the price that was not believed.
	InDoubt float64 `json:"price_in_doubt"`
}

// sure is the same with the exact price.
type sure struct {
	Trusted
	rate uint256.Int
}

// trusted are the last prices that were not in doubt, by token.
type trusted map[common.Address]sure

// see takes in a reading.
func (t trusted) see(at int64, r *turn.Reading) {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Doubt == "" && a.Price > 0 {
			t[a.Token.Address] = sure{Trusted{Asset: a.Token.Symbol, Price: a.Price, Time: at}, a.Rate}
		}
	}
}

// restated is a reading with what is in doubt at its last trusted price, the coin for gas too where
// such an asset prices it, and the prices that count for something of it. What was never trusted
// stays as it is.
func (t trusted) restated(r turn.Reading) (turn.Reading, []Trusted) {
	var all []Trusted
	if !slices.ContainsFunc(r.Assets, func(a turn.Asset) bool { return a.Doubt != "" }) {
		return r, nil
	}
	assets := slices.Clone(r.Assets)
	for i := range assets {
		a := &assets[i]
		last, ok := t[a.Token.Address]
		if a.Doubt == "" || !ok {
			continue
		}
		last.InDoubt = a.Price
		coin := !r.Native.IsZero() && r.NativePrice > 0 && price.Whole(&r, a.Token.Address) == r.NativePrice
		if units, owed := r.Everywhere(a.Token.Address); coin || !units.IsZero() || !owed.IsZero() {
			all = append(all, last.Trusted)
		}
		if coin {
			r.NativeUSD = last.Price
		}
		a.Price, a.Rate = last.Price, last.rate
	}
	if r.Assets = assets; len(all) > 0 {
		r.Positions, r.Lending = slices.Clone(r.Positions), slices.Clone(r.Lending)
		price.Revalue(&r)
	}
	return r, all
}

// said is a price in words.
func (t Trusted) said(numeraire string) string {
	return fmt.Sprintf("%s counts at %s %s of %s, the last price that was not in doubt; at the end it was said to be %s",
		label(t.Asset), figure(t.Price), numeraire, moment(t.Time), figure(t.InDoubt))
}
