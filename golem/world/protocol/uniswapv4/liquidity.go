package uniswapv4

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// errHeld: an enclave cannot read the swap that a position has to be balanced by.
var errHeld = errors.New("NO_ADAPTER: no liquidity is put into a pool of Uniswap v4 or out of it by a key in an enclave, nor where the router knows no position manager")

// provides reports whether the account can put liquidity into a pool.
func (x *Adapter) provides(at Terms) bool {
	return at.Positions != common.Address{} && !x.account.Steps
}

// add opens a position. The position manager is told how much liquidity it has: the most that both
// amounts pay for wherever the price goes within the slippage, so that a little of them is left.
func (x *Adapter) add(o protocol.Order) ([]protocol.Call, error) {
	m, at, err := x.in(o)
	switch {
	case err != nil:
		return nil, err
	case !x.provides(at):
		return nil, errHeld
	case m.Range == nil:
		return nil, fmt.Errorf("NO_ADAPTER: market %s has no ranges of ticks", m.Handle)
	}
	a, key := o.Action, at.key()
	amount0, amount1 := m.Range.Sorted(*a.Base, *a.Quote)
	liquidity, most, err := placed(m.Range, a, &amount0, &amount1)
	if err != nil {
		return nil, err
	}
	if o.Expect == nil {
		most = [2]*big.Int{amount0.ToBig(), amount1.ToBig()}
	}
	mint, err := uniswap.MintV4{Key: key, Lower: a.TickLower, Upper: a.TickUpper, Liquidity: liquidity.ToBig(), Most: most, Owner: x.account.Address}.Call(o.Until)
	if err != nil {
		return nil, err
	}
	return x.paid(at.Positions, [2]common.Address{key.Currency0, key.Currency1}, most, mint, o.Until)
}

// paid is a call of the position manager that takes no more than the units of two tokens, through
// Permit2. A cage takes no allowance after liquidity, so that under one what an earlier call left is
// taken back first: the position manager takes from its caller alone. What is allowed anew at Permit2
// takes the place of what was left there.
func (x *Adapter) paid(spender common.Address, tokens [2]common.Address, most [2]*big.Int, data []byte, until *big.Int) ([]protocol.Call, error) {
	var before, after []protocol.Call
	for i, token := range tokens {
		forbid, none := protocol.Call{To: permit2.Address, Data: permit2.ForbidCall(token, spender)}, protocol.Approve(token, permit2.Address, new(uint256.Int))
		units := uint256.MustFromBig(most[i])
		switch {
		case !x.account.Mandate.Caged():
			after = append(after, forbid, none)
		case units.IsZero():
			before = append(before, forbid, none)
		default:
			before = append(before, none)
		}
		if units.IsZero() {
			continue
		}
		allow, err := permit2.AllowCall(token, spender, units, until)
		if err != nil {
			return nil, err
		}
		before = append(before, protocol.Approve(token, permit2.Address, units), protocol.Call{To: permit2.Address, Data: allow})
	}
	return append(append(before, protocol.Call{To: spender, Data: data}), after...), nil
}

// placed is the liquidity that an order opens, and the most that it takes of token0 and token1 where
// the price moves by the slippage.
func placed(g *turn.Range, a grammar.Action, amount0, amount1 *uint256.Int) (least uint256.Int, most [2]*big.Int, _ error) {
	up, down := scaled(&g.SqrtPriceX96, money.Whole+a.Slippage), scaled(&g.SqrtPriceX96, money.Whole-a.Slippage)
	for i, price := range []*uint256.Int{&g.SqrtPriceX96, up, down} {
		liquidity, err := uniswap.LiquidityForAmounts(price, a.TickLower, a.TickUpper, amount0, amount1)
		if err != nil {
			return least, most, err
		}
		if i == 0 || liquidity.Lt(&least) {
			least = liquidity
		}
	}
	most0, _, err := uniswap.AmountsForLiquidity(down, a.TickLower, a.TickUpper, &least, uniswap.Up)
	if err != nil {
		return least, most, err
	}
	_, most1, err := uniswap.AmountsForLiquidity(up, a.TickLower, a.TickUpper, &least, uniswap.Up)
	return least, [2]*big.Int{most0.ToBig(), most1.ToBig()}, err
}

// scaled is the square-root price after the price is multiplied by share.
func scaled(sqrt *uint256.Int, share money.BPS) *uint256.Int {
	v := sqrt.ToBig()
	v.Mul(v, v)
	v.Mul(v, big.NewInt(int64(share)))
	v.Quo(v, big.NewInt(int64(money.Whole)))
	return uint256.MustFromBig(v.Sqrt(v))
}

// remove takes a share of a position's liquidity out of it, and what it earned.
func (x *Adapter) remove(o protocol.Order) ([]protocol.Call, error) {
	p, at, err := x.find(o)
	if err != nil {
		return nil, err
	}
	exit := uniswap.ExitV4{Key: at.key(), ID: numbered(o.Action.PositionID), Least: [2]*big.Int{new(big.Int), new(big.Int)}, To: x.account.Address}
	share := new(big.Int).Mul(p.Liquidity.ToBig(), big.NewInt(int64(o.Action.Percent)))
	if share.Quo(share, big.NewInt(100)); o.Action.Percent < 100 {
		exit.Liquidity = share
	}
	if o.Expect != nil {
		m, ok := o.Seen.Market(p.Market)
		if !ok || m.Range == nil {
			return nil, protocol.Unconfigured(o.Action)
		}
		if exit.Least, err = worst(m.Range, p, uint256.MustFromBig(share), o.Action.Slippage); err != nil {
			return nil, err
		}
	}
	return x.leaves(at, exit, o.Until)
}

// worst is what liquidity of a position is worth in each token where the price moves by the slippage
// against that token.
func worst(g *turn.Range, p turn.Position, liquidity *uint256.Int, slippage money.BPS) (least [2]*big.Int, _ error) {
	amount0, _, err := uniswap.AmountsForLiquidity(scaled(&g.SqrtPriceX96, money.Whole+slippage), p.Lower, p.Upper, liquidity, uniswap.Down)
	if err != nil {
		return least, err
	}
	_, amount1, err := uniswap.AmountsForLiquidity(scaled(&g.SqrtPriceX96, money.Whole-slippage), p.Lower, p.Upper, liquidity, uniswap.Down)
	return [2]*big.Int{amount0.ToBig(), amount1.ToBig()}, err
}

// claim takes out what a position earned.
func (x *Adapter) claim(o protocol.Order) ([]protocol.Call, error) {
	_, at, err := x.find(o)
	if err != nil {
		return nil, err
	}
	none := new(big.Int)
	return x.leaves(at, uniswap.ExitV4{Key: at.key(), ID: numbered(o.Action.PositionID), Liquidity: none, Least: [2]*big.Int{none, none}, To: x.account.Address}, o.Until)
}

func (x *Adapter) leaves(at Terms, exit uniswap.ExitV4, until *big.Int) ([]protocol.Call, error) {
	call, err := exit.Call(until)
	return []protocol.Call{{To: at.Positions, Data: call}}, err
}

// find returns the position that an order names, and the terms of its market.
func (x *Adapter) find(o protocol.Order) (turn.Position, Terms, error) {
	a := o.Action
	p, ok := o.Seen.Position(a.PositionID.Dec())
	if !ok {
		return turn.Position{}, Terms{}, fmt.Errorf("position %s is not held at block %d", a.PositionID.Dec(), o.Seen.Block.Number)
	}
	at, ok := x.pools[p.Market]
	switch {
	case !ok || !id(at.Positions, numbered(a.PositionID)).Eq(a.PositionID):
		return *p, at, protocol.Unconfigured(a)
	case !x.provides(at):
		return *p, at, errHeld
	}
	return *p, at, nil
}
