package worstday

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
)

// held is an account of 6,000 USDC and 2 WETH, of which one costs 2,500 in the pool, and by the
// feed 2,000.
func held() turn.Reading {
	r := turn.Reading{
		Block: turn.Block{Time: 1_700_000_000},
		Pool: turn.Pool{
			Token0: turn.Token{Address: common.HexToAddress("0xaa"), Decimals: 6}, Token1: turn.Token{Address: common.HexToAddress("0xbb"), Decimals: 18},
			QuoteIsZero: true, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(20_000), 96),
		},
		Feed: &turn.Feed{Answer: *uint256.NewInt(2_000e8), Decimals: 8, Updated: 1_700_000_000},
	}
	r.Balances = []turn.Balance{{Token: r.Pool.Token0, Units: *uint256.NewInt(6_000e6)}, {Token: r.Pool.Token1, Units: *uint256.NewInt(2e18)}}
	return r
}

// What there is to lose is told at the feed's price, however old, and at the pool's where the feed
// says nothing: an owner whose feed is silent still reads what is at stake.
func TestAnAccountIsValuedAtTheBestPriceThereIs(t *testing.T) {
	for name, c := range map[string]struct {
		edit           func(*turn.Reading)
		worth, notCash money.USDC
		fed            bool
	}{
		"a feed":                      {func(*turn.Reading) {}, 10_000, 4_000, true},
		"a feed of years ago":         {func(r *turn.Reading) { r.Feed.Updated = 1 }, 10_000, 4_000, true},
		"a feed that was not read":    {func(r *turn.Reading) { r.Feed.Unread = "no answer" }, 11_000, 5_000, true},
		"a feed without an answer":    {func(r *turn.Reading) { r.Feed.Answer.Clear() }, 11_000, 5_000, true},
		"no feed":                     {func(r *turn.Reading) { r.Feed = nil }, 11_000, 5_000, false},
		"a pool without a price":      {func(r *turn.Reading) { r.Pool.SqrtPriceX96.Clear() }, 0, 0, true},
		"neither price":               {func(r *turn.Reading) { r.Pool.SqrtPriceX96.Clear(); r.Feed.Unread = "no answer" }, 0, 0, true},
		"no feed, and no pool either": {func(r *turn.Reading) { r.Pool.SqrtPriceX96.Clear(); r.Feed = nil }, 0, 0, false},
	} {
		r := held()
		c.edit(&r)
		if got, want := Value(r), (Valuation{Worth: c.worth * money.One, NotCash: c.notCash * money.One, Fed: c.fed}); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// Only a cage that bounds losses takes the place of the program's limits.
func TestACageThatBoundsNoLossesLeavesThePolicysLimits(t *testing.T) {
	p := cage.Policy{MaxConcentration: 3_000, Loss: cage.LossLimits{Day: 200, Move: 150, Exit: 100}, PerDay: 5, FeedAge: 1_200}
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
		return turn.Lending{Reserves: []turn.Reserve{reserve(r.Pool.Token0, 9_000e6, owed, cash), reserve(r.Pool.Token1, 1e18, 0, ether)}}
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
