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
)

// trade builds a swap on the exchange that it names. A router would find a pool for any
// two tokens; only those of the pool that was read were judged.
func (t *Adapters) trade(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	for _, token := range []common.Address{a.TokenIn, a.TokenOut} {
		if token != r.Pool.Token0.Address && token != r.Pool.Token1.Address {
			return nil, fmt.Errorf("NO_ADAPTER: pool %s does not trade token %s", r.Pool.Address, token)
		}
	}
	switch protocol := a.Uses(); {
	case protocol == grammar.UniswapV3:
		return t.swap(a, r, expect, until)
	case protocol == grammar.UniswapV2 && t.venue.V2Router != (common.Address{}):
		return t.swapV2(a, expect, until), nil
	case protocol == grammar.UniswapV4 && t.venue.V4 != (uniswap.V4{}):
		return t.swapV4(a, r, expect, until)
	default:
		return nil, fmt.Errorf("NO_ADAPTER: no exchange of %s is configured", protocol)
	}
}

// swapV2 sells in the pair of Router02.
func (t *Adapters) swapV2(a grammar.Action, expect *turn.Simulation, until *big.Int) []chain.Call {
	router, least := t.venue.V2Router, least(expect, a.TokenOut, false, a.Slippage)
	return []chain.Call{
		t.approve(a.TokenIn, router, a.AmountIn),
		{To: router, Data: uniswap.SellCallV2(a.TokenIn, a.TokenOut, t.venue.Account, a.AmountIn.ToBig(), least, until)},
		t.approve(a.TokenIn, router, new(uint256.Int)), // a swap that reverts leaves all of it
	}
}

// swapV4 sells in the v4 pool. The Universal Router takes tokens through Permit2 alone:
// Permit2 may take exactly what is sold, the router that until the order's deadline, and
// both are taken back whatever became of the swap.
func (t *Adapters) swapV4(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	v, least := t.venue.V4, least(expect, a.TokenOut, false, a.Slippage)
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
		t.approve(a.TokenIn, permit2.Address, a.AmountIn),
		{To: permit2.Address, Data: allow},
		{To: v.Router, Data: swap},
		{To: permit2.Address, Data: permit2.ForbidCall(a.TokenIn, v.Router)},
		t.approve(a.TokenIn, permit2.Address, new(uint256.Int)),
	}, nil
}
