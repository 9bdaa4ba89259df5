package price

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

var (
	usdc = turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
	wbtc = turn.Token{Address: common.Address{3}, Symbol: "WBTC", Decimals: 8}
	dust = turn.Token{Address: common.Address{4}, Symbol: "DUST", Decimals: 0}
)

// traded is a market in which a whole base token costs num/den quote tokens, with so many whole
// quote tokens in it.
func traded(handle string, base, quote turn.Token, num, den int64, depth uint64) turn.Market {
	rate := new(big.Int).Mul(big.NewInt(num), ten(quote.Decimals))
	rate.Lsh(rate, 128)
	rate.Quo(rate, new(big.Int).Mul(big.NewInt(den), ten(base.Decimals)))
	m := turn.Market{Handle: handle, Base: base, Quote: quote, Rate: *uint256.MustFromBig(rate), Price: float64(num) / float64(den)}
	m.Depth.SetFromBig(new(big.Int).Mul(new(big.Int).SetUint64(depth), ten(quote.Decimals)))
	return m
}

// holding is a reading of markets, with one whole token of each asset.
func holding(tokens []turn.Token, markets ...turn.Market) *turn.Reading {
	r := &turn.Reading{Markets: markets}
	for _, t := range tokens {
		r.Assets = append(r.Assets, turn.Asset{Token: t, Units: *uint256.MustFromBig(ten(t.Decimals))})
	}
	return r
}

// near says that two numbers for thinking are the same.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// The market that is there gives exactly its rate, whichever of its tokens the numeraire is.
func TestOneMarketGivesItsRate(t *testing.T) {
	m := traded("weth-usdc-5", weth, usdc, 2_500, 1, 1_000_000)
	r := holding([]turn.Token{usdc, weth}, m)
	Value(r, Spread)
	if a := r.Assets[1]; a.Rate != m.Rate || a.Price != 2_500 || a.Value != 2_500 || a.Doubt != "" {
		t.Errorf("%+v", a)
	}
	if a := r.Assets[0]; a.Rate != turn.One() || a.Price != 1 || a.Value != 1 {
		t.Errorf("the numeraire: %+v", a)
	}
	r = holding([]turn.Token{weth, usdc}, m)
	Value(r, Spread)
	one := turn.One()
	if a := r.Assets[1]; a.Rate != turn.Bought(&one, &m.Rate) || a.Price != 1/2_500.0 || a.Doubt != "" {
		t.Errorf("told in the base token: %+v", a)
	}
}

// The route is as deep as its shallowest market, told in the numeraire, and the deepest prices.
func TestTheDeepestRoutePrices(t *testing.T) {
	all := []turn.Token{usdc, weth, wbtc, dust}
	coin := traded("weth-usdc-5", weth, usdc, 2_000, 1, 10_000_000)
	for name, c := range map[string]struct {
		markets  []turn.Market
		weth     float64
		wbtc     float64
		dust     float64
		doubtful string // symbols
	}{
		"over two markets": {[]turn.Market{coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000)}, 2_000, 40_000, 0, ""},
		"told the other way round": {[]turn.Market{
			coin, traded("weth-wbtc-30", weth, wbtc, 1, 20, 50),
		}, 2_000, 40_000, 0, ""},
		"the numeraire is a base token": {[]turn.Market{traded("usdc-weth-5", usdc, weth, 1, 2_000, 5_000), traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000)}, 2_000, 40_000, 0, ""},
		"directly, where that is deeper": {[]turn.Market{
			coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000), traded("wbtc-usdc-5", wbtc, usdc, 40_400, 1, 2_000_001),
		}, 2_000, 40_400, 0, ""},
		"over another, where that is deeper": {[]turn.Market{
			coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000), traded("wbtc-usdc-5", wbtc, usdc, 40_400, 1, 1_999_999),
		}, 2_000, 40_000, 0, ""},
		"a deep market behind a shallow one": {[]turn.Market{
			traded("weth-usdc-5", weth, usdc, 2_000, 1, 1_000), traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000_000), traded("wbtc-usdc-5", wbtc, usdc, 40_400, 1, 1_001),
		}, 2_020, 40_400, 0, ""},
		"three markets": {[]turn.Market{traded("dust-wbtc-100", dust, wbtc, 1, 400, 10), traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000), coin}, 2_000, 40_000, 100, ""},
		"an empty one tells its last price, in doubt": {[]turn.Market{coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 0)}, 2_000, 40_000, 0, "WBTC"},
		"but not where another does, however thin": {[]turn.Market{
			coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 0), traded("wbtc-usdc-30", wbtc, usdc, 90_000, 1, 1),
		}, 2_000, 90_000, 0, ""},
		"nor where a route goes around it": {[]turn.Market{
			coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 0), traded("dust-wbtc-100", dust, wbtc, 1, 400, 1_000), traded("dust-usdc-100", dust, usdc, 50, 1, 1),
		}, 2_000, 20_000, 50, ""},
		"behind an empty one all are as empty": {[]turn.Market{
			coin, traded("wbtc-weth-30", wbtc, weth, 20, 1, 0), traded("dust-wbtc-100", dust, wbtc, 1, 400, 1_000),
		}, 2_000, 40_000, 100, "WBTC DUST"},
		"one without a price prices nothing": {[]turn.Market{coin, {Handle: "wbtc-weth-30", Base: wbtc, Quote: weth, Depth: *uint256.NewInt(1e18)}}, 2_000, 0, 0, ""},
		"nor one of a stranger's":            {[]turn.Market{coin, traded("wbtc-xyz-30", wbtc, turn.Token{Address: common.Address{9}}, 20, 1, 1_000)}, 2_000, 0, 0, ""},
		"nor an island":                      {[]turn.Market{coin, traded("dust-wbtc-30", dust, wbtc, 1, 400, 1_000)}, 2_000, 0, 0, ""},
		"an empty one casts no doubt":        {[]turn.Market{coin, traded("weth-usdc-30", weth, usdc, 9_000, 1, 0)}, 2_000, 0, 0, ""},
		"a thin one neither prices nor casts doubt": {[]turn.Market{
			coin, traded("weth-usdc-30", weth, usdc, 9_000, 1, 999_999),
		}, 2_000, 0, 0, ""},
		"one of a tenth does": {[]turn.Market{
			coin, traded("weth-usdc-30", weth, usdc, 9_000, 1, 1_000_000),
		}, 2_000, 0, 0, "WETH"},
		"one of a million does, however deep another is in one narrow range": {[]turn.Market{
			traded("weth-usdc-5", weth, usdc, 2_000, 1, 40_000_000), traded("weth-usdc-30", weth, usdc, 2_500, 1, 1_000_000),
		}, 2_000, 0, 0, "WETH"},
		"one that is thinner than both does not": {[]turn.Market{
			traded("weth-usdc-5", weth, usdc, 2_000, 1, 40_000_000), traded("weth-usdc-30", weth, usdc, 2_500, 1, 999_999),
		}, 2_000, 0, 0, ""},
		"but not within the spread": {[]turn.Market{
			coin, traded("weth-usdc-30", weth, usdc, 1_900, 1, 5_000_000), traded("weth-usdc-100", weth, usdc, 2_105, 1, 5_000_000),
		}, 2_000, 0, 0, ""},
		"a twentieth more than that does":    {[]turn.Market{coin, traded("weth-usdc-30", weth, usdc, 1_899, 1, 5_000_000)}, 2_000, 0, 0, "WETH"},
		"and so much above":                  {[]turn.Market{coin, traded("weth-usdc-30", weth, usdc, 2_106, 1, 5_000_000)}, 2_000, 0, 0, "WETH"},
		"a market between two others' doubt": {[]turn.Market{coin, traded("wbtc-usdc-5", wbtc, usdc, 40_000, 1, 10_000_000), traded("wbtc-weth-30", wbtc, weth, 25, 1, 4_000)}, 2_000, 40_000, 0, "WETH WBTC"},
		"it doubts the one that it is deep for": {[]turn.Market{
			coin, traded("wbtc-usdc-5", wbtc, usdc, 40_000, 1, 500_000), traded("wbtc-weth-30", wbtc, weth, 25, 1, 100),
		}, 2_000, 40_000, 0, "WBTC"},
		"what is priced over a doubtful one is no surer": {[]turn.Market{
			coin, traded("weth-usdc-30", weth, usdc, 2_500, 1, 5_000_000), traded("wbtc-weth-30", wbtc, weth, 20, 1, 1_000), traded("dust-wbtc-100", dust, wbtc, 1, 400, 10),
		}, 2_000, 40_000, 100, "WETH WBTC DUST"},
	} {
		for _, order := range [][]turn.Market{c.markets, reversed(c.markets)} {
			r := holding(all, order...)
			Value(r, Spread)
			var doubtful []string
			for i, want := range []float64{1, c.weth, c.wbtc, c.dust} {
				a := r.Assets[i]
				if !near(a.Price, want) || !near(a.Value, want) || a.Rate.IsZero() != (want == 0) {
					t.Errorf("%s: %s is %g, worth %g, rate %s, want %g", name, a.Token.Symbol, a.Price, a.Value, a.Rate.Dec(), want)
				}
				if a.Doubt != "" {
					doubtful = append(doubtful, a.Token.Symbol)
				}
			}
			if strings.Join(doubtful, " ") != c.doubtful {
				t.Errorf("%s: %v are doubtful, want %s", name, doubtful, c.doubtful)
			}
		}
	}
}

// Where nothing lies in any market, whoever likes sets the price: it is doubtful, unless a fresh feed
// vouches for it.
func TestWhatEmptyMarketsTellIsDoubtful(t *testing.T) {
	for name, c := range map[string]struct {
		feed     *turn.Feed
		doubtful bool
	}{
		"no feed":       {nil, true},
		"a fresh one":   {&turn.Feed{Price: 2_000, Updated: 9_000, Holds: 3_600}, false},
		"an old one":    {&turn.Feed{Price: 2_000, Updated: 6_399, Holds: 3_600}, true},
		"one far off":   {&turn.Feed{Price: 2_200, Updated: 9_000, Holds: 3_600}, true},
		"a silent feed": {&turn.Feed{Unread: "it has no answer"}, true},
	} {
		r := holding([]turn.Token{usdc, weth}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 0), traded("weth-usdc-30", weth, usdc, 9_000, 1, 0))
		r.Block.Time, r.Assets[1].Feed = 10_000, c.feed
		Value(r, Spread)
		if a := r.Assets[1]; a.Price != 2_000 || (a.Doubt != "") != c.doubtful {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func reversed(all []turn.Market) []turn.Market {
	all = slices.Clone(all)
	slices.Reverse(all)
	return all
}

// A feed beyond the spread casts doubt, whatever says that of a market; one that is silent, or of
// an asset without a price, does not.
func TestAFeedThatDiffersCastsDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		feed     *turn.Feed
		spread   money.BPS
		depth    uint64
		doubtful bool
	}{
		"none":                             {nil, Spread, 1, false},
		"the same":                         {&turn.Feed{Price: 2_000, Holds: 3_600}, Spread, 1, false},
		"5 % above":                        {&turn.Feed{Price: 2_105, Holds: 3_600}, Spread, 1, false},
		"5 % below":                        {&turn.Feed{Price: 1_900, Holds: 3_600}, Spread, 1, false},
		"more above":                       {&turn.Feed{Price: 2_106, Holds: 3_600}, Spread, 1, true},
		"more below":                       {&turn.Feed{Price: 1_899, Holds: 3_600}, Spread, 1, true},
		"silent":                           {&turn.Feed{Unread: "it has no answer"}, Spread, 1, false},
		"a narrow spread":                  {&turn.Feed{Price: 2_021, Holds: 3_600}, 100, 1, true},
		"within that":                      {&turn.Feed{Price: 2_020, Holds: 3_600}, 100, 1, false},
		"an hour old":                      {&turn.Feed{Price: 1_000, Updated: 6_400, Holds: 3_600}, Spread, 1, true},
		"older":                            {&turn.Feed{Price: 1_000, Updated: 6_399, Holds: 3_600}, Spread, 1, false},
		"as old as a day's feed may be":    {&turn.Feed{Price: 1_000, Updated: 6_399, Holds: 3_601}, Spread, 1, true},
		"no spread at all":                 {&turn.Feed{Price: 2_000.001, Holds: 3_600}, 0, 1, true},
		"where nothing lies in the market": {&turn.Feed{Price: 1, Holds: 3_600}, Spread, 0, true},
	} {
		r := holding([]turn.Token{usdc, weth, wbtc}, traded("weth-usdc-5", weth, usdc, 2_000, 1, c.depth), traded("wbtc-usdc-5", wbtc, usdc, 40_000, 1, 1))
		if r.Block.Time = 10_000; c.feed != nil && c.feed.Updated == 0 {
			c.feed.Updated = 9_000
		}
		r.Assets[1].Feed, r.Assets[1].Doubt, r.Assets[2].Doubt = c.feed, "of the reading before", "of the reading before"
		Value(r, c.spread)
		if a := r.Assets[1]; (a.Doubt != "") != c.doubtful || c.doubtful && !strings.Contains(a.Doubt, "by its price feed and 2000 by the markets") {
			t.Errorf("%s: %q", name, a.Doubt)
		}
		if a := r.Assets[2]; a.Doubt != "" {
			t.Errorf("%s: another asset: %q", name, a.Doubt)
		}
	}
}

// What the logs of a market contradict casts doubt on its assets, and on those of a lending market that
// the account has something of; of no other asset.
//
// spec: chain §12
func TestWhatLogsContradictIsDoubtful(t *testing.T) {
	for market, want := range map[string][]string{"weth-usdc-5": {"weth"}, "wbtc-usdc-5": {"wbtc"}, "lender": {"wbtc"}, "owed": {"weth"}, "another": nil} {
		r := holding([]turn.Token{usdc, weth, wbtc}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 1), traded("wbtc-usdc-5", wbtc, usdc, 40_000, 1, 1))
		r.Lending = []turn.Lending{
			{Handle: "lender", Reserves: []turn.Reserve{{Token: wbtc, Supplied: *uint256.NewInt(1)}, {Token: weth}}},
			{Handle: "owed", Reserves: []turn.Reserve{{Token: wbtc}, {Token: weth, Owed: *uint256.NewInt(1)}}},
		}
		r.Contrary = []turn.Contrary{{Market: market, What: "rate", Read: "3", Told: "4"}}
		Value(r, Spread)
		for i := range r.Assets {
			a := &r.Assets[i]
			said := a.Doubt == "the rate of "+market+" is read as 3, and its logs lead to 4"
			if said != slices.Contains(want, a.Token.Handle()) || !said && a.Doubt != "" {
				t.Errorf("%s contradicted: of %s it says %q", market, a.Token.Symbol, a.Doubt)
			}
		}
	}
}

// Everything that is held is worth its units at the assets' prices: what an asset without one
// comes to is nothing. Valued again it is worth the same.
func TestWhatIsHeldIsWorthItsUnits(t *testing.T) {
	n := uint256.NewInt
	r := holding([]turn.Token{usdc, weth, wbtc}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 1_000), turn.Market{Handle: "wbtc-weth-30", Base: wbtc, Quote: weth})
	r.Assets[0].Units, r.Assets[1].Units, r.Assets[2].Units = *n(5e6), *n(5e17), *n(7e8)
	r.Positions = []turn.Position{
		{Market: "weth-usdc-5", Base: *n(1e18), Quote: *n(100e6), BaseFees: *n(1e15), QuoteFees: *n(1e6)},
		{Market: "wbtc-weth-30", Base: *n(1e8), Quote: *n(2e18), BaseFees: *n(1e8), QuoteFees: *n(1e18)},
		{Market: "of others", Base: *n(1e18), Quote: *n(1e18)},
	}
	r.Lending = []turn.Lending{{Reserves: []turn.Reserve{
		{Token: usdc, Supplied: *n(30e6), Owed: *n(10e6)}, {Token: weth, Supplied: *n(1e18), Owed: *n(2e18)}, {Token: wbtc, Supplied: *n(1e8)}, {Token: dust, Supplied: *n(9)},
	}}}
	for range 2 {
		Value(r, Spread)
		for i, want := range []float64{5, 1_000, 0} {
			if got := r.Assets[i].Value; !near(got, want) {
				t.Errorf("%s is worth %g, want %g", r.Assets[i].Token.Symbol, got, want)
			}
		}
		for i, want := range []float64{2_000 + 100 + 2 + 1, 3 * 2_000, 0} {
			if got := r.Positions[i].Value; !near(got, want) {
				t.Errorf("position %d is worth %g, want %g", i, got, want)
			}
		}
		if got := r.Lending[0].Value; !near(got, 30-10-2_000) {
			t.Errorf("lending is worth %g", got)
		}
		r.Assets[2].Price, r.Assets[2].Rate = 9, turn.One() // what is left of a market that is gone
	}
	Value(r, Spread)
	if v, ok := r.Value(wbtc.Address, n(1e8)); ok || !v.IsZero() {
		t.Errorf("an asset without a price is worth %s", v.Dec())
	}
}

func TestAnEmptyReadingIsWorthNothing(t *testing.T) {
	r := &turn.Reading{Markets: []turn.Market{traded("weth-usdc-5", weth, usdc, 2_000, 1, 1)}, Positions: []turn.Position{{Market: "weth-usdc-5", Base: *uint256.NewInt(1)}}}
	Value(r, Spread)
	if r.Positions[0].Value != 0 || Whole(r, weth.Address) != 0 {
		t.Errorf("%+v", r)
	}
}

// Units become micro-USDC by the numeraire's decimals, rounded down.
func TestQuoteUnitsBecomeMicroUSDCRoundedDown(t *testing.T) {
	for _, c := range []struct {
		units    string
		decimals uint8
		want     money.USDC
	}{
		{"1", 6, 1},
		{"1999999", 6, 1_999_999},
		{"999999999999", 18, 0},
		{"1000000000000", 18, 1},
		{"5", 0, 5 * money.One},
		{"15", 7, 1},
		{"9223372036854775807", 6, 1<<63 - 1},
		{"9223372036854775808", 6, 0}, // more than can be counted: no price at all, and not one below 0
		{"0", 18, 0},
	} {
		if got := USDC(uint256.MustFromDecimal(c.units), c.decimals); got != c.want {
			t.Errorf("%s with %d decimals: %d, want %d", c.units, c.decimals, got, c.want)
		}
	}
}

// A whole token is worth its rate: to the micro-dollar what it exactly is, wherever the rate has
// all its digits or only just not.
func TestAWholeTokenIsWorthItsRate(t *testing.T) {
	for _, c := range []struct {
		num, den int64
		want     money.USDC
	}{{2_500, 1, 2_500 * money.One}, {1, 3, 333_333}, {2, 3, 666_666}, {1, 1_000_000, 1}, {1, 1_000_001, 0}, {7, 1, 7 * money.One}, {1e9, 1, 1e15}, {1, 1 << 40, 0}} {
		for _, base := range []turn.Token{weth, wbtc, dust} {
			for _, quote := range []turn.Token{usdc, {Address: common.Address{8}, Symbol: "DAI", Decimals: 18}, {Address: common.Address{8}, Symbol: "CENT", Decimals: 9}} {
				r := holding([]turn.Token{quote, base}, traded("x", base, quote, c.num, c.den, 1_000))
				Value(r, Spread)
				if got := Whole(r, base.Address); got != c.want {
					t.Errorf("%d/%d %s for one %s: %d, want %d", c.num, c.den, quote.Symbol, base.Symbol, got, c.want)
				}
			}
		}
	}
	r := holding([]turn.Token{usdc, weth}, traded("x", weth, usdc, 1, 1, 1))
	Value(r, Spread)
	if Whole(r, usdc.Address) != money.One || Whole(r, wbtc.Address) != 0 {
		t.Errorf("the numeraire %d, a stranger's %d", Whole(r, usdc.Address), Whole(r, wbtc.Address))
	}
	r.Assets[1].Rate.SetAllOne()
	if got := Whole(r, weth.Address); got != 0 {
		t.Errorf("more than can be counted: %d", got)
	}
}

// hop is a step of the oracle: a market from one token to the next.
type hop struct {
	market turn.Market
	base   bool // the next is its base token
}

// drawnRate is a rate of many sizes, never 0.
func drawnRate(t *rapid.T) uint256.Int {
	v := new(uint256.Int).Lsh(uint256.NewInt(rapid.Uint64Range(1<<32, math.MaxUint64).Draw(t, "digits")), uint(rapid.IntRange(20, 110).Draw(t, "size")))
	return *v.AddUint64(v, rapid.Uint64().Draw(t, "rest"))
}

// Along a path each hop is rounded down once: behind it the rate is off by less than a unit, and by
// what the hop makes of the one before.
func TestARateAlongAPathIsExactButForAUnitAHop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := []turn.Token{{Address: common.Address{1}, Symbol: "T0", Decimals: uint8(rapid.IntRange(0, 36).Draw(t, "decimals"))}}
		r := &turn.Reading{}
		var path []hop
		for i := range rapid.IntRange(1, 4).Draw(t, "hops") {
			last := tokens[i]
			next := turn.Token{Address: common.Address{byte(i + 2)}, Symbol: "T" + string(rune('1'+i)), Decimals: uint8(rapid.IntRange(0, 36).Draw(t, "decimals"))}
			h := hop{base: rapid.Bool().Draw(t, "base")}
			h.market = turn.Market{Handle: next.Symbol, Base: last, Quote: next, Rate: drawnRate(t)}
			if h.base {
				h.market.Base, h.market.Quote = next, last
			}
			h.market.Depth.Lsh(uint256.NewInt(1), 200)
			h.market.Price = h.market.Rate.Float64() / 0x1p128 * math.Pow(10, float64(h.market.Base.Decimals)-float64(h.market.Quote.Decimals))
			tokens, path = append(tokens, next), append(path, h)
			r.Markets = append([]turn.Market{h.market}, r.Markets...)
		}
		for _, token := range tokens {
			r.Assets = append(r.Assets, turn.Asset{Token: token})
		}
		Value(r, Spread)
		exact, off := new(big.Rat).SetInt(one()), new(big.Rat)
		before := turn.One()
		for i, h := range path {
			factor := new(big.Rat).SetFrac(h.market.Rate.ToBig(), one())
			if !h.base {
				factor.Inv(factor)
			}
			got := r.Assets[i+1].Rate
			// Of the whole numbers of the hop before it is just the floor, or the most that fits.
			floor := new(big.Rat).Mul(new(big.Rat).SetInt(before.ToBig()), factor)
			want := new(big.Int).Quo(floor.Num(), floor.Denom())
			if want.BitLen() > 256 {
				want.Sub(want.Lsh(big.NewInt(1), 256), big.NewInt(1))
				if got.ToBig().Cmp(want) != 0 {
					t.Fatalf("hop %d: %s where nothing that large fits", i+1, got.Dec())
				}
				return
			}
			if got.ToBig().Cmp(want) != 0 {
				t.Fatalf("hop %d: %s, want %s", i+1, got.Dec(), want)
			}
			if got.IsZero() {
				return // behind it there is no price
			}
			exact.Mul(exact, factor)
			off.Add(off.Mul(off, factor), big.NewRat(1, 1))
			if short := new(big.Rat).Sub(exact, new(big.Rat).SetInt(got.ToBig())); short.Sign() < 0 || short.Cmp(off) > 0 {
				t.Fatalf("hop %d: short by %s, at most %s", i+1, short.FloatString(3), off.FloatString(3))
			}
			before = got
		}
	})
}

func one() *big.Int { return new(big.Int).Lsh(big.NewInt(1), 128) }

// universe draws assets and markets between them, each of another depth.
func universe(t *rapid.T) *turn.Reading {
	var tokens []turn.Token
	for i := range rapid.IntRange(2, 5).Draw(t, "assets") {
		tokens = append(tokens, turn.Token{Address: common.Address{byte(i + 1)}, Symbol: "T" + string(rune('0'+i)), Decimals: uint8(rapid.IntRange(15, 18).Draw(t, "decimals"))})
	}
	r := holding(tokens)
	for i := range rapid.IntRange(1, 8).Draw(t, "markets") {
		base, quote := rapid.SampledFrom(tokens).Draw(t, "base"), rapid.SampledFrom(tokens).Draw(t, "quote")
		if base == quote {
			continue
		}
		m := traded("m"+string(rune('0'+i)), base, quote, rapid.Int64Range(1, 1_000).Draw(t, "num"), rapid.Int64Range(1, 1_000).Draw(t, "den"), 0)
		m.Depth.SetFromBig(new(big.Int).Mul(big.NewInt(rapid.Int64Range(0, 1_000_000_000).Draw(t, "depth")), ten(quote.Decimals)))
		r.Markets = append(r.Markets, m)
	}
	return r
}

// widest is the oracle: of all routes without a circle the depth of the deepest.
func widest(r *turn.Reading, to int, seen map[common.Address]bool, from int, rate, depth float64) (best float64) {
	if from == to {
		return depth
	}
	here := r.Assets[from].Token
	seen[here.Address] = true
	defer delete(seen, here.Address)
	for _, m := range r.Markets {
		holds := money.Float(&m.Depth, m.Quote.Decimals) // in whole quote tokens
		var next turn.Token
		var price float64
		switch here {
		case m.Quote:
			next, price, holds = m.Base, rate*m.Price, holds*rate
		case m.Base:
			next, price, holds = m.Quote, rate/m.Price, holds/m.Price*rate
		default:
			continue
		}
		if seen[next.Address] || m.Rate.IsZero() {
			continue
		}
		i := slices.IndexFunc(r.Assets, func(a turn.Asset) bool { return a.Token == next })
		best = max(best, widest(r, to, seen, i, price, min(depth, holds)))
	}
	return best
}

// Where prices agree, no route is deeper than the one that prices: walking from the numeraire
// over the deepest market each time finds it.
func TestNoRouteIsDeeperThanTheOneThatPrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := universe(t)
		worth := map[common.Address]float64{} // one price for each token: every route gives it
		for _, a := range r.Assets {
			worth[a.Token.Address] = rapid.Float64Range(0.01, 1_000).Draw(t, "worth")
		}
		for i := range r.Markets {
			m := &r.Markets[i]
			m.Price = worth[m.Base.Address] / worth[m.Quote.Address]
			rate := new(big.Float).Mul(big.NewFloat(m.Price), new(big.Float).SetInt(new(big.Int).Lsh(ten(m.Quote.Decimals), 128)))
			whole, _ := rate.Quo(rate, new(big.Float).SetInt(ten(m.Base.Decimals))).Int(nil)
			m.Rate.SetFromBig(whole)
		}
		g := graph{r: r, depth: make([]float64, len(r.Assets)), over: make([]int, len(r.Assets))}
		g.price()
		for i := 1; i < len(r.Assets); i++ {
			want := widest(r, i, map[common.Address]bool{}, 0, 1, math.Inf(1))
			if math.Abs(g.depth[i]-want) > 1e-6*max(1, want) {
				t.Fatalf("%s: a route of %g, the deepest has %g", r.Assets[i].Token.Symbol, g.depth[i], want)
			}
			if w := worth[r.Assets[i].Token.Address] / worth[r.Assets[0].Token.Address]; want > 0 && math.Abs(r.Assets[i].Price/w-1) > 1e-6 {
				t.Fatalf("%s is %g, want %g", r.Assets[i].Token.Symbol, r.Assets[i].Price, w)
			}
		}
	})
}

// In which order markets are read does not matter, where none is as deep as another.
func TestTheOrderOfTheMarketsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := universe(t)
		Value(r, Spread)
		g := graph{r: r, depth: make([]float64, len(r.Assets)), over: make([]int, len(r.Assets))}
		g.price()
		for i := range r.Markets { // a tie: the first of two that are as deep prices
			for j := range r.Markets[:i] {
				if tied(&g, &r.Markets[i], &r.Markets[j]) {
					t.Skip("two are as deep")
				}
			}
		}
		again := holding(r.Tokens(), rapid.Permutation(r.Markets).Draw(t, "order")...)
		Value(again, Spread)
		for i, a := range again.Assets {
			if b := r.Assets[i]; a.Rate != b.Rate || a.Price != b.Price || a.Value != b.Value || (a.Doubt == "") != (b.Doubt == "") {
				t.Fatalf("%+v, in another order %+v", b, a)
			}
		}
	})
}

// tied says that two markets would be steps of one depth to some asset.
func tied(g *graph, a, b *turn.Market) bool {
	depths := map[float64]bool{}
	for _, m := range []*turn.Market{a, b} {
		of := map[float64]bool{}
		for _, token := range []common.Address{m.Base.Address, m.Quote.Address} {
			i := g.find(token)
			other := m.Base.Address
			if other == token {
				other = m.Quote.Address
			}
			if g.depth[g.find(other)] > 0 && !m.Rate.IsZero() {
				of[g.step(m, i).depth] = true
			}
		}
		for d := range of {
			if depths[d] {
				return true
			}
		}
		for d := range of {
			depths[d] = true
		}
	}
	return false
}

// Whatever markets say of themselves, a reading is valued: with prices that are numbers, none below
// zero, and none where there is no rate.
func FuzzNoReadingPanics(f *testing.F) {
	f.Add([]byte{}, []byte{}, uint8(6), uint8(18))
	f.Add([]byte{1}, []byte{1}, uint8(0), uint8(36))
	f.Add(common.MaxHash[:], common.MaxHash[:], uint8(36), uint8(0))
	f.Add([]byte{0, 1}, common.MaxHash[:], uint8(36), uint8(36))
	f.Add(common.MaxHash[:], []byte{1}, uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, rate, depth []byte, first, second uint8) {
		tokens := []turn.Token{
			{Address: common.Address{1}, Symbol: "A", Decimals: first % 37},
			{Address: common.Address{2}, Symbol: "B", Decimals: second % 37},
			{Address: common.Address{3}, Symbol: "C", Decimals: (first + second) % 37},
		}
		r := holding(tokens)
		for i, pair := range [][2]int{{1, 0}, {1, 2}, {0, 2}, {2, 0}} {
			m := turn.Market{Handle: string(rune('a' + i)), Base: tokens[pair[0]], Quote: tokens[pair[1]]}
			m.Rate.SetBytes(rate[:len(rate)*(i+1)/4])
			m.Depth.SetBytes(depth[:len(depth)*(4-i)/4])
			m.Price = m.Rate.Float64() / 0x1p128 * math.Pow(10, float64(m.Base.Decimals)-float64(m.Quote.Decimals))
			r.Markets = append(r.Markets, m)
		}
		for i := range r.Assets {
			r.Assets[i].Units.SetBytes(depth)
			r.Assets[i].Feed = &turn.Feed{Price: float64(i), Holds: 3_600}
		}
		Value(r, Spread)
		for i, a := range r.Assets {
			if math.IsNaN(a.Price) || math.IsInf(a.Price, 0) || a.Price < 0 || math.IsNaN(a.Value) || math.IsInf(a.Value, 0) || a.Value < 0 {
				t.Errorf("%s is %g, and worth %g", a.Token.Symbol, a.Price, a.Value)
			}
			if a.Rate.IsZero() && (a.Price != 0 || a.Value != 0) || i == 0 && (a.Rate != turn.One() || a.Doubt != "") {
				t.Errorf("%+v", a)
			}
			if Whole(r, a.Token.Address) < 0 {
				t.Errorf("%s is worth %d", a.Token.Symbol, Whole(r, a.Token.Address))
			}
		}
	})
}
