package cage

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var wbtc = turn.Token{Address: common.HexToAddress("0xee"), Symbol: "WBTC", Decimals: 8}

// The handles of the other markets of three assets.
const (
	bitcoin = "wbtc-usdc-30"
	crossed = "wbtc-weth-5"
)

// three holds 10,000 USDC beside so many wei and satoshi, where one WETH costs 2,000 and one WBTC
// 62,500 USDC.
func three(wei, satoshi uint64) turn.Reading {
	return turntest.Reading([]turn.Market{
		seen().Markets[0],
		turntest.Pool{Address: common.HexToAddress("0xcd"), Token0: wbtc, Token1: usdc, FeePips: 3_000, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(25), 96)}.Market(),
		turntest.Pool{Address: common.HexToAddress("0xce"), Token0: weth, Token1: wbtc, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *new(uint256.Int).Div(new(uint256.Int).Lsh(uint256.NewInt(1), 96), uint256.NewInt(559_017))}.Market(),
	}, uint256.NewInt(10_000e6), uint256.NewInt(wei), uint256.NewInt(satoshi))
}

// broad are the limits where all three assets and markets are approved.
func broad() Policy {
	p := limits()
	p.Tokens, p.Markets, p.MaxAssets, p.MaxPositions = append(p.Tokens, wbtc.Address), nil, 3, 9
	for _, m := range three(0, 0).Markets {
		p.Markets = append(p.Markets, Listed(m))
	}
	return p
}

// trade is a swap in a market, as it was simulated.
func trade(market string, in turn.Token, paid uint64, out turn.Token, got uint64) (grammar.Action, turn.Simulation) {
	a := grammar.Action{Kind: grammar.Swap, Market: market, Protocol: uniswapv3.Name, TokenIn: in.Address, TokenOut: out.Address, AmountIn: uint256.NewInt(paid)}
	return a, turn.Simulation{Success: true, Value: money.One, Deltas: []turn.Delta{
		{Token: in.Address, Out: true, Units: *uint256.NewInt(paid)}, {Token: out.Address, Units: *uint256.NewInt(got)},
	}}
}

// pools is liquidity in a market.
func pools(market string) grammar.Action {
	a := provide()
	a.Market = market
	return a
}

// Every purchase opens a risk but that of the numeraire, whatever is paid with.
func TestABuyOfAnyAssetButTheNumeraireOpens(t *testing.T) {
	for _, c := range []struct {
		market  string
		in, out turn.Token
		opens   bool
	}{
		{exchange, usdc, weth, true},
		{exchange, weth, usdc, false},
		{bitcoin, usdc, wbtc, true},
		{bitcoin, wbtc, usdc, false},
		{crossed, weth, wbtc, true},
		{crossed, wbtc, weth, true},
	} {
		a, s := trade(c.market, c.in, 1, c.out, 1)
		k := Case{Action: a, Seen: three(1e18, 1e6), Now: noon, Phase: turn.Terminal}
		if k.Opens() != c.opens {
			t.Errorf("%s for %s opens: %v", c.in.Symbol, c.out.Symbol, k.Opens())
		}
		says(t, New(broad()).Before(k), map[bool]wire.Code{true: CodePhase}[c.opens], "%s for %s at the end", c.in.Symbol, c.out.Symbol)
		gate := New(broad())
		if gate.Committed(k, 7); (gate.spent.inDay(noon) == 7) != c.opens {
			t.Errorf("%s for %s: %d are spent", c.in.Symbol, c.out.Symbol, gate.spent.inDay(noon))
		}
		p := broad()
		p.Shadow = true
		says(t, New(p).judge(Case{Action: a, Seen: three(1e18, 1e6), Now: noon}, s), map[bool]wire.Code{true: CodeStage}[c.opens], "%s for %s in shadow", c.in.Symbol, c.out.Symbol)
	}
}

// One position is that of one asset, and what all come to is bounded beside it.
func TestEachAssetHasItsPositionAndAllHaveOneBound(t *testing.T) {
	// Equity is 12,000 and a WETH is held: 3,000 of one asset, and of all together 3,600.
	for name, c := range map[string]struct {
		market        string
		in            turn.Token
		paid          uint64
		out           turn.Token
		got           uint64
		concentration money.BPS
		want          wire.Code
	}{
		"bitcoin at its limit, beside a WETH": {bitcoin, usdc, 3_000e6, wbtc, 4_800_000, 10_000, ""},
		"a satoshi above":                     {bitcoin, usdc, 3_000e6, wbtc, 4_800_001, 10_000, CodePositionSize},
		"more WETH at its limit":              {exchange, usdc, 1_000e6, weth, 5e17, 10_000, ""},
		"a millionth above":                   {exchange, usdc, 1_000e6, weth, 5e17 + 1e9, 10_000, CodePositionSize},
		"all together at the limit":           {bitcoin, usdc, 1_600e6, wbtc, 2_560_000, 3_000, ""},
		"all together a satoshi above":        {bitcoin, usdc, 1_600e6, wbtc, 2_560_001, 3_000, CodeConcentration},
		"WETH for bitcoin adds to neither":    {crossed, weth, 1e18, wbtc, 3_200_000, 1_667, ""},
		"and takes nothing off":               {crossed, weth, 1e18, wbtc, 3_200_000, 1_666, CodeConcentration},
	} {
		p := broad()
		p.MaxConcentration = c.concentration
		a, s := trade(c.market, c.in, c.paid, c.out, c.got)
		says(t, New(p).judge(Case{Action: a, Seen: three(1e18, 0), Now: noon}, s), c.want, "%s", name)
	}
	p := broad()
	r := three(0, 0)
	r.Positions = []turn.Position{{ID: "1", Market: crossed, Base: *uint256.NewInt(1_600_000), Quote: *uint256.NewInt(5e17)}} // 1,000 of each
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Reserves: []turn.Reserve{{Token: wbtc, Supplied: *uint256.NewInt(1_600_000)}}}}
	// Equity is 13,000, of which 3,900 may be at risk: 3,000 are.
	for satoshi, want := range map[uint64]wire.Code{1_440_000: "", 1_440_001: CodeConcentration} {
		a, s := trade(bitcoin, usdc, 900e6, wbtc, satoshi)
		says(t, New(p).judge(Case{Action: a, Seen: r, Now: noon}, s), want, "beside a position and what is lent, %d satoshi", satoshi)
	}
}

// Each asset counts once, wherever it is: alone, in a position, or at a lender.
func TestAssetsAreCountedWhereverTheyAre(t *testing.T) {
	within := func(markets ...string) (all []turn.Position) {
		for _, m := range markets {
			all = append(all, turn.Position{ID: "1", Market: m, Quote: *uint256.NewInt(1)})
		}
		return all
	}
	supplied := []turn.Lending{{Handle: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}, {Token: wbtc, Supplied: *uint256.NewInt(1)}}}}
	owed := []turn.Lending{{Handle: aavev3.Name, Reserves: []turn.Reserve{{Token: wbtc, Owed: *uint256.NewInt(1)}}}}
	for name, c := range map[string]struct {
		wei, satoshi uint64
		positions    []turn.Position
		lending      []turn.Lending
		want         int
	}{
		"cash":                      {0, 0, nil, nil, 1},
		"cash and WETH":             {1e18, 0, nil, nil, 2},
		"all three":                 {1e18, 1e6, nil, nil, 3},
		"a position of the first":   {0, 0, within(exchange), nil, 2},
		"positions of two":          {0, 0, within(exchange, bitcoin), nil, 3},
		"one without the numeraire": {0, 0, within(crossed), nil, 3},
		"the same twice":            {1e18, 0, within(exchange, exchange), nil, 2},
		"lent bitcoin":              {0, 0, nil, supplied, 2},
		"a debt is none":            {0, 0, nil, owed, 1},
	} {
		r := three(c.wei, c.satoshi)
		r.Positions, r.Lending = c.positions, c.lending
		b, ok := newBook(r)
		if got := b.assets(); !ok || got != c.want {
			t.Errorf("%s: %d assets, %v, want %d", name, got, ok, c.want)
		}
	}
	p := broad()
	p.MaxAssets, p.MaxConcentration = 2, 10_000
	third, s := trade(bitcoin, usdc, 100e6, wbtc, 160_000)
	says(t, New(p).judge(Case{Action: third, Seen: three(1e18, 0), Now: noon}, s), CodeAssets, "a third")
	another, s := trade(crossed, weth, 1e18, wbtc, 3_200_000)
	says(t, New(p).judge(Case{Action: another, Seen: three(1e18, 0), Now: noon}, s), "", "another for all of the second")
	another, s = trade(crossed, weth, 5e17, wbtc, 1_600_000)
	says(t, New(p).judge(Case{Action: another, Seen: three(1e18, 0), Now: noon}, s), CodeAssets, "another for half of the second")
	says(t, New(p).judge(Case{Action: pools(bitcoin), Seen: three(1e18, 0), Now: noon}, pooled(1_000e6)), CodeAssets, "a position that holds a third")
	says(t, New(p).judge(Case{Action: pools(exchange), Seen: three(1e18, 0), Now: noon}, pooled(1_000e6)), "", "a position that holds the same")
}

// A market is the one that was approved, with all that it was then, and a swap is of what it trades.
func TestAMarketIsTheOneThatWasApproved(t *testing.T) {
	in := func(i int, edit func(*turn.Market)) func(*scene) {
		return func(s *scene) { edit(&s.k.Seen.Markets[i]) }
	}
	swap := func(market string, in, out turn.Token) func(*scene) {
		return func(s *scene) { s.k.Action, s.sim = trade(market, in, 1, out, 1) }
	}
	begin := func() scene {
		a, s := trade(bitcoin, usdc, 100e6, wbtc, 160_000)
		return scene{broad(), Case{Action: a, Seen: three(1e18, 1e6), Now: noon}, s}
	}
	changes := map[string]change{
		"as it was":                    {func(*scene) {}, ""},
		"not approved":                 {func(s *scene) { s.policy.Markets = append(s.policy.Markets[:1:1], s.policy.Markets[2]) }, CodePool},
		"another is at its address":    {in(1, func(m *turn.Market) { m.Address[0]++ }), CodePool},
		"another is of its id":         {in(1, func(m *turn.Market) { m.ID[0]++ }), CodePool},
		"another protocol":             {in(1, func(m *turn.Market) { m.Protocol = uniswapv4.Name }), CodePool},
		"it is not read any more":      {in(1, func(m *turn.Market) { m.Handle = "wbtc-usdc-5" }), CodePool},
		"another is not as approved":   {in(0, func(m *turn.Market) { m.Address[0]++ }), ""},
		"tokens of another market":     {swap(bitcoin, usdc, weth), CodePool},
		"the other way round":          {swap(bitcoin, weth, usdc), CodePool},
		"one of its tokens for none":   {swap(crossed, weth, usdc), CodePool},
		"one of its tokens for itself": {swap(crossed, weth, weth), CodePool},
		"both of its tokens":           {swap(crossed, weth, wbtc), ""},
		"and turned over":              {swap(crossed, wbtc, weth), ""},
		"a sale in the wrong market":   {swap(exchange, wbtc, usdc), CodePool},
		"a token that is not approved": {func(s *scene) { s.policy.Tokens = s.policy.Tokens[:2] }, CodeToken},
		"liquidity of one that is not": {func(s *scene) { s.policy.Tokens, s.k.Action = s.policy.Tokens[:2], pools(crossed) }, CodeToken},
		"liquidity where none is read": {func(s *scene) { s.k.Action = pools("wbtc-usdc-5") }, CodeToken},
		"liquidity elsewhere":          {func(s *scene) { s.k.Action, s.k.Seen.Markets[2].Address = pools(crossed), pool }, CodePool},
	}
	judged(t, begin, changes)
}

// What has no price is not opened, nor anything where some of it is held, in whatever form; what
// has one is sold all the same, and so is what nobody trades.
//
// spec: safety §1.4 S-7 and S-10
func TestAnAssetWithoutAPriceStopsWhatTouchesIt(t *testing.T) {
	blind := func(satoshi uint64) turn.Reading {
		r := three(1e18, satoshi)
		r.Assets[2].Rate, r.Assets[2].Price = uint256.Int{}, 0
		return r
	}
	p := broad()
	p.Protocols, p.MinCollateral, p.MaxConcentration = append(p.Protocols, aavev3.Name), 12_500, 10_000
	reserves := func(supplied, owed uint64) []turn.Lending {
		return []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Account: *account(1e8, 0), Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}, {Token: wbtc, Supplied: *uint256.NewInt(supplied), Owed: *uint256.NewInt(owed)}}}}
	}
	type act struct {
		grammar.Action
		s turn.Simulation
	}
	one := func(a grammar.Action, s turn.Simulation) act { return act{a, s} }
	more := one(trade(exchange, usdc, 100e6, weth, 5e16))
	sale := one(trade(exchange, weth, 1e17, usdc, 200e6))
	for name, touches := range map[string]act{
		"buying it":             one(trade(bitcoin, usdc, 100e6, wbtc, 160_000)),
		"paying with WETH":      one(trade(crossed, weth, 1e17, wbtc, 320_000)),
		"WETH for it":           one(trade(crossed, wbtc, 320_000, weth, 1e17)),
		"liquidity with USDC":   {pools(bitcoin), pooled(100e6)},
		"liquidity with WETH":   {pools(crossed), turn.Simulation{Success: true, Value: money.One, Deltas: []turn.Delta{{Token: weth.Address, Out: true, Units: *uint256.NewInt(1e16)}}}},
		"lending it":            {lends(grammar.Supply, wbtc, 1_000), turn.Simulation{Success: true, Value: money.One}},
		"borrowing it":          {lends(grammar.Borrow, wbtc, 1_000), turn.Simulation{Success: true, Value: money.One, Account: account(3e8, 1e8)}},
		"what cannot be valued": {pools(bitcoin), turn.Simulation{Success: true}},
	} {
		r := blind(0)
		r.Lending = reserves(0, 0)
		refused := New(p).judge(Case{Action: touches.Action, Seen: r, Now: noon}, touches.s)
		says(t, refused, CodeUnpriced, "%s", name)
		if refused != nil && !strings.Contains(refused.Detail, "nothing tells the price of WBTC") {
			t.Errorf("%s: %s", name, refused.Detail)
		}
	}
	for name, c := range map[string]struct {
		edit func(*turn.Reading)
		want wire.Code // of another purchase
	}{
		"none of it":          {func(*turn.Reading) {}, ""},
		"a lender without it": {func(r *turn.Reading) { r.Lending = reserves(0, 0) }, ""},
		"a position without it": {func(r *turn.Reading) {
			r.Positions = []turn.Position{{ID: "1", Market: exchange, Quote: *uint256.NewInt(1e6)}}
		}, ""},
		"a satoshi of it":         {func(r *turn.Reading) { r.Assets[2].Units = *uint256.NewInt(1) }, CodeUnpriced},
		"a position with it":      {func(r *turn.Reading) { r.Positions = []turn.Position{{ID: "1", Market: crossed}} }, CodeUnpriced},
		"some of it lent":         {func(r *turn.Reading) { r.Lending = reserves(1, 0) }, CodeUnpriced},
		"some of it owed":         {func(r *turn.Reading) { r.Lending = reserves(0, 1) }, CodeUnpriced},
		"none, and a silent feed": {func(r *turn.Reading) { r.Assets[2].Feed = &turn.Feed{Unread: "no answer"} }, ""},
		"none, but a feed of it":  {func(r *turn.Reading) { r.Assets[2].Feed = &turn.Feed{Answer: *uint256.NewInt(1e8), Decimals: 8} }, ""},
		"some, and a feed of that": {func(r *turn.Reading) {
			r.Assets[2].Units, r.Assets[2].Feed = *uint256.NewInt(1), &turn.Feed{Answer: *uint256.NewInt(1e8), Decimals: 8}
		}, CodeUnpriced},
	} {
		r := blind(0)
		c.edit(&r)
		k := Case{Action: more.Action, Seen: r, Now: noon}
		says(t, New(p).judge(k, more.s), c.want, "WETH, with %s", name)
		if _, ok := Stake(k); ok != (c.want == "") {
			t.Errorf("with %s a stake is known: %v", name, ok)
		}
		k.Action = sale.Action
		says(t, New(p).judge(k, sale.s), "", "a sale of WETH, with %s", name)
		away, s := trade(bitcoin, wbtc, 1, usdc, 1)
		k.Action = away
		// Who bends the markets until they tell nothing must not have switched off the feed.
		fed := map[bool]wire.Code{true: CodeUnpriced}[r.Assets[2].Feed != nil]
		says(t, New(p).judge(k, s), CodeUnpriced, "a sale of bitcoin, with %s", name)
		k.Dying = true
		says(t, New(p).judge(k, s), fed, "a sale of bitcoin at a death, with %s", name)
	}
}

// A feed that is silent stops what gives or takes its asset, and nothing else; positions are left.
//
// spec: safety §1.4 S-7 and S-10, §16.8
func TestASilentFeedStopsOnlyWhatTouchesItsAsset(t *testing.T) {
	told := func(dollars uint64) *turn.Feed {
		return &turn.Feed{Price: float64(dollars), Answer: *uint256.NewInt(dollars * 1e8), Decimals: 8, Updated: 5_000}
	}
	r := turntest.Fed(three(1e18, 1_600_000), weth.Address, told(2_000))
	r.Block.Time = 5_100
	r.Positions = []turn.Position{{ID: "7", Protocol: uniswapv3.Name, Market: bitcoin, Value: 5}}
	old := told(62_500)
	old.Updated = 3_899
	p := broad()
	p.FeedAge.Rest, p.MaxConcentration, p.Loss = 1_200, 10_000, LossLimits{Day: 200, Session: 1_000, Move: 200, Exit: 100}
	for name, silent := range map[string]*turn.Feed{"unread": {Unread: "no answer"}, "old": old, "without an answer": {Price: 62_500, Updated: 5_000}} {
		r := turntest.Fed(r, wbtc.Address, silent)
		for _, c := range []struct {
			market  string
			in      turn.Token
			paid    uint64
			out     turn.Token
			got     uint64
			touches bool
		}{
			{exchange, usdc, 100e6, weth, 5e16, false},
			{exchange, weth, 5e16, usdc, 100e6, false},
			{bitcoin, usdc, 100e6, wbtc, 160_000, true},
			{bitcoin, wbtc, 160_000, usdc, 100e6, true},
			{crossed, weth, 5e16, wbtc, 160_000, true},
			{crossed, wbtc, 160_000, weth, 5e16, true},
		} {
			a, s := trade(c.market, c.in, c.paid, c.out, c.got)
			refused := New(p).judge(Case{Action: a, Seen: r, Now: noon}, s)
			says(t, refused, map[bool]wire.Code{true: CodeUnpriced}[c.touches], "%s: %s for %s", name, c.in.Symbol, c.out.Symbol)
			if c.touches && refused != nil && !strings.Contains(refused.Detail, "the price feed is silent") {
				t.Errorf("%s: %s", name, refused.Detail)
			}
			// With the feed it passes, so that nothing else was in the way.
			says(t, New(p).judge(Case{Action: a, Seen: turntest.Fed(r, wbtc.Address, told(62_500)), Now: noon}, s), "", "%s for %s", c.in.Symbol, c.out.Symbol)
		}
		says(t, New(p).judge(Case{Action: pools(exchange), Seen: r, Now: noon}, pooled(100e6)), "", "%s: liquidity beside it", name)
		says(t, New(p).judge(Case{Action: pools(bitcoin), Seen: r, Now: noon}, pooled(100e6)), CodeUnpriced, "%s: liquidity of it", name)
		says(t, New(p).judge(Case{Action: leave(7), Seen: r, Now: noon}, turn.Simulation{Success: true}), "", "%s: leaving a position of it", name)
	}
}

// What is owed counts against what may be lost, whether or not its feed has spoken.
func TestADebtWhoseFeedIsSilentIsNoEquity(t *testing.T) {
	r := three(0, 0)
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Reserves: []turn.Reserve{{Token: wbtc, Owed: *uint256.NewInt(8_000_000)}}}} // 5,000
	p := broad()
	p.Loss = LossLimits{Day: 200, Session: 1_000, Move: 200, Exit: 100}
	a, s := trade(exchange, usdc, 10_000e6, weth, 495e16) // 100 are lost, and as much may be of an equity of 5,000
	a.Slippage = 0
	k := Case{Action: a, Seen: r, Now: noon}
	for name, feed := range map[string]*turn.Feed{"none": nil, "a silent one": {Unread: "no answer"}} {
		k.Seen = turntest.Fed(r, wbtc.Address, feed)
		says(t, New(p).CheckLoss(k, s), "", "%s: as much as may be lost", name)
		more := s
		more.Deltas = []turn.Delta{s.Deltas[0], {Token: weth.Address, Units: *uint256.NewInt(4949e15)}}
		p := p
		p.Loss.Move = 1_000
		says(t, New(p).CheckLoss(k, more), CodeLoss, "%s: two dollars more", name)
	}
}

// A price that is in doubt opens nothing that gives or takes its asset; it is left, and what stands
// behind a debt may be raised.
func TestADoubtfulPriceIsLeftAndNotOpened(t *testing.T) {
	p := broad()
	p.Protocols, p.MinCollateral, p.MaxConcentration = append(p.Protocols, aavev3.Name), 12_500, 10_000
	r := three(1e18, 1_600_000)
	r.Assets[2].Doubt = "two markets say different things"
	r.Positions = []turn.Position{{ID: "7", Protocol: uniswapv3.Name, Market: bitcoin, Value: 5}}
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}, {Token: wbtc}}}}
	swap := func(market string, in, out turn.Token) grammar.Action {
		a, _ := trade(market, in, 1, out, 1)
		return a
	}
	for name, c := range map[string]struct {
		a     grammar.Action
		opens bool
	}{
		"buying it":                  {swap(bitcoin, usdc, wbtc), true},
		"WETH for it":                {swap(crossed, weth, wbtc), true},
		"it for WETH":                {swap(crossed, wbtc, weth), true},
		"liquidity of it":            {pools(crossed), true},
		"lending it":                 {lends(grammar.Supply, wbtc, 1), true},
		"borrowing it":               {lends(grammar.Borrow, wbtc, 1), true},
		"selling it":                 {swap(bitcoin, wbtc, usdc), false},
		"leaving a position":         {leave(7), false},
		"paying it back":             {lends(grammar.Repay, wbtc, 1), false},
		"taking it back":             {lends(grammar.Withdraw, wbtc, 1), false},
		"buying another":             {swap(exchange, usdc, weth), true}, // a share of an equity that it is part of
		"liquidity of another":       {pools(exchange), true},
		"lending where it secures":   {lends(grammar.Supply, weth, 1), true},
		"borrowing where it secures": {lends(grammar.Borrow, usdc, 1), true},
	} {
		refused := New(p).Before(Case{Action: c.a, Seen: r, Now: noon})
		says(t, refused, map[bool]wire.Code{true: CodeUnpriced}[c.opens], "%s", name)
		if refused != nil && refused.Detail != "the price of WBTC is in doubt: two markets say different things" {
			t.Errorf("%s: %s", name, refused.Detail)
		}
	}
	r.Lending[0].Account.Debt = *uint256.NewInt(1)
	says(t, New(p).Before(Case{Action: lends(grammar.Supply, wbtc, 1), Seen: r, Now: noon}), "", "more behind a debt")

	none := three(1e18, 0)
	none.Assets[2].Doubt = r.Assets[2].Doubt
	says(t, New(p).Before(Case{Action: swap(exchange, usdc, weth), Seen: none, Now: noon}), "", "another, and none of it is held")
}

// At a price that jumped nothing is opened that gives or takes its asset; what is held of it counts.
func TestAfterAJumpTheAssetAloneIsNotOpened(t *testing.T) {
	r := three(1e18, 1_600_000)
	r.Assets[2].Leap = "WBTC is worth 80000, was worth 60000 less than an hour ago"
	buy, _ := trade(bitcoin, usdc, 1, wbtc, 1)
	says(t, New(broad()).Before(Case{Action: buy, Seen: r, Now: noon}), CodeUnpriced, "it")
	spend, _ := trade(crossed, wbtc, 1, weth, 1)
	says(t, New(broad()).Before(Case{Action: spend, Seen: r, Now: noon}), CodeUnpriced, "another, which it pays")
	other, _ := trade(exchange, usdc, 1, weth, 1)
	says(t, New(broad()).Before(Case{Action: other, Seen: r, Now: noon}), "", "another")
}

// What a lending market is said to owe is in the equity, of which every limit is a share: where its
// logs contradict it nothing is opened, also where only the numeraire lies there.
func TestNothingIsOpenedWhereWhatIsLentIsDisputed(t *testing.T) {
	r := three(1e18, 0)
	r.Lending = []turn.Lending{{Handle: "vault", Protocol: "vaults", Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(1e6)}}}}
	r.Contrary = []turn.Contrary{{Market: "vault", What: "shares", Read: "2", Told: "1"}}
	buy, _ := trade(exchange, usdc, 1, weth, 1)
	says(t, New(broad()).Before(Case{Action: buy, Seen: r, Now: noon}), CodeUnpriced, "lent")
	r.Lending[0].Reserves[0].Supplied.Clear()
	says(t, New(broad()).Before(Case{Action: buy, Seen: r, Now: noon}), "", "nothing is lent")
}

// In a market that does not answer nothing is opened, and what is in it may be left; others are as they were.
//
// spec: safety §1.4 S-10
func TestNothingIsOpenedInAMarketThatDoesNotAnswer(t *testing.T) {
	p := broad()
	p.Protocols, p.MinCollateral, p.MaxConcentration = append(p.Protocols, aavev3.Name), 12_500, 10_000
	r := three(1e18, 1_600_000)
	r.Mute = []turn.Mute{{Handle: bitcoin, Code: "REVERTED"}, {Handle: aavev3.Name, Code: "MALFORMED"}}
	r.Positions = []turn.Position{{ID: "7", Protocol: uniswapv3.Name, Market: bitcoin, Value: 5}}
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}, {Token: wbtc}}}}
	buy, _ := trade(bitcoin, usdc, 1, wbtc, 1)
	sell, _ := trade(bitcoin, wbtc, 1, usdc, 1)
	elsewhere, _ := trade(exchange, usdc, 1, weth, 1)
	for name, c := range map[string]struct {
		a      grammar.Action
		silent string // empty: it is let through
	}{
		"buying there": {buy, bitcoin}, "selling there": {sell, ""}, "liquidity there": {pools(bitcoin), bitcoin}, "leaving a position": {leave(7), ""},
		"lending there": {lends(grammar.Supply, weth, 1), aavev3.Name}, "taking it back": {lends(grammar.Withdraw, weth, 1), ""}, "buying elsewhere": {elsewhere, ""},
	} {
		refused := New(p).Before(Case{Action: c.a, Seen: r, Now: noon})
		says(t, refused, map[bool]wire.Code{true: CodeUnpriced}[c.silent != ""], "%s", name)
		if refused != nil && refused.Detail != "market "+c.silent+" does not answer" {
			t.Errorf("%s: %s", name, refused.Detail)
		}
	}
}

// In a market of which a node tells what its logs contradict nothing is opened, not even of what needs no
// price; what is in it may be left.
//
// spec: chain §12
func TestNothingIsOpenedInAMarketThatItsLogsContradict(t *testing.T) {
	p := broad()
	p.Protocols, p.MinCollateral, p.MaxConcentration = append(p.Protocols, aavev3.Name), 12_500, 10_000
	r := three(1e18, 1_600_000)
	r.Contrary = []turn.Contrary{{Market: aavev3.Name, What: "USDC supplied", Read: "7", Told: "5"}, {Market: bitcoin, What: "rate", Read: "1", Told: "2"}}
	r.Positions = []turn.Position{{ID: "7", Protocol: uniswapv3.Name, Market: bitcoin, Value: 5}}
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}, {Token: wbtc}}}}
	buy, _ := trade(bitcoin, usdc, 1, wbtc, 1)
	elsewhere, _ := trade(exchange, usdc, 1, weth, 1)
	for name, c := range map[string]struct {
		a   grammar.Action
		why string // empty: it is let through
	}{
		"lending there":      {lends(grammar.Supply, usdc, 1), "the USDC supplied of aave-v3 is read as 7, and its logs lead to 5"},
		"taking it back":     {lends(grammar.Withdraw, usdc, 1), ""},
		"buying there":       {buy, "the rate of " + bitcoin + " is read as 1, and its logs lead to 2"},
		"leaving a position": {leave(7), ""},
		"buying elsewhere":   {elsewhere, ""},
	} {
		refused := New(p).Before(Case{Action: c.a, Seen: r, Now: noon})
		says(t, refused, map[bool]wire.Code{true: CodeUnpriced}[c.why != ""], "%s", name)
		if refused != nil && refused.Detail != c.why {
			t.Errorf("%s: %s", name, refused.Detail)
		}
	}
}

// A book of three assets is the sum of each at its own price, exactly, and looking ahead moves each
// by what it gives and takes.
func TestABookOfThreeAssetsIsValuedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := func(name string) uint256.Int {
			return *new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, name))
		}
		r := three(0, 0)
		rates := map[common.Address]*big.Rat{usdc.Address: big.NewRat(1, 1)}
		for i := range r.Assets {
			a := &r.Assets[i]
			a.Units = units(a.Token.Symbol)
			if i == 0 {
				continue
			}
			a.Rate = *new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "rate")...))
			rates[a.Token.Address] = new(big.Rat).SetFrac(a.Rate.ToBig(), new(big.Int).Lsh(big.NewInt(1), 128))
			if rapid.Bool().Draw(t, "fed") {
				answer, decimals := rapid.Uint64Range(1, 1<<60).Draw(t, "answer"), rapid.Uint8Range(0, 18).Draw(t, "decimals")
				a.Feed = &turn.Feed{Answer: *uint256.NewInt(answer), Decimals: decimals}
				ten := func(n uint8) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
				rates[a.Token.Address] = new(big.Rat).SetFrac(new(big.Int).Mul(new(big.Int).SetUint64(answer), ten(6)), new(big.Int).Mul(ten(decimals), ten(a.Token.Decimals)))
			}
		}
		value := func(token common.Address, n *uint256.Int) *big.Int {
			v := new(big.Rat).SetInt(n.ToBig())
			v.Mul(v, rates[token])
			return new(big.Int).Quo(v.Num(), v.Denom())
		}
		pooled, lent, owed := new(big.Int), new(big.Int), new(big.Int)
		for range rapid.IntRange(0, 3).Draw(t, "positions") {
			m := &r.Markets[rapid.IntRange(0, 2).Draw(t, "market")]
			p := turn.Position{Market: m.Handle, Base: units("base"), Quote: units("quote"), BaseFees: units("base fees"), QuoteFees: units("quote fees")}
			r.Positions = append(r.Positions, p)
			pooled.Add(pooled, value(m.Base.Address, &p.Base)).Add(pooled, value(m.Base.Address, &p.BaseFees))
			pooled.Add(pooled, value(m.Quote.Address, &p.Quote)).Add(pooled, value(m.Quote.Address, &p.QuoteFees))
		}
		l := turn.Lending{Handle: aavev3.Name}
		for _, token := range r.Tokens() {
			at := turn.Reserve{Token: token, Supplied: units("supplied"), Owed: units("owed")}
			l.Reserves = append(l.Reserves, at)
			lent.Add(lent, value(token.Address, &at.Supplied))
			owed.Add(owed, value(token.Address, &at.Owed))
		}
		r.Lending = []turn.Lending{l}
		b, ok := newBook(r)
		if !ok || b.pooled().Cmp(pooled) != 0 || b.lent().Cmp(lent) != 0 || b.owed.Cmp(owed) != 0 {
			t.Fatalf("pooled %s lent %s owed %s (%v), want %s %s %s", b.pooled(), b.lent(), b.owed, ok, pooled, lent, owed)
		}
		risk, equity := new(big.Int), new(big.Int).Add(pooled, lent)
		equity.Sub(equity, owed)
		for i := range r.Assets {
			v := value(r.Assets[i].Token.Address, &r.Assets[i].Units)
			if equity.Add(equity, v); i > 0 {
				risk.Add(risk, v)
			}
			if b.balance(r.Assets[i].Token.Address).Cmp(v) != 0 {
				t.Fatalf("%s: %s, want %s", r.Assets[i].Token.Symbol, b.balance(r.Assets[i].Token.Address), v)
			}
		}
		risk.Add(risk, pooled).Add(risk, lent)
		if b.risk().Cmp(risk) != 0 || b.equity().Cmp(equity) != 0 {
			t.Fatalf("risk %s equity %s, want %s %s", b.risk(), b.equity(), risk, equity)
		}
		paid, got := units("paid"), units("got")
		deltas := []turn.Delta{{Token: weth.Address, Out: true, Units: paid}, {Token: wbtc.Address, Units: got}}
		then := b.after(deltas, nil)
		want := equity.Add(equity, value(wbtc.Address, &got))
		if want.Sub(want, value(weth.Address, &paid)); then.equity().Cmp(want) != 0 || then.balance(usdc.Address).Cmp(b.balance(usdc.Address)) != 0 {
			t.Fatalf("behind WETH for bitcoin the equity is %s, want %s", then.equity(), want)
		}
		if then := b.after(deltas, &r.Markets[2]); then.equity().Cmp(b.equity()) != 0 {
			t.Fatalf("pooling made %s of %s", then.equity(), b.equity())
		}
	})
}
