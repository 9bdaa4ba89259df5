package policycage_test

import (
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// liar is a reader that answers what it is told to, whatever the truth.
var liar = evmtest.Address("liar")

// The functions of a reader.
const (
	asksRead     = "read(address,address,bytes)"
	asksPlace    = "placeOf(address,uint256)"
	asksStanding = "standing(address,address,uint256)"
	asksDebt     = "debt(address,address,uint256)"
	asksNewest   = "newest(address,address)"
	asksPrice    = "price(address,uint256,address)"
	asksAmounts  = "amounts(address,uint256,uint256,uint256)"
	asksHealth   = "health(address,address,uint256)"
)

// Deeds, as the contract counts them.
const (
	isApprove = iota
	isSwap
	isMint
	isIncrease
	isJoin
	isDecrease
	isCollect
	isBurn
	isSupply
	isWithdraw
	isRepay
)

// lied is a lab whose contracts are all read by a liar. Each may be whatever its kind does, and
// its pool stands at the feeds' price.
func lied(t testing.TB, edit func(*policycage.Config)) *lab {
	t.Helper()
	l := newLab(t, func(c *policycage.Config) {
		for i := range c.Readers {
			c.Readers[i].Reader = liar
		}
		c.Protocols = append(c.Protocols, joiner)
		c.Readers = append(c.Readers, policycage.Binding{Target: joiner, Reader: liar, Deeds: policycage.Joins})
		c.Selectors = append(c.Selectors, policycage.Selector{Target: joiner, Method: [4]byte(joins(coins[0], coins[1], 1, 1, vault).CallData)})
		if edit != nil {
			edit(c)
		}
	})
	l.state.SetCode(liar, tellers, 0)
	l.state.SetCode(joiner, tellers, 0)
	l.tells(liar, asksAmounts, big.NewInt(100e6), big.NewInt(100e6))
	l.tells(liar, asksPrice, new(big.Int).Lsh(big.NewInt(1), 80))
	l.tells(liar, asksPlace, pool.Big())
	return l
}

// lie is what a reader says that a call is.
type lie struct {
	deed             int64
	tokenA, tokenB   common.Address
	amountA, amountB int64
	id               int64
	place, to        common.Address
}

// takes has the liar read every call as this.
func (l *lab) takes(x lie) {
	n := big.NewInt
	l.tells(liar, asksRead, n(32), n(x.deed), x.tokenA.Big(), x.tokenB.Big(), n(x.amountA), n(x.amountB), n(x.id), x.place.Big(), x.to.Big(), n(288), new(big.Int))
}

// honest is a call that the lab's contracts take, by its deed, and what an honest reader says.
func honest(deed int64) (bind.IDelegatorExecution, lie) {
	x := lie{deed: deed, tokenA: coins[0], tokenB: coins[1], amountA: 100e6, place: pool, to: vault, id: 1}
	switch deed {
	case isSwap:
		return swaps(coins[0], coins[1], 100e6, vault), x
	case isMint:
		x.amountB = 100e6
		return mints(npm, 100e6, 100e6, vault), x
	case isIncrease:
		x.amountB = 100e6
		return grows(npm, 1, 100e6, 100e6), x
	case isJoin:
		x.amountB = 100e6
		return joins(coins[0], coins[1], 100e6, 100e6, vault), x
	case isDecrease:
		return shrinks(npm, 1), x
	case isCollect:
		return collects(npm, 1, vault), x
	case isBurn:
		return burns(npm, 1), x
	case isSupply:
		x.place = lender
		return supplies(coins[0], 100e6, vault), x
	case isWithdraw:
		x.place = lender
		return withdraws(coins[0], 100e6, vault), x
	}
	x.place = lender
	return repays(coins[0], 100e6, vault), x
}

// puts reports whether a deed gives two tokens to a pool.
func puts(deed int64) bool { return deed == isMint || deed == isIncrease || deed == isJoin }

// gives moves what goes into a position.
func (l *lab) gives(deed int64) {
	if puts(deed) {
		l.gets(coins[0], -100e6)
		l.gets(coins[1], -100e6)
	}
}

// Of the move's own tokens no more leaves than the reader said, and what it said was valued: one
// that says less than the call moves has it refused.
func TestAReaderThatSaysLessLetsNoMoreLeave(t *testing.T) {
	for _, deed := range []int64{isSwap, isMint, isIncrease, isJoin, isSupply, isRepay} {
		l := lied(t, nil)
		c, x := honest(deed)
		l.tells(liar, asksDebt, big.NewInt(200e6))
		moves := func() {
			l.gets(coins[0], -100e6)
			l.gets(coins[1], 100e6)
			l.tells(liar, asksStanding, big.NewInt(100e6))
			l.tells(liar, asksDebt, big.NewInt(100e6))
		}
		if puts(deed) {
			moves = func() { l.gives(deed) }
		}
		l.takes(x)
		l.passes(fmt.Sprint("deed ", deed), l.begin().before(batched(t, []bind.IDelegatorExecution{c})))
		for _, less := range []int64{1, 50e6, 100e6 - 1} {
			x.amountA = 100e6 - less
			l.takes(x)
			l.stops(fmt.Sprint("deed ", deed, " of ", less, " less"), l.redeems(moves, c), "MovedMore", 100e6, 100e6-less)
		}
		if x.amountA = 100e6; x.amountB > 0 {
			x.amountB--
			l.takes(x)
			l.stops("the second token", l.redeems(moves, c), "MovedMore", 100e6, 100e6-1)
			x.amountB++
		}
		l.takes(x)
		l.passes("the truth", l.redeems(moves, c))
	}
}

// Whatever a call is taken for, no asset leaves that it does not name: all that the cage approves
// are measured.
func TestAReaderHidesNoTokenThatLeaves(t *testing.T) {
	for deed := int64(isSwap); deed <= isRepay; deed++ {
		l := lied(t, func(c *policycage.Config) { c.Assets = coins[:3] })
		c, x := honest(deed)
		l.takes(x)
		l.stops(fmt.Sprint("deed ", deed), l.redeems(func() { l.gives(deed); l.gets(coins[2], -1) }, c), "MovedMore", 1, 0)
		if deed >= isDecrease && deed != isSupply && deed != isRepay { // which give nothing
			l.stops(fmt.Sprint("cash by deed ", deed), l.redeems(func() { l.gets(coins[0], -1) }, c), "MovedMore", 1, 0)
		}
		if !puts(deed) { // which give both
			l.stops(fmt.Sprint("the second by deed ", deed), l.redeems(func() { l.gets(coins[1], -1) }, c), "MovedMore", 1, 0)
		}
	}
}

// A call is of the deeds that its target was bound for: an exchange's reader that takes a swap for
// a repayment or a withdrawal would have nothing of it valued.
func TestAReaderTakesNoCallForAnotherDeed(t *testing.T) {
	kinds := map[int64]policycage.Deeds{isSwap: policycage.Swaps, isMint: policycage.Positions, isCollect: policycage.Positions, isJoin: policycage.Joins, isSupply: policycage.Lends, isRepay: policycage.Lends}
	for is, deeds := range kinds {
		for said := int64(isApprove); said <= isRepay; said++ {
			if deeds>>said&1 == 1 {
				continue
			}
			l := lied(t, nil)
			c, _ := honest(is)
			_, x := honest(said)
			x.deed = said
			l.takes(x)
			l.stops(fmt.Sprint(is, " as ", said), l.redeems(nil, c), "DeedNotAllowed")
		}
	}
	l := lied(t, nil)
	c, x := honest(isSwap)
	for _, none := range []int64{isRepay + 1, 255, 256} {
		x.deed = none
		l.takes(x)
		if l.redeems(nil, c) == nil {
			t.Errorf("deed %d passed", none)
		}
	}
}

// No address stands in a call but the account's, those of approved assets, and those of approved
// contracts that nobody calls: whoever the reader says receives.
func TestAReaderHidesNoStranger(t *testing.T) {
	for name, c := range map[string]struct {
		call bind.IDelegatorExecution
		deed int64
		who  common.Address
	}{
		"a swap":                    {swaps(coins[0], coins[1], 100e6, nobody), isSwap, nobody},
		"a mint":                    {mints(npm, 100e6, 100e6, nobody), isMint, nobody},
		"a mint as more":            {mints(npm, 100e6, 100e6, nobody), isIncrease, nobody},
		"shares":                    {joins(coins[0], coins[1], 100e6, 100e6, nobody), isJoin, nobody},
		"fees":                      {collects(npm, 1, nobody), isCollect, nobody},
		"fees as a burn":            {collects(npm, 1, nobody), isBurn, nobody},
		"a supply":                  {supplies(coins[0], 100e6, nobody), isSupply, nobody},
		"a withdrawal":              {withdraws(coins[0], 100e6, nobody), isWithdraw, nobody},
		"a repayment":               {repays(coins[0], 100e6, nobody), isRepay, nobody},
		"a withdrawal to a router":  {withdraws(coins[0], 100e6, router), isWithdraw, router}, // where anybody sweeps it up
		"another's token withdrawn": {withdraws(coins[3], 100e6, vault), isWithdraw, coins[3]},
	} {
		l := lied(t, nil)
		_, x := honest(c.deed)
		l.takes(x)
		if v := l.redeems(nil, c.call); v == nil || v.Kind != "DestinationNotAllowed" || v.Subject != c.who {
			t.Errorf("%s: %+v", name, v)
		}
	}
	// Nor behind the last whole word, where a contract may read more than a compiler would.
	l := lied(t, nil)
	c, x := honest(isWithdraw)
	l.takes(x)
	c.CallData = append(append([]byte{}, c.CallData...), nobody[:]...)
	l.stops("behind the last word", l.redeems(nil, c), "MalformedCall")
}

// A reader that names tokens of its own, which say whatever it likes, gets no value for them.
func TestAReadersOwnTokensAreWorthNothing(t *testing.T) {
	own := evmtest.Address("a token of the reader's")
	for deed, want := range map[int64][2]policycage.Kind{
		isSwap: {"AssetNotApproved", "AssetNotApproved"}, isMint: {"AssetNotApproved", "AssetNotApproved"}, isIncrease: {"AssetNotApproved", "AssetNotApproved"},
		isJoin: {"AssetNotApproved", "AssetNotApproved"}, isSupply: {"AssetNotApproved", ""},
	} {
		for i, kind := range want {
			if kind == "" {
				continue
			}
			l := lied(t, nil)
			l.state.SetCode(own, evmtest.Token(), 0)
			c, x := honest(deed)
			if x.tokenA = own; i == 1 {
				x.tokenA, x.tokenB = coins[0], own
			}
			l.takes(x)
			l.stops(fmt.Sprint("deed ", deed, ", token ", i), l.redeems(nil, c), kind)
		}
	}
	// Sold into cash it needs no approval, and has no price.
	l := lied(t, nil)
	l.state.SetCode(own, evmtest.Token(), 0)
	c, x := honest(isSwap)
	x.tokenA, x.tokenB = own, coins[0]
	l.takes(x)
	l.stops("a sale", l.redeems(nil, c), "NoPrice")
	x.tokenA, x.tokenB = coins[0], coins[0]
	l.takes(x)
	l.stops("cash for cash", l.redeems(nil, c), "NothingToValidate")
}

// What a reader says in the second hook has to do with what is left and with prices alone: tokens,
// amounts, target and the reader itself are those of the first.
func TestASecondAnswerChangesNothing(t *testing.T) {
	l := lied(t, nil)
	c, x := honest(isSwap)
	l.takes(x)
	other := x
	other.amountA, other.tokenA, other.tokenB, other.deed = 1e12, coins[1], coins[2], isCollect
	l.stops("another call", l.redeems(func() { l.takes(other); l.gets(coins[0], -101e6); l.gets(coins[1], 101e6) }, c), "MovedMore", 101e6, 100e6)
	l.takes(x)
	l.stops("nothing for it", l.redeems(func() { l.takes(other); l.gets(coins[0], -100e6) }, c), "ValueLost", 100e6, 0)
	// Its owner takes the reader away within: the one of the first hook is asked.
	l = lied(t, nil)
	c, x = honest(isIncrease)
	l.takes(x)
	tx := l.begin()
	l.passes("before", tx.before(batched(t, []bind.IDelegatorExecution{c})))
	_, v := tx.call(principal, l.cage, l.codec.PackSetReader(npm, common.Address{}, 0))
	l.passes("the owner", v)
	l.tells(liar, asksPrice, new(big.Int).Lsh(big.NewInt(2), 80))
	l.gives(isIncrease)
	l.stops("another reader", tx.after(), "ValueLost")
}

// A reader that does not answer has the redemption refused, whenever that is.
func TestAReaderThatRevertsRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		deed   int64
		asks   string
		within bool
	}{
		"a call":              {isSwap, asksRead, false},
		"a pool":              {isDecrease, asksPlace, false},
		"what is there":       {isDecrease, asksStanding, false},
		"what is left":        {isDecrease, asksStanding, true},
		"what is lent":        {isSupply, asksStanding, false},
		"what is lent then":   {isSupply, asksStanding, true},
		"what is owed":        {isRepay, asksDebt, false},
		"what is owed then":   {isRepay, asksDebt, true},
		"a health":            {isWithdraw, asksHealth, false},
		"a health then":       {isWithdraw, asksHealth, true},
		"a price":             {isIncrease, asksPrice, true},
		"shares":              {isJoin, asksStanding, false},
		"shares then":         {isJoin, asksStanding, true},
		"what they are":       {isJoin, asksAmounts, true},
		"the newest position": {isMint, asksNewest, true},
	} {
		l := lied(t, nil)
		l.position(npm, vault, 100)
		call, x := honest(c.deed)
		l.takes(x)
		moves := func() { l.gives(c.deed) }
		l.passes(name+" that is answered", l.redeems(moves, call))
		before := l.snapshot()
		if !c.within {
			l.refuses(liar, c.asks)
		}
		if v := l.redeems(func() { moves(); l.refuses(liar, c.asks) }, call); v == nil {
			t.Errorf("%s: passed", name)
		}
		if after := l.snapshot(); after.Spent.Cmp(before.Spent) != 0 || after.Deployed.Cmp(before.Deployed) != 0 {
			t.Errorf("%s: it counts %s of %s", name, after.Spent, after.Deployed)
		}
	}
}

// A reader is asked by static calls: one that calls back changes nothing and learns nothing.
func TestAReaderThatCallsBackChangesNothing(t *testing.T) {
	note := evmtest.Address("note")
	for name, target := range map[string]struct {
		at   common.Address
		data []byte
	}{
		"the enforcer":  {guard, bind.NewCageEnforcer().PackBind(liar)},
		"the cage":      {common.Address{}, bind.NewPolicyCage().PackEmergencyHalt()},
		"a contract":    {note, []byte{1, 2, 3, 4}},
		"a token":       {coins[0], approve(liar, big.NewInt(1))},
		"the redeeming": {manager, []byte{5, 6, 7, 8}},
	} {
		l := lied(t, nil)
		if target.at == (common.Address{}) {
			target.at = l.cage
		}
		l.state.SetCode(note, []byte{0x60, 1, 0x5f, 0x55}, 0) // storage 0 becomes 1
		l.state.SetCode(manager, []byte{0x60, 1, 0x5f, 0x55}, 0)
		l.state.SetCode(liar, teller(callsOut(target.at, target.data)), 0)
		c, x := honest(isSwap)
		l.takes(x)
		version := l.snapshot().Version
		l.passes(name, l.redeems(func() { l.gets(coins[0], -100e6); l.gets(coins[1], 100e6) }, c))
		if l.state.GetState(note, common.Hash{}) != (common.Hash{}) || l.state.GetState(manager, common.Hash{}) != (common.Hash{}) || l.snapshot().Version != version {
			t.Errorf("%s: it was changed", name)
		}
		l.stops(name+", and less", l.redeems(func() { l.gets(coins[0], -100e6) }, c), "ValueLost")
	}
	// One that writes itself is refused.
	l := lied(t, nil)
	l.state.SetCode(liar, teller([]byte{0x60, 1, 0x5f, 0x55}), 0)
	c, x := honest(isSwap)
	l.takes(x)
	if l.redeems(nil, c) == nil {
		t.Error("a reader wrote")
	}
}

// callsOut is code that makes a call, whatever becomes of it.
func callsOut(to common.Address, data []byte) (code []byte) {
	padded := append(append([]byte{}, data...), make([]byte, 31)...)
	for i := 0; i+32 <= len(padded); i += 32 {
		code = append(append(append(code, 0x7f), padded[i:i+32]...), 0x60, byte(i), 0x52)
	}
	code = append(code, 0x5f, 0x5f, 0x60, byte(len(data)), 0x5f, 0x5f, 0x73)
	return append(append(code, to[:]...), 0x62, 4, 0, 0, 0xf1, 0x50) // call(262144, to, ...); pop
}

// A target without a reader is reached by no call, and a reader of another protocol knows none
// of its calls.
func TestAReaderIsItsOwnProtocols(t *testing.T) {
	l := newLab(t, nil)
	c, _ := honest(isSwap)
	l.must(principal, l.cage, l.codec.PackSetReader(router, common.Address{}, 0))
	if v := l.redeems(nil, c); v == nil || v.Kind != "NoReader" || v.Subject != router {
		t.Errorf("without a reader: %+v", v)
	}
	l.must(principal, l.cage, l.codec.PackSetReader(router, reads("UniswapV3"), uint16(policycage.Swaps)))
	l.stops("within the day", l.redeems(nil, c), "NoReader")
	l.now += limitDay
	l.applies()
	for i := range coins[:3] {
		l.price(i, 1e8)
	}
	l.passes("a day later", l.redeems(nil, c))
	for name, wrong := range map[string]string{"a lender's": "AaveV3", "another exchange's": "UniswapV2"} {
		l = newLab(t, func(c *policycage.Config) { c.Readers[0].Reader = reads(wrong) })
		l.stops(name, l.redeems(nil, c), "SelectorNotAllowed")
	}
	// Deeds that its owner takes back are refused at once, whatever the reader says.
	l = newLab(t, nil)
	l.position(npm, vault, 100)
	l.must(principal, l.cage, l.codec.PackSetReader(npm, reads("UniswapV3"), uint16(policycage.Positions&^(1<<isMint|1<<isIncrease))))
	for deed, want := range map[int64]policycage.Kind{isMint: "DeedNotAllowed", isIncrease: "DeedNotAllowed", isCollect: ""} {
		c, _ := honest(deed)
		l.judged(fmt.Sprint("deed ", deed), l.redeems(nil, c), want)
	}
}

// What is believed is bounded: a reader that says of every position that it is there, and then
// that it was left whole, while a thief takes all that is put in, has the key put in no more than
// drawdown and the size of a position let it, however often it asks.
func TestALyingReaderWastesNoMoreThanOpeningsMay(t *testing.T) {
	const worth = 1_000_000e6
	l := lied(t, func(c *policycage.Config) {
		c.Limits.Position, c.Limits.Concentration, c.Limits.Drawdown, c.HighWaterMark = 2_500, 3_000, 1_300, 1_000_000e6
		c.Assets = coins[:1]
	})
	begun := l.state.GetState(coins[0], common.BytesToHash(vault[:])).Big().Int64()
	if begun != worth {
		t.Fatalf("the account begins with %d", begun)
	}
	in, x := honest(isSupply)
	out, y := honest(isWithdraw)
	wasted, times := int64(0), 0
	for amount := int64(130_000e6); amount > 1e6; { // the drawdown just not reached, and then the largest position
		x.amountA = amount
		l.takes(x)
		l.tells(liar, asksStanding, big.NewInt(0))
		put := amount
		if l.redeems(func() { l.gets(coins[0], -put); l.tells(liar, asksStanding, big.NewInt(put)) }, in) != nil {
			amount /= 2
			continue
		}
		if wasted, times = wasted+amount, times+1; times == 1 {
			amount = 217_000e6
		}
		l.takes(y)
		l.tells(liar, asksStanding, big.NewInt(1)) // of one unit, which rounding may take, none is left
		l.passes("left whole", l.redeems(func() { l.tells(liar, asksStanding, big.NewInt(0)) }, out))
	}
	if most := int64(worth * (1_300 + 2_500) / 10_000); wasted > most || wasted < 340_000e6 || l.open() != 0 {
		t.Errorf("%d wasted in %d supplies, of %d at most; %d are open", wasted, times, most, l.open())
	}
	t.Logf("%d of %d wasted in %d supplies", wasted, int64(worth), times)
}
