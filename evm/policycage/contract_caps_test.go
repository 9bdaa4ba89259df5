package policycage_test

import (
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// capOf is a cap of an asset, a market or a protocol.
func capOf(of policycage.CapOf, subject common.Address, share int) policycage.Cap {
	return policycage.Cap{Of: of, Subject: subject, Share: money.BPS(share)}
}

// lies is what lies in positions under the cage's caps, in their order.
func (l *lab) lies() (all []int64) {
	for _, v := range l.snapshot().Placed {
		all = append(all, v.Int64())
	}
	return all
}

// pooled is a position in the pool of so much cash and coin, opened by itself.
func (l *lab) pooled(a, b int64) *policycage.Violation {
	return l.redeems(func() { l.gets(coins[0], -a); l.gets(coins[1], -b) }, grows(npm, 1, a, b))
}

// A cap is held to the micro-dollar: the largest order that fits it passes, and one unit more is
// refused, with what it is of.
//
// spec: safety §7.3, §7.4
func TestTheLargestOrderThatFitsACapPasses(t *testing.T) {
	caps := func(all ...policycage.Cap) func(*policycage.Config) {
		return func(c *policycage.Config) { c.Caps, c.Assets = all, coins[:3] }
	}
	swap := func(l *lab, n int64) *policycage.Violation {
		return l.redeems(func() { l.gets(coins[0], -n); l.gets(coins[1], n) }, swaps(coins[0], coins[1], n, vault))
	}
	lend := func(l *lab, n int64) *policycage.Violation {
		return l.redeems(func() { l.gets(coins[0], -n); l.gets(share, n) }, supplies(coins[0], n, vault))
	}
	// Seventy dollars of cash, twenty of coin 1 and ten of coin 2; shares are rounded down.
	for name, c := range map[string]struct {
		edit    func(*policycage.Config)
		does    func(*lab, int64) *policycage.Violation
		most    int64
		subject common.Address
		says    []int64
	}{
		"an asset that is bought":      {caps(capOf(policycage.OfAsset, coins[1], 2_500)), swap, 5_009_999, coins[1], []int64{2_501, 2_500}},
		"the stricter of two":          {caps(capOf(policycage.OfAsset, coins[2], 1), capOf(policycage.OfAsset, coins[1], 2_400)), swap, 4_009_999, coins[1], []int64{2_401, 2_400}},
		"an asset's position is whole": {caps(capOf(policycage.OfAsset, coins[1], 2_500)), func(l *lab, n int64) *policycage.Violation { return l.pooled(n, 3e6) }, 5_009_999, coins[1], []int64{2_501, 2_500}},
		"cash has one too":             {caps(capOf(policycage.OfAsset, coins[0], 7_200)), func(l *lab, n int64) *policycage.Violation { return l.pooled(1e6, n) }, 2_009_999, coins[0], []int64{7_201, 7_200}},
		"a market":                     {caps(capOf(policycage.OfMarket, pool, 500)), func(l *lab, n int64) *policycage.Violation { return l.pooled(n, 1e6) }, 4_009_999, pool, []int64{501, 500}},
		"a lender is one":              {caps(capOf(policycage.OfMarket, pool, 1), capOf(policycage.OfMarket, lender, 500)), lend, 5_009_999, lender, []int64{501, 500}},
		"a protocol":                   {caps(capOf(policycage.OfProtocol, protocol, 500)), func(l *lab, n int64) *policycage.Violation { return l.pooled(n, 1e6) }, 4_009_999, protocol, []int64{501, 500}},
		"a lender's":                   {caps(capOf(policycage.OfProtocol, protocol, 1), capOf(policycage.OfProtocol, reads("AaveV3"), 500)), lend, 5_009_999, reads("AaveV3"), []int64{501, 500}},
	} {
		for _, n := range []int64{c.most, c.most + 1} {
			l := newLab(t, c.edit)
			for i, held := range []int64{70e6, 20e6, 10e6, 0} {
				l.hold(i, held)
			}
			l.position(npm, vault, 100)
			v := c.does(l, n)
			if n == c.most {
				l.passes(fmt.Sprint(name, ": ", n), v)
				continue
			}
			if l.stops(fmt.Sprint(name, ": ", n), v, "CapExceeded", c.says...); v != nil && v.Subject != c.subject {
				t.Errorf("%s: it is about %s, want %s", name, v.Subject, c.subject)
			}
		}
	}
}

// What makes nothing larger that is capped is not held up, however far above its cap it is: what
// leaves, what is sold, and what is only lent of the same asset.
//
// spec: safety §1.4 S-7
func TestNoCapHoldsUpWhatGrowsNothing(t *testing.T) {
	l := newLab(t, func(c *policycage.Config) { c.Assets = coins[:3] })
	for i, held := range []int64{70e6, 20e6, 10e6, 0} {
		l.hold(i, held)
	}
	l.position(npm, vault, 100)
	l.passes("a position", l.pooled(10e6, 10e6))
	l.passes("lent", l.redeems(func() { l.gets(coins[0], -10e6); l.gets(share, 10e6) }, supplies(coins[0], 10e6, vault)))
	for of, subjects := range [][]common.Address{coins[:3], {pool, lender}, {protocol, reads("AaveV3")}} {
		for _, s := range subjects {
			l.must(principal, l.cage, l.codec.PackSetCap(uint8(of), s, big.NewInt(1))) //nolint:gosec // of three
		}
	}
	l.stops("a purchase", l.redeems(nil, swaps(coins[0], coins[1], 1e6, vault)), "CapExceeded")
	l.stops("more of the position", l.pooled(1, 1), "CapExceeded")
	l.stops("more that is lent", l.redeems(nil, supplies(coins[0], 1, vault)), "CapExceeded")
	l.passes("a sale", l.redeems(func() { l.gets(coins[1], -1e6); l.gets(coins[0], 1e6) }, swaps(coins[1], coins[0], 1e6, vault)))
	l.passes("half of the position", l.redeems(func() { l.position(npm, vault, 50) }, shrinks(npm, 1)))
	l.passes("a withdrawal", l.redeems(func() { l.gets(coins[0], 10e6); l.gets(share, -10e6) }, withdraws(coins[0], 10e6, vault)))
	if got, want := fmt.Sprint(l.lies()), fmt.Sprint([]int64{10e6, 10e6, 10e6, 10e6, 10e6, 10e6, 10e6}); got != want {
		t.Errorf("the caps came when both stood, and count both: %s, want %s", got, want)
	}
	l.passes("the rest of it", l.redeems(func() { l.position(npm, vault, 0) }, shrinks(npm, 1)))
	if l.number(l.codec.PackDeployed()) != 0 || fmt.Sprint(l.lies()) != fmt.Sprint(make([]int64, 7)) {
		t.Errorf("all was left: %v under caps", l.lies())
	}
	for _, s := range []common.Address{pool, lender} {
		l.must(principal, l.cage, l.codec.PackSetCap(1, s, big.NewInt(10_000)))
		l.now += 3_600
		l.applies()
	}
	for _, s := range []common.Address{protocol, reads("AaveV3")} {
		l.must(principal, l.cage, l.codec.PackSetCap(2, s, big.NewInt(10_000)))
		l.now += 3_600
		l.applies()
	}
	for i := range 3 { // whose prices are an hour old
		l.price(i, 1e8)
	}
	l.passes("lent where nothing else is capped", l.redeems(func() { l.gets(coins[0], -1e6); l.gets(share, 1e6) }, supplies(coins[0], 1e6, vault)))
	if got := l.lies(); got[0] != 1e6 || got[1] != 0 || got[4] != 1e6 || got[3] != 0 {
		t.Errorf("a lifted cap goes on counting, each its own: %v", got)
	}
}

// A position costs what the pool took, and as much lies under its caps.
func TestUnderACapLiesWhatThePoolTook(t *testing.T) {
	l := newLab(t, func(c *policycage.Config) {
		c.Caps = []policycage.Cap{capOf(policycage.OfAsset, coins[1], 9_000), capOf(policycage.OfMarket, pool, 9_000), capOf(policycage.OfMarket, lender, 9_000), capOf(policycage.OfProtocol, protocol, 9_000)}
	})
	l.position(npm, vault, 100)
	l.passes("a position", l.redeems(func() { l.gets(coins[0], -9e6); l.gets(coins[1], -19e6) }, grows(npm, 1, 10e6, 20e6)))
	if got := l.lies(); fmt.Sprint(got) != fmt.Sprint([]int64{28e6, 28e6, 0, 28e6}) {
		t.Errorf("%v", got)
	}
	l.passes("more of it", l.pooled(1e6, 1e6))
	l.passes("a third less", l.redeems(func() { l.position(npm, vault, 67) }, shrinks(npm, 1)))
	if got := l.lies(); fmt.Sprint(got) != fmt.Sprint([]int64{20_100_000, 20_100_000, 0, 20_100_000}) {
		t.Errorf("%v", got)
	}
	l.must(principal, l.cage, l.codec.PackReleasePosition(big.NewInt(1)))
	l.now += 3_600
	l.applies()
	if got := l.lies(); fmt.Sprint(got) != fmt.Sprint(make([]int64, 4)) {
		t.Errorf("released: %v", got)
	}
}

// The caps of a cage are 32 at most, lifted ones among them.
func TestACageTakes32Caps(t *testing.T) {
	l := newLab(t, nil)
	for _, c := range manyCaps(32) {
		l.must(principal, l.cage, l.codec.PackSetCap(c.Kind, c.Subject, big.NewInt(7)))
	}
	l.stops("a 33rd", l.asks(principal, l.cage, l.codec.PackSetCap(0, coins[1], big.NewInt(7))), "OutOfRange", 7)
	l.passes("all of what has none", l.asks(principal, l.cage, l.codec.PackSetCap(0, coins[1], big.NewInt(10_000))))
	l.passes("a tighter one", l.asks(principal, l.cage, l.codec.PackSetCap(2, common.Address{19: 3}, big.NewInt(6))))
	v := l.redeems(func() { l.gets(coins[0], -1e6); l.gets(coins[1], 1e6) }, swaps(coins[0], coins[1], 1e6, vault))
	l.passes("an order under none of them", v)
}

// A reader that hides where a position is, or whose, puts nothing beyond the caps of what the
// tokens show: an asset's is of the tokens that leave, and a protocol's is of the reader itself. The
// place is its word, of those that the owner approves.
//
// spec: safety §7.1
func TestALyingReaderHidesNoAssetFromItsCap(t *testing.T) {
	for name, c := range map[string]struct {
		cap  policycage.Cap
		lie  func(*lie)
		want policycage.Kind
	}{
		"an asset as it is":         {capOf(policycage.OfAsset, coins[1], 1), func(*lie) {}, "CapExceeded"},
		"as another asset":          {capOf(policycage.OfAsset, coins[1], 1), func(x *lie) { x.tokenA, x.tokenB = coins[2], coins[0] }, "MovedMore"},
		"as less of it":             {capOf(policycage.OfAsset, coins[0], 9_000), func(x *lie) { x.amountA, x.amountB = 1, 1 }, "MovedMore"},
		"a protocol as it is":       {capOf(policycage.OfProtocol, liar, 1), func(*lie) {}, "CapExceeded"},
		"in another place":          {capOf(policycage.OfProtocol, liar, 1), func(x *lie) { x.place = lender }, "CapExceeded"},
		"a market as it is":         {capOf(policycage.OfMarket, pool, 1), func(*lie) {}, "CapExceeded"},
		"a market as a stranger":    {capOf(policycage.OfMarket, pool, 1), func(x *lie) { x.place = nobody }, "ProtocolNotApproved"},
		"a market as another of it": {capOf(policycage.OfMarket, pool, 1), func(x *lie) { x.place = lender }, ""},
	} {
		l := lied(t, func(x *policycage.Config) { x.Caps, x.Assets = []policycage.Cap{c.cap}, coins[:3] })
		for i := range coins {
			l.hold(i, 700e6)
		}
		call, x := honest(isMint)
		c.lie(&x)
		l.takes(x)
		l.tells(liar, asksNewest, big.NewInt(1))
		l.judged(name, l.redeems(func() { l.gives(isMint) }, call), c.want)
	}
}

// The real contracts: a mint and a swap within caps and beyond, and what they cost with them.
//
// spec: safety §7.1, §7.5
func TestCapsHoldOnTheRealContracts(t *testing.T) {
	v3 := reads("UniswapV3")
	g := grant(t, func(s *stage, c *policycage.Config) {
		c.Caps = []policycage.Cap{capOf(policycage.OfAsset, s.weth, 2_000), capOf(policycage.OfMarket, s.pool, 20), capOf(policycage.OfProtocol, v3, 150), capOf(policycage.OfProtocol, reads("AaveV3"), 50)}
		c.Limits.Position, c.Limits.Concentration = 10_000, 10_000
	})
	g.wrap(10_000)
	g.redeem(g.buys(10)...)
	t.Logf("an enforced approval and swap with an asset's cap: %d gas", g.redeem(g.buys(1_000)...))
	t.Logf("an enforced position under three caps: %d gas", g.redeem(g.provides(1_000, 500)...))
	total := g.worth()
	id, liquidity := g.newest()
	s := g.snapshot()
	for _, c := range s.Caps {
		want := s.Deployed
		if c.Subject == reads("AaveV3") {
			want = 0
		}
		if c.Placed != want {
			t.Errorf("under %s lie %s, want %s", c, c.Placed, want)
		}
	}
	v := g.stops("CapExceeded", g.provides(total/1_000_000_000, total/2_000_000_000)...) // 20 bps, which the pool's cap is
	if v.Subject != g.pool || v.Of != uint8(policycage.OfMarket) {
		t.Errorf("%v", v)
	}
	t.Logf("refused: %v", v)
	// At once tighter, and an exit passes far above its cap.
	g.does(g.owner, g.codec.PackSetCap(0, g.weth, big.NewInt(1)))
	g.does(g.owner, g.codec.PackSetCap(1, g.pool, big.NewInt(1)))
	g.stops("CapExceeded", g.buys(100)...)
	t.Logf("leaving it: %d gas", g.redeem(call(g.npm, g.decrease(id, liquidity)), call(g.npm, g.collect(id, g.owner.Address))))
	g.redeem(call(g.weth, approve(g.router, milli(1_000))), call(g.router, g.path(milli(1_000), g.owner.Address, g.weth, g.usdc)))
	for _, c := range g.snapshot().Caps {
		if c.Placed != 0 {
			t.Errorf("%s still lie under %s", c.Placed, c)
		}
	}
	waits, err := g.snapshot().Pending(t.Context(), g.client)
	if err != nil || len(waits) != 0 {
		t.Errorf("%v waits, %v", waits, err)
	}
	o, err := g.snapshot().NewOrder([]string{fmt.Sprintf("max_asset.%s=2500", g.weth)})
	check(t, err)
	g.does(g.owner, o.Call)
	if waits, err = g.snapshot().Pending(t.Context(), g.client); err != nil || len(waits) != 1 || waits[0].Says != fmt.Sprintf("max_asset.%s becomes 2500 bps", g.weth) {
		t.Errorf("%v waits, %v", waits, err)
	}
}

// worth is what the account holds in cash and ether, in micro-dollars.
func (g *granted) worth() int64 {
	eth := new(big.Int).Mul(g.balance(g.weth, g.owner.Address), big.NewInt(2_000))
	return new(big.Int).Add(g.balance(g.usdc, g.owner.Address), eth.Div(eth, big.NewInt(1e12))).Int64() + int64(g.snapshot().Deployed)
}
