package risk

import (
	"math"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.6f, want %.6f", what, got, want)
	}
}

// spec: safety §16.1
func TestConfidenceLeavesATenthToAHalfOfASize(t *testing.T) {
	for c, want := range map[float64]float64{0: 0.10268, 0.25: 0.13034, 0.5: 0.3, 0.9: 0.49281} {
		near(t, "the share", Trust(c), want, 5e-6)
	}
	fraction := ByEdge(0.03, 0.25, 0.6)
	near(t, "trust", Trust(0.6), 0.39242, 5e-6)
	near(t, "fraction", fraction, 0.18836, 5e-6)
	near(t, "size", fraction*10_000, 1_883.63, 0.01)
}

// spec: safety §16.1
func TestWhatIsAtRiskAddsUp(t *testing.T) {
	a, b := AtRisk(0.05, 2_000), AtRisk(0.10, 1_000)
	near(t, "quadrature", math.Hypot(a, b), 232.64, 0.005)
	near(t, "the sum", Together(a, b), 329.00, 0.005)
	if Room(10_000, 500, 0.05) != 0 {
		t.Error("a full book has room")
	}
	size := Room(10_000, 100, 0.05)
	near(t, "what the room may lose", AtRisk(0.05, size), 400, 1e-9)
}

// spec: heartbeat §15
func TestTheGrowthFormulaSizesAsTheSpecificationReckons(t *testing.T) {
	e := Estimate{Mean: 0.0003, Variance: 0.0008, Error: 0.0004}
	near(t, "f*", ByGrowth(Estimate{Mean: 0.0003, Variance: 0.0008}, 1), 0.375, 1e-9)
	near(t, "f", ByGrowth(e, 8_200.0/10_000), 0.205, 1e-9)
	if ByGrowth(Estimate{Mean: 1, Variance: 1e-13}, 1) != 0 {
		t.Error("no variance is no information")
	}
}

// spec: safety §16.3
func TestConfidenceIsALowerBound(t *testing.T) {
	for b, want := range map[Beta]float64{{1, 3}: 0, {2, 3}: 0.0783, {6, 3}: 0.4086, {21, 6}: 0.6423} {
		near(t, "the bound", b.Lower(), want, 5e-5)
	}
	c := newConfidence()
	near(t, "a newborn's", c.composite(), 0.01, 1e-12)
	near(t, "of five that know nothing", Composite(0, 0, 0, 0, 0), 0.01, 1e-12)
	b := Doubt()
	b.Add(true, failure)
	b.Add(false, failure)
	if b != (Beta{2, 4.5}) {
		t.Errorf("after a success and a failure it is %+v", b)
	}
}

// spec: safety §16.4
func TestGuardrailsScaleWithWhatIsKnown(t *testing.T) {
	m := Guard(0.25, 0.5, 0.6, 1)
	near(t, "the multiplier", m, 0.08, 1e-12)
	g := Scaled(m)
	if g.Concentration != 240 || g.Cooldown != 200_000 || g.Leverage != 1 || g.Positions != 1 || g.Slippage != 50 {
		t.Errorf("the guardrails are %+v", g)
	}
	near(t, "the multiplier of who is known", Guard(0.85, 1, 0, 1), 0.88, 1e-12)
	near(t, "the floor of a drawdown", Guard(1, 1, 5, 1), 0.3, 1e-12)
	if Climate(turn.RegimeRangeBound, true) != 0.5 || Climate(turn.RegimeUnknown, false) != Climate(turn.RegimeVolatile, false) {
		t.Error("a crisis, or an unknown market, counts as calm")
	}
}

// spec: safety §16.6
func TestHealthIsAsTheSpecificationReckons(t *testing.T) {
	near(t, "health", Health(Portfolio{Drawdown: 5.0 / 13, Factor: 1.8, Cash: 0.06, HHI: 0.5, Gas: 0.15, Tracking: 0.1}), 0.7238, 5e-5)
}

// spec: heartbeat §15
func TestTheShapeOfAPortfolioIsAsTheSpecificationReckons(t *testing.T) {
	near(t, "health", Shape{HHI: 0.28, Liquid: 0.9, Correlation: 0.45, Drawdown: 0.16, Won: 0.63, Sharpe: 1.2}.Of(), 0.632, 5e-4)
}

// spec: heartbeat §15 layer 2
func TestAnEstimateForgetsWhatIsLongPast(t *testing.T) {
	var e Estimate
	for range 200 {
		e.Add(-0.01)
	}
	for i := range 200 {
		e.Add(0.01 + 0.002*float64(i%2*2-1))
	}
	if !e.Known() || math.Abs(e.Mean-0.01) > 2e-4 || math.Abs(e.Variance-4e-6) > 2e-6 {
		t.Errorf("after two hundred of another kind it is %+v", e)
	}
	near(t, "the variance of the mean", e.Error, e.Variance/30, 1e-12)
	before := e
	e.Add(math.NaN())
	e.Add(math.Inf(-1))
	if e != before {
		t.Error("what is no number was taken")
	}
}

func hostile() []float64 {
	return []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1e308, -1, math.Copysign(0, -1), 1e-300, 0.3, 1, 2, 1e9, 1e308}
}

// No input makes a share that is no number, or more than everything.
func TestNoInputMakesAShareOfNothingKnown(t *testing.T) {
	share := func(what string, v, most float64) {
		if !(v >= 0 && v <= most) {
			t.Errorf("%s is %v", what, v)
		}
	}
	for _, a := range hostile() {
		share("trust", Trust(a), 0.5)
		share("a composite", Composite(a, 1), 1)
		share("a lower bound", Beta{a, 3}.Lower(), 1)
		for _, b := range hostile() {
			share("a lower bound", Beta{b, a}.Lower(), 1)
			for _, c := range hostile() {
				share("by edge", ByEdge(a, b, c), 0.25)
				share("by growth", ByGrowth(Estimate{Mean: a, Variance: b, Error: c}, 1), 0.5)
				share("by growth", ByGrowth(Estimate{Mean: a, Variance: 0.1, Error: b}, c), 0.5)
				share("a multiplier", Guard(a, 1, b, c), 1)
				share("room", Room(a, b, c), math.MaxFloat64)
				share("health", Health(Portfolio{a, b, c, a, b, c}), 1)
				share("shape", Shape{a, b, c, a, b, c}.Of(), 1)
			}
		}
	}
}

// More confidence never allows less, a deeper drawdown never more.
func TestSizesFollowConfidenceAndDrawdown(t *testing.T) {
	for i := range 100 {
		c, more := float64(i)/100, float64(i+1)/100
		if ByEdge(0.01, 0.2, more) < ByEdge(0.01, 0.2, c) || Guard(more, 0.9, 0.1, 1) < Guard(c, 0.9, 0.1, 1) || Guard(0.5, 0.9, more, 1) > Guard(0.5, 0.9, c, 1) {
			t.Errorf("at %v it goes the wrong way", c)
		}
		a, b := Scaled(c), Scaled(more)
		if b.Concentration < a.Concentration || b.Trade < a.Trade || b.Slippage < a.Slippage || b.Positions < a.Positions || b.Cooldown > a.Cooldown || b.Leverage < a.Leverage {
			t.Errorf("the guardrails at %v are %+v, at %v %+v", c, a, more, b)
		}
	}
}
