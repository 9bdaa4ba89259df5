package loss

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
)

// dollars is a quote token of 18 decimals, as the second of a pool.
var dollars = turn.Token{Address: common.HexToAddress("0xcc"), Symbol: "DAI", Decimals: 18}

// round is a market in which one WETH costs 2,500 USDC exactly: 20,000² units of WETH are one
// of USDC. The feed says so many dollars; 0: there is none.
func round(feed uint64) turn.Reading {
	return turntest.Moved(seen(at2000, feed), new(uint256.Int).Lsh(uint256.NewInt(20_000), 96))
}

// turned is the same market with WETH first, and a quote token of 18 decimals: 50² are 2,500.
func turned(feed uint64) turn.Reading {
	like := round(feed)
	r := turntest.Pool{Token0: weth, Token1: dollars, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(50), 96), FeePips: 500}.Seen(nil, nil)
	r.Block, r.Assets[1].Feed = like.Block, like.Assets[1].Feed
	return r
}

func wei(v float64) *big.Int {
	n, _ := big.NewFloat(v).Int(nil)
	return n
}

// What is given is rounded up and what is received down, at the pool's price or the feed's,
// whichever token is the first; beyond what can be counted it is the most there is.
func TestWorthIsRoundedAgainstTheAccount(t *testing.T) {
	most := new(big.Int).SetUint64(math.MaxInt64)
	over := new(big.Int).Add(most, big.NewInt(1))
	for _, c := range []struct {
		about       string
		r           turn.Reading
		token       common.Address
		units       *big.Int
		cost, worth money.USDC
	}{
		{"nothing", round(0), usdc.Address, new(big.Int), 0, 0},
		{"a unit of USDC", round(0), usdc.Address, big.NewInt(1), 1, 1},
		{"a wei", round(0), weth.Address, big.NewInt(1), 1, 0},
		{"a micro-dollar of WETH, less a wei", round(0), weth.Address, big.NewInt(4e8 - 1), 1, 0},
		{"a micro-dollar of WETH, of which a market's price is rounded down", round(0), weth.Address, big.NewInt(4e8), 1, 0},
		{"a micro-dollar of WETH by the feed", round(2_500), weth.Address, big.NewInt(4e8), 1, 1},
		{"and a wei", round(0), weth.Address, big.NewInt(4e8 + 1), 2, 1},
		{"a WETH", round(0), weth.Address, big.NewInt(1e18), 2_500 * money.One, 2_500*money.One - 1},
		{"a WETH by the feed", round(2_000), weth.Address, big.NewInt(1e18), 2_000 * money.One, 2_000 * money.One},
		{"5e8 wei and one by the feed", round(2_000), weth.Address, big.NewInt(5e8 + 1), 2, 1},
		{"a WETH, turned", turned(0), weth.Address, big.NewInt(1e18), 2_500 * money.One, 2_500 * money.One},
		{"a WETH by the feed, turned", turned(2_000), weth.Address, big.NewInt(1e18), 2_000 * money.One, 2_000 * money.One},
		{"a dollar of 18 decimals, and a unit", turned(0), dollars.Address, big.NewInt(1e18 + 1), money.One + 1, money.One},
		{"as much as can be counted", round(0), usdc.Address, most, math.MaxInt64, math.MaxInt64},
		{"more", round(0), usdc.Address, over, math.MaxInt64, math.MaxInt64},
		{"far more", round(0), weth.Address, new(big.Int).Lsh(over, 90), math.MaxInt64, math.MaxInt64},
	} {
		p := at(t, c.r)
		cost, ok := p.Cost(c.token, c.units)
		worth, known := p.Worth(c.token, c.units)
		if !ok || !known || cost != c.cost || worth != c.worth {
			t.Errorf("%s: costs %d and is worth %d, want %d and %d (%v, %v)", c.about, cost, worth, c.cost, c.worth, ok, known)
		}
		if cost, ok := p.Cost(common.Address{7}, c.units); ok || cost != 0 {
			t.Errorf("%s of a stranger's token cost %d", c.about, cost)
		}
	}
	silent := round(2_000)
	silent.Assets[1].Feed.Unread = "it has no answer"
	if _, err := At(silent, Ages{Rest: 1_200}, weth.Address); !errors.Is(err, ErrSilent) {
		t.Errorf("a feed that could not be read, with an old answer: %v", err)
	}
}

// The latest prices are those of the feed's answer, however old, and the pool's where it has none;
// in a pool that nobody trades in there are none. What says why names the first cause.
func TestTheLatestPricesAreThoseOfTheLastAnswer(t *testing.T) {
	feed := func(edit func(*turn.Feed)) turn.Reading {
		r := round(2_000)
		r.Block.Time = 1_700_000_000
		edit(r.Assets[1].Feed)
		return r
	}
	unpriced := turntest.Moved(feed(func(*turn.Feed) {}), new(uint256.Int))
	for _, c := range []struct {
		about  string
		r      turn.Reading
		ether  money.USDC // 0: no price
		silent string     // why no feed of at most 1,200 s says one; empty: it does
	}{
		{"a feed", round(2_000), 2_000, ""},
		{"no feed", round(0), 2_500, ""},
		{"an old one", feed(func(*turn.Feed) {}), 2_000, "the price feed is silent: it answered 1699996000 s ago, 1200 s are allowed"},
		{"one that was not read", feed(func(f *turn.Feed) { f.Unread = "it reverts" }), 2_500, "the price feed is silent: it reverts"},
		{"one without an answer", feed(func(f *turn.Feed) { f.Answer.Clear() }), 2_500, "the price feed is silent: it has no exact answer"},
		{"a pool without a price", unpriced, 0, "nothing tells the price of WETH at block 7"},
	} {
		c.r.Assets[1].Units = *uint256.NewInt(1)
		p, ok := Latest(c.r)
		if ok != (c.ether > 0) {
			t.Errorf("%s: known %v", c.about, ok)
		} else if ok {
			if v, _ := p.Cost(weth.Address, big.NewInt(1e18)); v != c.ether*money.One {
				t.Errorf("%s: one WETH is worth %s", c.about, v)
			}
		}
		if _, err := At(c.r, Ages{Rest: 1_200}, usdc.Address, weth.Address); (err == nil) != (c.silent == "") || err != nil && err.Error() != c.silent {
			t.Errorf("%s: %v, want %q", c.about, err, c.silent)
		}
	}
}

// A swap is known only where both its tokens are the pool's.
func TestASwapForAStrangersTokenIsNotKnown(t *testing.T) {
	p := at(t, round(2_000))
	for _, c := range []struct {
		in, out common.Address
		lost    money.USDC
		ok      bool
	}{
		{usdc.Address, weth.Address, 500 * money.One, true},
		{usdc.Address, common.Address{7}, 2_500 * money.One, false},
		{common.Address{7}, weth.Address, 0, false},
	} {
		lost, _, ok := p.SwapLoss(c.in, big.NewInt(2_500e6), c.out, big.NewInt(1e18))
		if lost != c.lost || ok != c.ok {
			t.Errorf("%s for %s: lost %s, %v", c.in, c.out, lost, ok)
		}
	}
}

// What a mint may lose is the part by which pool and feed differ, of the larger, and the
// slippage; rounded up, and never more than is given.
func TestAMintsWorstCaseIsTheDistanceOfThePrices(t *testing.T) {
	for _, c := range []struct {
		about       string
		r           turn.Reading
		base, quote *big.Int
		slippage    money.BPS
		lost, given money.USDC
	}{
		// A market's price is rounded down, and what it is off the feed up to a millionth.
		{"the pool stands at the feed", round(2_500), big.NewInt(1e18), big.NewInt(2_500e6), 0, 1, 5_000 * money.One},
		{"it does, and may move by 1 %", round(2_500), big.NewInt(1e18), big.NewInt(2_500e6), 100, 50*money.One + 1, 5_000 * money.One},
		{"turned, where its price is exact", turned(2_500), big.NewInt(1e18), wei(2_500e18), 0, 0, 5_000 * money.One},
		{"turned, and it may move by 1 %", turned(2_500), big.NewInt(1e18), wei(2_500e18), 100, 50 * money.One, 5_000 * money.One},
		{"the feed is a fifth below", round(2_000), big.NewInt(1e18), big.NewInt(2_500e6), 0, 900 * money.One, 4_500 * money.One},
		{"the feed is a fifth above", round(3_125), big.NewInt(1e18), big.NewInt(2_500e6), 0, 1_125*money.One + 1, 5_625 * money.One},
		{"turned, below", turned(2_000), big.NewInt(1e18), wei(2_500e18), 0, 900 * money.One, 4_500 * money.One},
		{"turned, above", turned(3_125), big.NewInt(1e18), wei(2_500e18), 100, 1_125*money.One + 56_250_000, 5_625 * money.One},
		{"there is no feed", round(0), big.NewInt(1e18), big.NewInt(2_500e6), 0, 0, 5_000 * money.One},
		{"a fifth of 11 units", round(2_000), new(big.Int), big.NewInt(11), 0, 3, 11},
		{"a ten-thousandth of 11 units", round(2_500), new(big.Int), big.NewInt(11), 1, 2, 11},
		{"all of it may slip", round(2_000), big.NewInt(1e18), new(big.Int), 10_000, 2_000 * money.One, 2_000 * money.One},
		{"a ten-thousandth of 20,000 units", round(2_500), new(big.Int), big.NewInt(20_000), 1, 3, 20_000},
	} {
		p := at(t, c.r)
		if lost, given := p.MintLoss(&c.r.Markets[0], c.base, c.quote, c.slippage); lost != c.lost || given != c.given {
			t.Errorf("%s: %s of %s, want %s of %s", c.about, lost, given, c.lost, c.given)
		}
	}
}

// A move's loss is what went out less what came in, each rounded against the account; a gain
// is none, and neither are tokens that the pool does not trade.
func TestWhatAMoveLostIsWhatWentOutLessWhatCameIn(t *testing.T) {
	out := func(token turn.Token, units uint64) turn.Delta {
		return turn.Delta{Token: token.Address, Out: true, Units: *uint256.NewInt(units)}
	}
	in := func(token turn.Token, units uint64) turn.Delta {
		return turn.Delta{Token: token.Address, Units: *uint256.NewInt(units)}
	}
	p := at(t, round(2_000))
	for _, c := range []struct {
		deltas []turn.Delta
		want   money.USDC
	}{
		{nil, 0},
		{[]turn.Delta{out(usdc, 5e6)}, 5 * money.One},
		{[]turn.Delta{in(usdc, 5e6)}, 0},
		{[]turn.Delta{out(usdc, 2_500e6), in(weth, 1e18)}, 500 * money.One},
		{[]turn.Delta{in(weth, 1e18), out(usdc, 1_999e6)}, 0},
		{[]turn.Delta{out(weth, 1e18), out(usdc, 1e6), in(usdc, 1_500e6), in(usdc, 100e6)}, 401 * money.One},
		{[]turn.Delta{out(weth, 1), in(weth, 1)}, 1},
		{[]turn.Delta{out(turn.Token{Address: common.Address{7}}, 1e18), in(turn.Token{Address: common.Address{7}}, 1e18)}, 0},
	} {
		if got := p.NetLoss(c.deltas); got != c.want {
			t.Errorf("%+v: %s, want %s", c.deltas, got, c.want)
		}
	}
}

// A share is rounded down, but a dollar may always be lost, unless nothing may.
func TestAShareIsADollarAtLeast(t *testing.T) {
	for _, c := range []struct {
		bps      money.BPS
		of, want money.USDC
	}{
		{0, 10_000 * money.One, 0},
		{200, 10_000 * money.One, 200 * money.One},
		{1, 10_000*money.One + 9_999, money.One},
		{1, 10_001 * money.One, money.One + 100},
		{1, 10_000*money.One + 20_000, money.One + 2},
		{1, 10_000*money.One + 29_999, money.One + 2},
		{1, 9_999 * money.One, money.One},
		{200, 0, money.One},
		{10_000, 7 * money.One, 7 * money.One},
	} {
		if got := Share(c.bps, c.of); got != c.want {
			t.Errorf("%d bps of %s: %s, want %s", c.bps, c.of, got, c.want)
		}
	}
	for _, c := range []struct {
		lost, value money.USDC
		most        money.BPS
		want        bool
	}{
		{0, 0, 0, true},
		{1, 0, 10_000, false},
		{200, 10_000, 200, true},
		{201, 10_000, 200, false},
		{200, 9_999, 200, false},
		{199, 9_999, 200, true},
		{1, 10_000, 1, true},
		{2, 19_999, 1, false},
		{math.MaxInt64, math.MaxInt64, 10_000, true},
		{math.MaxInt64, math.MaxInt64, 9_999, false},
	} {
		if got := Within(c.lost, c.value, c.most); got != c.want {
			t.Errorf("%d of %d within %d bps: %v", c.lost, c.value, c.most, got)
		}
	}
}
