package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

var pairAt = evmtest.Address("pair of cash and a coin")

// paired is a lab with a router of pairs, and one pair of cash and a coin that has so much of both
// and a thousand shares, of which the account has none.
func paired(t testing.TB, reserve0, reserve1 int64, edit func(*policycage.Config)) *lab {
	l := newLab(t, func(c *policycage.Config) {
		c.Protocols = append(c.Protocols, joiner, pairAt)
		c.Readers = append(c.Readers, policycage.Binding{Target: joiner, Reader: reads("UniswapV2"), Deeds: policycage.Swaps | policycage.Joins})
		for _, call := range []bind.IDelegatorExecution{joins(coins[0], coins[1], 1, 1, vault), parts(coins[0], coins[1], 1, vault)} {
			c.Selectors = append(c.Selectors, policycage.Selector{Target: joiner, Method: [4]byte(call.CallData)})
		}
		if edit != nil {
			edit(c)
		}
	})
	l.state.SetCode(joiner, tellers, 0)
	l.state.SetCode(pairAt, tellers, 0)
	l.tells(joiner, "factory()", factory.Big())
	l.tells(factory, "getPair(address,address)", pairAt.Big())
	l.reserves(reserve0, reserve1)
	l.shares(0, 1_000)
	return l
}

// reserves sets what a pair has.
func (l *lab) reserves(reserve0, reserve1 int64) {
	l.tells(pairAt, "getReserves()", big.NewInt(reserve0), big.NewInt(reserve1), new(big.Int))
}

// shares sets how many of a pair's shares the account has, of how many there are.
func (l *lab) shares(has, all int64) {
	l.tells(pairAt, "balanceOf(address)", big.NewInt(has))
	l.tells(pairAt, "totalSupply()", big.NewInt(all))
}

// What came of a pair counts at what it is at the feeds' prices, whatever it is made of there: of the
// square root of its product. A pair that is bent, or that gave too little, has lost by that.
func TestSharesOfAPairCountAtTheFeedsPrices(t *testing.T) {
	for name, c := range map[string]struct {
		reserve0, reserve1 int64 // behind the call
		gave0, gave1       int64
		has, all           int64
		lost               int64
		want               policycage.Kind
		numbers            []int64
	}{
		"at the feeds' price":             {1_100e6, 1_100e6, 100e6, 100e6, 100, 1_100, 0, "", nil},
		"a unit more of it":               {1_100e6, 1_100e6, 100e6, 100e6, 101, 1_100, 0, "", nil},
		"bent by a tenth":                 {1_210e6, 1_000e6, 110e6, 90_909_090, 100, 1_100, 910_000, "", nil}, // 200.909090 given, the root of 1.21e18 of it is 100 each
		"bent, and then back":             {1_100e6, 1_100e6, 110e6, 90_909_090, 100, 1_100, 910_000, "", nil},
		"a share in a hundred less":       {1_100e6, 1_100e6, 100e6, 100e6, 99, 1_100, 2_000_000, "", nil},
		"three less":                      {1_100e6, 1_100e6, 100e6, 100e6, 97, 1_100, 0, "ValueLost", []int64{200e6, 194e6}},
		"nothing came":                    {1_100e6, 1_100e6, 100e6, 100e6, 0, 1_100, 0, "ValueLost", []int64{200e6, 0}},
		"of an empty pair":                {0, 0, 100e6, 100e6, 100, 1_100, 0, "ValueLost", []int64{200e6, 0}},
		"bent by half":                    {1_650e6, 733_333_333, 150e6, 66_666_666, 100, 1_100, 0, "ValueLost", []int64{216_666_666, 199_999_998}},
		"more left than was said":         {1_100e6, 1_100e6, 150e6 + 1, 100e6, 125, 1_100, 0, "MovedMore", []int64{150e6 + 1, 150e6}},
		"and of the second":               {1_100e6, 1_100e6, 100e6, 150e6 + 1, 125, 1_100, 0, "MovedMore", []int64{150e6 + 1, 150e6}},
		"more shares for what others own": {1_100e6, 1_100e6, 100e6, 100e6, 200, 2_200, 0, "", nil},
	} {
		l := paired(t, 1_000e6, 1_000e6, nil)
		v := l.redeems(func() {
			l.gets(coins[0], -c.gave0)
			l.gets(coins[1], -c.gave1)
			l.reserves(c.reserve0, c.reserve1)
			l.shares(c.has, c.all)
		}, joins(coins[0], coins[1], 150e6, 150e6, vault))
		l.judged(name, v, c.want, c.numbers...)
		cost, open := c.gave0+c.gave1, int64(1)
		if c.want != "" {
			cost, open = 0, 0
		}
		if l.lost() != c.lost || l.cost(1) != cost || l.open() != open {
			t.Errorf("%s: %d lost, %d positions at %d; want %d, %d at %d", name, l.lost(), l.open(), l.cost(1), c.lost, open, cost)
		}
	}
}

// The order of its tokens in a call is the caller's, and their feeds decide.
func TestAShareIsWorthTheSameEitherWayRound(t *testing.T) {
	for _, dear := range []int{0, 1} { // a coin at 2,000 dollars
		for _, turned := range []bool{false, true} {
			l := paired(t, 1_000e6, 1_000e6, nil)
			gives := [2]int64{100e6, 100e6}
			gives[dear] = 50_000 // 100 dollars
			l.price(dear, 2_000e8)
			call := joins(coins[0], coins[1], gives[0], gives[1], vault)
			if turned {
				call = joins(coins[1], coins[0], gives[1], gives[0], vault)
			}
			l.passes("joined", l.redeems(func() {
				l.gets(coins[0], -gives[0])
				l.gets(coins[1], -gives[1])
				l.reserves(11*gives[0], 11*gives[1])
				l.shares(100, 1_100)
			}, call))
			if l.cost(1) != 200e6 || l.lost() > 10_000 {
				t.Errorf("coin %d dear, turned %t: it cost %d, %d lost", dear, turned, l.cost(1), l.lost())
			}
		}
	}
}

// What an account has of a pair is one position: it grows under its name, is left in part and whole,
// and stands apart from what another router knows.
func TestAPairIsOnePosition(t *testing.T) {
	l, id := paired(t, 1_000e6, 1_000e6, nil), pairAt.Big()
	join := func(has, all int64) *policycage.Violation {
		return l.redeems(func() {
			l.gets(coins[0], -100e6)
			l.gets(coins[1], -100e6)
			l.reserves(all*1e6, all*1e6)
			l.shares(has, all)
		}, joins(coins[0], coins[1], 100e6, 100e6, vault))
	}
	l.passes("joined", join(100, 1_100))
	l.passes("joined again", join(200, 1_200))
	if l.open() != 1 || l.cost(1) != 400e6 || l.named(joiner, id) != 1 {
		t.Errorf("%d positions at %d, named %d", l.open(), l.cost(1), l.named(joiner, id))
	}
	l.must(principal, l.cage, l.codec.PackEmergencyHalt())
	l.stops("under a halt", join(300, 1_300), "Halted")
	leave := func(has int64) *policycage.Violation {
		return l.redeems(func() { l.gets(coins[0], 50e6); l.gets(coins[1], 50e6); l.shares(has, 1_000+has) }, parts(coins[0], coins[1], 50, vault))
	}
	l.passes("a quarter left", leave(150))
	if l.open() != 1 || l.cost(1) != 300e6 || l.number(l.codec.PackDeployed()) != 300e6 {
		t.Errorf("%d positions at %d behind a quarter", l.open(), l.cost(1))
	}
	l.stops("for somebody", l.redeems(nil, parts(coins[0], coins[1], 50, nobody)), "DestinationNotAllowed")
	l.stops("for the pair, which the cage approves", l.redeems(nil, parts(coins[0], coins[1], 50, pairAt)), "DestinationNotAllowed")
	long := parts(coins[0], coins[1], 50, vault)
	long.CallData = append(long.CallData, make([]byte, 32)...)
	l.stops("with a word more", l.redeems(nil, long), "MalformedCall")
	l.stops("and a token beside", l.redeems(func() { l.gets(coins[0], -1) }, parts(coins[0], coins[1], 50, vault)), "MovedMore", 1, 0)
	l.tells(factory, "getPair(address,address)", nobody.Big())
	l.state.SetCode(nobody, tellers, 0)
	l.stops("another pair's", l.redeems(nil, parts(coins[0], coins[1], 50, vault)), "ProtocolNotApproved")
	l.tells(factory, "getPair(address,address)", pairAt.Big())
	l.must(principal, l.cage, l.codec.PackSetProtocol(pairAt, false))
	l.passes("the rest, of a pair that is approved no more", leave(0))
	if l.open() != 0 || l.cost(1) != 0 || l.named(joiner, id) != 0 || l.lost() != 0 {
		t.Errorf("%d positions at %d, named %d, %d lost", l.open(), l.cost(1), l.named(joiner, id), l.lost())
	}
	l.stops("once more", leave(0), "ProtocolNotApproved")
}

// Into a pair goes what the cage approves, by the one function that it reads.
func TestAPairTakesWhatTheCageApproves(t *testing.T) {
	n, one, router := big.NewInt, big.NewInt(1), bind.NewUniswapV2Router02()
	long := joins(coins[0], coins[1], 100e6, 100e6, vault)
	long.CallData = append(long.CallData, make([]byte, 32)...)
	for name, c := range map[string]struct {
		call bind.IDelegatorExecution
		want policycage.Kind
	}{
		"shares for somebody":      {joins(coins[0], coins[1], 1, 1, nobody), "DestinationNotAllowed"},
		"shares for the router":    {joins(coins[0], coins[1], 1, 1, joiner), "DestinationNotAllowed"},
		"shares for the pair":      {joins(coins[0], coins[1], 1, 1, pairAt), "DestinationNotAllowed"},
		"an unknown token":         {joins(coins[0], coins[3], 1, 1, vault), "AssetNotApproved"},
		"an unknown first":         {joins(coins[2], coins[1], 1, 1, vault), "AssetNotApproved"},
		"nothing":                  {joins(coins[0], coins[1], 0, 0, vault), "NothingToValidate"},
		"a word more":              {long, "MalformedCall"},
		"the coin itself":          {to(joiner, router.PackAddLiquidityETH(coins[1], n(1), one, one, vault, one)), "SelectorNotAllowed"},
		"leaving by a signature":   {to(joiner, evmtest.Pack("removeLiquidityWithPermit(address,address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)")), "SelectorNotAllowed"},
		"an order that is no call": {to(joiner, nil), "SelectorNotAllowed"},
	} {
		l := paired(t, 1_000e6, 1_000e6, nil)
		l.stops(name, l.redeems(nil, c.call), c.want)
	}
	l := paired(t, 1_000e6, 1_000e6, func(c *policycage.Config) { c.Protocols = c.Protocols[:len(c.Protocols)-1] })
	l.stops("a pair that is not approved", l.redeems(nil, joins(coins[0], coins[1], 1, 1, vault)), "ProtocolNotApproved")
	l.tells(factory, "getPair(address,address)", new(big.Int))
	l.stops("none at all", l.redeems(nil, joins(coins[0], coins[1], 1, 1, vault)), "NothingToRead")
	// Two joins, or a join and a swap, are no one move; and behind one no allowance stands.
	l = paired(t, 1_000e6, 1_000e6, nil)
	join := joins(coins[0], coins[1], 1, 1, vault)
	for name, calls := range map[string][]bind.IDelegatorExecution{
		"twice": {join, join}, "with a swap": {join, swaps(coins[0], coins[1], 1, vault)}, "and left": {join, parts(coins[0], coins[1], 1, vault)},
		"with an allowance behind": {join, allow(coins[0], joiner, 0)}, "with shares behind": {join, allow(pairAt, joiner, 0)},
	} {
		l.stops(name, l.redeems(nil, calls...), "BatchNotAllowed", int64(len(calls)))
	}
}

// Shares of a pair are given to whoever leaves it with them, and to nobody else: they have no price.
func TestSharesAreGivenToTheirRouterAlone(t *testing.T) {
	other := evmtest.Address("another router of pairs")
	l := paired(t, 1_000e6, 1_000e6, func(c *policycage.Config) { c.Protocols = append(c.Protocols, other) })
	l.shares(100, 1_000)
	for name, c := range map[string]struct {
		call    bind.IDelegatorExecution
		want    policycage.Kind
		numbers []int64
	}{
		"all of them":                   {allow(pairAt, joiner, 100), "", nil},
		"one more":                      {allow(pairAt, joiner, 101), "AllowanceTooLarge", []int64{101, 100}},
		"taken back":                    {allow(pairAt, joiner, 0), "", nil},
		"taken back from a stranger":    {allow(pairAt, nobody, 0), "", nil},
		"for a stranger":                {allow(pairAt, nobody, 1), "AssetNotApproved", nil},
		"for another exchange":          {allow(pairAt, router, 1), "AssetNotApproved", nil},
		"for the contract of positions": {allow(pairAt, npm, 1), "AssetNotApproved", nil},
		"for what nobody reads":         {allow(pairAt, other, 1), "AssetNotApproved", nil},
		"for the pair itself":           {allow(pairAt, pairAt, 1), "AssetNotApproved", nil},
		"another pair's":                {allow(nobody, joiner, 1), "AssetNotApproved", nil},
		"another pair's taken back":     {allow(nobody, joiner, 0), "AssetNotApproved", nil},
		"what somebody is read of":      {allow(npm, joiner, 1), "AssetNotApproved", nil},
		"and taken back":                {allow(npm, joiner, 0), "AssetNotApproved", nil},
	} {
		l.judged(name, l.redeems(nil, c.call), c.want, c.numbers...)
	}
	// One that the owner approves no more is given for what was opened through the cage.
	join := func() *policycage.Violation {
		return l.redeems(func() { l.gets(coins[0], -100e6); l.gets(coins[1], -100e6); l.shares(200, 1_000) }, joins(coins[0], coins[1], 100e6, 100e6, vault))
	}
	l.must(principal, l.cage, l.codec.PackSetProtocol(pairAt, false))
	l.stops("approved no more", l.redeems(nil, allow(pairAt, joiner, 1)), "AssetNotApproved")
	l = paired(t, 1_000e6, 1_000e6, nil)
	l.passes("joined", join())
	l.must(principal, l.cage, l.codec.PackSetProtocol(pairAt, false))
	l.passes("of a position that is known", l.redeems(nil, allow(pairAt, joiner, 200)))
}

// On the real contracts: joined, bent between two blocks and within one, and left.
func TestAPairIsJoinedAndLeftThroughTheCage(t *testing.T) {
	g, router := grant(t, func(s *stage, c *policycage.Config) {
		at := s.At("UniswapV2Router02")
		c.Protocols = append(c.Protocols, at, s.At("UniswapV2Pair"))
		c.Readers = append(c.Readers, policycage.Binding{Target: at, Reader: reads("UniswapV2"), Deeds: policycage.Joins})
		for _, x := range []bind.IDelegatorExecution{joins(at, at, 1, 1, at), parts(at, at, 1, at)} {
			c.Selectors = append(c.Selectors, policycage.Selector{Target: at, Method: [4]byte(x.CallData)})
		}
	}), bind.NewUniswapV2Router02()
	g.wrap(10_000)
	at, pair, own, zero := g.At("UniswapV2Router02"), g.At("UniswapV2Pair"), g.owner.Address, new(big.Int)
	provides := func(dollars, milliether int64) []evmtest.Execution {
		return []evmtest.Execution{
			call(g.usdc, approve(at, usdc(dollars))), call(g.weth, approve(at, milli(milliether))),
			call(at, router.PackAddLiquidity(g.usdc, g.weth, usdc(dollars), milli(milliether), zero, zero, own, evmtest.Deadline())),
		}
	}
	leaves := func(shares *big.Int) []evmtest.Execution {
		return []evmtest.Execution{call(pair, approve(at, shares)), call(at, router.PackRemoveLiquidity(g.usdc, g.weth, shares, zero, zero, own, evmtest.Deadline()))}
	}
	t.Logf("an enforced join of a pair: %d gas", g.redeem(provides(1_000, 500)...))
	s := g.snapshot()
	if s.Positions != 1 || s.Deployed < 1_990e6 || s.Deployed > 2_000e6 || s.Lost.Session() > 20_000 {
		t.Fatalf("%d positions at %s, %s lost", s.Positions, s.Deployed, s.Lost.Session())
	}
	// Somebody bends the pair in front of it: he would have what it loses until it stands at its price
	// again, and more than a move may lose is refused.
	sells := func(amount *big.Int, in, out common.Address) *big.Int {
		had := g.balance(out, own)
		g.owner.Must(in, approve(at, amount))
		g.owner.Must(at, router.PackSwapExactTokensForTokens(amount, zero, []common.Address{in, out}, own, evmtest.Deadline()))
		return had.Sub(g.balance(out, own), had)
	}
	bought := sells(usdc(50_000), g.usdc, g.weth)
	v := g.stops("ValueLost", provides(1_000, 500)...)
	t.Logf("into a pair two fifths off: %s of %s", v.Value, v.Limit)
	sells(bought, g.weth, g.usdc)
	g.redeem(provides(1_000, 500)...)
	held := g.balance(pair, own)
	half := new(big.Int).Rsh(held, 1)
	t.Logf("leaving a half: %d gas", g.redeem(leaves(half)...))
	g.redeem(leaves(new(big.Int).Sub(held, half))...)
	if s := g.snapshot(); s.Positions != 0 || s.Deployed != 0 || g.balance(pair, own).Sign() != 0 {
		t.Errorf("%d positions at %s behind it", s.Positions, s.Deployed)
	}
}
