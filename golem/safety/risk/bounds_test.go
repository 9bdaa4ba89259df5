package risk

import (
	"math"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
)

// exactly is near to the last figure that counts.
func exactly(t *testing.T, what string, got, want float64) {
	t.Helper()
	near(t, what, got, want, 1e-11*max(1, math.Abs(want)))
}

// What is no number, or less than nothing, sizes nothing.
func TestAShareLiesBetweenNothingAndItsMost(t *testing.T) {
	for in, want := range map[[2]float64]float64{
		{0.4, 2}: 0.4, {3, 2}: 2, {-3, 2}: 0, {0.4, -2}: 0, {math.Inf(1), 2}: 2, {math.Inf(-1), 2}: 0, {1, math.Inf(1)}: 1,
	} {
		exactly(t, "least", least(in[0], in[1]), want)
	}
	if least(math.NaN(), 1) != 0 || least(1, math.NaN()) != 0 || unit(7) != 1 || unit(0.7) != 0.7 {
		t.Error("what is no number is a share")
	}
	for x, want := range map[float64]money.BPS{-1: 0, 0.9: 0, 28.999999999999996: 29, 28.99: 28, 9_999: 9_999, 10_000: 10_000, 10_001: 10_000} {
		if bps(x) != want {
			t.Errorf("%v are %v, want %v", x, bps(x), want)
		}
	}
	for share, want := range map[float64]money.BPS{0.00999: 99, 0.01: 100, 0.0101: 100, 0.0109: 100, 0.0110: 110, 0.0129: 120, 0.9999: 9_990, 0.99995: 9_990, 1: 10_000, 3: 10_000, -1: 0} {
		if coarse(share) != want {
			t.Errorf("a share of %v is %v, want %v", share, coarse(share), want)
		}
	}
}

// spec: safety §16.1, heartbeat §15
func TestTheSizingFormulasAtTheirEdges(t *testing.T) {
	exactly(t, "no edge", ByEdge(0, 0.1, 1), 0)
	exactly(t, "an edge below nothing", ByEdge(-0.1, 0.1, 1), 0)
	exactly(t, "no deviation", ByEdge(0.1, 0, 1), 0)
	exactly(t, "an edge in a deviation above one", ByEdge(0.5, 2, 0.5), 0.125*0.3)
	exactly(t, "half at most", ByEdge(0.5, 0.5, 0.5), 0.5*0.3)

	exactly(t, "the least variance", ByGrowth(Estimate{Mean: 1e-13, Variance: 1e-12}, 1), 0.1)
	exactly(t, "less", ByGrowth(Estimate{Mean: 1e-13, Variance: 0.99e-12}, 1), 0)
	exactly(t, "a mean below nothing", ByGrowth(Estimate{Mean: -1, Variance: 1}, 1), 0)
	exactly(t, "a life that is over", ByGrowth(Estimate{Mean: 1, Variance: 1}, -0.5), 0)
	exactly(t, "and lost besides", ByGrowth(Estimate{Mean: -1, Variance: 1}, -0.5), 0)
	exactly(t, "a life that is long", ByGrowth(Estimate{Mean: 0.2, Variance: 1}, 7), 0.2)
	exactly(t, "a quarter of it", ByGrowth(Estimate{Mean: 0.2, Variance: 0.5, Error: 1}, 0.25), 0.1/3)
	exactly(t, "the most", ByGrowth(Estimate{Mean: 2, Variance: 1}, 1), 0.5)

	exactly(t, "at risk", AtRisk(0.1, 0.5), 0.08225)
	exactly(t, "no deviation at risk", AtRisk(-1, 0.5), 0)
	exactly(t, "nothing at risk", AtRisk(1, -1), 0)
	exactly(t, "the risk of none", Together(), 0)

	exactly(t, "room", Room(1_000, 10, 0.1), 40/0.1645)
	exactly(t, "the last of it", Room(1_000, 49, 0.1), 1/0.1645)
	exactly(t, "none left", Room(1_000, 50, 0.1), 0)
	exactly(t, "no deviation, but room", Room(1_000, 49, 0), 1_000)
	exactly(t, "no deviation and no room", Room(1_000, 50, 0), 0)
	exactly(t, "all the equity", Room(1_000, 0, 1e-3), 1_000)
	exactly(t, "a deviation below nothing", Room(1_000, 0, -1), 0)
	exactly(t, "a debt", Room(-1_000, 0, 0.1), 0)
	for _, x := range [][3]float64{{math.NaN(), 0, 0.1}, {1_000, math.NaN(), 0.1}, {1_000, 0, math.NaN()}} {
		exactly(t, "no number", Room(x[0], x[1], x[2]), 0)
	}
}

// spec: safety §16.3
func TestConfidenceCountsWhatTheLifeDoes(t *testing.T) {
	// Wilson at 1.645 by hand: (p + z²/2n − z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n) at n = 4, p = 0.75.
	exactly(t, "the bound", Beta{4, 2}.Lower(), (0.75+2.706025/8-1.645*math.Sqrt(0.1875/4+2.706025/64))/(1+2.706025/4))
	exactly(t, "nothing known", Doubt().Lower(), 0)
	exactly(t, "the mean", Beta{3, 9}.Mean(), 0.25)
	exactly(t, "the mean of orders at first", Even().Mean(), 0.5)
	if Even() != (Beta{2, 2}) || Doubt() != (Beta{1, 3}) {
		t.Errorf("the priors are %v and %v", Even(), Doubt())
	}
	exactly(t, "of none", Composite(), 0.01)
	exactly(t, "of two", Composite(0.5, 0.08), 0.2)
	exactly(t, "of one below the floor", Composite(0.25, 0.001), 0.05)
	exactly(t, "above one", Composite(4, 0.25), 0.5)

	c := newConfidence()
	for range 20 {
		c.add(Trading, true)
	}
	for range 2 {
		c.add(Trading, false)
	}
	if c.of != [dimensions]Beta{{21, 6}, {1, 3}, {1, 3}, {1, 3}, {1, 3}} || c.used != [dimensions]bool{true} {
		t.Errorf("%+v", c)
	}
	exactly(t, "of a life that trades alone", c.composite(), Beta{21, 6}.Lower())
	c.add(Lending, true)
	exactly(t, "and lent once", c.composite(), math.Sqrt(Beta{21, 6}.Lower()*Beta{2, 3}.Lower()))
}

// spec: heartbeat §15 layer 2: a plain average of the first thirty, then one that forgets.
func TestAnEstimateAveragesAndTakesNothingImpossible(t *testing.T) {
	var e Estimate
	for i, gain := range []float64{0.02, 0.04, -0.03} {
		if !e.Add(gain) || e.N != i+1 {
			t.Errorf("%v is not taken: %+v", gain, e)
		}
	}
	exactly(t, "the mean", e.Mean, 0.01)
	exactly(t, "the variance", e.Variance, (0.0001+0.0009+0.0016)/3)
	exactly(t, "the variance of the mean", e.Error, e.Variance/5) // 2/(1/3) − 1
	before := e
	for _, gain := range []float64{10, -10, math.Inf(1), math.NaN()} {
		if e.Add(gain) || e != before {
			t.Errorf("%v is taken: %+v", gain, e)
		}
	}
	for _, gain := range []float64{9.999, -9.999} {
		if !e.Add(gain) {
			t.Errorf("%v is not taken", gain)
		}
	}
	e = Estimate{N: 29, Mean: 0.01, Variance: 0.5}
	if e.Known() {
		t.Error("29 trades are enough")
	}
	e.Add(0.03)
	exactly(t, "the thirtieth", e.Mean, 0.01+0.02*2/31)
	exactly(t, "the thirtieth's variance", e.Variance, (1-2.0/31)*(0.5+2.0/31*0.0004))
	exactly(t, "the thirtieth's error", e.Error, e.Variance/30)
	if !e.Known() {
		t.Error("thirty trades are not enough")
	}
}

// spec: safety §16.4
func TestEveryGuardrailScalesAsTheTableSays(t *testing.T) {
	for r, want := range map[turn.Regime]float64{
		turn.RegimeUnknown: 0.6, turn.RegimeVolatile: 0.6, turn.RegimeTrendingUp: 1, turn.RegimeTrendingDown: 0.7, turn.RegimeRangeBound: 0.9,
	} {
		exactly(t, r.String(), Climate(r, false), want)
		exactly(t, r.String()+" in a crisis", Climate(r, true), 0.5)
	}
	exactly(t, "the multiplier", Guard(0.5, 0.9, 325, 1_300), 0.6*0.9*0.75)
	exactly(t, "a gain", Guard(1, 0.9, -5, 10), 0.9)
	exactly(t, "no limit", Guard(1, 1, 0, 0), 0.3)
	for m, want := range map[float64]Guardrails{
		1:     {Concentration: 3_000, Trade: 2_000, Slippage: 100, Leverage: 3, Positions: 10, Cooldown: 60_000},
		7:     {Concentration: 3_000, Trade: 2_000, Slippage: 100, Leverage: 3, Positions: 10, Cooldown: 60_000},
		0.5:   {Concentration: 1_500, Trade: 1_000, Slippage: 50, Leverage: 1.5, Positions: 5, Cooldown: 120_000},
		0.625: {Concentration: 1_875, Trade: 1_250, Slippage: 62, Leverage: 1.875, Positions: 6, Cooldown: 96_000},
		0.25:  {Concentration: 750, Trade: 500, Slippage: 50, Leverage: 1, Positions: 2, Cooldown: 200_000},
		0:     {Concentration: 0, Trade: 0, Slippage: 50, Leverage: 1, Positions: 1, Cooldown: 200_000},
		-3:    {Concentration: 0, Trade: 0, Slippage: 50, Leverage: 1, Positions: 1, Cooldown: 200_000},
	} {
		if got := Scaled(m); got != want {
			t.Errorf("at %v the guardrails are %+v, want %+v", m, got, want)
		}
	}
}

// spec: safety §16.6, heartbeat §15 layer 4: each term of the two figures, alone.
func TestEachTermOfAHealthCountsWhatItWeighs(t *testing.T) {
	whole := Portfolio{Cash: 1, Gas: 1}
	for name, c := range map[string]struct {
		edit func(*Portfolio)
		want float64
	}{
		"all well, no debt":     {func(*Portfolio) {}, 0.95},
		"half of the drawdown":  {func(p *Portfolio) { p.Drawdown = 0.5 }, 0.95 - 0.125},
		"a factor of 1.25":      {func(p *Portfolio) { p.Factor = 1.25 }, 0.75 + 0.125},
		"a factor of 1.5":       {func(p *Portfolio) { p.Factor = 1.5 }, 1},
		"a factor of a half":    {func(p *Portfolio) { p.Factor = 0.5 }, 0.75},
		"cash of a twentieth":   {func(p *Portfolio) { p.Cash = 0.05 }, 0.95 - 0.075},
		"concentrated":          {func(p *Portfolio) { p.HHI = 0.4 }, 0.95 - 0.06},
		"gas of a tenth":        {func(p *Portfolio) { p.Gas = 0.1 }, 0.95 - 0.05},
		"a tenth off":           {func(p *Portfolio) { p.Tracking = 0.1 }, 0.95 - 0.02},
		"more than half of off": {func(p *Portfolio) { p.Tracking = 0.7 }, 0.95 - 0.1},
	} {
		p := whole
		c.edit(&p)
		exactly(t, name, Health(p), c.want)
	}
	for want, s := range map[float64]Shape{
		3.0 / 6: {}, 2.5 / 6: {HHI: 0.15}, 3.4 / 6: {Liquid: 0.4}, 2.6 / 6: {Correlation: 0.28}, 2.3 / 6: {Drawdown: 0.7}, 3.3 / 6: {Won: 0.3}, 3.2 / 6: {Sharpe: 0.2},
	} {
		exactly(t, "the shape", s.Of(), want)
	}
}

// spec: heartbeat §15 layer 5, safety §16.8: the mean of 300 s, moves within a block, gaps.
func TestPricesAreWeighedByHowLongTheyStood(t *testing.T) {
	var p Prices
	if _, ok := p.Mean(); ok || p.Covered() || p.Jump() != 0 {
		t.Error("a price is known before one was seen")
	}
	if off, ok := p.Off(); ok || off != 0 {
		t.Errorf("off by %v of nothing", off)
	}
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		p.Push(5, bad)
	}
	mean := func(want float64) {
		t.Helper()
		got, ok := p.Mean()
		if exactly(t, "the mean", got, want); !ok {
			t.Error("it is not known")
		}
	}
	p.Push(1_000, 0.5)
	mean(0.5)
	p.Push(1_001, 0.75) // 0.5 stood for a millisecond
	mean(0.5)
	p.Push(1_002, 2)
	mean(0.625)
	if off, _ := p.Off(); math.Abs(off-2.2) > 1e-12 { // 2 against 0.625
		t.Errorf("off by %v", off)
	}
	p.Push(1_002, 3) // the same block, seen again
	p.Push(900, 70)  // a block of before
	mean(0.625)
	if len(p.seen) != 3 {
		t.Errorf("%v are kept", p.seen)
	}
	if off, _ := p.Off(); math.Abs(off-3.8) > 1e-12 {
		t.Errorf("off by %v", off)
	}

	p = Prices{}
	p.Push(0, 100)
	for _, c := range []struct {
		after int64
		price float64
		jump  float64
	}{{60_000, 110, 0.1}, {60_001, 121, 0}, {59_999, 60.5, 0.5}, {1, 60.5, 0}} {
		p.Push(p.seen[len(p.seen)-1].at+c.after, c.price)
		exactly(t, "the jump", p.Jump(), c.jump)
	}

	p = Prices{}
	for i, price := range []float64{100, 200, 400, 800} { // every 150 s
		p.Push(int64(i)*150_000, price)
		if p.Covered() != (i >= 2) {
			t.Errorf("after %d s the window is covered: %v", 150*i, p.Covered())
		}
	}
	mean(300) // of the last 300 s
	if len(p.seen) != 3 {
		t.Errorf("%d sightings are kept", len(p.seen))
	}
	p.Push(550_000, 1_600) // 200 from second 250, 400 from 300, 800 from 450
	mean((200*50 + 400*150 + 800*100) / 300.0)
	p.Push(749_999, 7) // what tells the window's beginning is kept until another does
	if len(p.seen) != 4 || p.seen[0].price != 400 {
		t.Errorf("%v are kept", p.seen)
	}
	p.Push(750_000, 9)
	if len(p.seen) != 4 || p.seen[0].price != 800 {
		t.Errorf("%v are kept", p.seen)
	}
	p = Prices{}
	p.Push(0, 1)
	p.Push(300_000-1, 1)
	if p.Covered() {
		t.Error("the window is covered a millisecond early")
	}
	p.Push(300_000, 1)
	if !p.Covered() {
		t.Error("the window is not covered")
	}
	p = Prices{}
	p.Push(7, 1)
	p.Push(300_007, 1)
	if !p.Covered() {
		t.Error("two sightings do not cover a window")
	}
}

// Depth by hand: L = 4·10^12 of tokens with 6 and 18 decimals is 4 whole ones; at 0.25 both
// reserves are worth 2·4·√0.25 quote tokens, and those in the numeraire what the reading says.
func TestDepthIsWhatBothReservesAreWorth(t *testing.T) {
	p := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(2_000_000), 96), Liquidity: *uint256.NewInt(4e12)}
	r := p.Seen(nil, nil)
	near(t, "the price", r.Markets[0].Price, 0.25, 1e-12)
	exactly(t, "the depth", Depth(&r, &r.Markets[0]), 4)
	r.Assets[0].Price = 0.5
	exactly(t, "the depth in another numeraire", Depth(&r, &r.Markets[0]), 2)
	r.Assets[0].Price = 1
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if r.Markets[0].Price = bad; Depth(&r, &r.Markets[0]) != 0 {
			t.Errorf("at a price of %v there are %v", bad, Depth(&r, &r.Markets[0]))
		}
	}
	if got := Depth(&r, nil); got != 0 {
		t.Errorf("no market has %v", got)
	}
}

// spec: safety §16.2
func TestWhatLiquidityEarnedIsReckonedByHand(t *testing.T) {
	var e Earnings
	sight := func(at int64, price, base, quote float64) {
		e.Push(turn.Sight{Time: born + at, Price: price, FeeBase: base, FeeQuote: quote})
	}
	nothing := func() {
		t.Helper()
		if y, d, known := e.Annual(); y != 0 || d != 0 || known {
			t.Errorf("%v, %v (%v) are known", y, d, known)
		}
	}
	nothing()
	sight(0, 100, 2, 300)
	nothing()
	sight(299_999, 1, 0, 0) // too soon
	sight(300_000, 400, 3, 310)
	nothing()
	sight(hour-1, 100, 3, 310)
	nothing()
	if len(e.seen) != 3 {
		t.Fatalf("%d sights count", len(e.seen))
	}
	e.seen = e.seen[:2]
	sight(hour, 25, 6, 320)
	// 4 base tokens at 25 and 20 quote tokens in an hour, on 2·√25 of capital; ln 4 up and ln 16 down.
	yield, deviation, known := e.Annual()
	exactly(t, "the yield", yield, 120.0/10*8_760)
	exactly(t, "the deviation", deviation, math.Sqrt((math.Log(4)*math.Log(4)+math.Log(16)*math.Log(16))*8_760))
	if !known {
		t.Error("an hour is not enough")
	}
	sight(300_000+day-1, 25, 6, 320)
	if len(e.seen) != 4 {
		t.Errorf("%d sights count", len(e.seen))
	}
	sight(2*300_000+day-1, 25, 6, 320) // a day after the second, which begins the day now
	if len(e.seen) != 4 || e.seen[0].Price != 400 {
		t.Errorf("%v count", e.seen)
	}
	e = Earnings{}
	sight(0, 1, 0, 0)
	sight(600_000, 2, 0, 0)
	sight(600_000+day, 3, 0, 0)
	if len(e.seen) != 2 || e.seen[0].Price != 2 {
		t.Errorf("%v count", e.seen)
	}
	e = Earnings{}
	e.Push(turn.Sight{Time: 0, Price: 1, Unsound: true})
	if len(e.seen) != 0 {
		t.Error("an unsound sight is the first")
	}
}

// spec: safety §16.2: what is tried out is never less, whatever is known.
func TestLiquidityIsAtLeastTriedOut(t *testing.T) {
	p := Pooling{Ratio: 0.0625, Yield: 0.0125 + 0.01, Volatility: 0.1, Gas: 0.01, Confidence: 0}
	exactly(t, "k", p.Concentration(), 2) // 1/(1 − √√(1/16))
	exactly(t, "net", p.Net(), 2*(0.0225-0.00125)-0.01*p.Moves())
	exactly(t, "moves", p.Moves(), 0.01/(math.Log(4)*math.Log(4)))
	p.Gas = 0
	p.Yield = 0.00125 + 0.0001 // 2 % of the variance: 0.02·0.1 is less than what is tried out
	exactly(t, "the least", ByFees(p), 0.005)
	p.Yield = 0.00125 + 0.0005
	exactly(t, "a tenth of the variance", ByFees(p), 0.1*Trust(0))
	p.Volatility = 0
	exactly(t, "a price that stands still", ByFees(p), 0.005)
	p = Pooling{Ratio: 0.0625, Yield: math.Inf(1), Volatility: 0.1, Confidence: 1}
	exactly(t, "a yield beyond all", ByFees(p), 0.005)
}
