package risk

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

func layers(details ...string) (all []turn.RiskLayer) {
	for i, d := range details {
		all = append(all, turn.RiskLayer{Layer: uint8(i + 1), Passed: true, Detail: d})
	}
	return all
}

// stopped is the same where the last one refuses.
func stopped(details ...string) []turn.RiskLayer {
	all := layers(details...)
	all[len(all)-1].Passed = false
	return all
}

func assessed(t *testing.T, name string, g *golem, o Order, code wire.Code, want turn.Assessment) {
	t.Helper()
	got, r := g.Assess(o)
	if codeOf(r) != code || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v\n%+v, want\n%+v", name, r, got, want)
	}
	if r != nil && (r.Layer != "risk" || !got.Layers[len(got.Layers)-1].Passed && r.Detail != got.Layers[len(got.Layers)-1].Detail) {
		t.Errorf("%s: %+v", name, r)
	}
}

const dollars = money.One

// The whole of what is said about an order in an earned stage, with figures by hand: of 10,000
// USDC a half by edge over variance times Trust(0.01), 514.78; 3.74 % by the guardrails; with
// 2,000 at risk there is room for (500 − 1.645·2 %·√24·2,000)/(1.645·2 %·√24) = 1,102.19.
//
// spec: heartbeat §15
func TestAnAssessmentTellsEveryLayer(t *testing.T) {
	const sized = "30 trades followed, edge 0.200 %, deviation 2.000 %: 5.1 % of equity"
	const guarded = "multiplier 0.187: a trade up to 3.74%, all up to 5.61%"
	const off, none = "0.00 % off the mean of five minutes", "; no price feed is configured"
	const calm = off + none
	full := func() *golem {
		g := tenMinutesOld(turn.StageShadow, 200)
		g.earned(turn.StageFull, well)
		return g
	}
	g := full()
	assessed(t, "small", g, g.buys(300), "", turn.Assessment{
		Stage: turn.StageFull, Requested: 300 * dollars, Adjusted: 300 * dollars, Layers: layers("", sized, guarded, "", calm),
	})
	assessed(t, "too large", g, g.buys(600), wire.CodeSafetyRiskSize, turn.Assessment{
		Stage: turn.StageFull, Requested: 600 * dollars, Adjusted: 374 * dollars,
		Layers: layers("", sized+"; the sizing formulas allow less: 514.78", guarded+"; the guardrail allows less in one trade: 374.00", "", calm),
	})
	if _, r := g.Assess(g.buys(600)); r.Detail != "the guardrail allows less in one trade; ask for at most 374.000000 USDC" {
		t.Error(r.Detail)
	}
	o := g.buys(378) // a price may have moved by one percent since it was sized
	o.Simulation.Value = 377_740_000
	assessed(t, "a hair too large", g, o, "", turn.Assessment{
		Stage: turn.StageFull, Requested: o.Simulation.Value, Adjusted: o.Simulation.Value,
		Layers: layers("", sized, guarded+"; the guardrail allows less in one trade: 374.00", "", calm),
	})
	o.Simulation.Value = 377_740_001
	g.answers(t, "one percent too large", o, wire.CodeSafetyRiskSize)
	o = g.buys(2_000)
	o.Case.Seen.Assets[0].Value, o.Case.Seen.Assets[1].Value = 8_000, 2_000
	o.Case.Seen.Native, o.Case.Seen.NativeUSD = *uint256.NewInt(3e18), 2_000 // gas is no equity
	g.trades.estimate.Mean = 1                                               // a half by both formulas
	for range 1_000 {
		g.trades.known.add(Trading, true)
	}
	fraction := 0.5 * Trust(Beta{1_001, 3}.Lower())
	assessed(t, "a book with no room", g, o, wire.CodeSafetyRiskSize, turn.Assessment{
		Stage: turn.StageFull, Requested: 2_000 * dollars, Adjusted: 374 * dollars,
		Layers: layers("", fmt.Sprintf("30 trades followed, edge 100.000 %%, deviation 2.000 %%: %.1f %% of equity; the book has no more room for what may be lost in a day: 1102.19", 100*fraction),
			guarded+"; the guardrail allows less in one trade: 374.00", "", calm),
	})
	g = full()
	g.trades.estimate.N = 29
	if r := g.Foresee(g.buys(100)); codeOf(r) != wire.CodeSafetyStageShadow || len(g.trades.open) != 0 {
		t.Errorf("foreseen: %v, and %d trades are followed for it", r, len(g.trades.open))
	}
	assessed(t, "too few trades", g, g.buys(100), wire.CodeSafetyStageShadow, turn.Assessment{
		Stage: turn.StageFull, Requested: 100 * dollars, Layers: stopped("", "stage full, 29 of 30 trades followed; simulated, not sent"),
	})
	if len(g.trades.open) != 1 {
		t.Error("what is held back is not followed")
	}
	g.trades.estimate = Estimate{N: 31, Mean: -0.001, Variance: 0.0004}
	assessed(t, "a strategy that loses", g, g.buys(100), wire.CodeSafetyStageShadow, turn.Assessment{
		Stage: turn.StageFull, Requested: 100 * dollars, Layers: stopped("", "stage full, 31 trades followed, edge -0.100 %, deviation 2.000 %: 0.0 % of equity; simulated, not sent"),
	})

	g = tenMinutesOld(turn.StageFull, 200)
	const advice, vouched = "advice only: multiplier 0.187: a trade up to 3.74%, all up to 5.61%", "the stage was set and not earned, advice only: 0 trades followed, edge 0.000 %, deviation 0.000 %: 0.0 % of equity"
	assessed(t, "an owner's word", g, g.buys(5_000), "", turn.Assessment{
		Stage: turn.StageFull, Requested: 5_000 * dollars, Adjusted: 5_000 * dollars, Layers: layers("", vouched, advice, "", calm),
	})
	g.habit = habit{before: 1, size: 2}
	g.conduct.odd = true
	assessed(t, "what is odd is told and blocks nothing", g, g.buys(5), "", turn.Assessment{
		Stage: turn.StageFull, Requested: 5 * dollars, Adjusted: 5 * dollars, Layers: layers("", vouched, advice, "", calm), Warnings: []string{FlagSize, FlagAnomaly},
	})
	g.habit, g.conduct.odd = habit{}, false
	crowded := g.buys(5)
	crowded.Case.Seen.Markets[0].Depth.SetUint64(4e6) // half a percent of 4
	assessed(t, "a small pool", g, crowded, wire.CodeSafetyRiskSize, turn.Assessment{
		Stage: turn.StageFull, Requested: 5 * dollars, Adjusted: 20_000, Layers: layers("", vouched, advice, "", off+"; one trade may take 0.5 % of the market's liquidity: split it: 0.02"+none),
	})
	loan := g.borrows(5)
	loan.Case.Seen.Markets[0].Depth.Clear()
	g.answers(t, "a loan, without liquidity in the pool", loan, "")
}

// spec: heartbeat §15 layers 3 and 5: what blocks, at its edge, and what the owner is told.
func TestWhatBlocksAnOrderTellsItsFigure(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*golem, *Order)
		layer int
		code  wire.Code
		why   string
	}{
		"slippage at the guardrail": {func(_ *golem, o *Order) { o.Case.Action.Slippage = 50 }, 5, "", ""},
		"slippage above it":         {func(_ *golem, o *Order) { o.Case.Action.Slippage = 51 }, 3, wire.CodeSafetySlippage, "slippage 0.51% is above the guardrail 0.50%"},
		"just after an opening":     {func(g *golem, o *Order) { g.opened = opening{g.tick + 1, g.now - 199_999} }, 3, wire.CodeSafetyRateLimit, "the last opening was 199 s ago, the guardrail is 200 s"},
		"some time after an opening": {func(g *golem, _ *Order) {
			g.opened, g.allowed.Guardrails.Cooldown = opening{g.tick + 1, g.now - 100_050}, 199_999
		}, 3, wire.CodeSafetyRateLimit, "the last opening was 100 s ago, the guardrail is 199 s"},
		"of the same tick":                    {func(g *golem, o *Order) { g.opened = opening{o.Tick, g.now} }, 5, "", ""},
		"long enough after it":                {func(g *golem, o *Order) { g.opened = opening{g.tick + 1, g.now - 200_000} }, 5, "", ""},
		"impact of one percent":               {func(_ *golem, o *Order) { o.Simulation.ImpactBPS = 100 }, 5, "", ""},
		"impact above it":                     {func(_ *golem, o *Order) { o.Simulation.ImpactBPS = 101 }, 5, wire.CodeSafetyPriceImpact, "price impact 1.01% is above 1.00%: ask for less, or for parts of it"},
		"no liquidity":                        {func(_ *golem, o *Order) { o.Case.Seen.Markets[0].Depth.Clear() }, 5, wire.CodeRoutingInsufficientLiquidity, "the market has no liquidity around its price"},
		"no price":                            {func(g *golem, _ *Order) { g.market().prices = Prices{} }, 5, wire.CodeSafetyPriceMissing, "no price was seen"},
		"a jump":                              {func(g *golem, _ *Order) { g.market().prices.move = 0.08 }, 5, wire.CodeSafetyPriceDeviation, "the price moved by 8.0 % within a block"},
		"a jump of less":                      {func(g *golem, _ *Order) { g.market().prices.move = 0.0499 }, 5, "", ""},
		"off its mean":                        {func(g *golem, _ *Order) { g.market().prices.seen = []sighting{{0, 100}, {1, 107}} }, 5, wire.CodeSafetyPriceDeviation, "the price is 7.0 % off its mean of five minutes"},
		"four minutes, but no more is needed": {func(g *golem, _ *Order) { g.market().prices.seen = g.market().prices.seen[2:] }, 5, "", ""},
	} {
		g := tenMinutesOld(turn.StageShadow, 200)
		g.earned(turn.StageFull, well)
		o := g.buys(100)
		c.edit(g, &o)
		said, r := g.Assess(o)
		if codeOf(r) != c.code || len(said.Layers) != c.layer || r != nil && r.Detail != c.why {
			t.Errorf("%s: %v, %+v", name, r, said)
			continue
		}
		for i, l := range said.Layers {
			if int(l.Layer) != i+1 || l.Passed != (r == nil || i < len(said.Layers)-1) || !l.Passed && l.Detail != c.why {
				t.Errorf("%s: %+v", name, said.Layers)
			}
		}
	}
	// Half of what one position may be, where the price is 3 % off.
	g := tenMinutesOld(turn.StageFull, 200)
	g.market().prices.seen = []sighting{{0, 100}, {1, 103}}
	said, r := g.Assess(g.buys(2_500))
	if want := "3.00 % off the mean of five minutes; the price is 3.0 % off its mean, half of what may be held may be asked for: 1250.00; no price feed is configured"; codeOf(r) != wire.CodeSafetyRiskSize || said.Layers[4].Detail != want || said.Adjusted != 1_250*dollars {
		t.Errorf("%v, %+v", r, said)
	}
}

// What a price feed speaks against, or is needed for, is refused in the fifth layer and nowhere
// else.
func TestAFeedRefusesInTheFifthLayer(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*golem, *Order)
		code wire.Code
	}{
		"far off": {func(_ *golem, o *Order) {
			o.Case.Seen.Assets[1].Feed = &turn.Feed{Price: 1_000, Updated: o.Case.Seen.Block.Time, Holds: 3_600}
		}, wire.CodeSafetyPriceDeviation},
		"old and needed": {func(_ *golem, o *Order) {
			o.Elevated, o.Case.Seen.Assets[1].Feed = true, &turn.Feed{Price: 2_000, Holds: 3_600}
		}, wire.CodeSafetyPriceMissing},
		"no mean yet": {func(g *golem, o *Order) { o.Elevated, g.market().prices.seen = true, g.market().prices.seen[3:] }, wire.CodeSafetyPriceMissing},
	} {
		g := tenMinutesOld(turn.StageFull, 200)
		o := g.buys(100)
		c.edit(g, &o)
		said, r := g.Assess(o)
		if codeOf(r) != c.code || len(said.Layers) != 5 || said.Layers[4].Layer != 5 || said.Layers[4].Passed || said.Layers[4].Detail != r.Detail {
			t.Errorf("%s: %v, %+v", name, r, said)
		}
	}
	for _, c := range []struct {
		s      second
		known  bool
		leaves float64
	}{
		{second{}, false, 1},
		{second{feed: &turn.Feed{Price: 0.5, Holds: 3_600}}, true, 1},
		{second{feed: &turn.Feed{}}, false, 0.75},
		{second{feed: &turn.Feed{Price: -1, Holds: 3_600}}, false, 0.75},
		{second{feed: &turn.Feed{Price: 5, Unread: "it reverts", Holds: 3_600}}, false, 0.75},
		{second{feed: &turn.Feed{Price: 5, Holds: 3_600}, at: 3_601}, true, 0.75},
		{second{feed: &turn.Feed{Price: 5, Holds: 3_600}, off: 0.021}, true, 0.5},
	} {
		if c.s.known() != c.known || c.s.leaves() != c.leaves {
			t.Errorf("%+v: known %v, %v are left", c.s, c.s.known(), c.s.leaves())
		}
	}
	// Without a mean there is nothing to hold a feed against, and without a feed nothing is trimmed.
	g := newborn(turn.StageFull, 200)
	g.price = 0
	g.feed = func(at int64) *turn.Feed { return &turn.Feed{Price: 2_000, Updated: at, Holds: 3_600} }
	g.lives(2)
	if b := g.Entering(turn.Bounds{MaxPosition: 9_000}); b.MaxPosition != 9_000 {
		t.Errorf("a rule may stake %s", b.MaxPosition)
	}
}

// spec: safety §16.4: what is at risk and a loan come to the equity at most, at a low multiplier.
func TestALoanIsHeldToTheLeverageThatIsAllowed(t *testing.T) {
	g := tenMinutesOld(turn.StageShadow, 200)
	for range 1_000 {
		g.trades.known.add(Trading, true)
	}
	g.earned(turn.StageFull, Estimate{N: 30, Mean: 1e-7, Variance: 1e-10}) // hardly anything may be lost in a day
	g.allowed.Guardrails.Leverage, g.allowed.Guardrails.Trade = 1.5, 10_000
	for borrowed, code := range map[int64]wire.Code{2_300: "", 2_400: "", 2_401: wire.CodeSafetyRiskSize} {
		o := g.borrows(borrowed)
		o.Case.Seen.Assets[0].Value, o.Case.Seen.Assets[1].Value = -2_600, 12_600 // 12,600 at risk of 10,000
		said, r := g.Assess(o)
		if codeOf(r) != code || r != nil && (len(said.Layers) != 3 || said.Layers[2].Layer != 3 || r.Detail != "with this loan more than 1.5 times the equity would be at risk") {
			t.Errorf("of %d: %v, %+v", borrowed, r, said)
		}
	}
	o := g.buys(2_401)
	o.Case.Seen.Assets[0].Value, o.Case.Seen.Assets[1].Value = -2_600, 12_600
	g.answers(t, "a swap, which is no loan", o, "")
}

// spec: safety §16.2: what moving a range costs, by hand: 900,000 gas at 10^9 wei and three
// times 10^13 wei for a swap are 9.3·10^14 wei, 1.86 USDC at 2,000, of a position of 2,500.
func TestMovingARangeIsPaidByItsCapital(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 20)
	seen := g.seen()
	seen.GasPrice.SetUint64(1e9)
	seen.SwapFee.SetUint64(1e13)
	g.trades.known.add(Liquidity, true)
	p, known := g.market().pooling(100, -900, &seen, g.limit, g.trades.known.of[Liquidity].Lower())
	exactly(t, "gas", p.Gas, 1.86/2_500)
	exactly(t, "confidence", p.Confidence, Beta{2, 3}.Lower())
	near(t, "ratio", p.Ratio, 0.904842, 1e-6) // 1.0001^−1000
	if known || p.Yield != 0 || p.Volatility != 0 {
		t.Errorf("%+v is known", p)
	}
}

// A swap is not held to what liquidity earns.
func TestOnlyLiquidityIsHeldToItsFormula(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 20)
	for o, want := range map[*Order]bool{new(g.provides(10, -100, 100)): true, new(g.buys(10)): false} {
		if said, _ := g.Assess(*o); strings.Contains(said.Layers[1].Detail, "liquidity up to") != want {
			t.Errorf("%s: %+v", o.Case.Action.Kind, said)
		}
	}
	g.earned(turn.StageFull, well)
	b := turn.Bounds{MaxPosition: 2_500}
	if got := g.Ranging(b, -100, 100); got.MaxPosition != 50 {
		t.Errorf("into a range go %s", got.MaxPosition)
	}
	g.ladder.vouched = true
	if got := g.Ranging(b, -100, 100); got != b {
		t.Errorf("where the owner set the stage %s", got.MaxPosition)
	}
	g.ladder.vouched, g.look.Reading = false, nil
	if got := g.Ranging(b, -100, 100); got != b {
		t.Errorf("before anything was seen %s", got.MaxPosition)
	}
	g.allowed.Position = money.Whole
	if got := g.Entering(b).MaxPosition; got != 2_500 {
		t.Errorf("before anything was seen %s are left", got)
	}
}

// Equity is what is held but for the coin that pays gas; at risk is what of it is no cash.
func TestWhatIsAtRiskIsNoCashAndNoGas(t *testing.T) {
	g := newborn(turn.StageFull, 20)
	r := g.seen()
	r.Native, r.NativeUSD = *uint256.NewInt(5e17), 3_000
	r.Assets[0].Value = 10_000.25
	r.Assets[1].Value = 0.5
	exactly(t, "the equity", equity(&r), 10_000.75)
	exactly(t, "at risk", risked(&r), 0.5)
	r.Assets[1].Value = -20_000
	exactly(t, "a debt", equity(&r), 0)
	exactly(t, "a debt's risk", risked(&r), 0)
}

// A size that shrinks says why, and one that does not says nothing.
func TestASizeThatShrinksSaysWhy(t *testing.T) {
	v := &verdict{size: 10}
	v.pass(2, "first")
	v.shrink("as much", 10)
	v.shrink("more", 11)
	v.shrink("less", 9)
	v.pass(3, "second")
	v.shrink("nothing", -1)
	if want := []turn.RiskLayer{{Layer: 2, Passed: true, Detail: "first; less: 9.00"}, {Layer: 3, Passed: true, Detail: "second; nothing: 0.00"}}; !slices.Equal(v.Layers, want) || v.size != 0 || v.shrunk != "nothing" {
		t.Errorf("%+v", v)
	}
	g := newborn(turn.StageMicro, 20)
	if got := g.Blocked(7, &turn.Refusal{Code: wire.CodeSafetyDrawdown}); !reflect.DeepEqual(got, turn.Assessment{Stage: turn.StageMicro, Requested: 7, Layers: stopped(string(wire.CodeSafetyDrawdown))}) {
		t.Errorf("%+v", got)
	}
}
