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
func (p Prices) Equity(r turn.Reading) money.USDC {
	has, owes := p.held(r)
	return max(0, has-owes)
}

// Spread is the equity by what it is made of: cash, and the rest.
func (p Prices) Spread(r turn.Reading) (equity, cash money.USDC) {
	for _, b := range r.Balances {
		if b.Token.Address == p.pool.Quote().Address {
			cash = plus(cash, p.down(b.Token.Address, &b.Units))
		}
	}
	equity = p.Equity(r)
	return equity, min(cash, equity)
}

func (p Prices) held(r turn.Reading) (has, owes money.USDC) {
	for _, b := range r.Balances {
		has = plus(has, p.down(b.Token.Address, &b.Units))
	}
	for _, at := range r.Positions {
		a0, a1 := at.Amount0, at.Amount1
		if n0, n1, err := uniswap.AmountsForLiquidity(p.root(), at.Lower, at.Upper, &at.Liquidity, uniswap.Down); err == nil && !at.Liquidity.IsZero() {
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
			has = plus(has, p.down(part.token, &part.units))
		}
	}
	for _, l := range r.Lending {
		for _, reserve := range l.Reserves {
			has = plus(has, p.down(reserve.Token.Address, &reserve.Supplied))
			if v, ok := p.Cost(reserve.Token.Address, reserve.Owed.ToBig()); ok {
				owes = plus(owes, v)
			}
		}
	}
	return has, owes
}

func (p Prices) down(token common.Address, units *uint256.Int) money.USDC {
	v, _ := p.Worth(token, units.ToBig())
	return v
}

// plus adds amounts that are not negative; more than can be counted is the most there is.
func plus(a, b money.USDC) money.USDC {
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
	return max(money.One, whole(v, big.NewInt(int64(money.Whole)), false))
}

// Within says that a loss is at most so much of a value.
func Within(lost, value money.USDC, most money.BPS) bool {
	l, v := new(big.Int).Mul(big.NewInt(int64(lost)), big.NewInt(int64(money.Whole))), new(big.Int).Mul(big.NewInt(int64(value)), big.NewInt(int64(most)))
	return l.Cmp(v) <= 0
}
