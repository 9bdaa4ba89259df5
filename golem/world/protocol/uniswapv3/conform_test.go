package uniswapv3_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, newPool) }

const spacing = 10

var (
	npm    = bind.NewNonfungiblePositionManager()
	pool   = bind.NewUniswapV3Pool()
	router = bind.NewSwapRouter()
	quoter = bind.NewQuoterV2()
	token  = bind.NewERC20()
)

// subject is the real pool of USDC and WETH, in which a maker provides and trades, and the
// account has positions.
type subject struct {
	*evmtest.Market
	maker *evmtest.Party
	wide  *big.Int // the maker's position over all prices
}

func newPool(t testing.TB) protocoltest.Subject {
	s := &subject{Market: evmtest.NewMarket(t)}
	s.maker = s.Maker(s.Router, s.Positions)
	edge := uniswap.MaxUsableTick(spacing)
	s.wide = s.provide(-edge, edge, 2_000_000e6)
	for _, width := range []int32{100, 300, 900} {
		at := s.near(0)
		s.provide(at-width, at+width, 200_000e6)
	}
	return s
}

// Stage implements protocoltest.Subject.
func (s *subject) Stage() protocoltest.Stage {
	return protocoltest.Stage{
		Node: s.Node, Tokens: []common.Address{s.USDC, s.WETH},
		Deployments: []protocol.Deployment{protocol.Deploy(uniswapv3.Name, "", uniswapv3.Terms{Pool: s.Pool, Router: s.Router, Positions: s.Positions})},
		Open: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
			return uniswapv3.Open(ctx, o, all)
		},
		New: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
			return uniswapv3.New(a, all)
		},
	}
}

func (s *subject) slot() bind.UniswapV3PoolSlot0Output {
	return protocoltest.Ask(s.Node, s.Pool, pool.PackSlot0(), pool.UnpackSlot0)
}

// near is a usable tick so far from the price.
func (s *subject) near(away int32) int32 {
	return uniswap.NearestUsableTick(int32(s.slot().Tick.Int64()), spacing) + away
}

// mint is a position for so many units of USDC, and as much WETH as goes with it.
func (s *subject) mint(to common.Address, lower, upper int32, usdc int64) []byte {
	return s.mintAt(500, to, lower, upper, usdc)
}

// mintAt is one in the pool of a fee.
func (s *subject) mintAt(fee int64, to common.Address, lower, upper int32, usdc int64) []byte {
	weth := new(big.Int).Mul(big.NewInt(usdc), big.NewInt(1e12))
	return npm.PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: s.USDC, Token1: s.WETH, Fee: big.NewInt(fee), TickLower: big.NewInt(int64(lower)), TickUpper: big.NewInt(int64(upper)),
		Amount0Desired: big.NewInt(usdc), Amount1Desired: weth, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: to, Deadline: evmtest.Deadline(),
	})
}

// provide has the maker mint a position of its own, and returns its id.
func (s *subject) provide(lower, upper int32, usdc int64) *big.Int {
	for _, l := range s.maker.Must(s.Positions, s.mint(s.maker.Address, lower, upper, usdc)).Logs {
		if e, err := npm.UnpackIncreaseLiquidityEvent(l); err == nil {
			return e.TokenId
		}
	}
	panic("a position has no id")
}

// thin takes so many millionths out of the maker's wide position.
func (s *subject) thin(part int64) {
	held := protocoltest.Ask(s.Node, s.Positions, npm.PackPositions(s.wide), npm.UnpackPositions).Liquidity
	held.Mul(held, big.NewInt(part)).Quo(held, big.NewInt(1_000_000))
	if held.Sign() > 0 {
		s.maker.Must(s.Positions, npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId: s.wide, Liquidity: held, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		}))
	}
}

// move trades up to a tick so far from the price.
func (s *subject) move(away int32) {
	limit, err := uniswap.SqrtPriceAtTick(int32(s.slot().Tick.Int64()) + away)
	if err != nil {
		panic(err)
	}
	in, out := s.USDC, s.WETH
	if away > 0 {
		in, out = out, in
	}
	s.maker.Do(s.Router, router.PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: s.maker.Address, Deadline: evmtest.Deadline(),
		AmountIn: big.NewInt(9e16), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: limit.ToBig(),
	}))
}

// held are the positions of the account.
func (s *subject) held() (ids []*big.Int) {
	n := protocoltest.Ask(s.Node, s.Positions, npm.PackBalanceOf(s.Account), npm.UnpackBalanceOf).Int64()
	for i := range n {
		ids = append(ids, protocoltest.Ask(s.Node, s.Positions, npm.PackTokenOfOwnerByIndex(s.Account, big.NewInt(i)), npm.UnpackTokenOfOwnerByIndex))
	}
	return ids
}

// Next implements protocoltest.Subject.
func (s *subject) Next(rng *rand.Rand) (edge string) {
	width := spacing * (1 + rng.Int32N(60))
	switch rng.IntN(10) {
	case 0:
		if len(s.held()) < 6 { // a gift, in range or out of it
			at := s.near(spacing * (rng.Int32N(60) - 30))
			s.maker.Must(s.Positions, s.mint(s.Account, at-width, at+width, 1+rng.Int64N(10_000e6)))
		}
	case 1:
		s.provide(s.near(-width), s.near(width), 1_000e6+rng.Int64N(100_000e6))
	case 2:
		s.thin(1 + rng.Int64N(300_000))
	case 3:
		s.thin(999_999)
		return "nearly empty"
	case 4:
		s.maker.Must(s.Positions, npm.PackIncreaseLiquidity(bind.INonfungiblePositionManagerIncreaseLiquidityParams{
			TokenId: s.wide, Amount0Desired: big.NewInt(2_000_000e6), Amount1Desired: new(big.Int).Mul(big.NewInt(2_000), big.NewInt(1e18)),
			Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		}))
	case 5, 6: // to a tick that a range ends at, and over it
		s.move(s.near(0) - int32(s.slot().Tick.Int64()) + spacing*(rng.Int32N(3)-1))
		return "on a usable tick"
	default:
		at := protocoltest.Ask(s.Node, s.Pool, pool.PackLiquidity(), pool.UnpackLiquidity)
		away := 1 + rng.Int32N(400)
		if s.slot().Tick.Int64() > 201_000 || s.slot().Tick.Int64() > 200_000 && rng.IntN(2) == 0 {
			away = -away
		}
		s.move(away)
		if at.Cmp(protocoltest.Ask(s.Node, s.Pool, pool.PackLiquidity(), pool.UnpackLiquidity)) != 0 {
			return "a tick crossed"
		}
	}
	return ""
}

// Says implements protocoltest.Subject.
func (s *subject) Says(r turn.Reading) []protocoltest.Figure {
	m, slot := &r.Markets[0], s.slot()
	liquidity := protocoltest.Ask(s.Node, s.Pool, pool.PackLiquidity(), pool.UnpackLiquidity)
	square := new(big.Int).Mul(slot.SqrtPriceX96, slot.SqrtPriceX96)
	half := new(big.Int).Quo(new(big.Int).Lsh(liquidity, 96), slot.SqrtPriceX96)
	all := append(protocoltest.Rated(m, new(big.Int).Lsh(big.NewInt(1), 192), square),
		protocoltest.Figure{What: "depth", Ours: m.Depth.ToBig(), Theirs: half.Lsh(half, 1)},
		protocoltest.Figure{What: "tick", Ours: big.NewInt(int64(m.Range.Tick)), Theirs: slot.Tick},
		protocoltest.Figure{What: "liquidity", Ours: m.Range.Liquidity.ToBig(), Theirs: liquidity})
	shown := 0
	for _, id := range s.held() {
		is := protocoltest.Ask(s.Node, s.Positions, npm.PackPositions(id), npm.UnpackPositions)
		p, ok := r.Position(id.String())
		if !ok {
			if is.Liquidity.Sign() != 0 {
				all = append(all, protocoltest.Figure{What: "liquidity of a position that is not read", Ours: new(big.Int), Theirs: is.Liquidity})
			}
			continue
		}
		shown++
		usdc, weth := s.worth(id, is.Liquidity)
		all = append(all, protocoltest.Figure{What: "liquidity of a position", Ours: p.Liquidity.ToBig(), Theirs: is.Liquidity},
			protocoltest.Figure{What: "USDC in a position", Ours: p.Quote.ToBig(), Theirs: usdc},
			protocoltest.Figure{What: "WETH in a position", Ours: p.Base.ToBig(), Theirs: weth})
		usdc, weth = s.earned(id)
		all = append(all, protocoltest.Figure{What: "fees in USDC", Ours: p.QuoteFees.ToBig(), Theirs: usdc},
			protocoltest.Figure{What: "fees in WETH", Ours: p.BaseFees.ToBig(), Theirs: weth})
	}
	return append(all, protocoltest.Figure{What: "positions", Ours: big.NewInt(int64(len(r.Positions))), Theirs: big.NewInt(int64(shown))})
}

// worth asks the position manager what it pays for liquidity.
func (s *subject) worth(id, liquidity *big.Int) (usdc, weth *big.Int) {
	if liquidity.Sign() == 0 {
		return new(big.Int), new(big.Int)
	}
	paid := protocoltest.Ask(s.Node, s.Positions, npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: id, Liquidity: liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
	}), npm.UnpackDecreaseLiquidity)
	return paid.Amount0, paid.Amount1
}

// earned asks it what it pays out of what a position earned.
func (s *subject) earned(id *big.Int) (usdc, weth *big.Int) {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	paid, err := protocoltest.Try(s.Node, s.Positions, npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: id, Recipient: s.Account, Amount0Max: most, Amount1Max: most,
	}), npm.UnpackCollect)
	if err != nil {
		return new(big.Int), new(big.Int)
	}
	return paid.Amount0, paid.Amount1
}

// Orders implements protocoltest.Subject.
func (s *subject) Orders(rng *rand.Rand, r turn.Reading) []grammar.Action {
	m := &r.Markets[0]
	depth := new(big.Int).Rsh(m.Depth.ToBig(), 3)
	some := protocoltest.Some(rng, depth)
	other := turn.Bought(some, &m.Rate)
	other.AddUint64(&other, 1)
	width := spacing * (1 + rng.Int32N(60))
	all := []grammar.Action{
		protocoltest.Sale(m, true, some), protocoltest.Sale(m, false, &other),
		{Kind: grammar.AddLiquidity, Market: m.Handle, Protocol: m.Protocol, Base: uint256.NewInt(1e18), Quote: uint256.NewInt(2_000e6), TickLower: s.near(-width), TickUpper: s.near(width), Slippage: 50},
	}
	if len(r.Positions) > 0 {
		p := r.Positions[rng.IntN(len(r.Positions))]
		all = append(all, s.leaves(p, 100), s.leaves(p, uint8(1+rng.IntN(99))))
		if !p.BaseFees.IsZero() || !p.QuoteFees.IsZero() {
			claim := s.leaves(p, 0)
			claim.Kind = grammar.ClaimFees
			all = append(all, claim)
		}
	}
	return all
}

// leaves is an order that takes so many hundredths of a position out.
func (s *subject) leaves(p turn.Position, percent uint8) grammar.Action {
	return grammar.Action{Kind: grammar.RemoveLiquidity, Market: p.Market, Protocol: p.Protocol, PositionID: uint256.MustFromDecimal(p.ID), Percent: percent, Slippage: 50}
}

// Quote implements protocoltest.Subject: QuoterV2's for a swap, and of liquidity what the position
// manager answers to its calls.
func (s *subject) Quote(a grammar.Action, r turn.Reading) ([]turn.Delta, bool) {
	both := func(out bool, usdc, weth *big.Int) []turn.Delta {
		return []turn.Delta{{Token: s.USDC, Out: out, Units: *uint256.MustFromBig(usdc)}, {Token: s.WETH, Out: out, Units: *uint256.MustFromBig(weth)}}
	}
	switch a.Kind {
	case grammar.Swap:
		q, err := protocoltest.Try(s.Node, s.Quoter, quoter.PackQuoteExactInputSingle(bind.IQuoterV2QuoteExactInputSingleParams{
			TokenIn: a.TokenIn, TokenOut: a.TokenOut, AmountIn: a.AmountIn.ToBig(), Fee: big.NewInt(500), SqrtPriceLimitX96: new(big.Int),
		}), quoter.UnpackQuoteExactInputSingle)
		if err != nil {
			return nil, true
		}
		return protocoltest.Sold(a, q.AmountOut), false
	case grammar.AddLiquidity:
		back := s.Snapshot()
		defer back()
		s.Approve(s.Positions)
		made := protocoltest.Ask(s.Node, s.Positions, npm.PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: s.USDC, Token1: s.WETH, Fee: big.NewInt(500), TickLower: big.NewInt(int64(a.TickLower)), TickUpper: big.NewInt(int64(a.TickUpper)),
			Amount0Desired: a.Quote.ToBig(), Amount1Desired: a.Base.ToBig(), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: s.Account, Deadline: evmtest.Deadline(),
		}), npm.UnpackMint)
		return both(true, made.Amount0, made.Amount1), false
	}
	usdc, weth := s.earned(a.PositionID.ToBig())
	if a.Kind == grammar.RemoveLiquidity {
		p, _ := r.Position(a.PositionID.Dec())
		part := p.Liquidity.ToBig()
		part.Mul(part, big.NewInt(int64(a.Percent))).Quo(part, big.NewInt(100))
		zero, one := s.worth(a.PositionID.ToBig(), part)
		usdc.Add(usdc, zero)
		weth.Add(weth, one)
	}
	return both(false, usdc, weth), false
}
