package grant_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/internal/money"
)

// inV4 is a stage whose second market is the kit's v4 pool, with the pool's key.
func inV4(t *testing.T) (*opened, turn.Market, bind.PoolKey) {
	t.Helper()
	s := raiseIn(t, func(k *evmtest.Kit) []protocol.Deployment {
		at := uniswap.V4{Router: k.At("UniversalRouter"), StateView: k.At("V4StateView"), Fee: 3000, TickSpacing: 60}
		return []protocol.Deployment{protocol.Deploy(uniswapv4.Name, "", uniswapv4.Terms{V4: at})}
	})
	market := s.reading.Markets[1]
	if market.Protocol != uniswapv4.Name || market.Range == nil {
		t.Fatalf("the second market is %s", market.Handle)
	}
	zero, one := s.usdc, s.weth
	if zero.Cmp(one) > 0 {
		zero, one = one, zero
	}
	return s, market, uniswap.V4{Fee: 3000, TickSpacing: 60}.Key(zero, one)
}

// within are the account's positions in a market.
func (s *opened) within(market string) (all []turn.Position) {
	for _, p := range s.reading.Positions {
		if p.Market == market {
			all = append(all, p)
		}
	}
	return all
}

// A Golem under a delegation opens positions in a v4 pool, takes out what they earned, a part, and all:
// what its adapter makes passes the cage, which counts each at its cost until it is left.
//
// spec: tools-archetypes §5.2; safety §7.1
func TestLiquidityOfAV4PoolIsProvidedAndLeftUnderACage(t *testing.T) {
	s, market, key := inV4(t)
	tick := market.Range.Tick / 60 * 60
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Market: market.Handle, Protocol: market.Protocol, Base: uint256.NewInt(5e17), Quote: uint256.NewInt(1_000e6),
		TickLower: tick - 6_000, TickUpper: tick + 6_000,
	}
	aside := add // of one token alone, wherever the price goes within the slippage
	aside.TickLower, aside.TickUpper, aside.Quote = tick+600, tick+1_200, new(uint256.Int)
	if s.usdc.Cmp(s.weth) < 0 {
		aside.TickLower, aside.TickUpper = tick-1_200, tick-600
	}
	usdc, weth := s.balance(s.usdc), s.balance(s.weth)
	s.carries(add, aside)
	held := s.within(market.Handle)
	c := s.cage()
	if len(held) != 2 || c.Positions != 2 || c.Deployed < 2_900*money.One || c.Deployed > 3_000*money.One {
		t.Fatalf("%d positions, for the cage %d at %s", len(held), c.Positions, c.Deployed)
	}
	if lost := c.Lost.Session(); lost > 15*money.One { // the pool stands where the feeds do, but for its fee
		t.Errorf("%s lost by opening", lost)
	}
	dear := add
	dear.Quote, dear.Base = uint256.NewInt(5_100e6), uint256.MustFromDecimal("2550000000000000000")
	if said := s.orders(dear); !strings.Contains(said, "are left for a transaction") {
		t.Errorf("more than a transaction may spend: %q", said)
	}
	// Somebody trades, so that it earned something; then all is left, under a halt too.
	s.carries(grammar.Action{Kind: grammar.Swap, Market: market.Handle, Protocol: market.Protocol, TokenIn: s.usdc, TokenOut: s.weth, AmountIn: uint256.NewInt(500e6)})
	s.owner.Must(s.grant.Cage, bind.NewPolicyCage().PackEmergencyHalt())
	out := func(kind grammar.Kind, p turn.Position, percent uint8) grammar.Action {
		return grammar.Action{Kind: kind, Market: p.Market, Protocol: p.Protocol, PositionID: uint256.MustFromDecimal(p.ID), Percent: percent}
	}
	first := s.within(market.Handle)[0]
	if first.QuoteFees.IsZero() {
		t.Error("the first position earned nothing")
	}
	s.carries(out(grammar.ClaimFees, first, 0))
	if again := s.cage(); again.Positions != 2 || again.Deployed != c.Deployed || !s.within(market.Handle)[0].QuoteFees.IsZero() {
		t.Errorf("%d positions at %s behind what they earned", again.Positions, again.Deployed)
	}
	s.carries(out(grammar.RemoveLiquidity, first, 50))
	s.carries(out(grammar.RemoveLiquidity, first, 100), out(grammar.RemoveLiquidity, held[1], 100))
	if c := s.cage(); c.Positions != 0 || c.Deployed != 0 || len(s.within(market.Handle)) != 0 {
		t.Errorf("%d positions at %s, %d are there", c.Positions, c.Deployed, len(s.within(market.Handle)))
	}
	// The position manager may take what an opening did not, from its caller alone, and no more.
	p2, erc20, most := bind.NewPermit2(), bind.NewERC20(), map[common.Address]*big.Int{s.usdc: dollars(20), s.weth: milli(10)}
	for _, token := range []common.Address{key.Currency0, key.Currency1} {
		left, err := erc20.UnpackAllowance(s.Ask(token, erc20.PackAllowance(s.owner.Address, permit2.Address)))
		check(t, err)
		inner, err := p2.UnpackAllowance(s.Ask(permit2.Address, p2.PackAllowance(s.owner.Address, token, s.At("V4PositionManager"))))
		check(t, err)
		if left.Cmp(most[token]) > 0 || inner.Amount.Cmp(most[token]) > 0 {
			t.Errorf("of %s Permit2 may take %s and the position manager %s there", token, left, inner.Amount)
		}
	}
	// What is missing is what the swap cost, less what the positions earned of it.
	if usdc.Sub(usdc, s.balance(s.usdc)); usdc.Cmp(dollars(501)) > 0 {
		t.Errorf("%s units of USDC are missing", usdc)
	}
	if weth.Sub(weth, s.balance(s.weth)); weth.Cmp(milli(-245)) > 0 {
		t.Errorf("%s units of WETH are missing", weth)
	}
}

// What is no call of the adapter's is refused by the cage alone, with all that stands beside it in the
// pool's contract.
//
// spec: tools-archetypes §5.2; safety §7.1
func TestACageRefusesWhatElseAPositionManagerOfV4Does(t *testing.T) {
	s, market, key := inV4(t)
	at, me, thief := s.At("V4PositionManager"), s.owner.Address, s.golem.Address
	npm, until, tick := bind.NewV4PositionManager(), evmtest.Deadline(), market.Range.Tick/60*60
	mint := func(edit func(*uniswap.MintV4)) []byte {
		m := uniswap.MintV4{Key: key, Lower: tick - 6_000, Upper: tick + 6_000, Liquidity: big.NewInt(1e12), Most: [2]*big.Int{dollars(1_000), dollars(1_000)}, Owner: me}
		if s.weth.Cmp(s.usdc) < 0 {
			m.Most[0] = milli(500)
		} else {
			m.Most[1] = milli(500)
		}
		edit(&m)
		data, err := m.Call(until)
		check(t, err)
		return data
	}
	// The owner has a position in another pool, by his own hand.
	other := uniswap.V4{Fee: 500, TickSpacing: 10}.Key(key.Currency0, key.Currency1)
	root := market.Range.SqrtPriceX96.ToBig()
	s.owner.Must(at, npm.PackInitializePool(other, root))
	free := new(big.Int).Lsh(big.NewInt(1), 100)
	for _, token := range []common.Address{s.usdc, s.weth} {
		s.owner.Must(token, bind.NewERC20().PackApprove(permit2.Address, free))
		s.owner.Must(permit2.Address, bind.NewPermit2().PackApprove(token, at, free, until))
	}
	mine, err := npm.UnpackNextTokenId(s.Ask(at, npm.PackNextTokenId()))
	check(t, err)
	s.owner.Must(at, mint(func(m *uniswap.MintV4) { m.Key = other }))
	s.owner.Must(at, mint(func(*uniswap.MintV4) {}))
	mineToo := new(big.Int).Add(mine, big.NewInt(1))
	exit := func(edit func(*uniswap.ExitV4)) []byte {
		x := uniswap.ExitV4{Key: key, ID: mineToo, Least: [2]*big.Int{new(big.Int), new(big.Int)}, To: me}
		edit(&x)
		data, err := x.Call(until)
		check(t, err)
		return data
	}
	one := func(to common.Address, data []byte) []delegation.Call { return []delegation.Call{{To: to, Data: data}} }
	cage := &yard{stage: s.stage, only: s.caged()}
	for name, c := range map[string]struct {
		want  policycage.Kind
		calls []delegation.Call
	}{
		"as it is":                     {"", one(at, mint(func(*uniswap.MintV4) {}))},
		"a position for somebody":      {"DestinationNotAllowed", one(at, mint(func(m *uniswap.MintV4) { m.Owner = thief }))},
		"a pool with a hook":           {"MalformedCall", one(at, mint(func(m *uniswap.MintV4) { m.Key.Hooks = thief }))},
		"another pool of the same":     {"ProtocolNotApproved", one(at, mint(func(m *uniswap.MintV4) { m.Key = other }))},
		"another token":                {"ProtocolNotApproved", one(at, mint(func(m *uniswap.MintV4) { m.Key.Currency1 = s.At("WBTC") }))},
		"without a bound":              {"SpendingLimitExceeded", one(at, mint(func(m *uniswap.MintV4) { m.Most[0] = new(big.Int).Lsh(big.NewInt(1), 90) }))},
		"and an allowance behind it":   {"BatchNotAllowed", append(one(at, mint(func(*uniswap.MintV4) {})), one(permit2.Address, permit2.ForbidCall(s.usdc, at))...)},
		"a word more":                  {"MalformedCall", one(at, append(mint(func(*uniswap.MintV4) {}), make([]byte, 32)...))},
		"the owner's, left":            {"", one(at, exit(func(*uniswap.ExitV4) {}))},
		"left for somebody":            {"DestinationNotAllowed", one(at, exit(func(x *uniswap.ExitV4) { x.To = thief }))},
		"one of another pool":          {"ProtocolNotApproved", one(at, exit(func(x *uniswap.ExitV4) { x.ID, x.Key = mine, other }))},
		"one by the tokens of another": {"MalformedCall", one(at, exit(func(x *uniswap.ExitV4) { x.Key.Currency1 = s.At("WBTC") }))},
		"one that there is not":        {"NothingToRead", one(at, exit(func(x *uniswap.ExitV4) { x.ID = big.NewInt(1 << 40) }))},
		"a position given away":        {"SelectorNotAllowed", one(at, bind.NewERC20().PackTransferFrom(me, thief, mineToo))},
		"a position to be taken":       {"AssetNotApproved", one(at, bind.NewERC20().PackApprove(thief, mineToo))},
		"calls within a call":          {"SelectorNotAllowed", one(at, npm.PackMulticall([][]byte{mint(func(*uniswap.MintV4) {})}))},
		"an allowance for somebody":    {"DestinationNotAllowed", one(permit2.Address, bind.NewPermit2().PackApprove(s.usdc, thief, big.NewInt(1), until))},
	} {
		if v := cage.why(cage.only, c.calls); v != string(c.want) {
			t.Errorf("%s: %q, want %s", name, v, c.want)
		}
	}
}

// Somebody bends the pool in front of a position: what came of it counts at the feeds' prices, wherever
// the pool stands, and more than a move may lose is refused.
//
// spec: safety §7.1
func TestAPositionInABentV4PoolIsRefusedByWhatItLoses(t *testing.T) {
	s, market, key := inV4(t)
	tick := market.Range.Tick / 60 * 60
	add := grammar.Action{
		Kind: grammar.AddLiquidity, Market: market.Handle, Protocol: market.Protocol, Base: uint256.NewInt(5e17), Quote: uint256.NewInt(1_000e6),
		TickLower: tick - 6_000, TickUpper: tick + 6_000,
	}
	router, free := s.At("UniversalRouter"), new(big.Int).Lsh(big.NewInt(1), 100)
	for _, token := range []common.Address{s.usdc, s.weth} {
		s.owner.Must(token, bind.NewERC20().PackApprove(permit2.Address, free))
		s.owner.Must(permit2.Address, bind.NewPermit2().PackApprove(token, router, free, evmtest.Deadline()))
	}
	sells := func(in common.Address, units *big.Int) *big.Int {
		out := s.weth
		if in == s.weth {
			out = s.usdc
		}
		had := s.balance(out)
		swap, err := uniswap.SellCallV4(key, in == key.Currency0, units, big.NewInt(1), evmtest.Deadline())
		check(t, err)
		s.owner.Must(router, swap)
		return had.Sub(s.balance(out), had)
	}
	bought := sells(s.usdc, dollars(60_000))
	if said := s.orders(add); !strings.Contains(said, "the price is not the market's") {
		t.Errorf("a position in a bent pool: %q", said)
	}
	sells(s.weth, bought)
	s.carries(add)
	if c := s.cage(); c.Positions != 1 {
		t.Errorf("%d positions", c.Positions)
	}
}
