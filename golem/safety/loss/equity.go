package loss

import (
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Equity is what an account holds in assets that have a price, in micro-USDC rounded down:
// balances, positions as they would be where their markets stood at these prices, and what is
// lent less what is owed, which counts in assets without a price too. Coin for gas is no part of
// it. Whoever bends a market does not move it, where there is a feed.
func (p Prices) Equity(r turn.Reading) money.USDC { return p.Held(r).Equity() }

// Held is the equity of an account by what it is made of, in micro-USDC.
type Held struct {
	Cash   money.USDC // of the numeraire in the wallet
	Loose  money.USDC // other assets of the wallet
	Lent   money.USDC // of the numeraire that is lent
	Placed money.USDC // positions, both tokens, and other assets that are lent
	Owed   money.USDC // at lenders
}

// Equity is what there is less what is owed, never below zero.
func (h Held) Equity() money.USDC {
	return max(0, addCapped(h.Wallet(), addCapped(h.Lent, h.Placed))-h.Owed)
}

// Wallet is what neither a position nor a lender has.
func (h Held) Wallet() money.USDC { return addCapped(h.Cash, h.Loose) }

// Held looks at what a reading has of its assets, rounded down, and owes, rounded up.
func (p Prices) Held(r turn.Reading) (h Held) {
	for i := range r.Assets {
		a, to := &r.Assets[i], &h.Loose
		if a.Token.Address == p.cash.Address {
			to = &h.Cash
		}
		*to = addCapped(*to, p.worthOf(a.Token.Address, &a.Units))
	}
	for i := range r.Positions {
		h.Placed = addCapped(h.Placed, p.Placed(r, r.Positions[i]))
	}
	for _, l := range r.Lending {
		for _, reserve := range l.Reserves {
			to := &h.Placed
			if reserve.Token.Address == p.cash.Address {
				to = &h.Lent
			}
			*to = addCapped(*to, p.worthOf(reserve.Token.Address, &reserve.Supplied))
			h.Owed = addCapped(h.Owed, p.debt(r, reserve.Token.Address, &reserve.Owed))
		}
	}
	return h
}

// debt is what is owed of a token. Of an asset that has no price here it counts at the last that
// it had, and as all there is where it never had one: an equity that left it out would let more be
// lost. A stranger's token counts nothing.
func (p Prices) debt(r turn.Reading, token common.Address, owed *uint256.Int) money.USDC {
	if v, ok := p.Cost(token, owed.ToBig()); ok {
		return v
	}
	if _, ours := r.Asset(token); !ours || owed.IsZero() {
		return 0
	}
	last, _ := Latest(r)
	if v, ok := last.Cost(token, owed.ToBig()); ok {
		return v
	}
	return math.MaxInt64
}

// Composed is what of its two tokens a liquidity position would return where its market stood at these
// prices, its fees aside; what it returns now where one of them has none.
func (p Prices) Composed(m *turn.Market, at *turn.Position) (base, quote uint256.Int) {
	num, den, ok := p.relative(m)
	if !ok {
		return at.Base, at.Quote
	}
	return at.Composed(m, num, den)
}

// Placed is what a liquidity position is worth with its fees, where its market stood at these
// prices.
func (p Prices) Placed(r turn.Reading, at turn.Position) (sum money.USDC) {
	m, ok := r.Market(at.Market)
	if !ok {
		return 0
	}
	base, quote := p.Composed(m, &at)
	for _, units := range []*uint256.Int{&base, &at.BaseFees} {
		sum = addCapped(sum, p.worthOf(m.Base.Address, units))
	}
	for _, units := range []*uint256.Int{&quote, &at.QuoteFees} {
		sum = addCapped(sum, p.worthOf(m.Quote.Address, units))
	}
	return sum
}

func (p Prices) worthOf(token common.Address, units *uint256.Int) money.USDC {
	v, _ := p.Worth(token, units.ToBig())
	return v
}

// addCapped adds amounts that are not negative; more than can be counted is the most there is.
func addCapped(a, b money.USDC) money.USDC {
	sum, err := a.Add(b)
	if err != nil {
		return math.MaxInt64
	}
	return sum
}

// Share is a part of an amount, rounded down. One dollar at least may be lost, whatever the
// share of it comes to: rounding and fees of a small account are no attack.
func Share(bps money.BPS, of money.USDC) money.USDC {
	if bps == 0 {
		return 0
	}
	v := new(big.Int).Mul(big.NewInt(int64(of)), big.NewInt(int64(bps)))
	return max(money.One, divide(v, big.NewInt(int64(money.Whole)), false))
}

// Within says that a loss is at most so much of a value.
func Within(lost, value money.USDC, most money.BPS) bool {
	l, v := new(big.Int).Mul(big.NewInt(int64(lost)), big.NewInt(int64(money.Whole))), new(big.Int).Mul(big.NewInt(int64(value)), big.NewInt(int64(most)))
	return l.Cmp(v) <= 0
}
