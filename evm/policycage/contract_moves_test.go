package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// told is a number that the cage says.
func (l *lab) number(data []byte) int64 {
	l.t.Helper()
	return new(big.Int).SetBytes(l.must(nobody, l.cage, data)).Int64()
}

// lost, cost and open are what the cage counts, in micro-dollars and positions.
func (l *lab) lost() int64           { return l.number(l.codec.PackDailyLost()) }
func (l *lab) cost(name int64) int64 { return l.number(l.codec.PackPositionCost(big.NewInt(name))) }
func (l *lab) open() int64           { return l.number(l.codec.PackOpenPositionCount()) }

// named is the cage's name of a position, by its contract and number there.
func (l *lab) named(at common.Address, id *big.Int) int64 {
	l.t.Helper()
	key := crypto.Keccak256Hash(common.LeftPadBytes(at[:], 32), common.LeftPadBytes(id.Bytes(), 32))
	out, err := l.hook.UnpackNames(l.must(nobody, guard, l.hook.PackNames(l.cage, key)))
	check(l.t, err)
	return out.Int64()
}

// An allowance is for a token that can be sold again, of no more than is held, and to a
// protocol; to take one back, anybody may be named.
func TestAnAllowanceIsBoundedToTheUnit(t *testing.T) {
	l := newLab(t, nil) // coin 2 has a price and is not approved, coin 3 has none
	l.hold(0, 500)
	l.hold(1, 0)
	for name, c := range map[string]struct {
		call    bind.IDelegatorExecution
		want    policycage.Kind
		numbers []int64
	}{
		"all that is held":        {allow(coins[0], router, 500), "", nil},
		"a unit more":             {allow(coins[0], router, 501), "AllowanceTooLarge", []int64{501, 500}},
		"one of what is not held": {allow(coins[1], router, 1), "AllowanceTooLarge", []int64{1, 0}},
		"to a stranger":           {allow(coins[0], nobody, 1), "DestinationNotAllowed", nil},
		"nothing to a stranger":   {allow(coins[0], nobody, 0), "", nil},
		"what only has a price":   {allow(coins[2], router, 1), "", nil},
		"what has none":           {allow(coins[3], router, 1), "AssetNotApproved", nil},
		"nothing of it":           {allow(coins[3], nobody, 0), "AssetNotApproved", nil},
		"the token of positions":  {allow(npm, npm, 1), "AssetNotApproved", nil},
	} {
		l.judged(name, l.redeems(nil, c.call), c.want, c.numbers...)
	}
}

// A redemption is one move; of leaving, all steps are of one position.
func TestARedemptionIsOneMoveOfOnePosition(t *testing.T) {
	l := newLab(t, nil)
	l.position(npm, vault, 100)
	l.position(npm2, vault, 100)
	swap, other := swaps(coins[0], coins[1], 1e6, vault), swaps(coins[1], coins[0], 1e6, vault)
	pay := func() { l.gets(coins[0], -1e6); l.gets(coins[1], 1e6) }
	list := func(calls ...bind.IDelegatorExecution) []bind.IDelegatorExecution { return calls }
	for name, c := range map[string]struct {
		calls   []bind.IDelegatorExecution
		happens func()
		passes  bool
	}{
		"allowances around a swap":    {list(allow(coins[0], router, 1e6), swap, allow(coins[0], router, 0)), pay, true},
		"two swaps":                   {list(swap, swap), nil, false},
		"there and back":              {list(swap, other), nil, false},
		"a swap, then leaving":        {list(swap, collects(npm, 1, vault)), nil, false},
		"leaving, then a swap":        {list(collects(npm, 1, vault), swap), nil, false},
		"lending twice":               {list(supplies(coins[0], 1, vault), supplies(coins[0], 1, vault)), nil, false},
		"leaving in three steps":      {list(shrinks(npm, 1), collects(npm, 1, vault), burns(npm, 1)), nil, true},
		"with an allowance between":   {list(shrinks(npm, 1), allow(coins[0], router, 0), collects(npm, 1, vault)), nil, true},
		"burning, then collecting":    {list(burns(npm, 1), collects(npm, 1, vault)), nil, true},
		"leaving two positions":       {list(shrinks(npm, 1), collects(npm, 2, vault)), nil, false},
		"the same number elsewhere":   {list(shrinks(npm, 1), collects(npm2, 1, vault)), nil, false},
		"collecting for a stranger":   {list(shrinks(npm, 1), collects(npm, 1, nobody)), nil, false},
		"shrinking what was burnt":    {list(burns(npm, 1), shrinks(npm, 1)), nil, true},
		"growing and leaving":         {list(grows(npm, 1, 1, 1), shrinks(npm, 1)), nil, false},
		"an unknown target":           {list(swaps(coins[0], coins[1], 1e6, vault), to(nobody, burns(npm, 1).CallData)), nil, false},
		"leaving at an unknown place": {list(to(nobody, burns(npm, 1).CallData)), nil, false},
		"leaving by no listed call":   {list(to(lender, burns(npm, 1).CallData)), nil, false},
	} {
		v := l.redeems(c.happens, c.calls...)
		if c.passes {
			l.passes(name, v)
		} else if v == nil {
			t.Errorf("%s passed", name)
		}
	}
	for name, c := range map[string]struct {
		call bind.IDelegatorExecution
		want policycage.Kind
	}{
		"a target that is on no list":          {to(nobody, swap.CallData), "ProtocolNotApproved"},
		"a function that is on no list":        {to(lender, swap.CallData), "SelectorNotAllowed"},
		"two moves":                            {swap, "BatchNotAllowed"},
		"collecting alone for a stranger":      {collects(npm, 1, nobody), "DestinationNotAllowed"},
		"a swap for a stranger":                {swaps(coins[0], coins[1], 1e6, nobody), "DestinationNotAllowed"},
		"a position for a stranger":            {mints(npm, 1, 1, nobody), "DestinationNotAllowed"},
		"lending for a stranger":               {supplies(coins[0], 1, nobody), "DestinationNotAllowed"},
		"a withdrawal to a stranger":           {withdraws(coins[0], 1, nobody), "DestinationNotAllowed"},
		"paying a stranger's debt":             {repays(coins[0], 1, nobody), "DestinationNotAllowed"},
		"a swap of a token that is not his":    {swaps(coins[3], coins[1], 1, vault), "AssetNotApproved"},
		"a swap to a token that is not his":    {swaps(coins[0], coins[2], 1, vault), "AssetNotApproved"},
		"at the other router, for a stranger":  {swaps02(coins[0], coins[1], 1e6, nobody), "DestinationNotAllowed"},
		"at the other router, a token not his": {swaps02(coins[3], coins[1], 1, vault), "AssetNotApproved"},
		"at the other router, to one not his":  {swaps02(coins[0], coins[2], 1, vault), "AssetNotApproved"},
		"at the other router, nothing":         {swaps02(coins[0], coins[1], 0, vault), "NothingToValidate"},
		"a swap of nothing":                    {swaps(coins[0], coins[1], 0, vault), "NothingToValidate"},
		"a position of what he did not name":   {supplies(coins[2], 1, vault), "AssetNotApproved"},
	} {
		calls := list(c.call)
		if name == "two moves" {
			calls = list(c.call, c.call)
		}
		l.stops(name, l.redeems(nil, calls...), c.want)
	}
}

// A swap is measured around itself: no more leaves than was said, and what came back is
// what it is worth, to the unit.
func TestASwapIsMeasuredToTheUnit(t *testing.T) {
	t.Run("the first router", func(t *testing.T) { measuredToTheUnit(t, swaps) })
	t.Run("SwapRouter02", func(t *testing.T) { measuredToTheUnit(t, swaps02) })
}

func measuredToTheUnit(t *testing.T, swaps func(in, out common.Address, amount int64, by common.Address) bind.IDelegatorExecution) {
	sell := func(l *lab, in, out common.Address, gives, gets int64) *policycage.Violation {
		return l.redeems(func() { l.gets(in, -gives); l.gets(out, gets) }, swaps(in, out, 100e6, vault))
	}
	for name, c := range map[string]struct {
		gives, gets int64
		lost        int64
		want        policycage.Kind
		numbers     []int64
	}{
		"at par":                       {100e6, 100e6, 0, "", nil},
		"at a gain":                    {100e6, 101e6, 0, "", nil},
		"a cent lost":                  {100e6, 100e6 - 10_000, 10_000, "", nil},
		"two per cent lost":            {100e6, 98e6, 2e6, "", nil},
		"a unit more":                  {100e6, 98e6 - 1, 0, "ValueLost", []int64{100e6, 98e6 - 1}},
		"less given than said":         {50e6, 49e6, 1e6, "", nil},
		"of it a unit too much lost":   {50e6, 49e6 - 1, 0, "ValueLost", []int64{50e6, 49e6 - 1}},
		"a unit more given":            {100e6 + 1, 101e6, 0, "MovedMore", []int64{100e6 + 1, 100e6}},
		"what was to come left":        {100e6, -3, 0, "MovedMore", []int64{3, 0}},
		"nothing happened":             {0, 0, 0, "", nil},
		"what was given came back":     {-5, 0, 0, "", nil},
		"nothing came for what he had": {1e6, 0, 0, "ValueLost", []int64{1e6, 0}},
	} {
		l := newLab(t, nil)
		v := sell(l, coins[0], coins[1], c.gives, c.gets)
		l.judged(name, v, c.want, c.numbers...)
		if got := l.lost(); got != c.lost {
			t.Errorf("%s: %d lost, want %d", name, got, c.lost)
		}
	}
	// At the day's limit a sale into cash passes that loses little, and no other swap.
	l := newLab(t, func(c *policycage.Config) { c.Limits.DayLoss = money.One })
	l.passes("the day's loss", sell(l, coins[1], coins[0], 100e6, 99e6))
	l.stops("into cash at a loss above the exit's", sell(l, coins[1], coins[0], 100e6, 99e6-1), "ValueLost", 100e6, 99e6-1)
	l.passes("into cash", sell(l, coins[1], coins[0], 100e6, 99e6))
	l.stops("out of cash", sell(l, coins[0], coins[1], 100e6, 100e6), "LossLimitReached")
	if l.lost() != 2e6 {
		t.Errorf("%d lost", l.lost())
	}
	// Within one transaction one redemption of an account stands open, and then another.
	x := l.begin()
	mode, execution := batched(t, []bind.IDelegatorExecution{allow(coins[0], router, 1)})
	l.passes("the first", x.before(mode, execution))
	l.stops("a second within it", x.before(mode, execution), "Reentered")
	l.passes("its end", x.after())
	l.passes("the next", x.before(mode, execution))
}

// What is put into a position counts as lost by as much as the pool stands off the feeds,
// rounded up, either way.
func TestLiquidityOffTheFeedsIsLostByAsMuch(t *testing.T) {
	root := func(n, of int64) *big.Int { // a price of n/of squared
		v := new(big.Int).Lsh(big.NewInt(n), 96)
		return v.Div(v, big.NewInt(of))
	}
	for name, c := range map[string]struct {
		root *big.Int
		lost int64
		want policycage.Kind
	}{
		"at the feeds' price":  {root(1, 1), 0, ""},
		"0.199 % above":        {root(1_001, 1_000), 400_000, ""}, // of 200 dollars, in cents rounded up
		"1.99 % above":         {root(101, 100), 3_950_000, ""},   // 1 - 10,000/10,201 is 1.9703 %
		"1.99 % below":         {root(99, 100), 3_990_000, ""},
		"more than two per ct": {root(98, 100), 0, "ValueLost"},
		"and above":            {root(102, 100), 0, "ValueLost"},
		"a pool of no price":   {new(big.Int), 0, "PoolPriceAway"},
	} {
		l := newLab(t, nil)
		l.tells(pool, "slot0()", c.root)
		l.tells(npm, "balanceOf(address)", big.NewInt(1))
		l.tells(npm, "tokenOfOwnerByIndex(address,uint256)", big.NewInt(77))
		v := l.redeems(func() { l.gets(coins[0], -100e6); l.gets(coins[1], -100e6) }, mints(npm, 100e6, 100e6, vault))
		if c.want != "" {
			l.stops(name, v, c.want)
			continue
		}
		l.passes(name, v)
		if got := l.lost(); got != c.lost {
			t.Errorf("%s: %d lost, want %d", name, got, c.lost)
		}
		if l.cost(1) != 200e6 || l.open() != 1 || l.named(npm, big.NewInt(77)) != 1 || l.named(npm, new(big.Int)) != 0 {
			t.Errorf("%s: %d positions, the first cost %d, 77 is named %d", name, l.open(), l.cost(1), l.named(npm, big.NewInt(77)))
		}
	}
	l := newLab(t, func(c *policycage.Config) { c.Protocols = []common.Address{router, npm, lender} })
	l.stops("a pool that is not approved", l.redeems(nil, mints(npm, 1, 1, vault)), "ProtocolNotApproved")
	// What counts is where it stands behind the mint: an allowance in front of that may have moved it.
	l = newLab(t, nil)
	l.position(npm, vault, 100)
	to := func(at *big.Int) func() {
		return func() { l.tells(pool, "slot0()", at); l.gets(coins[0], -100e6) }
	}
	l.stops("moved off within", l.redeems(to(root(98, 100)), grows(npm, 1, 100e6, 0)), "ValueLost")
	l.passes("moved back within", l.redeems(to(root(1, 1)), grows(npm, 1, 100e6, 0)))
	if l.lost() != 0 {
		t.Errorf("%d lost at the feeds' price", l.lost())
	}
}

// Behind liquidity no token is asked for an allowance: one that calls out could move the pool
// back before it is looked at, or bring another position in for the new one.
func TestNoAllowanceStandsBehindLiquidity(t *testing.T) {
	l := newLab(t, nil)
	l.position(npm, vault, 100)
	l.tells(npm, "balanceOf(address)", big.NewInt(1))
	pay := func() { l.gets(coins[0], -10e6); l.gets(coins[1], -20e6) }
	for name, put := range map[string]bind.IDelegatorExecution{"a new one": mints(npm, 10e6, 20e6, vault), "more": grows(npm, 1, 10e6, 20e6)} {
		for _, none := range []bind.IDelegatorExecution{allow(coins[0], npm, 0), allow(coins[2], npm, 1)} {
			l.stops(name, l.redeems(pay, put, none), "BatchNotAllowed", 2)
			l.passes(name, l.redeems(pay, none, put))
		}
	}
}

// A position may be left that the cage knows, wherever it is, and else in a pool that it
// approves: what the owner has elsewhere would come out as what nobody counted.
func TestWhatTheOwnerHasInOtherPoolsIsNotLeft(t *testing.T) {
	l := newLab(t, nil)
	l.position(npm, vault, 100)
	steps := func(id int64) []bind.IDelegatorExecution {
		return []bind.IDelegatorExecution{shrinks(npm, id), collects(npm, id, vault), burns(npm, id)}
	}
	l.passes("a position", l.redeems(func() { l.gets(coins[0], -10e6) }, grows(npm, 1, 10e6, 0)))
	for _, step := range steps(2) {
		l.passes("another in an approved pool", l.redeems(nil, step))
	}
	l.tells(factory, "getPool(address,address,uint24)", nobody.Big())
	l.stops("more in a pool that is approved no more", l.redeems(nil, grows(npm, 1, 10e6, 0)), "ProtocolNotApproved")
	for i, step := range steps(2) {
		if v := l.redeems(nil, step); v == nil || v.Kind != "ProtocolNotApproved" || v.Subject != nobody {
			t.Errorf("step %d of leaving another pool: %+v", i, v)
		}
		l.passes("what was opened there through the cage", l.redeems(nil, steps(1)[i]))
	}
	l.passes("all of it", l.redeems(func() { l.position(npm, vault, 0) }, steps(1)...))
}

// A position that is known grows under its name; one that is not is another.
func TestAPositionGrowsUnderItsName(t *testing.T) {
	l := newLab(t, nil)
	l.position(npm, vault, 100)
	l.position(npm2, vault, 100)
	pay := func() { l.gets(coins[0], -10e6); l.gets(coins[1], -20e6) }
	put := func(name string, c bind.IDelegatorExecution, open, first, second int64) {
		t.Helper()
		l.passes(name, l.redeems(pay, c))
		if l.open() != open || l.cost(1) != first || l.cost(2) != second {
			t.Errorf("%s: %d positions of %d and %d, want %d of %d and %d", name, l.open(), l.cost(1), l.cost(2), open, first, second)
		}
	}
	put("a first", grows(npm, 1, 10e6, 20e6), 1, 30e6, 0)
	put("the same again", grows(npm, 1, 10e6, 20e6), 1, 60e6, 0)
	put("another one", grows(npm2, 1, 10e6, 20e6), 2, 60e6, 30e6)
	if l.named(npm, big.NewInt(1)) != 1 || l.named(npm2, big.NewInt(1)) != 2 {
		t.Errorf("they are named %d and %d", l.named(npm, big.NewInt(1)), l.named(npm2, big.NewInt(1)))
	}
	l.stops("too much of the first token", l.redeems(func() { l.gets(coins[0], -2) }, grows(npm, 1, 1, 9)), "MovedMore", 2, 1)
	l.stops("too much of the second", l.redeems(func() { l.gets(coins[1], -10) }, grows(npm, 1, 1, 9)), "MovedMore", 10, 9)
	l.position(npm, nobody, 100)
	l.stops("a stranger's", l.redeems(pay, grows(npm, 1, 10e6, 20e6)), "DestinationNotAllowed")
	// A new position is another one, also where one is numbered zero.
	zero := newLab(t, nil)
	zero.position(npm, vault, 100)
	for _, c := range []bind.IDelegatorExecution{grows(npm, 0, 10e6, 20e6), mints(npm, 10e6, 20e6, vault)} {
		zero.tells(npm, "balanceOf(address)", big.NewInt(1))
		zero.passes("a position", zero.redeems(func() { zero.gets(coins[0], -10e6); zero.gets(coins[1], -20e6) }, c))
	}
	if zero.open() != 2 || zero.cost(1) != 30e6 || zero.cost(2) != 30e6 {
		t.Errorf("%d positions of %d and %d", zero.open(), zero.cost(1), zero.cost(2))
	}
	// Released by its owner, its name is free for a new one.
	l.position(npm, vault, 100)
	l.must(guard, l.cage, l.codec.PackRecordPositionClose(big.NewInt(1), new(big.Int), big.NewInt(1)))
	l.passes("one that was released", l.redeems(pay, grows(npm, 1, 10e6, 20e6)))
	if l.named(npm, big.NewInt(1)) != 3 || l.cost(3) != 30e6 {
		t.Errorf("it is named %d and cost %d", l.named(npm, big.NewInt(1)), l.cost(3))
	}
}

// Leaving takes a position's share off its cost, and the last of it off the count.
func TestLeavingTakesItsShareOff(t *testing.T) {
	for name, c := range map[string]struct {
		calls      []bind.IDelegatorExecution
		left       int64 // of a hundred; below zero the position is burnt
		cost, open int64
		named      int64
	}{
		"nothing":                      {[]bind.IDelegatorExecution{shrinks(npm, 1)}, 100, 30e6, 1, 1},
		"a third":                      {[]bind.IDelegatorExecution{shrinks(npm, 1)}, 67, 20_100_000, 1, 1},
		"nearly all":                   {[]bind.IDelegatorExecution{shrinks(npm, 1)}, 1, 300_000, 1, 1},
		"all":                          {[]bind.IDelegatorExecution{shrinks(npm, 1)}, 0, 0, 0, 0},
		"all, collected first":         {[]bind.IDelegatorExecution{collects(npm, 1, vault), shrinks(npm, 1)}, 0, 0, 0, 0},
		"a third, then collected":      {[]bind.IDelegatorExecution{shrinks(npm, 1), collects(npm, 1, vault)}, 67, 20_100_000, 1, 1},
		"all, twice":                   {[]bind.IDelegatorExecution{shrinks(npm, 1), shrinks(npm, 1)}, 0, 0, 0, 0},
		"all, and burnt":               {[]bind.IDelegatorExecution{shrinks(npm, 1), collects(npm, 1, vault), burns(npm, 1)}, -1, 0, 0, 0},
		"what is collected is no part": {[]bind.IDelegatorExecution{collects(npm, 1, vault)}, 50, 30e6, 1, 1},
		"nor is what is burnt":         {[]bind.IDelegatorExecution{burns(npm, 1)}, -1, 30e6, 1, 1},
		"one that nobody knows":        {[]bind.IDelegatorExecution{shrinks(npm, 2)}, 0, 30e6, 1, 1},
	} {
		l := newLab(t, nil)
		l.position(npm, vault, 100)
		l.passes("a position", l.redeems(func() { l.gets(coins[0], -10e6); l.gets(coins[1], -20e6) }, grows(npm, 1, 10e6, 20e6)))
		before := len(l.state.Logs())
		l.passes(name, l.redeems(func() {
			if l.position(npm, vault, c.left); c.left < 0 {
				l.refuses(npm, "positions(uint256)")
			}
		}, c.calls...))
		if l.cost(1) != c.cost || l.open() != c.open || l.named(npm, big.NewInt(1)) != c.named || l.number(l.codec.PackDeployed()) != c.cost {
			t.Errorf("%s: %d positions at %d, named %d, in all %d; want %d at %d, named %d", name, l.open(), l.cost(1), l.named(npm, big.NewInt(1)), l.number(l.codec.PackDeployed()), c.open, c.cost, c.named)
		}
		if told := l.tale(l.state.Logs()[before:]); (c.cost == 30e6) != (len(told) == 0) {
			t.Errorf("%s: it says %q", name, told)
		}
	}
	// A position that its owner released is left like any other, and counted no more.
	l := newLab(t, nil)
	l.position(npm, vault, 100)
	l.passes("a position", l.redeems(func() { l.gets(coins[0], -10e6) }, grows(npm, 1, 10e6, 20e6)))
	l.must(guard, l.cage, l.codec.PackRecordPositionClose(big.NewInt(1), new(big.Int), big.NewInt(1)))
	l.passes("left", l.redeems(func() { l.position(npm, vault, 40) }, shrinks(npm, 1)))
}
