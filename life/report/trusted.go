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

// trusted are the last prices that were not in doubt, by token.
type trusted map[common.Address]Trusted

// see takes in a reading.
func (t trusted) see(at int64, r *turn.Reading) {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Doubt == "" && a.Price > 0 {
			t[a.Token.Address] = Trusted{Asset: a.Token.Symbol, Price: a.Price, Time: at}
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
			all = append(all, last)
		}
		if coin {
			r.NativeUSD = last.Price
		}
		a.Price = last.Price
		a.Value = worth(&a.Units, a)
	}
	if r.Assets = assets; len(all) > 0 {
		revalue(&r)
	}
	return r, all
}

// revalue computes what positions and lending are worth at the prices of the assets.
func revalue(r *turn.Reading) {
	of := func(token common.Address, units *uint256.Int) float64 { return r.Worth(token.Hex(), units) }
	r.Positions = slices.Clone(r.Positions)
	for i := range r.Positions {
		p := &r.Positions[i]
		if m, ok := r.Market(p.Market); ok {
			base, quote := m.Base.Address, m.Quote.Address
			p.Value = of(base, &p.Base) + of(base, &p.BaseFees) + of(quote, &p.Quote) + of(quote, &p.QuoteFees)
		}
	}
	r.Lending = slices.Clone(r.Lending)
	for i := range r.Lending {
		l := &r.Lending[i]
		l.Value = 0
		for j := range l.Reserves {
			x := &l.Reserves[j]
			l.Value += of(x.Token.Address, &x.Supplied) - of(x.Token.Address, &x.Owed)
		}
	}
}

// said is a price in words.
func (t Trusted) said(numeraire string) string {
	return fmt.Sprintf("%s counts at %s %s of %s, the last price that was not in doubt; at the end it was said to be %s",
		label(t.Asset), figure(t.Price), numeraire, moment(t.Time), figure(t.InDoubt))
}
