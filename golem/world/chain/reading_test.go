package chain

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/internal/money"
)

var (
	tokenUSDC = turn.Token{Address: usdc, Symbol: "USDC", Decimals: 6}
	tokenWETH = turn.Token{Address: weth, Symbol: "WETH", Decimals: 18}
)

func u256(v *big.Int) uint256.Int { return *uint256.MustFromBig(v) }

func n256(v uint64) uint256.Int { return *uint256.NewInt(v) }

// rate is that of a unit of WETH in those of USDC: 2,500e6 / 1e18, as Q128.128, rounded down.
func rate() uint256.Int {
	return u256(new(big.Int).Quo(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(4e8)))
}

// poolOnly leaves of a reading what one of the pool alone says.
func poolOnly(r turn.Reading) turn.Reading {
	m := *r.Primary()
	g := *m.Range
	g.Growth, m.Range = nil, &g
	r.Markets, r.Lending, r.Fence, r.Screen = []turn.Market{m}, nil, nil, nil
	r.Assets[1].Feed = nil
	return r
}

// held is what a reading of the stall says, worked out by hand: at 2,500 USDC a WETH.
func held(p *paper) turn.Reading {
	return turn.Reading{
		Block: turn.Block{Number: 100, Hash: p.hash(100), Time: 1_700_000_200},
		Markets: []turn.Market{{
			Handle: "weth-usdc-5", Protocol: "uniswap-v3", Address: pool, Base: tokenWETH, Quote: tokenUSDC, BaseFee: 500, QuoteFee: 500, Rate: rate(), Price: 2_500, Depth: n256(77_700_000e6),
			Range: &turn.Range{Tick: tick, Spacing: 10, SqrtPriceX96: u256(sqrt), Liquidity: n256(deep), Inverse: true, Growth: []uint256.Int{u256(grown(9)), u256(grown(7))}},
		}, {
			Handle: "weth-usdc-30-v2", Protocol: "uniswap-v2", Address: pair, Base: tokenWETH, Quote: tokenUSDC, BaseFee: 3_000, QuoteFee: 3_000, Rate: rate(), Price: 2_500, Depth: n256(2e12),
			Range: &turn.Range{Tick: tick, Spacing: uniswap.MaxTick, SqrtPriceX96: u256(sqrt), Liquidity: n256(2e16), Inverse: true, Whole: true},
		}, {
			Handle: "weth-usdc-5-v4", Protocol: "uniswap-v4", ID: uniswap.PoolIDV4(fullVenue().V4.Key(usdc, weth)), Base: tokenWETH, Quote: tokenUSDC, BaseFee: 700, QuoteFee: 600,
			Rate: rate(), Price: 2_500, Depth: n256(8_880_000e6),
		}},
		GasPrice: n256(3e9), MaxFee: n256(4e9), Tip: n256(2e9), // 1 gwei of base fee, twice, and a tip of 2
		Native: n256(3e18), NativeUSD: 2_500, NativePrice: 2_500 * money.One,
		Assets: []turn.Asset{
			{Token: tokenUSDC, Units: n256(1_500e6), Price: 1, Value: 1_500, Rate: turn.One()},
			{Token: tokenWETH, Units: n256(4e17), Price: 2_500, Value: 1_000, Rate: rate(), Feed: &turn.Feed{Price: 2_480, Updated: 1_700_000_100, Answer: n256(2_480e8), Decimals: 8, Holds: 1_200}},
		},
		Lending: []turn.Lending{{
			Handle: "aave-v3", Protocol: "aave-v3", Value: 300 - 100 + (2-0.5)*2_500,
			Account: turn.Account{Collateral: n256(5_300e8), Debt: n256(1_350e8), Threshold: 8_000, LoanToValue: 7_500, Health: n256(312e16)},
			Reserves: []turn.Reserve{
				{Token: tokenUSDC, Supplied: n256(300e6), Owed: n256(100e6), Receipt: aUSDC, DebtToken: dUSDC, Bonus: 450},
				{Token: tokenWETH, Supplied: n256(2e18), Owed: n256(5e17), Receipt: aWETH, DebtToken: dWETH, Bonus: 500},
			},
		}, {
			Handle: "morpho-blue", Protocol: "morpho-blue", Loan: usdc, Value: 100 - 40 + 2_500,
			// 86 % of 2,500 are 2,150: 53.75 times what is owed.
			Account: turn.Account{Collateral: n256(2_500e6), Debt: n256(40e6), Threshold: 8_600, LoanToValue: 8_600, Health: u256(eth(5_375))},
			Reserves: []turn.Reserve{
				{Token: tokenUSDC, Supplied: n256(100e6), Owed: n256(40e6), SupplyShares: n256(100e12), DebtShares: n256(40e12)},
				{Token: tokenWETH, Supplied: n256(1e18), Bonus: 439}, // 1 / (1 - 0.3 × (1 - 0.86)), by its contract
			},
		}},
		Fence:  &turn.Fence{Ends: 1_800_000_000, Session: true},
		Screen: &turn.Screen{Listed: []common.Address{weth, routerV4}},
	}
}

// reads expects an observation to be this one; numbers for thinking to within a billionth.
func (c *Chain) reads(t *testing.T, about string, want turn.Reading) {
	t.Helper()
	got, err := c.Observe(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	same(t, about, got, want)
}

func same(t *testing.T, about string, got, want turn.Reading) {
	t.Helper()
	g, w := reflect.ValueOf(even(got)), reflect.ValueOf(even(want))
	for i := range g.NumField() {
		if a, b := g.Field(i).Interface(), w.Field(i).Interface(); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %s is\n%+v, want\n%+v", about, g.Type().Field(i).Name, a, b)
		}
	}
}

// even rounds what was computed in floats.
func even(r turn.Reading) turn.Reading {
	round := func(v float64) float64 { return math.Round(v*1e6) / 1e6 }
	r.NativeUSD = round(r.NativeUSD)
	r.Assets = append([]turn.Asset(nil), r.Assets...)
	r.Lending, r.Markets = append([]turn.Lending(nil), r.Lending...), append([]turn.Market(nil), r.Markets...)
	r.Positions = append([]turn.Position(nil), r.Positions...)
	for i := range r.Assets {
		r.Assets[i].Value, r.Assets[i].Price = round(r.Assets[i].Value), round(r.Assets[i].Price)
	}
	for i := range r.Lending {
		r.Lending[i].Value = round(r.Lending[i].Value)
	}
	for i := range r.Markets {
		r.Markets[i].Price = round(r.Markets[i].Price)
	}
	for i := range r.Positions {
		r.Positions[i].Value = round(r.Positions[i].Value)
	}
	return r
}

// Every number of a reading, by hand: what a Golem decides on is what its wallet has, in the
// right place and with the right sign.
//
// spec: chain §2, heartbeat §3 step 1
func TestAReadingTellsAllThatTheWalletHas(t *testing.T) {
	p := newStall(t)
	c := p.opens(everything())
	c.reads(t, "everything", held(p))
	at := c.Deployments()
	lends, err := protocol.TermsOf[morphoblue.Terms](at[len(at)-1])
	if err != nil || lends.Params == nil {
		t.Fatalf("the market of Morpho Blue was not opened: %+v, %v", lends, err)
	}
	if c.Account() != golem || *lends.Params != loan || c.Rollup() {
		t.Errorf("it reads %s, lends by %+v, rollup %v", c.Account(), lends.Params, c.Rollup())
	}
	var names []string
	for _, d := range at {
		names = append(names, d.Handle)
	}
	if !slices.Equal(names, []string{"weth-usdc-5", "weth-usdc-30-v2", "weth-usdc-5-v4", "aave-v3", "morpho-blue"}) {
		t.Errorf("it trades in %v", names)
	}
	if c.Feed(weth) != feed || c.Feed(usdc) != (common.Address{}) {
		t.Errorf("price feeds %s and %s", c.Feed(weth), c.Feed(usdc))
	}
}

// Without lenders, exchanges, feed, list and end, a reading has none, and asks none.
func TestAPlainReadingHasNothingBesideThePool(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	want := poolOnly(held(p))
	c.reads(t, "the pool alone", want)
	if at := c.Deployments(); len(at) != 1 || at[0].Protocol != "uniswap-v3" || c.Feed(weth) != (common.Address{}) {
		t.Errorf("it trades in %+v, with a feed at %s", at, c.Feed(weth))
	}
	for key, s := range p.said {
		for _, unasked := range []common.Address{aUSDC, aavePool, blue, oracle, routerV2, pair, stateView, feed, list} {
			if s.asked && strings.HasPrefix(key, unasked.Hex()) {
				t.Errorf("%s was asked", s.label)
			}
		}
	}
	payer := common.Address{19: 0xee}
	p.wei[payer] = 5
	paid := plainConfig()
	paid.Payer, paid.NativePrice = payer, 7*money.One
	want.Native, want.NativePrice, want.NativeUSD = n256(5), 7*money.One, 7
	p.opens(paid).reads(t, "another payer, and a coin with a price of its own", want)
}

// The same market with the tokens the other way round: the quote token is the second.
func TestAMarketWhoseQuoteTokenIsTheSecondReadsTheSame(t *testing.T) {
	p := newStall(t)
	fifty := new(big.Int).Lsh(big.NewInt(50), 96) // squared 2,500 of token1 a token0, both with 18 decimals
	p.pool(weth, usdc, fifty)
	p.token("dollars", usdc, 18, "USDX", eth(150_000))
	c := p.opens(plainConfig())
	dollars := turn.Token{Address: usdc, Symbol: "USDX", Decimals: 18}
	want := poolOnly(held(p))
	m := want.Primary()
	m.Handle, m.Quote, m.Rate, m.Depth = "weth-usdx-5", dollars, u256(new(big.Int).Lsh(big.NewInt(2_500), 128)), u256(new(big.Int).Mul(big.NewInt(deep), big.NewInt(100)))
	m.Range.Inverse, m.Range.SqrtPriceX96 = false, u256(fifty)
	want.Assets = []turn.Asset{
		{Token: dollars, Units: u256(eth(150_000)), Price: 1, Value: 1_500, Rate: turn.One()},
		{Token: tokenWETH, Units: n256(4e17), Price: 2_500, Value: 1_000, Rate: m.Rate},
	}
	c.reads(t, "quote is token1", want)
	g, err := c.Glance(t.Context())
	if err != nil || math.Abs(g.Price-2_500) > 1e-6 || g.Tick != tick || g.Block != want.Block || g.GasPrice != n256(3e9) {
		t.Errorf("%+v, %v", g, err)
	}
}

// A position is worth what lies in it and what it earned; those of another pool, and those
// with nothing in them, which anybody can send, are not the strategy's.
func TestAPositionIsReadWithItsFees(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	want := poolOnly(held(p))
	c.reads(t, "none", want)
	liquidity := new(big.Int).Lsh(big.NewInt(1), 40)
	empty, foreign, owed := ours(9, new(big.Int)), ours(5, liquidity), ours(3, new(big.Int))
	empty.owed0, empty.owed1, foreign.fee, owed.owed1, owed.lower = 0, 0, 3_000, 0, tick-2*aside
	p.holds(empty, ours(7, liquidity), foreign, owed)
	l, s := u256(liquidity), u256(sqrt)
	a0, a1, err := uniswap.AmountsForLiquidity(&s, tick-aside, tick+aside, &l, uniswap.Down)
	if err != nil || a0.IsZero() || a1.IsZero() {
		t.Fatal(err)
	}
	fees0, fees1 := n256(5<<30+11), n256(6<<30+13) // (7−2) and (9−3) parts of 1,024 for each of 2^40, and what was owed before
	value := (a0.Float64()+fees0.Float64())/1e6 + (a1.Float64()+fees1.Float64())/1e18*2_500
	want.Positions = []turn.Position{
		{ID: "3", Protocol: "uniswap-v3", Market: "weth-usdc-5", Kind: "liquidity", Lower: tick - 2*aside, Upper: tick + aside, QuoteFees: n256(11), Value: 11e-6},
		{ID: "7", Protocol: "uniswap-v3", Market: "weth-usdc-5", Kind: "liquidity", Lower: tick - aside, Upper: tick + aside, Liquidity: l, Quote: a0, Base: a1, QuoteFees: fees0, BaseFees: fees1, Value: value},
	}
	want.Before = want.Block
	c.reads(t, "four, two of them the strategy's", want)
	c.reads(t, "remembered", want)

	moved := ours(7, liquidity)
	moved.owner = common.Address{1}
	p.holds(ours(8, liquidity), owed, empty, foreign) // as many, and another
	p.says("owner of 7", positions, bind.NewNonfungiblePositionManager().PackOwnerOf(big.NewInt(7)), moved.owner)
	want.Positions[1].ID = "8"
	c.reads(t, "one was sent away and another came", want)
	p.holds()
	want.Positions = nil
	c.reads(t, "none any more", want)
	p.holds(ours(8, liquidity))
	want.Positions = []turn.Position{{ID: "8", Protocol: "uniswap-v3", Market: "weth-usdc-5", Kind: "liquidity", Lower: tick - aside, Upper: tick + aside, Liquidity: l, Quote: a0, Base: a1, QuoteFees: fees0, BaseFees: fees1, Value: value}}
	c.reads(t, "one again", want)
	for _, wider := range []func(*lot){func(l *lot) { l.lower -= 10 }, func(l *lot) { l.upper += 20 }} { // after a reorg it may be another one
		l := ours(8, liquidity)
		wider(&l)
		p.holds(l)
		if r := observed(t, c); len(r.Positions) != 1 || int(r.Positions[0].Lower) != l.lower || int(r.Positions[0].Upper) != l.upper {
			t.Errorf("a position of another range: %+v", r.Positions)
		}
	}
	upside := ours(8, liquidity)
	upside.lower, upside.upper = upside.upper, upside.lower
	p.holds(upside)
	if r, err := c.Observe(t.Context()); err == nil {
		t.Errorf("a range upside down: %+v", r.Positions)
	}
	for shift, impossible := range map[uint]bool{31: true, 64: true, 30: false} {
		p.says("number of positions", positions, bind.NewNonfungiblePositionManager().PackBalanceOf(golem), new(big.Int).Lsh(big.NewInt(1), shift))
		if _, err := c.Observe(t.Context()); err == nil || strings.Contains(err.Error(), "which cannot be") != impossible {
			t.Errorf("a wallet holds 2^%d positions: %v", shift, err)
		}
	}
	p.says("number of positions", positions, bind.NewNonfungiblePositionManager().PackBalanceOf(golem), big.NewInt(1<<31-1))
	if _, err := c.Observe(t.Context()); err == nil || strings.Contains(err.Error(), "which cannot be") {
		t.Errorf("a wallet holds 2^31-1 positions: %v", err)
	}
}
