package uniswapv4_test

import (
	"math/big"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

// give has the maker mint a position of the account's.
func (s *subject) give(p *pool, lower, upper int32, usdc int64) {
	edge := uniswap.MaxUsableTick(p.venue.TickSpacing)
	if lower, upper = max(lower, -edge), min(upper, edge); lower < upper {
		delete(s.made, s.next().String()) // a chain that was taken back counts anew
		s.maker.Must(s.V4Positions, s.MintV4(p.key, lower, upper, s.bought(p, lower, upper, usdc), s.Account))
	}
}

// held are the positions of the account, of all that were ever minted.
func (s *subject) held() (ids []*big.Int) {
	end := s.next()
	for id := big.NewInt(1); id.Cmp(end) < 0; id = new(big.Int).Add(id, big.NewInt(1)) {
		if s.made[id.String()] {
			continue
		}
		owner, err := protocoltest.Try(s.Node, s.V4Positions, npm.PackOwnerOf(id), npm.UnpackOwnerOf)
		if err == nil && owner == s.Account {
			ids = append(ids, id)
		}
	}
	return ids
}

// holds are what a reading says of the account's positions, and what the position manager pays for
// one of them, each in turn: all of it, and what it earned alone.
func (s *subject) holds(r turn.Reading) (all []protocoltest.Figure) {
	held := s.held()
	for i, id := range held {
		p, ok := r.Position(named(s.V4Positions, id).Dec())
		if !ok {
			all = append(all, protocoltest.Figure{What: "a position that is not read", Ours: new(big.Int), Theirs: big.NewInt(1)})
			continue
		}
		in, _ := s.of(r, p.Market)
		liquidity := protocoltest.Ask(s.Node, s.V4Positions, npm.PackGetPositionLiquidity(id), npm.UnpackGetPositionLiquidity)
		all = append(all, protocoltest.Figure{What: "liquidity of a position", Ours: p.Liquidity.ToBig(), Theirs: liquidity})
		if uint64(i) != r.Block.Number%uint64(len(held)) {
			continue
		}
		usdc, weth := s.handed(func() { s.left(in, id, liquidity, 0) })
		whole, paid := s.handed(func() { s.left(in, id, liquidity, 100) })
		all = append(all, protocoltest.Figure{What: "fees in USDC", Ours: p.QuoteFees.ToBig(), Theirs: usdc},
			protocoltest.Figure{What: "fees in WETH", Ours: p.BaseFees.ToBig(), Theirs: weth},
			protocoltest.Figure{What: "USDC of a position", Ours: new(uint256.Int).Add(&p.Quote, &p.QuoteFees).ToBig(), Theirs: whole},
			protocoltest.Figure{What: "WETH of a position", Ours: new(uint256.Int).Add(&p.Base, &p.BaseFees).ToBig(), Theirs: paid})
	}
	return append(all, protocoltest.Figure{What: "positions", Ours: big.NewInt(int64(len(r.Positions))), Theirs: big.NewInt(int64(len(held)))})
}

// named is what a position is called in a reading: its manager, and in 64 bits its number.
func named(manager common.Address, id *big.Int) *uint256.Int {
	v := new(big.Int).Lsh(new(big.Int).SetBytes(manager[:]), 64)
	return uint256.MustFromBig(v.Add(v, id))
}

// handed is what the account gets by something that is taken back; below zero where it pays.
func (s *subject) handed(do func()) (usdc, weth *big.Int) {
	back := s.Snapshot()
	defer back()
	balance := func(at common.Address) *big.Int {
		return protocoltest.Ask(s.Node, at, token.PackBalanceOf(s.Account), token.UnpackBalanceOf)
	}
	usdc, weth = balance(s.USDC), balance(s.WETH)
	do()
	return usdc.Sub(balance(s.USDC), usdc), weth.Sub(balance(s.WETH), weth)
}

// left takes so many hundredths of a position out of it, from the account.
func (s *subject) left(p *pool, id, liquidity *big.Int, percent int64) {
	if percent == 100 {
		s.Holder().Must(s.V4Positions, s.BurnV4(p.key, id, s.Account))
		return
	}
	part := new(big.Int).Mul(liquidity, big.NewInt(percent))
	s.Holder().Must(s.V4Positions, s.DecreaseV4(p.key, id, part.Quo(part, big.NewInt(100)), s.Account))
}

// leaves is what so many hundredths of a position come to, with what it earned.
func (s *subject) leaves(p *pool, at turn.Position, percent int64) []turn.Delta {
	id := new(big.Int).SetUint64(uint256.MustFromDecimal(at.ID).Uint64())
	usdc, weth := s.handed(func() { s.left(p, id, at.Liquidity.ToBig(), percent) })
	return []turn.Delta{{Token: s.USDC, Units: *uint256.MustFromBig(usdc)}, {Token: s.WETH, Units: *uint256.MustFromBig(weth)}}
}

// opens is what a position costs that both amounts of an order pay for wherever the price goes within
// its slippage.
func (s *subject) opens(p *pool, m *turn.Market, a grammar.Action) []turn.Delta {
	slot, _ := s.slot(p)
	least := new(uint256.Int).SetAllOne()
	for _, part := range []int64{10_000, 10_000 - int64(a.Slippage), 10_000 + int64(a.Slippage)} {
		v := new(big.Int).Mul(slot.SqrtPriceX96, slot.SqrtPriceX96)
		v.Mul(v, big.NewInt(part)).Quo(v, big.NewInt(10_000)).Sqrt(v)
		liquidity, err := uniswap.LiquidityForAmounts(uint256.MustFromBig(v), a.TickLower, a.TickUpper, a.Quote, a.Base)
		if err != nil {
			panic(err)
		}
		if liquidity.Lt(least) {
			*least = liquidity
		}
	}
	usdc, weth := s.handed(func() {
		s.Approve(permit2.Address)
		s.AllowV4(s.Holder())
		s.Holder().Must(s.V4Positions, s.MintV4(p.key, a.TickLower, a.TickUpper, least.ToBig(), s.Account))
	})
	for i, paid := range []*big.Int{usdc.Neg(usdc), weth.Neg(weth)} {
		if offered := []*uint256.Int{a.Quote, a.Base}[i]; paid.Cmp(offered.ToBig()) > 0 {
			panic(m.Handle + " takes more than was offered")
		}
	}
	return []turn.Delta{{Token: s.USDC, Out: true, Units: *uint256.MustFromBig(usdc)}, {Token: s.WETH, Out: true, Units: *uint256.MustFromBig(weth)}}
}

// provides are orders of liquidity that can be made in the state of a reading.
func (s *subject) provides(rng *rand.Rand, r turn.Reading, at int) (all []grammar.Action) {
	p, m := s.pools[at], &r.Markets[at]
	width := p.venue.TickSpacing * (1 + rng.Int32N(60))
	if lower, upper := s.near(p, -width), s.near(p, width); lower < upper && m.Range.Tick > -800_000 && m.Range.Tick < 800_000 {
		all = append(all, grammar.Action{
			Kind: grammar.AddLiquidity, Market: m.Handle, Protocol: m.Protocol, Base: uint256.NewInt(1e18), Quote: uint256.NewInt(2_000e6),
			TickLower: lower, TickUpper: upper, Slippage: 50,
		})
	}
	if len(r.Positions) == 0 {
		return all
	}
	held := r.Positions[rng.IntN(len(r.Positions))]
	all = append(all, out(held, 100), out(held, uint8(1+rng.IntN(99))))
	if !held.BaseFees.IsZero() || !held.QuoteFees.IsZero() {
		claim := out(held, 0)
		claim.Kind = grammar.ClaimFees
		all = append(all, claim)
	}
	return all
}

// out is an order that takes so many hundredths of a position out.
func out(p turn.Position, percent uint8) grammar.Action {
	return grammar.Action{Kind: grammar.RemoveLiquidity, Market: p.Market, Protocol: p.Protocol, PositionID: uint256.MustFromDecimal(p.ID), Percent: percent, Slippage: 50}
}

// opened gives the account a position around the price, which earns something.
func (s *subject) opened(p *pool, usdc int64) {
	width := 10 * p.venue.TickSpacing
	s.give(p, s.near(p, -width), s.near(p, width), usdc)
	s.sell(p, true, big.NewInt(5_000e6))
	s.sell(p, false, protocoltest.Ether(2))
}

// leaveAll leaves every position of the account's, each in two parts.
func (s *subject) leaveAll(l *protocoltest.Leaver) {
	for _, p := range l.Read().Positions {
		if p.Liquidity.GtUint64(1_000) {
			l.Make(out(p, 40))
		}
		l.Make(out(p, 100))
	}
	l.Gone(len(l.Read().Positions) == 0 && len(s.held()) == 0)
}

// far sells until the price left the ranges that are there, to either side.
func (s *subject) far(p *pool, up bool) {
	slot, _ := s.slot(p)
	away := int64(40 * p.venue.TickSpacing)
	for range 40 {
		now, _ := s.slot(p)
		if d := now.Tick.Int64() - slot.Tick.Int64(); d > away || d < -away {
			return
		}
		usdc, weth := s.deep(p)
		if up {
			usdc = weth
		}
		s.sell(p, !up, usdc.Quo(usdc, big.NewInt(50)))
	}
}
