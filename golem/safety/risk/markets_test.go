package risk

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/wire"
)

var wbtc = turn.Token{Address: common.HexToAddress("0xee"), Symbol: "WBTC", Decimals: 8}

// The handles of the other markets of three assets.
const (
	bitcoin = "wbtc-usdc-30"
	crossed = "wbtc-weth-5"
)

// portfolio is what a read shows of three markets, at these prices of their base tokens.
func (g *golem) portfolio(ether, coin, coinInEther float64) turn.Reading {
	g.price = ether
	r := g.seen()
	other := func(quote turn.Token, address string, fee uint32, price float64) turn.Market {
		m := turntest.Pool{Address: common.HexToAddress(address), Token0: wbtc, Token1: quote, FeePips: fee, Price: price, Liquidity: *uint256.NewInt(1e12)}.Market()
		m.Depth = *uint256.MustFromDecimal("1000000000000000000000")
		return m
	}
	r.Markets = append(r.Markets, other(usdc, "0xcd", 3_000, coin), other(weth, "0xce", 500, coinInEther))
	r.Assets = append(r.Assets, turn.Asset{Token: wbtc, Price: coin, Rate: r.Markets[1].Rate})
	return r
}

// sees passes time, a look a minute, with the reading of each.
func (g *golem) sees(minutes int64, shown func() turn.Reading) {
	for range minutes {
		g.now += minute
		r := shown()
		g.Look(Look{Now: g.now, Reading: &r, Regime: g.regime, Limit: 1_300, Gas: 1})
		g.Narrow(cage.Policy{MaxPosition: 2_500, MaxConcentration: 3_000, MaxPositions: 5})
	}
}

// trade is an order for a swap in a market, on a reading.
func (g *golem) trade(r turn.Reading, market string, in, out turn.Token, units uint64) Order {
	o := g.buys(100)
	o.Case.Seen = r
	o.Case.Action.Market, o.Case.Action.TokenIn, o.Case.Action.TokenOut, o.Case.Action.AmountIn = market, in.Address, out.Address, uint256.NewInt(units)
	return o
}

// spec: heartbeat §15 layer 5 — an order is held to the market that it goes to, and a loan to the
// one that prices its asset.
func TestAnOrderIsHeldToItsOwnMarket(t *testing.T) {
	g := newborn(turn.StageFull, 200)
	calm := func() turn.Reading { return g.portfolio(2_000, 60_000, 30) }
	g.sees(10, calm)
	runaway := func() turn.Reading { return g.portfolio(2_000, 60_000*1.2, 30) } // bitcoin alone, in USDC
	g.sees(1, runaway)
	r := runaway()
	lends := func(token turn.Token) Order {
		o := g.trade(r, aavev3.Name, usdc, weth, 1)
		o.Case.Action = grammar.Action{Kind: grammar.Supply, Market: aavev3.Name, Protocol: aavev3.Name, Asset: token.Address, Amount: uint256.NewInt(1e6)}
		return o
	}
	for name, c := range map[string]struct {
		o    Order
		want wire.Code
	}{
		"WETH":                {g.trade(r, exchange, usdc, weth, 100e6), ""},
		"bitcoin":             {g.trade(r, bitcoin, usdc, wbtc, 100e6), wire.CodeSafetyPriceDeviation},
		"bitcoin for WETH":    {g.trade(r, crossed, weth, wbtc, 5e16), ""},
		"one that was unseen": {g.trade(r, "wbtc-usdc-5", usdc, wbtc, 100e6), wire.CodeSafetyPriceMissing},
		"a loan of USDC":      {lends(usdc), ""},
		"a loan of WETH":      {lends(weth), ""},
		"a loan of bitcoin":   {lends(wbtc), wire.CodeSafetyPriceDeviation},
	} {
		g.answers(t, name, c.o, c.want)
	}
	if m := g.market(); m.handle != exchange {
		t.Errorf("the first market is %s", m.handle)
	}
}

// The strategy's first market is the one that a reading has first, whichever was seen or asked about
// before; what was glanced at before any look is its price.
func TestTheFirstMarketIsTheReadingsFirst(t *testing.T) {
	g := newborn(turn.StageFull, 200)
	g.Glance(g.now, 2_000)
	g.Glance(g.now+minute, 2_010)
	r := g.portfolio(2_000, 60_000, 30)
	g.answers(t, "what nobody looked at", g.trade(r, bitcoin, usdc, wbtc, 100e6), wire.CodeSafetyPriceMissing)
	g.now += minute
	g.sees(1, func() turn.Reading { return g.portfolio(2_020, 60_000, 30) })
	if m := g.market(); m.handle != exchange || len(m.prices.seen) != 3 || m.prices.seen[2].price != 2_020 {
		t.Errorf("%s has seen %v", m.handle, m.prices.seen)
	}
	g.sees(1, func() turn.Reading {
		r := g.portfolio(2_020, 60_000, 30)
		r.Markets[0], r.Markets[1] = r.Markets[1], r.Markets[0]
		return r
	})
	if m := g.market(); m.handle != bitcoin || len(m.prices.seen) != 2 || len(g.Engine.seen.of(exchange).prices.seen) != 4 {
		t.Errorf("%s is the first, and has seen %v", m.handle, m.prices.seen)
	}
	g.Glance(g.now+1, 61_000)
	if m := g.Engine.seen.of(bitcoin); m.prices.seen[len(m.prices.seen)-1].price != 61_000 {
		t.Errorf("a glance is of another: %v", m.prices.seen)
	}
}

// A trade comes to what its own market did, and one that bought the quote token to what that did
// in the other.
func TestATradeIsFollowedInItsOwnMarket(t *testing.T) {
	g := newborn(turn.StageFull, 200)
	before := g.portfolio(2_000, 60_000, 30)
	for name, c := range map[string]struct {
		market  string
		in, out turn.Token
		price   float64 // at which it is followed
		gain    float64 // before its cost
	}{
		"WETH":               {exchange, usdc, weth, 2_000, 0.01},
		"bitcoin":            {bitcoin, usdc, wbtc, 60_000, 0.02},
		"bitcoin for WETH":   {crossed, weth, wbtc, 30, 0.25},
		"WETH for bitcoin":   {crossed, wbtc, weth, 1.0 / 30, -0.2}, // 30 bought at 30, and worth 30 of 37.5
		"a sale of bitcoin":  {bitcoin, wbtc, usdc, 0, 0},
		"a sale for dollars": {exchange, weth, usdc, 0, 0},
	} {
		o := g.trade(before, c.market, c.in, c.out, map[turn.Token]uint64{usdc: 100e6, weth: 5e16, wbtc: 160_000}[c.in])
		o.Case.Seen.Block.Time = g.now / 1_000
		got := follow(o)
		if c.price == 0 {
			if got.Value != 0 || got.market != "" {
				t.Errorf("%s is followed: %+v", name, got)
			}
			continue
		}
		exactly(t, name+": the price", got.Price, c.price)
		if got.market != c.market || !(got.Value > 0) {
			t.Errorf("%s: %+v", name, got)
		}
		trades := newTrades()
		trades.begin(got)
		after := g.portfolio(2_020, 61_200, 37.5)
		after.Block.Time = g.now/1_000 + 3_600
		blind := turntest.Copy(after)
		there, _ := blind.Market(c.market)
		there.Price = 0
		if trades.price(&blind, g.regime); len(trades.open) != 1 {
			t.Errorf("%s was priced where its market has none", name)
		}
		if trades.price(&after, g.regime); len(trades.open) != 0 || trades.estimate.N != 1 {
			t.Fatalf("%s: %+v", name, trades)
		}
		near(t, name+": what it came to", trades.estimate.Mean, c.gain-got.Cost, 1e-9)
	}
	trades := newTrades()
	trades.begin(trade{market: "wbtc-usdc-5"})
	if trades.price(&before, g.regime); len(trades.open) != 0 || trades.estimate.N != 0 {
		t.Errorf("what has no market any more is followed: %+v", trades)
	}
}

// A feed is held against its own asset's market, in dollars whatever that one is quoted in; and what a
// market holds is told in the numeraire.
func TestASecondSourceIsOfTheMarketsOwnAsset(t *testing.T) {
	g := newborn(turn.StageFull, 200)
	shown := func() turn.Reading {
		r := g.portfolio(2_000, 60_000, 30)
		r.Assets[2].Feed = &turn.Feed{Price: 62_000, Updated: r.Block.Time, Holds: 3_600}
		return r
	}
	g.sees(10, shown)
	r := shown()
	for market, off := range map[string]float64{bitcoin: 1 - 60.0/62, crossed: 1 - 60.0/62, exchange: 0} {
		s := g.Engine.seen.of(market).second(&r)
		if (s.feed != nil) != (off > 0) {
			t.Errorf("%s has a feed: %v", market, s.feed)
		}
		near(t, market, s.off, off, 1e-12)
	}
	near(t, "the depth of a market in WETH", Depth(&r, &r.Markets[2]), 1_000*2_000, 1e-6)
	if s := g.Engine.seen.of("wbtc-usdc-5").second(&r); s.feed != nil || s.off != 0 {
		t.Errorf("of no market: %+v", s)
	}
}

// What is at risk is every asset but the numeraire.
func TestEveryAssetButTheNumeraireIsAtRisk(t *testing.T) {
	g := newborn(turn.StageFull, 20)
	r := g.portfolio(2_000, 60_000, 30)
	r.Assets[1].Value, r.Assets[2].Value = 500, 700
	exactly(t, "the equity", equity(&r), 11_200)
	exactly(t, "at risk", risked(&r), 1_200)
}

// What liquidity earns is that of its own market.
func TestARangeIsHeldToWhatItsOwnMarketEarns(t *testing.T) {
	g := newborn(turn.StageFull, 20)
	i := 0
	g.sees(150, func() turn.Reading {
		i++
		return g.portfolio(2_000, 60_000*(1+0.01*float64(i%2)), 30)
	})
	r := g.portfolio(2_000, 60_000, 30)
	for market, moves := range map[string]bool{exchange: false, bitcoin: true, crossed: false} {
		p, known := g.Engine.seen.of(market).pooling(-100, 100, &r, g.limit, 0.5)
		if !known || (p.Volatility > 0) != moves {
			t.Errorf("%s: %+v, %v", market, p, known)
		}
	}
}
