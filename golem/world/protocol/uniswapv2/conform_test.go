package uniswapv2_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, newPair) }

var (
	router = bind.NewUniswapV2Router02()
	pair   = bind.NewUniswapV2Pair()
	token  = bind.NewERC20()
)

// subject is the real pair of USDC and WETH, which a maker fills and trades in.
type subject struct {
	*evmtest.Exchanges
	maker *evmtest.Party
}

func newPair(t testing.TB) protocoltest.Subject {
	s := &subject{Exchanges: evmtest.NewExchanges(evmtest.NewMarket(t))}
	s.maker = s.Maker(s.V2Router)
	s.maker.Must(s.Pair, token.PackApprove(s.V2Router, new(uint256.Int).SetAllOne().ToBig()))
	s.fill(1_850_000e6, 1_000)
	return s
}

// Stage implements protocoltest.Subject.
func (s *subject) Stage() protocoltest.Stage {
	return protocoltest.Stage{
		Node: s.Node, Tokens: []common.Address{s.USDC, s.WETH},
		Deployments: []protocol.Deployment{protocol.Deploy(uniswapv2.Name, "", uniswapv2.Terms{Router: s.V2Router, Base: s.WETH, Quote: s.USDC})},
		Open: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
			return uniswapv2.Open(ctx, o, all)
		},
		New: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
			return uniswapv2.New(a, all)
		},
	}
}

func (s *subject) reserves() (usdc, weth *big.Int) {
	r := protocoltest.Ask(s.Node, s.Pair, pair.PackGetReserves(), pair.UnpackGetReserves)
	return r.Reserve0, r.Reserve1
}

// fill adds liquidity of so many units of USDC and so many ether at most.
func (s *subject) fill(usdc, weth int64) {
	s.maker.Must(s.V2Router, router.PackAddLiquidity(s.USDC, s.WETH, big.NewInt(usdc), new(big.Int).Mul(big.NewInt(weth), big.NewInt(1e18)), new(big.Int), new(big.Int), s.maker.Address, evmtest.Deadline()))
}

// drain takes so many millionths of the maker's liquidity out.
func (s *subject) drain(part int64) {
	held := protocoltest.Ask(s.Node, s.Pair, token.PackBalanceOf(s.maker.Address), token.UnpackBalanceOf)
	if held.Mul(held, big.NewInt(part)).Quo(held, big.NewInt(1_000_000)).Sign() == 0 {
		return // it is empty
	}
	s.maker.Must(s.V2Router, router.PackRemoveLiquidity(s.USDC, s.WETH, held, new(big.Int), new(big.Int), s.maker.Address, evmtest.Deadline()))
}

// trade has the maker sell, of what the pair holds a share of so many hundredths at most.
func (s *subject) trade(rng *rand.Rand, percent int64) {
	most, weth := s.reserves()
	path := []common.Address{s.USDC, s.WETH}
	if rng.IntN(2) == 0 {
		path[0], path[1], most = path[1], path[0], weth
	}
	most.Mul(most, big.NewInt(percent)).Quo(most, big.NewInt(100))
	amount := protocoltest.Some(rng, most.Add(most, big.NewInt(2)))
	s.maker.Do(s.V2Router, router.PackSwapExactTokensForTokens(amount.ToBig(), new(big.Int), path, s.maker.Address, evmtest.Deadline()))
}

// Next implements protocoltest.Subject.
func (s *subject) Next(rng *rand.Rand) (edge string) {
	if usdc, _ := s.reserves(); usdc.Cmp(big.NewInt(1_000_000)) < 0 && rng.IntN(2) == 0 {
		s.fill(1+rng.Int64N(1_850_000e6), 1_000)
		return ""
	}
	switch rng.IntN(12) {
	case 0:
		s.fill(1_000e6+rng.Int64N(1_000_000e6), 1_000)
	case 1:
		s.drain(1 + rng.Int64N(500_000))
	case 2:
		s.drain(1_000_000 - rng.Int64N(2))
		return "nearly empty"
	case 3:
		s.maker.Must(s.USDC, token.PackTransfer(s.Pair, big.NewInt(1+rng.Int64N(10_000e6))))
		return "a donation that the reserves lack"
	case 4:
		s.maker.Must(s.Pair, evmtest.Pack("sync()"))
		return "a donation that is taken in"
	case 5:
		s.trade(rng, 5_000)
		return "far from its price"
	default:
		s.trade(rng, 20)
	}
	return ""
}

// Says implements protocoltest.Subject.
func (s *subject) Says(r turn.Reading) []protocoltest.Figure {
	usdc, weth := s.reserves()
	m := &r.Markets[0]
	return append(protocoltest.Rated(m, usdc, weth),
		protocoltest.Figure{What: "depth", Ours: m.Depth.ToBig(), Theirs: new(big.Int).Lsh(usdc, 1)},
		protocoltest.Figure{What: "fee", Ours: big.NewInt(int64(m.BaseFee + m.QuoteFee)), Theirs: big.NewInt(6_000)})
}

// Orders implements protocoltest.Subject.
func (s *subject) Orders(rng *rand.Rand, r turn.Reading) []grammar.Action {
	usdc, weth := s.reserves()
	m := &r.Markets[0]
	return []grammar.Action{
		protocoltest.Sale(m, true, protocoltest.Some(rng, usdc)),
		protocoltest.Sale(m, false, protocoltest.Some(rng, weth)),
	}
}

// Quote implements protocoltest.Subject.
func (s *subject) Quote(a grammar.Action, _ turn.Reading) ([]turn.Delta, bool) {
	path := []common.Address{a.TokenIn, a.TokenOut}
	out, err := protocoltest.Try(s.Node, s.V2Router, router.PackGetAmountsOut(a.AmountIn.ToBig(), path), router.UnpackGetAmountsOut)
	if err != nil || out[1].Sign() == 0 {
		return nil, true
	}
	return protocoltest.Sold(a, out[1]), false
}

// Ways implements protocoltest.Subject. Who trades in a pair has its tokens, and leaves by a sale.
func (s *subject) Ways() map[protocoltest.State]protocoltest.Way {
	never := func(why string) protocoltest.Way { return protocoltest.Way{Never: why} }
	return map[protocoltest.State]protocoltest.Way{
		protocoltest.Paused:      never("no one can stop a pair"),
		protocoltest.ShortOfCash: never("a pair buys any amount, at a price"),
		protocoltest.Frozen:      never("no one can freeze an account in a pair; what an issuer does is a token's"),
		protocoltest.CapReached:  never("a pair has no caps"),
		protocoltest.OutOfRange:  never("liquidity of v2 has no ranges"),
		protocoltest.Accrued:     never("nothing in a pair bears interest"),
		protocoltest.Strangers: {Play: func(l *protocoltest.Leaver) {
			strange := s.Deploy(evmtest.Token())
			s.maker.Do(strange, token.PackTransfer(s.Pair, big.NewInt(1)))
			s.maker.Must(s.USDC, token.PackTransfer(s.Pair, big.NewInt(5_000e6)))
			s.sell(l)
		}},
		protocoltest.NearlyEmpty: {Play: func(l *protocoltest.Leaver) {
			s.drain(999_999)
			back := s.Snapshot()
			s.sell(l)
			back()
			s.drain(1_000_000) // a unit of USDC is left, which no one gets
			r := l.Read()
			l.Refused(protocoltest.Sale(&r.Markets[0], false, &r.Assets[1].Units), "INSUFFICIENT_OUTPUT_AMOUNT")
			s.fill(1_850_000e6, 1_000)
			s.sell(l)
		}},
	}
}

// sell sells all WETH of the account's.
func (s *subject) sell(l *protocoltest.Leaver) {
	r := l.Read()
	had := r.Assets[1].Units
	l.Make(protocoltest.Sale(&r.Markets[0], false, new(uint256.Int).Set(&had)))
	r = l.Read()
	l.Gone(r.Assets[1].Units.IsZero())
}
