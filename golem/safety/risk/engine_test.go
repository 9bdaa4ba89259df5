package risk

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var (
	usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool = common.HexToAddress("0xcc")
)

const (
	born   = 1_700_000_000_000
	minute = int64(60_000)
)

// golem is a Golem with 10,000 USDC whose engine is under test.
type golem struct {
	*Engine
	now      int64
	price    float64
	regime   turn.Regime
	drawdown money.BPS
	tick     uint64
	feed     func(at int64) *turn.Feed // nil: none is configured
	yield    float64                   // of liquidity over all prices, a year
}

func newborn(start turn.Stage, days int64) *golem {
	g := &golem{now: born, price: 2_000, regime: turn.RegimeRangeBound, Engine: New(Birth{Start: start, Born: born, Time: lasting(born + days*24*hour)})}
	g.Narrow(cage.Policy{MaxPosition: 2_500, MaxConcentration: 3_000, MaxPositions: 5})
	return g
}

func tenMinutesOld(start turn.Stage, days int64) *golem {
	g := newborn(start, days)
	g.lives(10)
	return g
}

// seen is what a read shows: one WETH costs about 2,000 USDC.
func (g *golem) seen() turn.Reading {
	sqrt := uint256.MustFromDecimal("1771595571142957102961017161607260")
	var feed *turn.Feed
	if g.feed != nil {
		feed = g.feed(g.now / 1_000)
	}
	r := turntest.Pool{
		Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: true, SqrtPriceX96: *sqrt, FeePips: 500,
		Liquidity: *uint256.MustFromDecimal("1000000000000000000000"), Growth: g.growth(),
	}.Seen(uint256.NewInt(10_000e6), nil)
	r.Block, r.GasPrice, r.NativeUSD = turn.Block{Time: g.now / 1_000}, *uint256.NewInt(1_000_000), 2_000
	r.Markets[0].Price, r.Assets[1].Price, r.Assets[1].Feed = g.price, g.price, feed
	return r
}

// exchange is the handle of that market.
const exchange = "weth-usdc-5"

// market is what the engine saw of it.
func (g *golem) market() *market { return g.Engine.seen.primary() }

// lives passes time, a look a minute.
func (g *golem) lives(minutes int64) {
	for range minutes {
		g.now += minute
		g.tick++
		seen := g.seen()
		g.Look(Look{Now: g.now, Reading: &seen, Regime: g.regime, Drawdown: g.drawdown, Limit: 1_300, Gas: 1})
		g.Narrow(cage.Policy{MaxPosition: 2_500, MaxConcentration: 3_000, MaxPositions: 5})
	}
}

func (g *golem) buys(usd int64) Order {
	return Order{
		Case: cage.Case{
			Action: grammar.Action{Kind: grammar.Swap, Market: exchange, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(uint64(usd) * 1e6), Slippage: 50},
			Seen:   g.seen(), Regime: g.regime, Now: g.now, Drawdown: g.drawdown,
		},
		Simulation: turn.Simulation{Success: true, Value: money.USDC(usd) * money.One, GasUsed: 150_000}, Cause: "rule:entry@1", Tick: g.tick, Permit: "permit:1",
	}
}

// tries holds back so many trades, of which each comes to a gain less its costs within
// the hour; they follow one another.
func (g *golem) tries(n int, gains ...float64) {
	for i := range n {
		start := g.price
		g.HeldBack(g.buys(500))
		g.price *= 1 + gains[i%len(gains)]
		g.lives(61)
		g.price = start
		g.lives(1)
	}
}

func (g *golem) order(status turn.Status) {
	g.Ended(turn.Action{Status: status, Preview: turn.Preview{PermitID: "permit:1", Simulation: &turn.Simulation{Value: money.One}}, Execution: &turn.Execution{Status: status, Verified: true}})
}

// spec: safety §16.5, heartbeat §15 — 48 hours or a tenth of the life, 100 ticks, thirty
// trades that were followed; one step at a time.
func TestAStrategyThatGainsInShadowIsPromotedOneStepAtATime(t *testing.T) {
	g := newborn(turn.StageShadow, 20)
	g.tries(29, 0.006, 0.002)
	if s, _ := g.Stage(); s != turn.StageShadow || !g.allowed.Shadow {
		t.Fatalf("with 29 trades it stands at %s", s)
	}
	g.tries(15, 0.006, 0.002)
	if s, _ := g.Stage(); s != turn.StageShadow {
		t.Fatalf("after %d hours of 48 it stands at %s", (g.now-born)/hour, s)
	}
	g.lives(3 * 60)
	seen := g.seen()
	r := g.Report(&seen)
	if r.Stage != turn.StageMicro || r.Vouched || len(r.Moved) != 1 || r.Moved[0].At-born < 48*hour || r.Observations != 44 {
		t.Fatalf("it stands at %+v", r)
	}
	if a := g.allowed; a.Shadow || a.Position != 100 || a.Deployed != 100 {
		t.Errorf("micro allows %+v", a)
	}
	if len(g.Report(&seen).Moved) != 0 {
		t.Error("a promotion is told twice")
	}
}

func TestAStrategyThatLosesInShadowStaysThere(t *testing.T) {
	g := newborn(turn.StageShadow, 20)
	g.tries(60, 0.001, -0.004)
	if s, _ := g.Stage(); s != turn.StageShadow || g.trades.estimate.N != 60 || g.fraction() != 0 {
		t.Errorf("it stands at %s with %d trades and a fraction of %v", s, g.trades.estimate.N, g.fraction())
	}
}

// spec: safety §16.5 — durations are min(value, 10 % of the projected lifespan).
func TestAShortLifeIsPromotedWithinATenthOfIt(t *testing.T) {
	x := Signs{Time: 5 * hour, Lifespan: 50 * hour, Ticks: 100, Observations: 30, Sized: true, Operational: Even()}
	if by, _ := step(turn.StageShadow, x, false); by != 1 {
		t.Error("a tenth of the life is not enough")
	}
	for name, edit := range map[string]func(*Signs){
		"time": func(x *Signs) { x.Time-- }, "ticks": func(x *Signs) { x.Ticks-- }, "breakers": func(x *Signs) { x.Breakers++; x.Lately++ },
		"trades": func(x *Signs) { x.Observations-- }, "size": func(x *Signs) { x.Sized = false }, "an endless life": func(x *Signs) { x.Lifespan = 0 },
		"orders": func(x *Signs) { x.Operational = Beta{3, 7} },
	} {
		y := x
		if edit(&y); true {
			if by, _ := step(turn.StageShadow, y, false); by != 0 {
				t.Errorf("it is promoted without %s", name)
			}
		}
	}
}

// spec: safety §16.5, heartbeat §15 — each rung's own conditions, the stricter of both.
func TestEveryStageHasItsOwnWayUpAndDown(t *testing.T) {
	well := Signs{Time: 400 * hour, Ticks: 3_000, Confidence: 0.5, Highest: 0.5, Observations: 100, Sized: true, Operational: Beta{30, 2}}
	for name, c := range map[string]struct {
		at   turn.Stage
		edit func(*Signs)
		by   int
	}{
		"micro may":                     {turn.StageMicro, func(*Signs) {}, 1},
		"micro, too early":              {turn.StageMicro, func(x *Signs) { x.Time = 168*hour - 1 }, 0},
		"micro, too few ticks":          {turn.StageMicro, func(x *Signs) { x.Ticks = 499 }, 0},
		"micro, too little confidence":  {turn.StageMicro, func(x *Signs) { x.Confidence = 0.19 }, 0},
		"micro, without an order":       {turn.StageMicro, func(x *Signs) { x.Operational = Even() }, 0},
		"micro, one breaker":            {turn.StageMicro, func(x *Signs) { x.Breakers, x.Lately = 1, 1 }, 1},
		"micro, two breakers":           {turn.StageMicro, func(x *Signs) { x.Breakers, x.Lately = 2, 2 }, 0},
		"micro, two long ago":           {turn.StageMicro, func(x *Signs) { x.Breakers, x.Lately = 2, 0 }, 1},
		"micro, three breakers":         {turn.StageMicro, func(x *Signs) { x.Breakers = 3 }, -1},
		"micro, orders fail":            {turn.StageMicro, func(x *Signs) { x.Operational = Beta{2, 5} }, -1},
		"scaled may":                    {turn.StageScaled, func(*Signs) {}, 1},
		"scaled, too early":             {turn.StageScaled, func(x *Signs) { x.Time = 336*hour - 1 }, 0},
		"scaled, too few ticks":         {turn.StageScaled, func(x *Signs) { x.Ticks = 1_999 }, 0},
		"scaled, too little confidence": {turn.StageScaled, func(x *Signs) { x.Confidence = 0.39 }, 0},
		"scaled, three breakers":        {turn.StageScaled, func(x *Signs) { x.Breakers, x.Lately = 3, 3 }, 0},
		"scaled, five breakers":         {turn.StageScaled, func(x *Signs) { x.Breakers = 5 }, -1},
		"scaled, a drawdown":            {turn.StageScaled, func(x *Signs) { x.Drawdown = 0.8 }, -1},
		"full stays":                    {turn.StageFull, func(*Signs) {}, 0},
		"full, a drawdown":              {turn.StageFull, func(x *Signs) { x.Drawdown = 0.9 }, -1},
		"full, less of one":             {turn.StageFull, func(x *Signs) { x.Drawdown = 0.89 }, 0},
		"full, confidence falls":        {turn.StageFull, func(x *Signs) { x.Confidence = 0.25 }, -1},
		"three orders fail":             {turn.StageFull, func(x *Signs) { x.Failures = 3 }, -1},
		"two orders fail":               {turn.StageFull, func(x *Signs) { x.Failures = 2 }, 0},
		"orders succeed too seldom":     {turn.StageFull, func(x *Signs) { x.Operational = Beta{6, 4} }, -1},
	} {
		x := well
		c.edit(&x)
		if by, why := step(c.at, x, false); by != c.by || (by != 0) != (why != "") {
			t.Errorf("%s: moved by %d (%s), want %d", name, by, why, c.by)
		}
	}
}

// DESIGN §12.18: the owner may vouch for a strategy; the engine may take it back.
func TestAStageThatTheOwnerSetStandsUntilSomethingSpeaksAgainstIt(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 30)
	if a := g.allowed; a.Position != money.Whole || a.Deployed != money.Whole || a.Shadow {
		t.Fatalf("the owner's word is narrowed to %+v", a)
	}
	if said, r := g.Assess(g.buys(2_500)); r != nil || said.Adjusted != said.Requested || len(said.Layers) != 5 {
		t.Fatalf("%+v: %+v", r, said)
	}
	for range 3 {
		g.order(turn.StatusFailed)
	}
	g.lives(1)
	if s, vouched := g.Stage(); s != turn.StageScaled || vouched {
		t.Fatalf("after three failures it stands at %s, vouched %v", s, vouched)
	}
	said, r := g.Assess(g.buys(500))
	if r == nil || r.Code != wire.CodeSafetyStageShadow || said.Adjusted != 0 {
		t.Fatalf("without a trade that was followed it may stake %+v (%+v)", said, r)
	}
	if want := "stage scaled, after full (3 orders failed one behind the other), 0 of 30 trades followed; simulated, not sent"; r.Detail != want {
		t.Errorf("it says %q, want %q", r.Detail, want)
	}
}

func TestTradesSpeakAgainstAnOwnersWord(t *testing.T) {
	g := newborn(turn.StageMicro, 30)
	g.tries(29, -0.004, -0.002)
	if s, _ := g.Stage(); s != turn.StageMicro {
		t.Fatal("29 trades are enough against the owner")
	}
	g.tries(2, -0.004, -0.002)
	seen := g.seen()
	if r := g.Report(&seen); r.Stage != turn.StageShadow || !strings.Contains(r.Moved[0].Reason, "speak against") {
		t.Errorf("after thirty losses it stands at %+v", r)
	}
}

// spec: heartbeat §15 — of another strategy nothing is known.
func TestAnotherStrategyBeginsAnew(t *testing.T) {
	g := newborn(turn.StageShadow, 20)
	g.tries(49, 0.006, 0.002)
	if s, _ := g.Stage(); s != turn.StageMicro {
		t.Fatalf("it stands at %s", s)
	}
	g.Begin(turn.StageShadow, g.now)
	seen := g.seen()
	if r := g.Report(&seen); r.Stage != turn.StageShadow || r.Observations != 0 || len(g.trades.open) != 0 || r.Moved[len(r.Moved)-1].To != turn.StageShadow {
		t.Errorf("another strategy stands at %+v", r)
	}
}

// What is asked about within minutes comes to the same, and is followed once.
func TestTradesOfOneKindAreFollowedTenMinutesApart(t *testing.T) {
	g := newborn(turn.StageShadow, 30)
	for range 30 {
		g.HeldBack(g.buys(500))
		g.lives(1)
	}
	if len(g.trades.open) != 3 {
		t.Errorf("%d trades are followed, want 3", len(g.trades.open))
	}
	g.now += 2 * hour // nobody looked when their hour was over
	g.lives(1)
	if len(g.trades.open) != 0 || g.trades.estimate.N != 0 {
		t.Errorf("%d are open and %d counted", len(g.trades.open), g.trades.estimate.N)
	}
}

// spec: heartbeat §15 layer 5, safety §16.8
func TestAPriceThatRunsAwayBlocksWhatOpens(t *testing.T) {
	for name, c := range map[string]struct {
		moves []float64
		code  wire.Code
		size  int64
	}{
		"a calm price":         {[]float64{0.001, -0.001}, "", 2_000},
		"5.1 % in a block":     {[]float64{0.051}, wire.CodeSafetyPriceDeviation, 500},
		"3 %, the whole":       {[]float64{0.03}, wire.CodeSafetyRiskSize, 2_000},
		"3 %, half":            {[]float64{0.03}, "", 1_250},
		"6 % in three minutes": {[]float64{0.03, 0.03, 0.02}, wire.CodeSafetyPriceDeviation, 500},
	} {
		g := tenMinutesOld(turn.StageFull, 30)
		for _, m := range c.moves {
			g.price *= 1 + m
			g.lives(1)
		}
		said, r := g.Assess(g.buys(c.size))
		if code := codeOf(r); code != c.code {
			t.Errorf("%s: %+v, %+v", name, r, said)
		}
		if c.code == wire.CodeSafetyRiskSize && said.Adjusted != 1_250*money.One {
			t.Errorf("%s: %s would pass", name, said.Adjusted)
		}
	}
}

func codeOf(r *turn.Refusal) wire.Code {
	if r == nil {
		return ""
	}
	return r.Code
}

// answers asserts the code that an order is refused with, none where it is empty.
func (g *golem) answers(t *testing.T, what string, o Order, want wire.Code) {
	t.Helper()
	if said, r := g.Assess(o); codeOf(r) != want || (r == nil) != (want == "") {
		t.Errorf("%s: %+v, %+v, want %q", what, r, said, want)
	}
}

// spec: heartbeat §15 layer 5
func TestATradeIsHeldToThePoolsLiquidityAndToItsImpact(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 30)
	o := g.buys(1_000)
	o.Simulation.ImpactBPS = 101
	g.answers(t, "an impact of 1.01 %", o, wire.CodeSafetyPriceImpact)
	o.Simulation.ImpactBPS = 100
	g.answers(t, "an impact of 1 %", o, "")
	depth := &o.Case.Seen.Markets[0].Depth // a millionth of it
	depth.Div(depth, uint256.NewInt(1_000_000))
	if said, r := g.Assess(o); codeOf(r) != wire.CodeSafetyRiskSize || usd(said.Adjusted) > 0.005*Depth(&o.Case.Seen, &o.Case.Seen.Markets[0]) {
		t.Errorf("of %.0f: %+v, %+v", Depth(&o.Case.Seen, &o.Case.Seen.Markets[0]), r, said)
	}
	o.Case.Seen.Markets[0].Depth.Clear()
	g.answers(t, "an empty pool", o, wire.CodeRoutingInsufficientLiquidity)
}

// spec: safety §16.8 — a missing second source blocks actions above Standard.
func TestWhatIsAboveStandardWaitsForTheMeanPrice(t *testing.T) {
	g := newborn(turn.StageFull, 30)
	o := g.buys(100)
	o.Elevated = true
	g.answers(t, "no price was ever seen", o, wire.CodeSafetyPriceMissing)
	g.lives(5)
	g.answers(t, "four minutes", o, wire.CodeSafetyPriceMissing)
	g.lives(1)
	g.answers(t, "five minutes", o, "")
}

// spec: safety §16.4 — guardrails bound a stage that was earned.
func TestAnEarnedStageIsHeldToItsGuardrails(t *testing.T) {
	g := newborn(turn.StageShadow, 20)
	g.tries(49, 0.006, 0.002)
	if s, _ := g.Stage(); s != turn.StageMicro || !g.ladder.binds() {
		t.Fatalf("it stands at %s", s)
	}
	o := g.buys(100)
	if said, r := g.Assess(o); r != nil || said.Adjusted != said.Requested {
		t.Fatalf("%+v, %+v", r, said)
	}
	o.Case.Action.Slippage = 100
	g.answers(t, "slippage", o, wire.CodeSafetySlippage)
	g.Committed(g.buys(100))
	o = g.buys(100)
	g.answers(t, "the next step of the same plan", o, "")
	o.Tick++
	g.answers(t, "at once again", o, wire.CodeSafetyRateLimit)
	if p := g.Narrow(cage.Policy{MaxPosition: 2_500, MaxConcentration: 3_000, MaxSlippage: 100, MaxPositions: 5}); p.MaxPosition != 100 || p.MaxConcentration != 100 || p.MaxSlippage != 100 || p.Shadow {
		t.Errorf("the policy is %+v", p)
	}
}

// spec: heartbeat §15 — a block of the first layer ends the assessment.
func TestWhatTheCageRefusesIsNotLookedAtFurther(t *testing.T) {
	g := newborn(turn.StageFull, 30)
	said := g.Blocked(money.One, &turn.Refusal{Code: wire.CodeSafetyDrawdown})
	if len(said.Layers) != 1 || said.Layers[0].Passed || said.Layers[0].Layer != 1 || said.Adjusted != 0 {
		t.Errorf("%+v", said)
	}
}

// spec: heartbeat §15 — adjusted_size ≤ requested for all inputs.
func TestNoSizeIsEverMoreThanWhatWasAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newborn(turn.Stage(rapid.IntRange(0, 3).Draw(t, "stage")), rapid.Int64Range(0, 60).Draw(t, "days"))
		for range rapid.IntRange(0, 40).Draw(t, "trades") {
			g.trades.learn(trade{Untraded: turn.Untraded{Value: 1}}, rapid.Float64().Draw(t, "gain"), turn.RegimeVolatile)
		}
		g.ladder.vouched = rapid.Bool().Draw(t, "vouched")
		g.regime, g.drawdown = turn.Regime(rapid.IntRange(0, 4).Draw(t, "regime")), money.BPS(rapid.Int32().Draw(t, "drawdown"))
		for range rapid.IntRange(0, 10).Draw(t, "looks") {
			g.price = rapid.Float64().Draw(t, "price")
			g.lives(1)
		}
		o := g.buys(rapid.Int64Range(0, 1<<30).Draw(t, "size"))
		o.Simulation.Value = money.USDC(rapid.Int64().Draw(t, "value"))
		o.Simulation.ImpactBPS = money.BPS(rapid.Int32().Draw(t, "impact"))
		o.Case.Seen.Assets[0].Value = rapid.Float64().Draw(t, "equity")
		o.Case.Seen.Assets[1].Feed = &turn.Feed{Price: rapid.Float64().Draw(t, "feed"), Updated: rapid.Int64().Draw(t, "updated"), Holds: 3_600}
		said, r := g.Assess(o)
		if said.Adjusted > max(0, said.Requested) || r == nil && said.Adjusted != said.Requested || len(said.Layers) == 0 {
			t.Fatalf("%+v, %+v", r, said)
		}
		seen := g.seen()
		if x := g.Report(&seen); !(x.Fraction >= 0 && x.Fraction <= 0.25) || !(x.Multiplier >= 0 && x.Multiplier <= 1) || x.Position > money.Whole || x.Position < 0 || !(x.Health >= 0 && x.Health <= 1) {
			t.Fatalf("%+v", x)
		}
	})
}

// lasting is paid time from the birth to an end, nil where that is before it.
func lasting(until int64) *term.Term {
	t, _ := term.New(born, until, 0) // one that is over before it begins is not known
	return t
}
