package uniswapv3

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// add opens a position around what the order names.
func (x *Adapter) add(o protocol.Order) ([]protocol.Call, error) {
	a := o.Action
	m, at, err := x.in(o)
	if err != nil {
		return nil, err
	}
	if m.Range == nil {
		return nil, fmt.Errorf("NO_ADAPTER: market %s has no ranges of ticks", m.Handle)
	}
	zero, one := m.Ordered()
	amount0, amount1 := m.Range.Sorted(*a.Base, *a.Quote)
	min0, min1, err := leastLiquidity(a, m.Range, &amount0, &amount1, o.Expect)
	if err != nil {
		return nil, err
	}
	params := bind.INonfungiblePositionManagerMintParams{
		Token0: zero.Address, Token1: one.Address, Fee: big.NewInt(int64(m.BaseFee)),
		TickLower: big.NewInt(int64(a.TickLower)), TickUpper: big.NewInt(int64(a.TickUpper)),
		Amount0Desired: amount0.ToBig(), Amount1Desired: amount1.ToBig(),
		Amount0Min: min0, Amount1Min: min1,
		Recipient: x.account.Address, Deadline: o.Until,
	}
	tokens, units := [2]common.Address{zero.Address, one.Address}, [2]*uint256.Int{&amount0, &amount1}
	return x.account.Provide(at.Positions, tokens, units, x.npm.PackMint(params)), nil
}

// leastLiquidity is what a mint must at least take of each token. A
// share of the simulated amounts would not do: in a narrow range a small move
// changes their ratio a lot. Both are zero while simulating.
func leastLiquidity(a grammar.Action, g *turn.Range, amount0, amount1 *uint256.Int, expect *turn.Simulation) (min0, min1 *big.Int, _ error) {
	if expect == nil {
		return new(big.Int), new(big.Int), nil
	}
	liquidity, err := uniswap.LiquidityForAmounts(&g.SqrtPriceX96, a.TickLower, a.TickUpper, amount0, amount1)
	if err != nil {
		return nil, nil, err
	}
	return worst(g, a.TickLower, a.TickUpper, &liquidity, a.Slippage)
}

// worst is what liquidity is worth in each token when the price moves by the
// slippage against that token.
func worst(g *turn.Range, lower, upper int32, liquidity *uint256.Int, slippage money.BPS) (min0, min1 *big.Int, _ error) {
	up, down := scaled(&g.SqrtPriceX96, money.Whole+slippage), scaled(&g.SqrtPriceX96, money.Whole-slippage)
	amount0, _, err := uniswap.AmountsForLiquidity(up, lower, upper, liquidity, uniswap.Down)
	if err != nil {
		return nil, nil, err
	}
	_, amount1, err := uniswap.AmountsForLiquidity(down, lower, upper, liquidity, uniswap.Down)
	return amount0.ToBig(), amount1.ToBig(), err
}

// scaled is the square-root price after the price is multiplied by share.
func scaled(sqrt *uint256.Int, share money.BPS) *uint256.Int {
	v := sqrt.ToBig()
	v.Mul(v, v)
	v.Mul(v, big.NewInt(int64(share)))
	v.Quo(v, big.NewInt(int64(money.Whole)))
	return uint256.MustFromBig(v.Sqrt(v))
}

// remove takes a share of a position's liquidity out of it.
func (x *Adapter) remove(o protocol.Order) ([]protocol.Call, error) {
	a := o.Action
	p, at, err := x.find(a, o.Seen)
	if err != nil {
		return nil, err
	}
	share := new(big.Int).Mul(p.Liquidity.ToBig(), big.NewInt(int64(a.Percent)))
	share.Quo(share, big.NewInt(100))
	var steps [][]byte
	if share.Sign() > 0 { // the contract refuses to decrease by nothing
		decrease, err := x.decrease(o, p, share)
		if err != nil {
			return nil, err
		}
		steps = append(steps, decrease)
	}
	steps = append(steps, x.collect(a))
	if a.Percent == 100 && x.burns(p) {
		steps = append(steps, x.npm.PackBurn(a.PositionID.ToBig()))
	}
	return x.atOnce(at.Positions, steps), nil
}

func (x *Adapter) decrease(o protocol.Order, p turn.Position, share *big.Int) ([]byte, error) {
	params := bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: o.Action.PositionID.ToBig(), Liquidity: share, Deadline: o.Until,
		Amount0Min: new(big.Int), Amount1Min: new(big.Int),
	}
	if o.Expect != nil {
		m, ok := o.Seen.Market(p.Market)
		if !ok || m.Range == nil {
			return nil, protocol.Unconfigured(o.Action)
		}
		var err error
		if params.Amount0Min, params.Amount1Min, err = worst(m.Range, p.Lower, p.Upper, uint256.MustFromBig(share), o.Action.Slippage); err != nil {
			return nil, err
		}
	}
	return x.npm.PackDecreaseLiquidity(params), nil
}

// claim collects what a position earned.
func (x *Adapter) claim(o protocol.Order) ([]protocol.Call, error) {
	_, at, err := x.find(o.Action, o.Seen)
	if err != nil {
		return nil, err
	}
	return []protocol.Call{{To: at.Positions, Data: x.collect(o.Action)}}, nil
}

// maxUint128 asks the position manager for everything that is owed.
var maxUint128 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))

func (x *Adapter) collect(a grammar.Action) []byte {
	return x.npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: a.PositionID.ToBig(), Recipient: x.account.Address, Amount0Max: maxUint128, Amount1Max: maxUint128,
	})
}

// find returns the position that an action names, and the terms of its market.
func (x *Adapter) find(a grammar.Action, r turn.Reading) (turn.Position, Terms, error) {
	p, ok := r.Position(a.PositionID.Dec())
	if !ok {
		return turn.Position{}, Terms{}, fmt.Errorf("position %s is not held at block %d", a.PositionID.Dec(), r.Block.Number)
	}
	at, ok := x.pools[p.Market]
	if !ok {
		return *p, at, protocol.Unconfigured(a)
	}
	return *p, at, nil
}

// atOnce has the position manager take steps in one call. Under a grant they are calls
// of their own, because a cage reads each, and they happen together all the same. Where an
// enclave reads each they are too: transactions one after the other, of which each that
// happens leaves less in the position, and the next attempt goes on where one stopped.
func (x *Adapter) atOnce(manager common.Address, steps [][]byte) (calls []protocol.Call) {
	if !x.account.InSteps() {
		return []protocol.Call{{To: manager, Data: x.npm.PackMulticall(steps)}}
	}
	for _, step := range steps {
		calls = append(calls, protocol.Call{To: manager, Data: step})
	}
	return calls
}
