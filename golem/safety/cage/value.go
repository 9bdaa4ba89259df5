package cage

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/loss"
)

// book is a portfolio valued in raw units of the numeraire, exactly, at the price of each asset's
// feed where there is one, which nobody bends, else at the markets'. A position is made of what it would be
// where its market stood at these prices. big.Int holds intermediate
// results of any size.
type book struct {
	prices loss.Prices
	parts  []part
	owed   *big.Int // to lending markets
	notes  map[common.Address]note
}

// part is what of one token lies in one place: in a lending market, in liquidity of another one, or
// in the wallet, where place and protocol are empty.
type part struct {
	token    common.Address
	place    string // handle
	protocol string
	lent     bool
	value    *big.Int
}

// newBook counts at the feed's price where there is one, as the cage on the chain does: at a bent
// market a loan in ether would look small, and be sold at what it is worth. It is false where
// something that is held has no price.
func newBook(r turn.Reading) (book, bool) {
	b := book{owed: new(big.Int)}
	var ok bool
	if b.prices, ok = loss.Latest(r); !ok {
		return b, false
	}
	for i := range r.Assets {
		a := &r.Assets[i]
		b.add(part{token: a.Token.Address, value: b.value(a.Token.Address, &a.Units)})
	}
	for i := range r.Positions {
		p := &r.Positions[i]
		if m, ok := r.Market(p.Market); ok {
			base, quote := b.prices.Composed(m, p)
			for _, in := range []struct {
				token common.Address
				units *uint256.Int
			}{{m.Base.Address, &base}, {m.Quote.Address, &quote}, {m.Base.Address, &p.BaseFees}, {m.Quote.Address, &p.QuoteFees}} {
				b.add(provided(m, in.token, b.value(in.token, in.units)))
			}
		}
	}
	b.lending(r.Lending)
	return b, true
}

// provided is liquidity in a market.
func provided(m *turn.Market, token common.Address, value *big.Int) part {
	return part{token: token, place: m.Handle, protocol: m.Protocol, value: value}
}

// add adds to what of a token lies in a place.
func (b *book) add(p part) {
	for _, there := range b.parts {
		if there.token == p.token && there.place == p.place && there.lent == p.lent {
			there.value.Add(there.value, p.value)
			return
		}
	}
	b.parts = append(b.parts, p)
}

// value returns what units of a token are worth, rounded down; what has no price is worth
// nothing.
func (b book) value(token common.Address, units *uint256.Int) *big.Int {
	num, den, ok := b.prices.Rate(token)
	if !ok {
		return new(big.Int)
	}
	v := units.ToBig()
	return v.Quo(v.Mul(v, num), den)
}

// sum adds up the parts that one is asked for.
func (b book) sum(of func(part) bool) *big.Int {
	all := new(big.Int)
	for _, p := range b.parts {
		if of(p) {
			all.Add(all, p.value)
		}
	}
	return all
}

// balance is what the wallet's balance of a token is worth.
func (b book) balance(token common.Address) *big.Int {
	return b.sum(func(p part) bool { return p.place == "" && p.token == token })
}

// risk is everything but the wallet's balance of the numeraire, whatever is owed.
func (b book) risk() *big.Int {
	cash := b.prices.Cash().Address
	return b.sum(func(p part) bool { return p.place != "" || p.token != cash })
}

// pooled is what lies in liquidity, lent what is supplied to lending markets, whatever the token.
func (b book) pooled() *big.Int {
	return b.sum(func(p part) bool { return p.place != "" && !p.lent })
}

func (b book) lent() *big.Int { return b.sum(func(p part) bool { return p.lent }) }

func (b book) equity() *big.Int {
	all := b.sum(func(part) bool { return true })
	return all.Sub(all, b.owed)
}

// assets counts what is held: by itself, in a position or at a lender.
func (b book) assets() int {
	held := map[common.Address]bool{}
	for _, p := range b.parts {
		if p.value.Sign() > 0 || p.place != "" {
			held[p.token] = true
		}
	}
	return len(held)
}

// after applies a simulation's deltas. Liquidity added to a market moves value from the
// balances into it; liquidity removed is not asked for.
func (b book) after(deltas []turn.Delta, into *turn.Market) book {
	n := b
	n.owed, n.parts = new(big.Int).Set(b.owed), make([]part, len(b.parts))
	for i, p := range b.parts {
		n.parts[i] = p
		n.parts[i].value = new(big.Int).Set(p.value)
	}
	if into != nil {
		n.add(provided(into, into.Base.Address, new(big.Int)))
		n.add(provided(into, into.Quote.Address, new(big.Int)))
	}
	for _, d := range deltas {
		if n.noted(d) {
			continue
		}
		v := b.value(d.Token, &d.Units)
		if d.Out {
			v.Neg(v)
		}
		if n.add(part{token: d.Token, value: v}); into != nil {
			n.add(provided(into, d.Token, new(big.Int).Neg(v)))
		}
	}
	return n
}

// within reports whether part is at most bps of whole.
func within(part, whole *big.Int, bps int64) bool {
	left := new(big.Int).Mul(part, big.NewInt(10_000))
	right := new(big.Int).Mul(whole, big.NewInt(bps))
	return left.Cmp(right) <= 0
}
