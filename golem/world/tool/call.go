package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/money"
)

// deadline is how long after its simulation an order may still be included.
const deadline = 120 // seconds

// Venue names the contracts the adapters call. Aave is the pool of a lending market and
// Morpho the contract of another, whose parameters were read from it; V2Router and V4
// are other exchanges. What is not configured is zero.
type Venue struct {
	Account   common.Address
	Router    common.Address
	Positions common.Address
	Aave      common.Address `cbor:"Aave,omitzero"`
	V2Router  common.Address `cbor:"V2Router,omitzero"`
	V4        uniswap.V4     `cbor:"V4,omitzero"`

	Morpho       common.Address `cbor:"Morpho,omitzero"`
	MorphoParams morpho.Params  `cbor:"MorphoParams,omitzero"`

	// Steps says that a position is left in calls of their own, and not in one that holds
	// them: for a signer that has to read each. Under a grant it is so anyway.
	Steps bool `cbor:"Steps,omitzero"`

	// Grant is by what another key acts for the account; nil: the account's own does.
	Grant *grant.Grant `cbor:"Grant,omitempty"`

	// Home is who gets what the wallet holds at the end of the life; zero: it stays.
	Home common.Address `cbor:"Home,omitzero"`
}

// Sender is whose transactions they are.
func (v Venue) Sender() common.Address {
	if v.Grant != nil {
		return v.Grant.Key()
	}
	return v.Account
}

// Adapters build the calls of every kind the grammar knows.
type Adapters struct {
	venue  Venue
	erc20  *erc20.Codec
	router *bind.SwapRouter
	npm    *bind.NonfungiblePositionManager
	// lenders are those of the venue, by protocol.
	lenders map[string]lender
	build   map[grammar.Kind]builder
	// failed is the liquidity of positions that could not be left whole, by id.
	failed map[string]uint256.Int
}

// builder makes the calls of one kind. expect is nil while simulating: minimums
// are then zero.
type builder func(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error)

// NewAdapters binds each kind to its adapter; a kind without one is an error, so
// that no action can pass the grammar and find nobody (safety §5).
func NewAdapters(v Venue) (*Adapters, error) {
	t := &Adapters{venue: v, erc20: erc20.NewCodec(), router: bind.NewSwapRouter(), npm: bind.NewNonfungiblePositionManager()}
	t.bind()
	t.build = map[grammar.Kind]builder{
		grammar.Swap: t.trade, grammar.AddLiquidity: t.addLiquidity, grammar.RemoveLiquidity: t.removeLiquidity, grammar.ClaimFees: t.claimFees,
		grammar.Supply: t.lending, grammar.Withdraw: t.lending, grammar.Borrow: t.lending, grammar.Repay: t.lending,
	}
	return t, complete(t.build)
}

// complete refuses builders that leave out a kind of the grammar.
func complete(build map[grammar.Kind]builder) error {
	for _, kind := range grammar.Kinds() {
		if build[kind] == nil {
			return fmt.Errorf("NO_ADAPTER: action %s has no executor", kind)
		}
	}
	return nil
}

// Calls returns the transactions of an action, in order. With expect, minimum
// amounts and deadline are bound to that simulation. Under a grant they are one: its
// redemption, in which the account makes all of the calls or none.
func (t *Adapters) Calls(a grammar.Action, r turn.Reading, expect *turn.Simulation) ([]chain.Call, error) {
	switch a.Kind {
	case grammar.Anchor:
		return t.anchor(a), nil
	case grammar.Declare:
		return t.declare(a)
	case grammar.HandOver:
		return t.handOver(a, r, expect)
	case grammar.Sweep:
		return t.sweep(a, r, expect)
	}
	build, ok := t.build[a.Kind]
	if !ok {
		return nil, fmt.Errorf("NO_ADAPTER: action %s has no executor", a.Kind)
	}
	at := r.Block.Time
	if expect != nil {
		at = expect.Block.Time
	}
	calls, err := build(a, r, expect, big.NewInt(at+deadline))
	if err != nil || t.venue.Grant == nil {
		return calls, err
	}
	return t.redeemed(calls)
}

// anchor is a transaction of the key's account to itself that carries a mark of the
// audit. It is no kind of the grammar, and no delegation is needed for it.
func (t *Adapters) anchor(a grammar.Action) []chain.Call {
	return []chain.Call{{To: t.venue.Sender(), Data: a.Payload}}
}

func (t *Adapters) approve(token, spender common.Address, amount *uint256.Int) chain.Call {
	return chain.Call{To: token, Data: t.erc20.Approve(spender, amount)}
}

func (t *Adapters) swap(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	params := bind.ISwapRouterExactInputSingleParams{
		TokenIn: a.TokenIn, TokenOut: a.TokenOut, Fee: big.NewInt(int64(r.Pool.FeePips)), Recipient: t.venue.Account,
		Deadline: until, AmountIn: a.AmountIn.ToBig(), AmountOutMinimum: least(expect, a.TokenOut, false, a.Slippage), SqrtPriceLimitX96: new(big.Int),
	}
	return []chain.Call{
		t.approve(a.TokenIn, t.venue.Router, a.AmountIn),
		{To: t.venue.Router, Data: t.router.PackExactInputSingle(params)},
		t.approve(a.TokenIn, t.venue.Router, new(uint256.Int)), // a swap that reverts leaves all of it
	}, nil
}

func (t *Adapters) addLiquidity(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	if a.Pool != r.Pool.Address {
		return nil, fmt.Errorf("NO_ADAPTER: pool %s is not the strategy's pool %s", a.Pool, r.Pool.Address)
	}
	p := r.Pool
	min0, min1, err := t.leastLiquidity(a, p, expect)
	if err != nil {
		return nil, err
	}
	params := bind.INonfungiblePositionManagerMintParams{
		Token0: p.Token0.Address, Token1: p.Token1.Address, Fee: big.NewInt(int64(p.FeePips)),
		TickLower: big.NewInt(int64(a.TickLower)), TickUpper: big.NewInt(int64(a.TickUpper)),
		Amount0Desired: a.Amount0.ToBig(), Amount1Desired: a.Amount1.ToBig(),
		Amount0Min: min0, Amount1Min: min1,
		Recipient: t.venue.Account, Deadline: until,
	}
	var calls, none []chain.Call
	for _, side := range []struct {
		token  common.Address
		amount *uint256.Int
	}{{p.Token0.Address, a.Amount0}, {p.Token1.Address, a.Amount1}} {
		if !side.amount.IsZero() {
			calls = append(calls, t.approve(side.token, t.venue.Positions, side.amount))
		}
		none = append(none, t.approve(side.token, t.venue.Positions, new(uint256.Int)))
	}
	mint := chain.Call{To: t.venue.Positions, Data: t.npm.PackMint(params)}
	if g := t.venue.Grant; g != nil && g.Mode == grant.Delegation { // its cage lets no allowance stand behind liquidity: what an earlier mint left goes first
		return append(append(none, calls...), mint), nil
	}
	return append(append(calls, mint), none...), nil
}

// leastLiquidity is what a mint must at least take of each token. A
// share of the simulated amounts would not do: in a narrow range a small move
// changes their ratio a lot. Both are zero while simulating.
func (t *Adapters) leastLiquidity(a grammar.Action, p turn.Pool, expect *turn.Simulation) (min0, min1 *big.Int, _ error) {
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

func (t *Adapters) removeLiquidity(a grammar.Action, r turn.Reading, expect *turn.Simulation, until *big.Int) ([]chain.Call, error) {
	p, err := find(a, r)
	if err != nil {
		return nil, err
	}
	share := new(big.Int).Mul(p.Liquidity.ToBig(), big.NewInt(int64(a.Percent)))
	share.Quo(share, big.NewInt(100))
	var steps [][]byte
	if share.Sign() > 0 { // the contract refuses to decrease by nothing
		decrease, err := t.decrease(a, r, p, share, expect, until)
		if err != nil {
			return nil, err
		}
		steps = append(steps, decrease)
	}
	steps = append(steps, t.collect(a))
	if a.Percent == 100 && t.burns(p) {
		steps = append(steps, t.npm.PackBurn(a.PositionID.ToBig()))
	}
	return t.atOnce(steps), nil
}

func (t *Adapters) decrease(a grammar.Action, r turn.Reading, p turn.Position, share *big.Int, expect *turn.Simulation, until *big.Int) ([]byte, error) {
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
	return t.npm.PackDecreaseLiquidity(params), nil
}

func (t *Adapters) claimFees(a grammar.Action, r turn.Reading, _ *turn.Simulation, _ *big.Int) ([]chain.Call, error) {
	if _, err := find(a, r); err != nil {
		return nil, err
	}
	return []chain.Call{{To: t.venue.Positions, Data: t.collect(a)}}, nil
}

// maxUint128 asks the position manager for everything that is owed.
var maxUint128 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))

func (t *Adapters) collect(a grammar.Action) []byte {
	return t.npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: a.PositionID.ToBig(), Recipient: t.venue.Account, Amount0Max: maxUint128, Amount1Max: maxUint128,
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
