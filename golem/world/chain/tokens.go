package chain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// tokens are the pool's two, of which one is the money that everything is told in.
type tokens struct {
	token0, token1 turn.Token
	quote          common.Address // the money's
}

// quoteIsZero says that token0 is the money.
func (t tokens) quoteIsZero() bool { return t.quote == t.token0.Address }

func (t tokens) base() turn.Token {
	if t.quoteIsZero() {
		return t.token1
	}
	return t.token0
}

func (t tokens) money() turn.Token {
	if t.quoteIsZero() {
		return t.token0
	}
	return t.token1
}

// trades reports whether two tokens are the pool's, in either order.
func (t tokens) trades(a, b common.Address) bool {
	zero, one := t.token0.Address, t.token1.Address
	return a == zero && b == one || a == one && b == zero
}

// named is the one of the tokens with an address.
func (t tokens) named(token common.Address) turn.Token {
	if token == t.token0.Address {
		return t.token0
	}
	return t.token1
}

// price is quote tokens per base token at a square-root price, for thinking.
func (t tokens) price(sqrt *uint256.Int) float64 {
	return t.inQuote(uniswap.ApproxPrice(sqrt, t.token0.Decimals, t.token1.Decimals))
}

// inQuote turns the price of token0 in token1 into quote tokens per base token.
func (t tokens) inQuote(price float64) float64 {
	if t.quoteIsZero() && price > 0 {
		return 1 / price
	}
	return price
}

// wholeBase is the exact price of one whole base token in micro-USDC, rounded
// down; the quote token is taken as a dollar with its own decimals.
func (t tokens) wholeBase(sqrt *uint256.Int) money.USDC {
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.base().Decimals)), nil)
	return inUSDC(QuoteValue(sqrt, t.quoteIsZero(), one), t.money().Decimals)
}

// worth is units of a token in whole quote tokens, for thinking.
func (t tokens) worth(token turn.Token, units *uint256.Int, price float64) float64 {
	v := money.Float(units, token.Decimals)
	if token.Address != t.quote {
		v *= price
	}
	return v
}

// QuoteValue converts raw base units to raw quote units at an exact pool price,
// rounded down.
func QuoteValue(sqrt *uint256.Int, quoteIsZero bool, base *big.Int) *big.Int {
	square := sqrt.ToBig()
	square.Mul(square, square)
	v := new(big.Int)
	if quoteIsZero {
		if square.Sign() == 0 {
			return v
		}
		return v.Quo(v.Lsh(base, 192), square)
	}
	return v.Rsh(v.Mul(base, square), 192)
}

// inUSDC converts raw quote units to micro-USDC, rounded down.
func inUSDC(units *big.Int, decimals uint8) money.USDC {
	v := new(big.Int).Mul(units, big.NewInt(int64(money.One)))
	v.Quo(v, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil))
	if !v.IsInt64() {
		return 0
	}
	return money.USDC(v.Int64())
}
