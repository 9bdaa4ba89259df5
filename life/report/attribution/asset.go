package attribution

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Asset is what the life came to in one asset other than the numeraire. Units are whole ones
// that the account holds, Cost is what they were taken in for.
type Asset struct {
	Token      turn.Token `json:"token"`
	Units      float64    `json:"units"`
	Cost       float64    `json:"cost"`
	Realised   float64    `json:"realised"`   // by selling, before the fees of swaps
	Unrealised float64    `json:"unrealised"` // on what it holds
}

// Idle reports whether nothing of the asset was ever held.
func (a Asset) Idle() bool { return a == Asset{Token: a.Token} }

// buy takes units in for what they cost.
func (a *Asset) buy(units, cost float64) { a.Units, a.Cost = a.Units+units, a.Cost+cost }

// sell gives units away for what they bring.
func (a *Asset) sell(units, brings float64) {
	part := 0.0
	if a.Units > 0 {
		part = a.Cost * min(1, units/a.Units)
	}
	a.Units, a.Cost = a.Units-units, a.Cost-part
	a.Realised += brings - part
}

// Split returns the assets that were ever held with their results in whole cents, which add up
// to those of Realised and Unrealised, where there are several; none where the sums say it all.
func (r Result) Split() []Asset {
	var held []Asset
	var realised, unrealised float64
	for _, a := range r.Assets {
		if a.Idle() {
			continue
		}
		done, open := realised+a.Realised, unrealised+a.Unrealised
		a.Realised, a.Unrealised = Cents(Cents(done)-Cents(realised)), Cents(Cents(open)-Cents(unrealised))
		realised, unrealised = done, open
		held = append(held, a)
	}
	if len(held) < 2 {
		return nil
	}
	return held
}

// flow is what an order moved of an asset, in whole tokens, positive where it came. Price is
// that of one when the order was decided.
type flow struct {
	token turn.Token
	n     float64
	price float64
}

// worth is what came, below zero what went.
func (f flow) worth() float64 { return f.n * f.price }

// flows are what an execution moved of the assets, each once.
func (d *Deed) flows(x *turn.Execution) (all []flow) {
	for i := range d.Assets {
		a := &d.Assets[i]
		f := flow{a.Token, 0, a.Price}
		for j := range x.Deltas {
			if x.Deltas[j].Token == a.Token.Address {
				f.n += signed(&x.Deltas[j], a.Token)
			}
		}
		if f.n != 0 {
			all = append(all, f)
		}
	}
	return all
}

func signed(d *turn.Delta, t turn.Token) float64 {
	n := money.Float(&d.Units, t.Decimals)
	if d.Out {
		return -n
	}
	return n
}

// asset is the inventory of a token, which is begun where there is none; nil of the numeraire.
func (v *inventory) asset(t turn.Token) *Asset {
	if t.Address == v.numeraire {
		return nil
	}
	for i := range v.r.Assets {
		if a := &v.r.Assets[i]; a.Token.Address == t.Address {
			return a
		}
	}
	v.r.Assets = append(v.r.Assets, Asset{Token: t})
	return &v.r.Assets[len(v.r.Assets)-1]
}

// priceOf is what one of a token is worth in a reading; 0 where it does not say.
func priceOf(seen *turn.Reading, token common.Address) float64 {
	if a, ok := seen.Asset(token); ok {
		return a.Price
	}
	return 0
}
