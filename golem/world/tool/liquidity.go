package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/money"
)

// liquidity puts the wallet's liquidity into positions of the position manager, and takes
// it out of them.
type liquidity struct {
	account common.Address
	manager common.Address
	steps   bool // whoever signs has to read each call
	mandate *mandate
	allow   allowances
	npm     *bind.NonfungiblePositionManager
	// failed is the liquidity of positions that could not be left whole, by id.
	failed map[string]uint256.Int
}

func (l *liquidity) add(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	if a.Pool != r.Pool.Address {
		return nil, fmt.Errorf("NO_ADAPTER: pool %s is not the strategy's pool %s", a.Pool, r.Pool.Address)
	}
	p := r.Pool
	min0, min1, err := leastLiquidity(a, p, expect)
	if err != nil {
		return nil, err
	}
	params := bind.INonfungiblePositionManagerMintParams{
		Token0: p.Token0.Address, Token1: p.Token1.Address, Fee: big.NewInt(int64(p.FeePips)),
		TickLower: big.NewInt(int64(a.TickLower)), TickUpper: big.NewInt(int64(a.TickUpper)),
		Amount0Desired: a.Amount0.ToBig(), Amount1Desired: a.Amount1.ToBig(),
		Amount0Min: min0, Amount1Min: min1,
		Recipient: l.account, Deadline: until,
	}
	var calls, none []chain.Call
	for _, side := range []struct {
		token  common.Address
		amount *uint256.Int
	}{{p.Token0.Address, a.Amount0}, {p.Token1.Address, a.Amount1}} {
		if !side.amount.IsZero() {
			calls = append(calls, l.allow.approve(side.token, l.manager, side.amount))
		}
		none = append(none, l.allow.approve(side.token, l.manager, new(uint256.Int)))
	}
	mint := chain.Call{To: l.manager, Data: l.npm.PackMint(params)}
	// A cage takes no allowance after a mint, so what an earlier mint left goes first. It may be
	// left until then: the position manager takes from its caller alone.
	if l.mandate.caged() {
		return append(append(none, calls...), mint), nil
	}
	return append(append(calls, mint), none...), nil
}

// leastLiquidity is what a mint must at least take of each token. A
// share of the simulated amounts would not do: in a narrow range a small move
// changes their ratio a lot. Both are zero while simulating.
func leastLiquidity(a grammar.Action, p turn.Pool, expect *turn.Simulation) (min0, min1 *big.Int, _ error) {
	if expect == nil {
		return new(big.Int), new(big.Int), nil
	}
	liquidity, err := uniswap.LiquidityForAmounts(&p.SqrtPriceX96, a.TickLower, a.TickUpper, a.Amount0, a.Amount1)
	if err != nil {
		return nil, nil, err
	}
	return worst(p, a.TickLower, a.TickUpper, &liquidity, a.Slippage)
}

// worst is what liquidity is worth in each token when the price moves by the
// slippage against that token.
func worst(p turn.Pool, lower, upper int32, liquidity *uint256.Int, slippage money.BPS) (min0, min1 *big.Int, _ error) {
	up, down := scaled(&p.SqrtPriceX96, money.Whole+slippage), scaled(&p.SqrtPriceX96, money.Whole-slippage)
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

func (l *liquidity) remove(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	p, err := find(a, r)
	if err != nil {
		return nil, err
	}
	share := new(big.Int).Mul(p.Liquidity.ToBig(), big.NewInt(int64(a.Percent)))
	share.Quo(share, big.NewInt(100))
	var steps [][]byte
	if share.Sign() > 0 { // the contract refuses to decrease by nothing
		decrease, err := l.decrease(a, r, p, share, expect, until)
		if err != nil {
			return nil, err
		}
		steps = append(steps, decrease)
	}
	steps = append(steps, l.collect(a))
	if a.Percent == 100 && l.burns(p) {
		steps = append(steps, l.npm.PackBurn(a.PositionID.ToBig()))
	}
	return l.atOnce(steps), nil
}

func (l *liquidity) decrease(a grammar.Action, r turn.Reading, p turn.Position, share *big.Int, expect *turn.Simulation, until *big.Int) ([]byte, error) {
	params := bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: a.PositionID.ToBig(), Liquidity: share, Deadline: until,
		Amount0Min: new(big.Int), Amount1Min: new(big.Int),
	}
	if expect != nil {
		var err error
		if params.Amount0Min, params.Amount1Min, err = worst(r.Pool, p.Lower, p.Upper, uint256.MustFromBig(share), a.Slippage); err != nil {
			return nil, err
		}
	}
	return l.npm.PackDecreaseLiquidity(params), nil
}

func (l *liquidity) claim(a grammar.Action, r turn.Reading, _ *turn.Simulation, _ *big.Int) ([]chain.Call, error) {
	if _, err := find(a, r); err != nil {
		return nil, err
	}
	return []chain.Call{{To: l.manager, Data: l.collect(a)}}, nil
}

// maxUint128 asks the position manager for everything that is owed.
var maxUint128 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))

func (l *liquidity) collect(a grammar.Action) []byte {
	return l.npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: a.PositionID.ToBig(), Recipient: l.account, Amount0Max: maxUint128, Amount1Max: maxUint128,
	})
}

func find(a grammar.Action, r turn.Reading) (turn.Position, error) {
	id := a.PositionID.Dec()
	for _, p := range r.Positions {
		if p.ID == id {
			return p, nil
		}
	}
	return turn.Position{}, fmt.Errorf("position %s is not held at block %d", id, r.Block.Number)
}

// atOnce has the position manager take steps in one call. Under a grant they are calls
// of their own, because a cage reads each, and they happen together all the same. Where an
// enclave reads each they are too: transactions one after the other, of which each that
// happens leaves less in the position, and the next attempt goes on where one stopped.
func (l *liquidity) atOnce(steps [][]byte) (calls []chain.Call) {
	if !l.inSteps() {
		return []chain.Call{{To: l.manager, Data: l.npm.PackMulticall(steps)}}
	}
	for _, step := range steps {
		calls = append(calls, chain.Call{To: l.manager, Data: step})
	}
	return calls
}

// inSteps says that whoever bounds the Golem reads each call.
func (l *liquidity) inSteps() bool { return l.steps || l.mandate.granted() }
