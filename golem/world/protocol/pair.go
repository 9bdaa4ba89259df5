package protocol

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Pair is the two tokens that are read and traded. Quote is the address of the one that
// everything is told in.
type Pair struct {
	Token0, Token1 turn.Token
	Quote          common.Address
}

// QuoteIsZero reports whether Token0 is the money.
func (t Pair) QuoteIsZero() bool { return t.Quote == t.Token0.Address }

// Base is the token that is traded.
func (t Pair) Base() turn.Token {
	if t.QuoteIsZero() {
		return t.Token1
	}
	return t.Token0
}

// Money is the token that everything is told in.
func (t Pair) Money() turn.Token {
	if t.QuoteIsZero() {
		return t.Token0
	}
	return t.Token1
}

// Trades reports whether two tokens are the pair's, in either order.
func (t Pair) Trades(a, b common.Address) bool {
	zero, one := t.Token0.Address, t.Token1.Address
	return a == zero && b == one || a == one && b == zero
}

// Named is the one of the tokens with an address.
func (t Pair) Named(token common.Address) turn.Token {
	if token == t.Token0.Address {
		return t.Token0
	}
	return t.Token1
}

// InQuote turns the price of Token0 in Token1 into quote tokens per base token.
func (t Pair) InQuote(price float64) float64 {
	if t.QuoteIsZero() && price > 0 {
		return 1 / price
	}
	return price
}

// Worth is units of a token in whole quote tokens, for thinking.
func (t Pair) Worth(token turn.Token, units *uint256.Int, price float64) float64 {
	v := money.Float(units, token.Decimals)
	if token.Address != t.Quote {
		v *= price
	}
	return v
}

// InUSDC converts units of the money to micro-USDC, rounded down: the token is taken as a
// dollar with its own decimals. What does not fit is 0.
func (t Pair) InUSDC(units *big.Int) money.USDC {
	v := new(big.Int).Mul(units, big.NewInt(int64(money.One)))
	v.Quo(v, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Money().Decimals)), nil))
	if !v.IsInt64() {
		return 0
	}
	return money.USDC(v.Int64())
}

// Netted adds what the reserves of a lending market come to, at a price of the pool.
func (t Pair) Netted(at turn.Lending, price float64) turn.Lending {
	for i := range at.Reserves {
		r := &at.Reserves[i]
		at.Value += t.Worth(r.Token, &r.Supplied, price) - t.Worth(r.Token, &r.Owed, price)
	}
	return at
}
