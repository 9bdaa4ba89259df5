package uniswapv2

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// errHeld: an enclave cannot read the swap that a position has to be balanced by.
var errHeld = errors.New("NO_ADAPTER: no liquidity is put into a pair of Uniswap v2 or out of it by a key in an enclave")

// provides reports whether the account can put liquidity into pairs.
func (x *Adapter) provides() bool { return !x.account.Steps }

// add puts liquidity into the pair. The router takes one of the amounts as it is offered, and of the
// other one what the reserves ask for.
func (x *Adapter) add(o protocol.Order) ([]protocol.Call, error) {
	m, router, err := x.in(o)
	switch {
	case err != nil:
		return nil, err
	case !x.provides():
		return nil, errHeld
	case m.Range == nil || o.Action.TickLower != uniswap.MinTick || o.Action.TickUpper != uniswap.MaxTick:
		return nil, fmt.Errorf("NO_ADAPTER: liquidity of market %s lies over all prices, from tick %d to %d", m.Handle, uniswap.MinTick, uniswap.MaxTick)
	}
	a, tokens := o.Action, ordered(m)
	amount0, amount1 := m.Range.Sorted(*a.Base, *a.Quote)
	least := [2]*big.Int{new(big.Int), new(big.Int)}
	if o.Expect != nil {
		if least, err = taken(m.Range, &amount0, &amount1, a.Slippage); err != nil {
			return nil, err
		}
	}
	join := uniswap.JoinCallV2(tokens, [2]*big.Int{amount0.ToBig(), amount1.ToBig()}, least, x.account.Address, o.Until)
	return x.account.Provide(router, tokens, [2]*uint256.Int{&amount0, &amount1}, join), nil
}

// remove takes a share of what the account has of a pair out of it.
func (x *Adapter) remove(o protocol.Order) ([]protocol.Call, error) {
	a := o.Action
	p, ok := o.Seen.Position(a.PositionID.Dec())
	if !ok {
		return nil, fmt.Errorf("position %s is not held at block %d", a.PositionID.Dec(), o.Seen.Block.Number)
	}
	m, known := o.Seen.Market(p.Market)
	router, ours := x.routers[p.Market]
	switch {
	case !known || !ours || m.Range == nil:
		return nil, protocol.Unconfigured(a)
	case !x.provides():
		return nil, errHeld
	}
	least := [2]*big.Int{new(big.Int), new(big.Int)}
	if o.Expect != nil {
		least = [2]*big.Int{worst(part(&p.Base, a.Percent), a.Slippage), worst(part(&p.Quote, a.Percent), a.Slippage)}
		if m.Range.Inverse {
			least[0], least[1] = least[1], least[0]
		}
	}
	units := part(&p.Shares, a.Percent)
	return protocol.Spend(router, m.Address, units, uniswap.LeaveCallV2(ordered(*m), units.ToBig(), least, x.account.Address, o.Until)), nil
}

// ordered are the tokens of a market in the order of their addresses.
func ordered(m turn.Market) [2]common.Address {
	zero, one := m.Ordered()
	return [2]common.Address{zero.Address, one.Address}
}

// part is so much percent of units, rounded down.
func part(units *uint256.Int, percent uint8) *uint256.Int {
	v, _ := new(uint256.Int).MulDivOverflow(units, uint256.NewInt(uint64(percent)), uint256.NewInt(100))
	return v
}

// taken is the least that the pair takes of what is offered where the price moves by the slippage.
func taken(g *turn.Range, amount0, amount1 *uint256.Int, slippage money.BPS) (least [2]*big.Int, _ error) {
	liquidity, err := uniswap.LiquidityForAmounts(&g.SqrtPriceX96, uniswap.MinTick, uniswap.MaxTick, amount0, amount1)
	if err != nil {
		return least, err
	}
	take0, take1, err := uniswap.AmountsForLiquidity(&g.SqrtPriceX96, uniswap.MinTick, uniswap.MaxTick, &liquidity, uniswap.Down)
	return [2]*big.Int{slipped(&take0, slippage), slipped(&take1, slippage)}, err
}

// slipped is what of an amount is taken where the price moved by the slippage against it, rounded
// down.
func slipped(units *uint256.Int, slippage money.BPS) *big.Int {
	v := units.ToBig()
	v.Mul(v, big.NewInt(int64(money.Whole-slippage)))
	return v.Quo(v, big.NewInt(int64(money.Whole)))
}

// worst is what an amount in a pair comes to where the price moves by the slippage against it,
// rounded down: the product of both stays, and so it goes with the root.
func worst(units *uint256.Int, slippage money.BPS) *big.Int {
	v := units.ToBig()
	v.Mul(v, v)
	v.Mul(v, big.NewInt(int64(money.Whole-slippage)))
	return v.Sqrt(v.Quo(v, big.NewInt(int64(money.Whole))))
}

// liquidity adds the calls that put liquidity into a pair and out.
func (x *Adapter) liquidity(f *protocol.Forms, m turn.Market, router common.Address) {
	tokens := ordered(m)
	f.Add(caveat.Form{Target: router, Classes: caveat.Open, Token: tokens[0], Token2: tokens[1]}, func(v protocol.Vary) []byte {
		most := [2]*big.Int{v(caveat.Amount, 256), v(caveat.Amount2, 256)}
		return uniswap.JoinCallV2(tokens, most, [2]*big.Int{v(caveat.Free, 256), v(caveat.Free, 256)}, x.account.Address, v(caveat.Free, 256))
	})
	f.Approvals(m.Address, router)
	f.Add(caveat.Form{Target: router, Classes: protocol.Leaving}, func(v protocol.Vary) []byte {
		return uniswap.LeaveCallV2(tokens, v(caveat.Free, 256), [2]*big.Int{v(caveat.Free, 256), v(caveat.Free, 256)}, x.account.Address, v(caveat.Free, 256))
	})
}

// provide puts what was lent of both tokens of a pair into it, and takes it out.
func (x *Adapter) provide(p *protocol.Proof, m turn.Market, router common.Address) {
	zero, one := m.Ordered()
	what := fmt.Sprintf("put %s and %s into a pair and take them out", zero.Symbol, one.Symbol)
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Market: m.Handle, Protocol: Name, Base: p.Lent(m.Base.Address), Quote: p.Lent(m.Quote.Address),
		TickLower: uniswap.MinTick, TickUpper: uniswap.MaxTick,
	}
	o, err := p.Simulate(add)
	if err != nil {
		p.Done(what, router, err)
		return
	}
	held := turn.Position{ID: id(m.Address), Protocol: Name, Market: m.Handle, Shares: *p.Gained(o, m.Address)}
	if held.Shares.IsZero() {
		p.Done(what, router, errors.New("it makes no position"))
		return
	}
	p.Seen.Positions = []turn.Position{held}
	at := new(uint256.Int).SetBytes(m.Address[:])
	_, err = p.Simulate(add, grammar.Action{Kind: grammar.RemoveLiquidity, Market: m.Handle, Protocol: Name, PositionID: at, Percent: 100})
	p.Done(what, router, err)
}
