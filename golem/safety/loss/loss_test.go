package loss

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
)

var (
	usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
)

// seen is a market at a tick; the base token has the feed's price in dollars, 0: no feed.
func seen(tick int32, feed uint64) turn.Reading {
	sqrt, err := uniswap.SqrtPriceAtTick(tick)
	if err != nil {
		panic(err)
	}
	r := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, SqrtPriceX96: sqrt, FeePips: 500}.Seen(nil, nil)
	r.Block = turn.Block{Number: 7, Time: 5_000}
	if feed > 0 {
		r.Assets[1].Feed = &turn.Feed{Price: float64(feed), Updated: 4_000, Answer: *uint256.NewInt(feed * 1e8), Decimals: 8}
	}
	return r
}

// at2000 is the tick at which one WETH costs about 2,000 USDC.
const at2000 = 200_311

func at(t *testing.T, r turn.Reading) Prices {
	t.Helper()
	m := r.Primary()
	p, err := At(r, Ages{Rest: 1_200}, m.Base.Address, m.Quote.Address)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A feed that says nothing, or said it too long ago, is no reason to believe the pool.
func TestAFeedThatIsSilentGivesNoPrice(t *testing.T) {
	old := seen(at2000, 2_000)
	old.Block.Time = 5_201
	for name, c := range map[string]struct {
		r    turn.Reading
		want error
	}{
		"no feed":    {seen(at2000, 0), nil},
		"a feed":     {seen(at2000, 2_000), nil},
		"too old":    {old, ErrSilent},
		"unread":     {turntest.Fed(old, weth.Address, &turn.Feed{Unread: "it has no answer"}), ErrSilent},
		"not exact":  {turntest.Fed(old, weth.Address, &turn.Feed{Price: 2_000}), ErrSilent},
		"no price":   {turntest.Moved(old, new(uint256.Int)), ErrUnpriced},
		"nothing":    {turn.Reading{}, ErrUnpriced},
		"just young": {func() turn.Reading { r := old; r.Block.Time = 5_200; return r }(), nil},
	} {
		if _, err := At(c.r, Ages{Rest: 1_200}, usdc.Address, weth.Address); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// What a swap loses is counted at the feed's price: a bent pool does not hide it.
func TestASwapAtABentPriceLosesByTheFeed(t *testing.T) {
	const doubled = at2000 - 6_932 // one WETH costs 4,000 in the pool
	bought, bent := uint256.NewInt(25e16), seen(doubled, 2_000)
	lost, given, ok := at(t, bent).SwapLoss(usdc.Address, big.NewInt(1_000e6), weth.Address, bought.ToBig())
	if !ok || lost != 500*money.One || given != 1_000*money.One {
		t.Errorf("lost %s of %s, %v", lost, given, ok)
	}
	bent = turntest.Fed(bent, weth.Address, nil)
	if lost, _, _ := at(t, bent).SwapLoss(usdc.Address, big.NewInt(1_000e6), weth.Address, bought.ToBig()); lost > money.One {
		t.Errorf("by the pool's own price %s are lost", lost)
	}
	if _, _, ok := at(t, bent).SwapLoss(common.Address{9}, big.NewInt(1), weth.Address, big.NewInt(1)); ok {
		t.Error("a token of another pool has a price")
	}
	if lost, _, _ := at(t, seen(at2000, 2_000)).SwapLoss(usdc.Address, big.NewInt(1e6), weth.Address, big.NewInt(1e18)); lost != 0 {
		t.Errorf("a gain is a loss of %s", lost)
	}
}

// Equity at the feed's price does not move with the pool, whatever is in the positions.
func TestABentPoolDoesNotRaiseTheEquity(t *testing.T) {
	p := turn.Position{Lower: at2000 - 6_000, Upper: at2000 + 6_000, Liquidity: *uint256.NewInt(1e15)}
	of := func(p turn.Position, tick int32) money.USDC {
		r := seen(tick, 2_000)
		r.Markets[0].Range.Whole = p.Upper == uniswap.MaxTick
		q := p
		q.Market = r.Markets[0].Handle
		q.Quote, q.Base, _ = uniswap.AmountsForLiquidity(&r.Markets[0].Range.SqrtPriceX96, p.Lower, p.Upper, &p.Liquidity, uniswap.Down)
		r.Positions = []turn.Position{q}
		r.Assets[0].Units, r.Assets[1].Units = *uint256.NewInt(500e6), *uint256.NewInt(1e17)
		r.Lending = []turn.Lending{{Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(300e6), Owed: *uint256.NewInt(100e6)}}}}
		return at(t, r).Equity(r)
	}
	whole := turn.Position{Lower: uniswap.MinTick, Upper: uniswap.MaxTick, Liquidity: p.Liquidity} // as of a pair
	for _, p := range []turn.Position{p, whole} {
		if a, b, c := of(p, at2000), of(p, at2000-5_000), of(p, at2000+5_000); a != b || a != c || a <= 900*money.One {
			t.Errorf("%s, and %s and %s where the pool is bent", a, b, c)
		}
	}
	// Of each token as much as the root of the price asks for: 44,721.36 dollars.
	if got, want := of(whole, at2000)-of(turn.Position{Lower: 0, Upper: 1}, at2000), money.USDC(89_442_719_100); got < want-1_000 || got > want+1_000 {
		t.Errorf("liquidity of a pair counts %s, want %s", got, want)
	}
}

// A mint's real loss is never above its worst case, at any price that its slippage allows,
// and nothing where the pool stands at the reference.
func TestAMintLosesNoMoreThanItsWorstCase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		feed := rapid.Uint64Range(1_500, 2_500).Draw(t, "feed")
		tick := rapid.Int32Range(at2000-1_500, at2000+1_500).Draw(t, "tick")
		r := seen(tick, feed)
		m := &r.Markets[0]
		p, err := At(r, Ages{Rest: 1_200}, usdc.Address, weth.Address)
		if err != nil {
			t.Fatal(err)
		}
		lower := rapid.Int32Range(tick-3_000, tick+2_000).Draw(t, "lower")
		upper := lower + rapid.Int32Range(10, 4_000).Draw(t, "width")
		liquidity := uint256.NewInt(rapid.Uint64Range(1e12, 1e16).Draw(t, "liquidity"))
		a0, a1, err := uniswap.AmountsForLiquidity(&m.Range.SqrtPriceX96, lower, upper, liquidity, uniswap.Up)
		if err != nil {
			t.Fatal(err)
		}
		worst, given := p.MintLoss(m, a1.ToBig(), a0.ToBig(), 0)
		real, same := p.MintedLoss(m, lower, upper, &a0, &a1)
		const dust = 20 // rounding of units, and of the root
		if real > worst+dust || given != same {
			t.Fatalf("lost %s, at worst %s of %s", real, worst, given)
		}
		if q, _ := At(turntest.Fed(r, weth.Address, nil), Ages{}); given > money.One {
			if real, _ := q.MintedLoss(m, lower, upper, &a0, &a1); !Within(real, given, 1) {
				t.Fatalf("lost %s of %s at the pool's own price", real, given)
			}
		}
	})
}

// A position minted at a price that was bent loses what it is worth less at the feed's.
func TestAMintAtABentPriceLosesByTheFeed(t *testing.T) {
	r := seen(at2000-6_932, 2_000)
	a0, a1, _ := uniswap.AmountsForLiquidity(&r.Markets[0].Range.SqrtPriceX96, at2000-7_000, at2000-6_900, uint256.NewInt(1e15), uniswap.Up)
	if a0.IsZero() || a1.IsZero() {
		t.Fatalf("it takes %s and %s", a0.Dec(), a1.Dec())
	}
	lost, given := at(t, r).MintedLoss(&r.Markets[0], at2000-7_000, at2000-6_900, &a0, &a1)
	if Within(lost, given, 1_000) || !Within(lost, given, 5_000) {
		t.Errorf("lost %s of %s", lost, given)
	}
}

// No 24 hours, wherever they begin, hold more than was counted; what is open counts until
// its outcome is known, and from then on.
func TestTheSumsRoll(t *testing.T) {
	var s Sums
	s.Add("a", 0, 100)
	if s.Today(10*Day) != 100 || s.Session() != 100 {
		t.Error("what is open is forgotten")
	}
	s.Settle("a", Day/2, 30)
	if s.Today(Day/2) != 30 || s.Session() != 30 || s.Today(Day/2+Day-1) != 30 || s.Today(Day/2+Day) != 0 {
		t.Errorf("settled: %d, %d", s.Today(Day/2), s.Session())
	}
	s.Reopen("a", Day)
	if s.Today(Day) != 100 || s.Session() != 100 {
		t.Error("an outcome that was taken back is believed")
	}
	s.Settle("a", Day, 40)
	s.Add("b", Day+5, 10)
	s.NewSession()
	if s.Session() != 0 || s.Today(Day+5) != 50 {
		t.Error("a new run begins with losses, or a day without")
	}
	s.Settle("b", Day+10, 0)
	if s.Session() != 0 {
		t.Errorf("an order of an earlier run counts %d in this one", s.Session())
	}
	s.Add("c", Day+20, 25)
	s.Settle("c", Day+20, 25)
	for most, want := range map[int64]int64{65: Day + 20, 64: 2 * Day, 25: 2 * Day, 24: 2*Day + 20} {
		if got := s.When(Day+20, money.USDC(most)); got != want {
			t.Errorf("%d at most at %d, want %d", most, got, want)
		}
	}
	if s.Add("c", Day+30, 10); s.Today(Day+30) != 65 {
		t.Errorf("a second offer of one order counts less: %d", s.Today(Day+30))
	}
	if n := len(s.Entries(5 * Day)); n != 1 {
		t.Errorf("%d are kept", n)
	}
}
