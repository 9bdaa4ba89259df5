package loss

import (
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Equity is what an account holds in the tokens of the pool, in micro-USDC rounded down:
// balances, positions as they would be where the pool stood at these prices, and what is
// lent less what is owed. Coin for gas is no part of it. Whoever bends the pool does not
// move it, where there is a feed.
func (p Prices) Equity(r turn.Reading) money.USDC { return p.Held(r).Equity() }

// Held is the equity of an account by what it is made of, in micro-USDC.
type Held struct {
	Cash   money.USDC // quote tokens of the wallet
	Loose  money.USDC // base tokens of the wallet
	Lent   money.USDC // quote tokens that are lent
	Placed money.USDC // positions, both tokens, and base tokens that are lent
	Owed   money.USDC // at lenders
}

// Equity is what there is less what is owed, never below zero.
func (h Held) Equity() money.USDC {
	return max(0, addCapped(h.Wallet(), addCapped(h.Lent, h.Placed))-h.Owed)
}

// Wallet is what neither a position nor a lender has.
func (h Held) Wallet() money.USDC { return addCapped(h.Cash, h.Loose) }

// Held looks at what a reading has of the pool's tokens, rounded down, and owes, rounded up.
func (p Prices) Held(r turn.Reading) (h Held) {
	quote := p.pool.Quote().Address
	for _, b := range r.Balances {
		to := &h.Loose
		if b.Token.Address == quote {
			to = &h.Cash
		}
		*to = addCapped(*to, p.worthOf(b.Token.Address, &b.Units))
	}
	for _, at := range r.Positions {
		a0, a1 := at.Amount0, at.Amount1
		if n0, n1, err := uniswap.AmountsForLiquidity(p.sqrtPrice(), at.Lower, at.Upper, &at.Liquidity, uniswap.Down); err == nil && !at.Liquidity.IsZero() {
			a0, a1 = n0, n1
		}
		for _, part := range []struct {
			token common.Address
			units uint256.Int
		}{
			{p.pool.Token0.Address, a0},
			{p.pool.Token1.Address, a1},
			{p.pool.Token0.Address, at.Fees0},
			{p.pool.Token1.Address, at.Fees1},
		} {
			h.Placed = addCapped(h.Placed, p.worthOf(part.token, &part.units))
		}
	}
	for _, l := range r.Lending {
		for _, reserve := range l.Reserves {
			to := &h.Placed
			if reserve.Token.Address == quote {
				to = &h.Lent
			}
			*to = addCapped(*to, p.worthOf(reserve.Token.Address, &reserve.Supplied))
			v, _ := p.Cost(reserve.Token.Address, reserve.Owed.ToBig()) // nothing for a stranger's token
			h.Owed = addCapped(h.Owed, v)
		}
	}
	return h
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
