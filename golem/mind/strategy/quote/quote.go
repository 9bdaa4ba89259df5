// Package quote tells what markets give for an amount by a reading.
//
// A reading tells a market's price, its fee and what lies around its price. From these follows what
// it gives: exactly where a pair holds all it has at every price, and in a market of ranges as far
// as the trade stays in the range in use; beyond it the market gives less. Gas is not in it.
package quote

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// pips are the parts of which a fee is told.
const pips = 1_000_000

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

// Way is how an amount goes over two markets by an asset between them.
type Way struct {
	First, Second *turn.Market
	Over          turn.Token
	Between       uint256.Int // what the first market gives of it
	Gives         uint256.Int // what the second one gives for that
}

// Best is the way from one asset to another over two markets that gives most for an amount, of
// those whose assets and markets are allowed; false where there is none. Of two that give the same it
// is the first by the reading.
func Best(r *turn.Reading, from, to turn.Token, amount *uint256.Int, allowed func(over *turn.Asset, m *turn.Market) bool) (best Way, ok bool) {
	for i := range r.Assets {
		over := &r.Assets[i]
		if over.Token == from || over.Token == to {
			continue
		}
		open := func(m *turn.Market) bool { return allowed(over, m) }
		first, between := most(r, from.Address, over.Token.Address, amount, open)
		if first == nil {
			continue
		}
		second, gives := most(r, over.Token.Address, to.Address, &between, open)
		if second != nil && gives.Gt(&best.Gives) {
			best, ok = Way{first, second, over.Token, between, gives}, true
		}
	}
	return best, ok
}

// Straight is the market that gives most of one asset for an amount of another, of those that are
// allowed, and what it gives; nil where none trades the two.
func Straight(r *turn.Reading, in, out turn.Token, amount *uint256.Int, allowed func(*turn.Market) bool) (best *turn.Market, gives uint256.Int) {
	return most(r, in.Address, out.Address, amount, allowed)
}

// Exits are all the markets that trade one asset for another, what gives most for an amount first; those
// that give the same in the order of the reading, and those of which nothing tells what they give last.
func Exits(r *turn.Reading, in, out turn.Token, amount *uint256.Int) (all []*turn.Market) {
	for i := range r.Markets {
		if m := &r.Markets[i]; m.Trades(in.Address, out.Address) {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b *turn.Market) int {
		x, y := Gives(a, in.Address, amount), Gives(b, in.Address, amount)
		return y.Cmp(&x)
	})
	return all
}

// most is the market that gives most of one token for an amount of another.
func most(r *turn.Reading, in, out common.Address, amount *uint256.Int, open func(*turn.Market) bool) (best *turn.Market, gives uint256.Int) {
	for i := range r.Markets {
		m := &r.Markets[i]
		if !m.Trades(in, out) || !open(m) {
			continue
		}
		if g := Gives(m, in, amount); g.Gt(&gives) {
			best, gives = m, g
		}
	}
	return best, gives
}
