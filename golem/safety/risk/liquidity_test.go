package risk

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// spec: safety §16.2 — width 2,000 ticks: k = 20.505; LVR of the full range at 60 %: 0.045.
func TestLiquidityIsSizedByWhatItsRangeEarns(t *testing.T) {
	p := Pooling{Ratio: math.Pow(1.0001, -2_000), Yield: 0.05, Volatility: 0.6, Gas: 0.0001, Confidence: 0.6423}
	near(t, "k", p.Concentration(), 20.505, 1e-3)
	near(t, "the loss to traders", p.Loss(), 0.045, 1e-12)
	near(t, "moves a year", p.Moves(), 36, 0.01) // 0.36 over 0.1²
	near(t, "net", p.Net(), 20.505*0.005-0.0036, 1e-4)
	near(t, "the size", ByFees(p), p.Net()/0.36*Trust(0.6423), 1e-12)
	p.Yield = 0.5
	near(t, "the most", ByFees(p), 0.3*Trust(0.6423), 1e-12)
}

// spec: safety §16.2 — net ≤ 0: exploratory, 0.5 % of NAV.
func TestLiquidityThatEarnsNothingIsOnlyTriedOut(t *testing.T) {
	well := Pooling{Ratio: 0.8, Yield: 0.5, Volatility: 0.6, Confidence: 0.5}
	for name, edit := range map[string]func(*Pooling){
		"it loses more than it earns": func(p *Pooling) { p.Yield = 0.044 },
		"gas eats it":                 func(p *Pooling) { p.Gas = 1 },
		"gas without a price":         func(p *Pooling) { p.Gas = math.NaN() },
		"no capital to bear the gas":  func(p *Pooling) { p.Gas = math.Inf(1) },
		"nothing is known":            func(p *Pooling) { p.Yield, p.Volatility = 0, 0 },
		"no range":                    func(p *Pooling) { p.Ratio = 1 },
	} {
		p := well
		if edit(&p); ByFees(p) != 0.005 {
			t.Errorf("%s: %v", name, ByFees(p))
		}
	}
	if ByFees(well) <= 0.005 {
		t.Error("what earns is no more than tried out")
	}
}

func TestLiquidityIsNeverMoreThanItsCap(t *testing.T) {
	any := rapid.Float64()
	rapid.Check(t, func(t *rapid.T) {
		p := Pooling{any.Draw(t, "ratio"), any.Draw(t, "yield"), any.Draw(t, "volatility"), any.Draw(t, "gas"), any.Draw(t, "confidence")}
		if s := ByFees(p); !(s >= 0.005 && s <= 0.15) {
			t.Fatalf("%+v: %v", p, s)
		}
	})
}

// What the pool did is reckoned to a year, whenever somebody looked.
func TestWhatAPoolEarnsIsReckonedToAYear(t *testing.T) {
	var e Earnings
	for i := range int64(49) { // every half hour, by 1 % up and down
		price := 2_000.0
		if i%2 == 1 {
			price *= math.Exp(0.01)
		}
		e.Push(turn.Sight{Time: born + i*30*minute, Price: price, FeeQuote: float64(i) / 48 / 365 * 0.3 * 2 * math.Sqrt(2_000)})
		if _, _, known := e.Annual(); known != (i >= 2) {
			t.Fatalf("known after %d half hours: %v", i, known)
		}
	}
	yield, deviation, _ := e.Annual()
	near(t, "yield", yield, 0.3, 1e-9)
	near(t, "deviation", deviation, 0.01*math.Sqrt(48*365), 1e-9)
	e.Push(turn.Sight{Time: born + 100*hour, Price: 1, Unsound: true})
	if again, _, _ := e.Annual(); again != yield {
		t.Error("an unsound sight counts")
	}
}

// provides is an order for liquidity between two ticks, in USDC alone.
func (g *golem) provides(usd int64, lower, upper int32) Order {
	o := g.buys(usd)
	o.Case.Action = grammar.Action{Kind: grammar.AddLiquidity, Market: exchange, Protocol: uniswapv3.Name, Quote: uint256.NewInt(uint64(usd) * 1e6), Base: new(uint256.Int), TickLower: lower, TickUpper: upper, Slippage: 50}
	o.Elevated = true
	return o
}

// growth is what a unit of liquidity earned in USDC since the birth, at a yield.
func (g *golem) growth() []uint256.Int {
	earned := g.yield * float64(g.now-born) / float64(year) * 2 * math.Sqrt(2_000)
	x, _ := new(big.Float).Mul(big.NewFloat(earned/1e6), new(big.Float).SetInt(new(big.Int).Lsh(big.NewInt(1), 128))).Int(nil)
	return []uint256.Int{*uint256.MustFromBig(x), {}}
}

// spec: safety §16.2, DESIGN §12.18 — the least of the formulas, in a stage that was earned.
func TestLiquidityInAnEarnedStageIsHeldToItsFormula(t *testing.T) {
	for yield, c := range map[float64]struct{ rule, formula money.BPS }{0: {50, 50}, 0.5: {100, 308}} { // of a stage that allows 1 %
		want := c.rule
		g := newborn(turn.StageShadow, 20)
		g.yield = yield
		g.tries(49, 0.006, 0.002)
		if s, _ := g.Stage(); s != turn.StageMicro || !g.ladder.binds() {
			t.Fatalf("it stands at %s", s)
		}
		most := g.Ranging(g.Entering(turn.Bounds{MaxPosition: 2_500}), -1_000, 1_000).MaxPosition
		if most != want {
			t.Errorf("at a yield of %v a rule may put in %s, want %s", yield, most, want)
		}
		said, r := g.Assess(g.provides(int64(want), -1_000, 1_000)) // of 10,000 USDC
		if r != nil || !strings.Contains(said.Layers[1].Detail, "a year, this range 20.5 times that") {
			t.Errorf("at a yield of %v: %+v, %+v", yield, r, said)
		}
		if said, r = g.Assess(g.provides(4*int64(want), -1_000, 1_000)); codeOf(r) != wire.CodeSafetyRiskSize || said.Adjusted/money.One != money.USDC(c.formula) {
			t.Errorf("at a yield of %v four times as much: %+v, %+v", yield, r, said)
		}
	}
}

func TestWhereTheOwnerSetTheStageTheFormulaForLiquidityIsAdvice(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 20)
	o := g.provides(2_000, -1_000, 1_000)
	said, r := g.Assess(o)
	if r != nil || !strings.Contains(said.Layers[1].Detail, "not known yet: liquidity up to 0.5 %") {
		t.Errorf("%+v, %+v", r, said)
	}
	g.Narrow(cage.Policy{})
	if b := (turn.Bounds{MaxPosition: 2_500}); g.Ranging(b, -10, 10) != b {
		t.Error("the owner's word is narrowed")
	}
}
