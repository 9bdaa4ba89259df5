package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// The position manager of v4, and a pool of cash and a coin.
var (
	npm4  = evmtest.Address("positions of v4")
	poolA = uniswap.V4{Fee: 3000, TickSpacing: 60}.Key(coins[0], coins[1])
)

const (
	asksNext  = "nextTokenId()"
	asksOwner = "ownerOf(uint256)"
	asksUnits = "getPositionLiquidity(uint256)"
	asksPool  = "getPoolAndPositionInfo(uint256)"
)

// placed is where what is put into a v4 pool stands for a cage.
func placed(key bind.PoolKey) common.Address {
	id := uniswap.PoolIDV4(key)
	return common.Address(id[:common.AddressLength])
}

// manages is a lab with a position manager of v4, which the account has nothing at.
func manages(t testing.TB, edit func(*policycage.Config)) *lab {
	l := newLab(t, func(c *policycage.Config) {
		c.Protocols = append(c.Protocols, npm4, placed(poolA))
		c.Readers = append(c.Readers, policycage.Binding{Target: npm4, Reader: reads("UniswapV4"), Deeds: policycage.Joins})
		c.Selectors = append(c.Selectors, policycage.Selector{Target: npm4, Method: [4]byte(opens4(nil).CallData)})
		if edit != nil {
			edit(c)
		}
	})
	l.state.SetCode(npm4, tellers, 0)
	l.tells(npm4, asksNext, big.NewInt(7))
	l.refuses(npm4, asksOwner)
	l.lies4(poolA, -600, 600)
	return l
}

// has4 says whose the position manager's positions are, how many there were ever but one, and what
// liquidity they have.
func (l *lab) has4(next int64, owner common.Address, liquidity *big.Int) {
	l.state.SetState(npm4, told(asksOwner, 255), common.Hash{})
	l.tells(npm4, asksNext, big.NewInt(next))
	l.tells(npm4, asksOwner, owner.Big())
	l.tells(npm4, asksUnits, liquidity)
}

// gone4 says that there are none.
func (l *lab) gone4() { l.refuses(npm4, asksOwner) }

// lies4 says in which pool they are, and between which ticks.
func (l *lab) lies4(key bind.PoolKey, lower, upper int32) {
	info := new(big.Int).Lsh(big.NewInt(0xabc), 56) // of the pool's id
	info.Or(info, new(big.Int).Lsh(big.NewInt(int64(uint32(upper)&0xffffff)), 32))
	info.Or(info, big.NewInt(int64(uint32(lower)&0xffffff)<<8|1)) // somebody is told of it
	l.tells(npm4, asksPool, key.Currency0.Big(), key.Currency1.Big(), key.Fee, key.TickSpacing, key.Hooks.Big(), info)
}

// opening is a new position of at most 150 of each.
func opening(edit func(*uniswap.MintV4)) uniswap.MintV4 {
	m := uniswap.MintV4{
		Key: poolA, Lower: -600, Upper: 600, Liquidity: worth4(100e6), Most: [2]*big.Int{big.NewInt(150e6), big.NewInt(150e6)}, Owner: vault,
	}
	if edit != nil {
		edit(&m)
	}
	return m
}

func opens4(edit func(*uniswap.MintV4)) bind.IDelegatorExecution {
	return to(npm4, must(opening(edit).Call(evmtest.Deadline())))
}

// exit is the position number 7 left by so much liquidity; nil: all of it.
func exit(liquidity *big.Int, edit func(*uniswap.ExitV4)) bind.IDelegatorExecution {
	x := uniswap.ExitV4{Key: poolA, ID: big.NewInt(7), Liquidity: liquidity, Least: [2]*big.Int{new(big.Int), new(big.Int)}, To: vault}
	if edit != nil {
		edit(&x)
	}
	return to(npm4, must(x.Call(evmtest.Deadline())))
}

// worth4 is the liquidity between -600 and 600 that is so much of each where both are worth the same.
func worth4(each uint64) *big.Int {
	par := new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	l, err := uniswap.LiquidityForAmounts(par, -600, 600, uint256.NewInt(each), uint256.NewInt(each))
	return must(l.ToBig(), err)
}

// What came of a position counts at what it is at the feeds' prices between its ticks, whatever it is
// made of where its pool stands. The pool is not asked where it stands at all.
func TestAV4PositionCountsAtTheFeedsPrices(t *testing.T) {
	for name, c := range map[string]struct {
		gave0, gave1 int64
		came         uint64 // of each, at the feeds' prices
		owner        common.Address
		lost         int64
		want         policycage.Kind
		numbers      []int64
	}{
		"at the feeds' price":     {100e6, 100e6, 100e6, vault, 0, "", nil},
		"a little more":           {100e6, 100e6, 101e6, vault, 0, "", nil},
		"of one more than of two": {110e6, 90_500_000, 100e6, vault, 510_000, "", nil},
		"a hundredth less":        {100e6, 100e6, 99e6, vault, 2_000_000, "", nil},
		"three hundredths less":   {100e6, 100e6, 97e6, vault, 0, "ValueLost", []int64{200e6}},
		"nothing came":            {100e6, 100e6, 0, vault, 0, "ValueLost", []int64{200e6, 0}},
		"it is somebody's":        {100e6, 100e6, 100e6, nobody, 0, "NothingToRead", nil},
		"of one alone":            {0, 150e6, 100e6, vault, 0, "", nil},
		"more left than was said": {150e6 + 1, 100e6, 125e6, vault, 0, "MovedMore", []int64{150e6 + 1, 150e6}},
		"and of the second":       {100e6, 150e6 + 1, 125e6, vault, 0, "MovedMore", []int64{150e6 + 1, 150e6}},
	} {
		l := manages(t, nil)
		v := l.redeems(func() {
			l.gets(coins[0], -c.gave0)
			l.gets(coins[1], -c.gave1)
			l.has4(8, c.owner, worth4(c.came))
		}, opens4(nil))
		l.judged(name, v, c.want, c.numbers...)
		cost, open := c.gave0+c.gave1, int64(1)
		if c.want != "" {
			cost, open = 0, 0
		}
		if lost := l.lost(); lost < c.lost || lost > c.lost+10_000 || l.cost(1) != cost || l.open() != open {
			t.Errorf("%s: %d lost, %d positions at %d; want %d, %d at %d", name, lost, l.open(), l.cost(1), c.lost, open, cost)
		}
	}
}

// Where the feeds stand beyond a position's ticks it is of one token alone, and the other counts for
// nothing, however much of it the pool takes.
func TestAV4PositionBeyondTheFeedsPricesIsOfOneToken(t *testing.T) {
	for name, c := range map[string]struct {
		price        uint64 // of the coin; cash is at a dollar
		gave0, gave1 int64
		want         policycage.Kind
	}{
		"a dear coin, given cash":        {1.2e8, 206e6, 0, ""},
		"a dear coin, given itself":      {1.2e8, 0, 206e6, "ValueLost"},
		"a dear coin, given both":        {1.2e8, 100e6, 100e6, "ValueLost"},
		"a cheap coin, given itself":     {8e7, 0, 206e6, ""},
		"a cheap coin, given cash":       {8e7, 206e6, 0, "ValueLost"},
		"a cheap coin, given a bit less": {8e7, 0, 203e6, ""},
	} {
		l := manages(t, nil)
		l.price(1, int64(c.price))
		v := l.redeems(func() {
			l.gets(coins[0], -c.gave0)
			l.gets(coins[1], -c.gave1)
			l.has4(8, vault, worth4(100e6))
		}, opens4(func(m *uniswap.MintV4) { m.Most = [2]*big.Int{big.NewInt(210e6), big.NewInt(210e6)} }))
		l.judged(name, v, c.want)
	}
}

// Each position is one of its own for the cage, under the number that it was given: it is left in part
// and whole, by burning it too, and what it earned is taken out of it at no cost.
func TestAV4PositionIsNamedByItsNumber(t *testing.T) {
	l := manages(t, nil)
	opened := func(next int64) *policycage.Violation {
		return l.redeems(func() {
			l.gets(coins[0], -100e6)
			l.gets(coins[1], -100e6)
			l.has4(next, vault, worth4(100e6))
		}, opens4(nil))
	}
	l.passes("opened", opened(8))
	l.passes("another", opened(9))
	if l.open() != 2 || l.cost(1) != 200e6 || l.cost(2) != 200e6 || l.named(npm4, big.NewInt(7)) != 1 || l.named(npm4, big.NewInt(8)) != 2 || l.named(npm4, new(big.Int)) != 0 {
		t.Fatalf("%d positions at %d and %d", l.open(), l.cost(1), l.cost(2))
	}
	l.must(principal, l.cage, l.codec.PackEmergencyHalt())
	l.stops("under a halt", opened(10), "Halted")
	comes := func(then *big.Int) func() {
		return func() {
			l.gets(coins[0], 50e6)
			l.gets(coins[1], 50e6)
			if l.gone4(); then != nil {
				l.has4(10, vault, then)
			}
		}
	}
	l.passes("what it earned", l.redeems(comes(worth4(100e6)), exit(new(big.Int), nil)))
	l.passes("a half", l.redeems(comes(worth4(50e6)), exit(worth4(50e6), nil)))
	if l.open() != 2 || l.cost(1) < 99_999_900 || l.cost(1) > 100_000_100 || l.cost(2) != 200e6 {
		t.Errorf("%d positions at %d and %d behind a half", l.open(), l.cost(1), l.cost(2))
	}
	l.stops("and a token beside", l.redeems(func() { l.gets(coins[0], -1) }, exit(worth4(50e6), nil)), "MovedMore", 1, 0)
	l.must(principal, l.cage, l.codec.PackSetProtocol(placed(poolA), false))
	l.passes("burnt, of a pool that is approved no more", l.redeems(comes(nil), exit(nil, nil)))
	if l.open() != 1 || l.cost(1) != 0 || l.named(npm4, big.NewInt(7)) != 0 || l.lost() > 20_000 {
		t.Errorf("%d positions at %d, named %d, %d lost", l.open(), l.cost(1), l.named(npm4, big.NewInt(7)), l.lost())
	}
	l.has4(10, vault, worth4(100e6))
	l.stops("one that the cage does not know", l.redeems(nil, exit(nil, nil)), "ProtocolNotApproved")
	l.passes("the other to its last unit", l.redeems(comes(new(big.Int)), exit(worth4(100e6), func(x *uniswap.ExitV4) { x.ID = big.NewInt(8) })))
	if l.open() != 0 || l.number(l.codec.PackDeployed()) != 0 {
		t.Errorf("%d positions at %d are left", l.open(), l.number(l.codec.PackDeployed()))
	}
}

// What stands there is the account's own, and nothing of what is gone.
func TestAV4PositionIsItsOwners(t *testing.T) {
	l, codec := manages(t, nil), bind.NewCageReader()
	stands := func(whose common.Address) *big.Int {
		got := must(codec.UnpackStanding(l.must(nobody, reads("UniswapV4"), codec.PackStanding(npm4, whose, big.NewInt(7)))))
		if got.OwedA.Sign() != 0 || got.OwedB.Sign() != 0 {
			t.Errorf("%s and %s are to be collected", got.OwedA, got.OwedB)
		}
		return got.Part
	}
	l.has4(8, vault, big.NewInt(1_000))
	if mine, others := stands(vault), stands(nobody); mine.Int64() != 1_000 || others.Sign() != 0 {
		t.Errorf("%s are the owner's, and %s another's", mine, others)
	}
	newest := func(whose common.Address) *policycage.Violation {
		return l.asks(nobody, reads("UniswapV4"), codec.PackNewest(npm4, whose))
	}
	l.passes("the owner's newest", newest(vault))
	l.stops("another's newest", newest(nobody), "NothingToRead")
	l.gone4()
	if gone := stands(vault); gone.Sign() != 0 {
		t.Errorf("%s of one that is gone", gone)
	}
}

// What lies in its pool, and in all of the protocol's, is capped as it is elsewhere.
func TestAV4PoolIsCapped(t *testing.T) {
	for name, by := range map[string]policycage.Cap{"the pool": capOf(policycage.OfMarket, placed(poolA), 1), "the protocol": capOf(policycage.OfProtocol, reads("UniswapV4"), 1)} {
		l, opened := manages(t, func(c *policycage.Config) { c.Caps, c.Assets = []policycage.Cap{by}, coins[:3] }), int64(0)
		var v *policycage.Violation
		for ; v == nil && opened < 9; opened++ {
			v = l.redeems(func() {
				l.gets(coins[0], -100e6)
				l.gets(coins[1], -100e6)
				l.has4(8+opened, vault, worth4(100e6))
			}, opens4(nil))
		}
		// Of three million 600 are two hundredths of a hundredth: two of 200 each, and 300 more are offered.
		if v == nil || v.Kind != "CapExceeded" || v.Subject != by.Subject || l.open() != 2 {
			t.Errorf("%s: %d positions, and then %+v", name, l.open(), v)
		}
		l.passes(name+", left", l.redeems(func() { l.gets(coins[0], 100e6); l.gets(coins[1], 100e6); l.gone4() }, exit(nil, nil)))
		l.passes(name+", once more", l.redeems(func() {
			l.gets(coins[0], -100e6)
			l.gets(coins[1], -100e6)
			l.has4(12, vault, worth4(100e6))
		}, opens4(nil)))
	}
}

// One that its owner opened by hand is left where its pool is approved, and no other one.
func TestAV4PositionOfTheOwnersIsLeftInItsPool(t *testing.T) {
	hooked := poolA
	hooked.Hooks = nobody
	other := uniswap.V4{Fee: 500, TickSpacing: 10}.Key(coins[0], coins[1])
	for name, c := range map[string]struct {
		key  bind.PoolKey
		want policycage.Kind
	}{
		"in the pool": {poolA, ""}, "in another": {other, "ProtocolNotApproved"}, "in one with a hook": {hooked, "NothingToRead"}, "in none": {bind.PoolKey{Fee: new(big.Int), TickSpacing: new(big.Int)}, "NothingToRead"},
	} {
		l := manages(t, func(c *policycage.Config) { c.Protocols = append(c.Protocols, placed(hooked)) })
		l.has4(8, vault, worth4(100e6))
		l.lies4(c.key, -600, 600)
		for _, liquidity := range []*big.Int{nil, worth4(100e6)} {
			l.judged(name, l.redeems(nil, exit(liquidity, func(x *uniswap.ExitV4) { x.Key = c.key })), c.want)
		}
	}
}

// Two moves are none, and behind what opens a position no allowance stands.
func TestAV4PositionIsAMoveByItself(t *testing.T) {
	l := manages(t, nil)
	l.has4(8, vault, worth4(100e6))
	open, leave := opens4(nil), exit(nil, nil)
	for name, calls := range map[string][]bind.IDelegatorExecution{
		"twice": {open, open}, "with a swap": {open, swaps(coins[0], coins[1], 1, vault)}, "and left": {open, leave}, "left before": {leave, open},
		"with an allowance behind": {open, allow(coins[0], npm4, 0)}, "two left": {leave, exit(nil, func(x *uniswap.ExitV4) { x.ID = big.NewInt(8) })},
	} {
		l.stops(name, l.redeems(nil, calls...), "BatchNotAllowed", int64(len(calls)))
	}
	// The token of a position is nobody's to take.
	for name, by := range map[string]common.Address{"a stranger": nobody, "the router": router, "the contract itself": npm4} {
		l.stops("approved for "+name, l.redeems(nil, allow(npm4, by, 7)), "AssetNotApproved")
	}
	// Deeds that the owner does not let it be, it is not.
	for deeds, want := range map[policycage.Deeds][2]policycage.Kind{
		policycage.Joins &^ (1 << isJoin): {"DeedNotAllowed", ""}, policycage.Joins &^ (1 << isDecrease): {"", "DeedNotAllowed"}, policycage.Swaps: {"DeedNotAllowed", "DeedNotAllowed"},
	} {
		l := manages(t, func(c *policycage.Config) { c.Readers[len(c.Readers)-1].Deeds = deeds })
		l.has4(8, vault, worth4(100e6))
		l.judged("opened", l.redeems(func() { l.gets(coins[0], -100e6); l.gets(coins[1], -100e6) }, open), want[0])
		l.judged("left", l.redeems(nil, leave), want[1])
	}
}
