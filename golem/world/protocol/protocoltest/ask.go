package protocoltest

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// Try returns what a contract answers to the node's account on the newest block, or why it
// reverts.
func Try[T any](n *evmtest.Node, to common.Address, data []byte, unpack func([]byte) (T, error)) (answer T, _ error) {
	var raw hexutil.Bytes
	call := map[string]any{"from": n.Account, "to": to, "data": hexutil.Bytes(data)}
	if err := n.RPC.Call(&raw, "eth_call", call, "latest"); err != nil {
		return answer, err
	}
	return unpack(raw)
}

// Ask returns what a contract answers that has to.
func Ask[T any](n *evmtest.Node, to common.Address, data []byte, unpack func([]byte) (T, error)) T {
	answer, err := Try(n, to, data, unpack)
	if err != nil {
		panic(fmt.Sprintf("%s does not answer %x: %v", to, data[:4], err))
	}
	return answer
}

// Some draws an amount from one unit to most, each order of magnitude as likely.
func Some(rng *rand.Rand, most *big.Int) *uint256.Int {
	top := new(big.Float).SetInt(most)
	f, _ := top.Float64()
	v, _ := big.NewFloat(math.Exp(rng.Float64() * math.Log(max(f, 1)))).Int(nil)
	if v.Sign() == 0 {
		v.SetInt64(1)
	}
	return uint256.MustFromBig(v)
}

// Sale is an order that sells an amount of a market's base token, or where buy is set of its
// quote token.
func Sale(m *turn.Market, buy bool, amount *uint256.Int) grammar.Action {
	in, out := m.Base, m.Quote
	if buy {
		in, out = out, in
	}
	return grammar.Action{Kind: grammar.Swap, Market: m.Handle, Protocol: m.Protocol, TokenIn: in.Address, TokenOut: out.Address, AmountIn: amount, Slippage: 50}
}

// Sold are the deltas of a sale that brings so much.
func Sold(a grammar.Action, brings *big.Int) []turn.Delta {
	return []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}, {Token: a.TokenOut, Units: *uint256.MustFromBig(brings)}}
}

// Rated are what a market says of its price, as a fraction of raw quote units for raw base units:
// the exact one, and what it has for thinking.
func Rated(m *turn.Market, quote, base *big.Int) []Figure {
	exact := new(big.Int).Quo(new(big.Int).Lsh(quote, 128), base)
	price, _ := new(big.Rat).SetFrac(
		new(big.Int).Mul(quote, Power(int64(m.Base.Decimals))), new(big.Int).Mul(base, Power(int64(m.Quote.Decimals)))).Float64()
	const parts = 1e12
	return []Figure{
		{What: "rate of " + m.Handle, Ours: m.Rate.ToBig(), Theirs: exact},
		{What: "price of " + m.Handle + ", of what it should be", Ours: big.NewInt(int64(m.Price / price * parts)), Theirs: big.NewInt(parts), Within: parts / 1e9},
	}
}

// Power is a power of ten.
func Power(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }

// Ether is so many ether in wei.
func Ether(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), Power(18)) }
