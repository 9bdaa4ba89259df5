package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/money"
)

// exchanges are those of the venue, on which swaps sell.
type exchanges struct {
	account common.Address
	router  common.Address // of v3
	second  bool           // router is SwapRouter02
	v2      common.Address // its router; zero: none
	v4      uniswap.V4     // zero: none
	allow   allowances
}

// trade builds a swap on the exchange that it names. A router would find a pool for any
// two tokens; only those of the pool that was read were judged.
func (x exchanges) trade(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	for _, token := range []common.Address{a.TokenIn, a.TokenOut} {
		if token != r.Pool.Token0.Address && token != r.Pool.Token1.Address {
			return nil, fmt.Errorf("NO_ADAPTER: pool %s does not trade token %s", r.Pool.Address, token)
		}
	}
	switch protocol := a.Uses(); {
	case protocol == grammar.UniswapV3:
		return x.swapV3(a, r, expect, until), nil
	case protocol == grammar.UniswapV2 && x.v2 != (common.Address{}):
		return x.swapV2(a, expect, until), nil
	case protocol == grammar.UniswapV4 && x.v4 != (uniswap.V4{}):
		return x.swapV4(a, r, expect, until)
	default:
		return nil, fmt.Errorf("NO_ADAPTER: no exchange of %s is configured", protocol)
	}
}

// swapV3 sells in the pool that was read.
func (x exchanges) swapV3(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) []chain.Call {
	sale := uniswap.SaleV3{
		TokenIn: a.TokenIn, TokenOut: a.TokenOut, Fee: r.Pool.FeePips, Recipient: x.account, Until: until,
		Amount: a.AmountIn.ToBig(), Least: least(expect, a.TokenOut, false, a.Slippage),
	}
	return x.allow.spending(x.router, a.TokenIn, a.AmountIn, sale.Call(x.second))
}

// swapV2 sells in the pair of Router02.
func (x exchanges) swapV2(a grammar.Action, expect *turn.Simulation, until *big.Int) []chain.Call {
	sell := uniswap.SellCallV2(a.TokenIn, a.TokenOut, x.account, a.AmountIn.ToBig(), least(expect, a.TokenOut, false, a.Slippage), until)
	return x.allow.spending(x.v2, a.TokenIn, a.AmountIn, sell)
}

// swapV4 sells in the v4 pool. The Universal Router takes tokens through Permit2 alone:
// Permit2 may take exactly what is sold, the router that until the order's deadline, and
// both are taken back whatever became of the swap.
func (x exchanges) swapV4(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	v, least := x.v4, least(expect, a.TokenOut, false, a.Slippage)
	key := v.Key(r.Pool.Token0.Address, r.Pool.Token1.Address)
	swap, err := uniswap.SellCallV4(key, a.TokenIn == key.Currency0, a.AmountIn.ToBig(), least, until)
	if err != nil {
		return nil, err
	}
	allow, err := permit2.AllowCall(a.TokenIn, v.Router, a.AmountIn, until)
	if err != nil {
		return nil, err
	}
	return []chain.Call{
		x.allow.approve(a.TokenIn, permit2.Address, a.AmountIn),
		{To: permit2.Address, Data: allow},
		{To: v.Router, Data: swap},
		{To: permit2.Address, Data: permit2.ForbidCall(a.TokenIn, v.Router)},
		x.allow.approve(a.TokenIn, permit2.Address, new(uint256.Int)),
	}, nil
}

// least is the simulated change of a token less the slippage, rounded down; zero
// while simulating.
func least(expect *turn.Simulation, token common.Address, out bool, slippage money.BPS) *big.Int {
	if expect != nil {
		for _, d := range expect.Deltas {
			if d.Token == token && d.Out == out {
				return less(d.Units.ToBig(), slippage)
			}
		}
	}
	return new(big.Int)
}

func less(v *big.Int, slippage money.BPS) *big.Int {
	v.Mul(v, big.NewInt(int64(money.Whole-slippage)))
	return v.Quo(v, big.NewInt(int64(money.Whole)))
}
