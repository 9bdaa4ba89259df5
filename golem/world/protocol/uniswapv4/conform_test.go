package uniswapv4_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, newPools) }

var (
	npm    = bind.NewV4PositionManager()
	view   = bind.NewV4StateView()
	quoter = bind.NewV4Quoter()
	token  = bind.NewERC20()
)

// subject are the real pools of USDC and WETH at each of the usual fees, in which a maker provides
// and trades.
type subject struct {
	*evmtest.Exchanges
	maker *evmtest.Party
	pools []*pool
	made  map[string]bool // positions that are the maker's
}

// pool is one of them, and the maker's position over all prices.
type pool struct {
	venue uniswap.V4
	key   bind.PoolKey
	id    common.Hash
	wide  *big.Int
}

func newPools(t testing.TB) protocoltest.Subject {
	s := &subject{Exchanges: evmtest.NewExchanges(evmtest.NewMarket(t)), made: map[string]bool{}}
	s.maker = s.Maker(permit2.Address)
	s.AllowV4(s.maker)
	s.ProtocolFeeV4(0, 0)
	for _, tier := range [][2]int32{{100, 1}, {500, 10}, {3_000, 60}, {10_000, 200}} {
		p := &pool{venue: s.Venue()}
		p.venue.Fee, p.venue.TickSpacing = uint32(tier[0]), tier[1]
		p.key = p.venue.Key(s.USDC, s.WETH)
		p.id = uniswap.PoolIDV4(p.key)
		s.pools = append(s.pools, p)
		if p.venue != s.Venue() {
			s.OpenV4(p.key, "1842038164098331640364761710612480")
		}
		edge := uniswap.MaxUsableTick(p.venue.TickSpacing)
		p.wide = s.provide(p, -edge, edge, 2_000_000e6)
		for _, width := range []int32{2, 5, 15} {
			s.around(p, width*p.venue.TickSpacing, 200_000e6)
		}
	}
	return s
}

// Stage implements protocoltest.Subject.
func (s *subject) Stage() protocoltest.Stage {
	stage := protocoltest.Stage{
		Node: s.Node, Tokens: []common.Address{s.USDC, s.WETH},
		Open: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
			return uniswapv4.Open(ctx, o, all)
		},
		New: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
			return uniswapv4.New(a, all)
		},
	}
	for _, p := range s.pools {
		stage.Deployments = append(stage.Deployments, protocol.Deploy(uniswapv4.Name, "", uniswapv4.Terms{V4: p.venue, Base: s.WETH, Quote: s.USDC}))
	}
	return stage
}

// slot is what the pool itself says of its price, and how much liquidity is active at it.
func (s *subject) slot(p *pool) (bind.V4StateViewGetSlot0Output, *big.Int) {
	return protocoltest.Ask(s.Node, s.StateView, view.PackGetSlot0(p.id), view.UnpackGetSlot0),
		protocoltest.Ask(s.Node, s.StateView, view.PackGetLiquidity(p.id), view.UnpackGetLiquidity)
}

// near is a usable tick so far from the price.
func (s *subject) near(p *pool, away int32) int32 {
	slot, _ := s.slot(p)
	edge := uniswap.MaxUsableTick(p.venue.TickSpacing)
	return min(max(uniswap.NearestUsableTick(int32(slot.Tick.Int64()), p.venue.TickSpacing)+away, -edge), edge)
}

// bought is the liquidity that so many units of USDC buy between two ticks, with as much WETH as
// goes with them, or where the price lies above both so many trillions of WETH.
func (s *subject) bought(p *pool, lower, upper int32, usdc int64) *big.Int {
	slot, _ := s.slot(p)
	weth := new(uint256.Int).Mul(uint256.NewInt(uint64(usdc)), uint256.NewInt(1e12))
	liquidity, err := uniswap.LiquidityForAmounts(uint256.MustFromBig(slot.SqrtPriceX96), lower, upper, uint256.NewInt(uint64(usdc)), weth)
	if err != nil || liquidity.IsZero() {
		return big.NewInt(1)
	}
	return liquidity.ToBig()
}

// provide has the maker mint a position of its own, and returns its id.
func (s *subject) provide(p *pool, lower, upper int32, usdc int64) *big.Int {
	id := s.next()
	s.made[id.String()] = true
	s.maker.Must(s.V4Positions, s.MintV4(p.key, lower, upper, s.bought(p, lower, upper, usdc), s.maker.Address))
	return id
}

// next is the position that is minted next.
func (s *subject) next() *big.Int {
	return protocoltest.Ask(s.Node, s.V4Positions, npm.PackNextTokenId(), npm.UnpackNextTokenId)
}

// around provides to both sides of the price.
func (s *subject) around(p *pool, width int32, usdc int64) {
	if lower, upper := s.near(p, -width), s.near(p, width); lower < upper {
		s.provide(p, lower, upper, usdc)
	}
}

// thin takes so many millionths out of the maker's wide position.
func (s *subject) thin(p *pool, part int64) {
	held := protocoltest.Ask(s.Node, s.V4Positions, npm.PackGetPositionLiquidity(p.wide), npm.UnpackGetPositionLiquidity)
	held.Mul(held, big.NewInt(part)).Quo(held, big.NewInt(1_000_000))
	if held.Sign() > 0 {
		s.maker.Must(s.V4Positions, s.DecreaseV4(p.key, p.wide, held, s.maker.Address))
	}
}

// refill has the maker's wide position be a new one.
func (s *subject) refill(p *pool) {
	edge := uniswap.MaxUsableTick(p.venue.TickSpacing)
	s.maker.Must(s.V4Positions, s.BurnV4(p.key, p.wide, s.maker.Address))
	p.wide = s.provide(p, -edge, edge, 2_000_000e6)
}

// sell has the maker sell an amount of USDC or of WETH.
func (s *subject) sell(p *pool, usdc bool, amount *big.Int) {
	call, err := uniswap.SellCallV4(p.key, usdc, amount, new(big.Int), evmtest.Deadline())
	if err != nil {
		panic(err)
	}
	s.maker.Do(s.V4, call)
}

// deep is what lies around the price in USDC, and as much in WETH.
func (s *subject) deep(p *pool) (usdc, weth *big.Int) {
	slot, liquidity := s.slot(p)
	usdc = new(big.Int).Quo(new(big.Int).Lsh(liquidity, 96), slot.SqrtPriceX96)
	weth = new(big.Int).Rsh(new(big.Int).Mul(liquidity, slot.SqrtPriceX96), 96)
	return usdc, weth
}

// trade has the maker sell at most so many hundredths of what lies around the price.
func (s *subject) trade(rng *rand.Rand, p *pool, percent int64) (crossed bool) {
	most, weth := s.deep(p)
	slot, before := s.slot(p)
	usdc := rng.IntN(2) == 0
	if tick := slot.Tick.Int64(); tick < 190_000 || tick > 210_000 { // it comes back
		usdc = tick > 210_000
	}
	if !usdc {
		most = weth
	}
	most.Mul(most, big.NewInt(percent)).Quo(most, big.NewInt(100))
	amount := protocoltest.Some(rng, most.Add(most, big.NewInt(1_000))).ToBig()
	if rng.IntN(2) == 0 { // a large one
		amount.Sub(most, amount.Rsh(amount, 1))
	}
	s.sell(p, usdc, amount)
	_, after := s.slot(p)
	return before.Cmp(after) != 0
}

// Next implements protocoltest.Subject.
func (s *subject) Next(rng *rand.Rand) (edge string) {
	p := s.pools[rng.IntN(len(s.pools))]
	if usdc, _ := s.deep(p); usdc.Cmp(big.NewInt(1_000_000)) < 0 && rng.IntN(2) == 0 {
		s.back(p)
		return ""
	}
	switch rng.IntN(14) {
	case 0:
		s.around(p, p.venue.TickSpacing*(1+rng.Int32N(30)), 1_000e6+rng.Int64N(100_000e6))
	case 1:
		s.thin(p, 1+rng.Int64N(300_000))
	case 2:
		s.thin(p, 999_999)
		return "nearly empty"
	case 3:
		s.thin(p, 1_000_000)
		s.trade(rng, p, 5_000)
		return "one-sided"
	case 4:
		s.TakeV4(p.key, rng.Int64N(1_001), rng.Int64N(1_001))
		return "the pool's owner takes a share"
	case 5:
		s.refill(p)
	case 6, 7:
		if len(s.held()) < 4 { // a gift, in range or out of it
			at := s.near(p, p.venue.TickSpacing*(rng.Int32N(60)-30))
			width := p.venue.TickSpacing * (1 + rng.Int32N(60))
			s.give(p, at-width, at+width, 1+rng.Int64N(10_000e6))
		}
	default:
		if s.trade(rng, p, 200) {
			return "a tick crossed"
		}
	}
	return ""
}

// back brings a pool without liquidity back to where there is some, and fills it.
func (s *subject) back(p *pool) {
	for range 3 {
		slot, _ := s.slot(p)
		s.sell(p, slot.Tick.Int64() > 200_000, big.NewInt(1_000_000))
	}
	s.refill(p)
}

// of is the pool of a market.
func (s *subject) of(r turn.Reading, handle string) (*pool, *turn.Market) {
	for i := range r.Markets {
		if r.Markets[i].Handle == handle {
			return s.pools[i], &r.Markets[i]
		}
	}
	panic(handle + " was not read")
}

// Says implements protocoltest.Subject.
func (s *subject) Says(r turn.Reading) (all []protocoltest.Figure) {
	for i, p := range s.pools {
		m := &r.Markets[i]
		slot, liquidity := s.slot(p)
		half := new(big.Int).Quo(new(big.Int).Lsh(liquidity, 96), slot.SqrtPriceX96)
		all = append(all, protocoltest.Rated(m, new(big.Int).Lsh(big.NewInt(1), 192), new(big.Int).Mul(slot.SqrtPriceX96, slot.SqrtPriceX96))...)
		all = append(all,
			protocoltest.Figure{What: "depth of " + m.Handle, Ours: m.Depth.ToBig(), Theirs: half.Lsh(half, 1)},
			protocoltest.Figure{What: "fee on USDC in " + m.Handle, Ours: big.NewInt(int64(m.QuoteFee)), Theirs: charged(slot, 0)},
			protocoltest.Figure{What: "fee on WETH in " + m.Handle, Ours: big.NewInt(int64(m.BaseFee)), Theirs: charged(slot, 12)},
			protocoltest.Figure{What: "tick of " + m.Handle, Ours: big.NewInt(int64(m.Range.Tick)), Theirs: slot.Tick},
			protocoltest.Figure{What: "price of " + m.Handle, Ours: m.Range.SqrtPriceX96.ToBig(), Theirs: slot.SqrtPriceX96},
			protocoltest.Figure{What: "liquidity of " + m.Handle, Ours: m.Range.Liquidity.ToBig(), Theirs: liquidity})
	}
	return append(all, s.holds(r)...)
}

// charged is what a pool takes of an amount, of its owner's share in 12 bits from a place: one is
// taken of what the other leaves.
func charged(slot bind.V4StateViewGetSlot0Output, at uint) *big.Int {
	own := new(big.Int).Rsh(slot.ProtocolFee, at)
	own.And(own, big.NewInt(0xfff))
	both := new(big.Int).Mul(own, slot.LpFee)
	both.Quo(both, big.NewInt(1_000_000))
	return own.Add(own, slot.LpFee).Sub(own, both)
}

// Orders implements protocoltest.Subject. What a pool takes only in part the router sells in part, and
// the quoter has no figure for: that is left out here, and played where a position is left. What brings
// nothing has no minimum.
func (s *subject) Orders(rng *rand.Rand, r turn.Reading) (all []grammar.Action) {
	at := rng.IntN(len(s.pools))
	usdc, weth := s.deep(s.pools[at])
	m := &r.Markets[at]
	for _, a := range []grammar.Action{
		protocoltest.Sale(m, true, protocoltest.Some(rng, usdc)),
		protocoltest.Sale(m, false, protocoltest.Some(rng, weth)),
	} {
		if moves, partly := s.Quote(a, r); !partly && !moves[1].Units.IsZero() {
			all = append(all, a)
		}
	}
	return append(all, s.provides(rng, r, at)...)
}

// Quote implements protocoltest.Subject: V4Quoter's for a swap, and of liquidity what the position
// manager moves by calls of the test's own.
func (s *subject) Quote(a grammar.Action, r turn.Reading) ([]turn.Delta, bool) {
	p, m := s.of(r, a.Market)
	switch a.Kind {
	case grammar.AddLiquidity:
		return s.opens(p, m, a), false
	case grammar.RemoveLiquidity, grammar.ClaimFees:
		at, _ := r.Position(a.PositionID.Dec())
		return s.leaves(p, *at, int64(a.Percent)), false
	}
	q, err := protocoltest.Try(s.Node, s.V4Quoter, quoter.PackQuoteExactInputSingle(bind.IV4QuoterQuoteExactSingleParams{
		PoolKey: p.key, ZeroForOne: a.TokenIn == s.USDC, ExactAmount: a.AmountIn.ToBig(), HookData: []byte{},
	}), quoter.UnpackQuoteExactInputSingle)
	if err != nil {
		return nil, true
	}
	return protocoltest.Sold(a, q.AmountOut), false
}
