package worstday

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// usdc and weth are the tokens of the market.
var (
	usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
)

// held is an account of 6,000 USDC and 2 WETH, of which one costs 2,500 in the pool, just above it
// as a price is rounded down, and by the feed 2,000.
func held() turn.Reading {
	root := new(uint256.Int).Lsh(uint256.NewInt(20_000), 96)
	r := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *root.SubUint64(root, 10_000)}.Seen(uint256.NewInt(6_000e6), uint256.NewInt(2e18))
	r.Block.Time = 1_700_000_000
	r.Assets[1].Feed = &turn.Feed{Answer: *uint256.NewInt(2_000e8), Decimals: 8, Updated: 1_700_000_000}
	return r
}

// untraded is a reading of a pool in which nothing is traded.
func untraded(r *turn.Reading) { *r = turntest.Moved(*r, new(uint256.Int)) }

// What there is to lose is told at the feed's price, however old, and at the pool's where the feed
// says nothing: an owner whose feed is silent still reads what is at stake.
func TestAnAccountIsValuedAtTheBestPriceThereIs(t *testing.T) {
	for name, c := range map[string]struct {
		edit           func(*turn.Reading)
		worth, notCash money.USDC
		fed            bool
	}{
		"a feed":                      {func(*turn.Reading) {}, 10_000, 4_000, true},
		"a feed of years ago":         {func(r *turn.Reading) { r.Assets[1].Feed.Updated = 1 }, 10_000, 4_000, true},
		"a feed that was not read":    {func(r *turn.Reading) { r.Assets[1].Feed.Unread = "no answer" }, 11_000, 5_000, true},
		"a feed without an answer":    {func(r *turn.Reading) { r.Assets[1].Feed.Answer.Clear() }, 11_000, 5_000, true},
		"no feed":                     {func(r *turn.Reading) { r.Assets[1].Feed = nil }, 11_000, 5_000, false},
		"a pool without a price":      {untraded, 0, 0, true},
		"neither price":               {func(r *turn.Reading) { untraded(r); r.Assets[1].Feed.Unread = "no answer" }, 0, 0, true},
		"no feed, and no pool either": {func(r *turn.Reading) { untraded(r); r.Assets[1].Feed = nil }, 0, 0, false},
	} {
		r := held()
		c.edit(&r)
		if got, want := Value(r), (Valuation{Worth: c.worth * money.One, NotCash: c.notCash * money.One, Fed: c.fed}); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// What is at stake of three assets is each at its own price: a feed that is missing for one leaves
// the losses to the markets, and what has no price at all leaves no account.
func TestAnAccountOfThreeAssetsIsValuedEachAtItsOwnPrice(t *testing.T) {
	wbtc := turn.Token{Address: common.HexToAddress("0xee"), Symbol: "WBTC", Decimals: 8}
	coin := turntest.Pool{Token0: wbtc, Token1: usdc, FeePips: 3_000, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(25), 96)}.Market() // 62,500
	for name, c := range map[string]struct {
		edit                          func(*turn.Reading)
		worth, notCash, placed, bonus money.USDC
		fed                           bool
	}{
		"both feeds":             {func(*turn.Reading) {}, 16_000, 10_000, 0, 0, true},
		"one is silent":          {func(r *turn.Reading) { r.Assets[2].Feed.Unread = "no answer" }, 16_250, 10_250, 0, 0, true},
		"one is not configured":  {func(r *turn.Reading) { r.Assets[2].Feed = nil }, 16_250, 10_250, 0, 0, false},
		"the other is not":       {func(r *turn.Reading) { r.Assets[1].Feed = nil }, 17_000, 11_000, 0, 0, false},
		"one has no price":       {func(r *turn.Reading) { r.Assets[2].Rate.Clear() }, 0, 0, 0, 0, true},
		"and none of it is held": {func(r *turn.Reading) { r.Assets[2].Rate.Clear(); r.Assets[2].Units.Clear() }, 10_000, 4_000, 0, 0, true},
		"a position of both": {func(r *turn.Reading) {
			r.Positions = []turn.Position{{Market: "wbtc-usdc-30", Base: *uint256.NewInt(5e6), Quote: *uint256.NewInt(1_000e6)}}
		}, 20_000, 14_000, 4_000, 0, true},
		"bitcoin behind a debt": {func(r *turn.Reading) {
			r.Lending = []turn.Lending{{Reserves: []turn.Reserve{{Token: usdc, Owed: *uint256.NewInt(1_000e6)}, {Token: wbtc, Supplied: *uint256.NewInt(5e6), Bonus: 1_000}}}}
		}, 18_000, 13_000, 3_000, 100, true},
		"a debt without a price": {func(r *turn.Reading) {
			r.Assets[2].Rate.Clear()
			r.Assets[2].Units.Clear()
			r.Lending = []turn.Lending{{Reserves: []turn.Reserve{{Token: wbtc, Owed: *uint256.NewInt(1)}}}}
		}, 0, 0, 0, 0, true},
		"the numeraire alone": {func(r *turn.Reading) { r.Assets = r.Assets[:1] }, 6_000, 0, 0, 0, false},
	} {
		r := held()
		r.Markets = append(r.Markets, coin)
		r.Assets = append(r.Assets, turn.Asset{Token: wbtc, Units: *uint256.NewInt(1e7), Rate: coin.Rate, Feed: &turn.Feed{Answer: *uint256.NewInt(60_000e8), Decimals: 8, Updated: 1_700_000_000}})
		c.edit(&r)
		got := Value(r)
		if got.Worth != c.worth*money.One || got.NotCash != c.notCash*money.One || got.Placed != c.placed*money.One || got.Liquidation != c.bonus*money.One || got.Fed != c.fed {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Only a cage that bounds losses takes the place of the program's limits.
func TestACageThatBoundsNoLossesLeavesThePolicysLimits(t *testing.T) {
	p := cage.Policy{MaxConcentration: 3_000, Loss: cage.LossLimits{Day: 200, Move: 150, Exit: 100}, PerDay: 5, FeedAge: loss.Ages{Rest: 1_200}}
	bare, fenced := held(), held()
	fenced.Fence = &turn.Fence{Loss: turn.FenceLoss{Day: 7, Exit: 50, Move: 70}, PerDay: 6, Concentration: 4_000}
	if got, want := Of(Delegation, p, fenced, 1, 2), Of(Delegation, p, bare, 1, 2); got != want || got.Caged {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A bonus that one market does not say is the greatest that any pays, whatever the others say;
// shares are rounded up, and beyond all numbers it is the most there is.
func TestWhatLiquidatorsGetIsNeverTakenForLess(t *testing.T) {
	r := held()
	reserve := func(token turn.Token, supplied, owed uint64, bonus money.BPS) turn.Reserve {
		return turn.Reserve{Token: token, Supplied: *uint256.NewInt(supplied), Owed: *uint256.NewInt(owed), Bonus: bonus}
	}
	market := func(owed uint64, cash, ether money.BPS) turn.Lending {
		return turn.Lending{Reserves: []turn.Reserve{reserve(usdc, 9_000e6, owed, cash), reserve(weth, 1e18, 0, ether)}}
	}
	for name, c := range map[string]struct {
		lending []turn.Lending
		want    money.USDC
	}{
		"neither says it":              {[]turn.Lending{market(1_000e6, 0, 0)}, 150e6},
		"the first does not say it":    {[]turn.Lending{market(1_000e6, 0, 600)}, 150e6},
		"the second does not say it":   {[]turn.Lending{market(1_000e6, 600, 0)}, 150e6},
		"the other says more than all": {[]turn.Lending{market(1_000e6, 2_000, 0)}, 200e6},
		"a ten-thousandth":             {[]turn.Lending{market(1_000e6, 1, 1)}, 100_000},
		"of a millionth":               {[]turn.Lending{market(1, 1, 1)}, 1},
		"of all there is":              {[]turn.Lending{market(math.MaxInt64, 20_000, 1)}, math.MaxInt64},
		"of half, twice":               {[]turn.Lending{market(1<<62, 10_000, 1), market(1<<62, 10_000, 1)}, math.MaxInt64},
	} {
		r.Lending = c.lending
		if got := Value(r).Liquidation; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// What the key's own account holds is rounded up to the millionth, and beyond all numbers it is
// the most there is.
func TestWhatTheKeyHoldsIsRoundedUp(t *testing.T) {
	for _, c := range []struct {
		units    *uint256.Int
		decimals uint8
		want     money.USDC
	}{
		{new(uint256.Int), 6, 0},
		{uint256.NewInt(1), 6, 1},
		{uint256.NewInt(5e6), 6, 5 * money.One},
		{uint256.NewInt(3), 0, 3 * money.One},
		{uint256.NewInt(1), 18, 1},
		{uint256.NewInt(1e12), 18, 1},
		{uint256.NewInt(1e12 + 1), 18, 2},
		{uint256.NewInt(2e12 - 1), 18, 2},
		{uint256.NewInt(1e18), 18, money.One},
		{uint256.NewInt(math.MaxInt64), 6, math.MaxInt64},
		{uint256.NewInt(math.MaxInt64 + 1), 6, math.MaxInt64},
		{new(uint256.Int).SetAllOne(), 18, math.MaxInt64},
	} {
		if got := Cash(*c.units, c.decimals); got != c.want {
			t.Errorf("%s units of %d decimals: %d, want %d", c.units.Dec(), c.decimals, got, c.want)
		}
	}
	for wei, want := range map[uint64]money.USDC{0: 0, 1: 1, 5e8: 1, 5e8 + 1: 2, 1e18: 2_000 * money.One} {
		if got := Coin(turn.Reading{Native: *uint256.NewInt(wei), NativePrice: 2_000 * money.One}); got != want {
			t.Errorf("%d wei at 2,000: %d, want %d", wei, got, want)
		}
	}
}
