package regime

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

const minute = 60_000

// feed adds one price a minute and returns the last answer.
func feed(c *Classifier, prices ...float64) (turn.Regime, float64) {
	var r turn.Regime
	var confidence float64
	for _, p := range prices {
		r, confidence = c.Add(c.at+minute, p)
	}
	return r, confidence
}

func constant(n int, price float64) []float64 {
	prices := make([]float64, n)
	for i := range prices {
		prices[i] = price
	}
	return prices
}

// spec: heartbeat §4, "19 samples ⇒ unknown".
func TestNineteenSamplesAreUnknown(t *testing.T) {
	var c Classifier
	for i := range 19 {
		if r, confidence := feed(&c, 100*math.Pow(1.01, float64(i))); r != turn.RegimeUnknown || confidence != 0 {
			t.Fatalf("sample %d: %v at %v", i+1, r, confidence)
		}
	}
	if r, _ := feed(&c, 130); r != turn.RegimeTrendingUp {
		t.Fatalf("sample 20 of a rise: %v", r)
	}
}

// spec: heartbeat §4, "constant price for 27 ticks ⇒ range_bound".
func TestAConstantPriceIsRangeBound(t *testing.T) {
	for _, price := range []float64{0.1, 1.0 / 3, 1847.23} {
		var c Classifier
		if r, confidence := feed(&c, constant(27, price)...); r != turn.RegimeRangeBound || confidence != 1 {
			t.Errorf("at %v: %v with %v, want range_bound with 1", price, r, confidence)
		}
		var early Classifier
		if r, _ := feed(&early, constant(25, price)...); r != turn.RegimeUnknown {
			t.Errorf("at %v: %v after six samples in the band", price, r)
		}
	}
}

func TestTrendsAreSeenOnBothSides(t *testing.T) {
	var up, down Classifier
	for i := range 30 {
		feed(&up, 100+float64(i))
		feed(&down, 100-float64(i))
	}
	if up.regime != turn.RegimeTrendingUp || down.regime != turn.RegimeTrendingDown {
		t.Fatalf("rise is %v, fall is %v", up.regime, down.regime)
	}
	if up.confidence <= 0 || up.confidence > 1 || math.Abs(up.confidence-down.confidence) > 1e-9 {
		t.Fatalf("confidence %v up, %v down", up.confidence, down.confidence)
	}
}

func TestARegimeStaysWhenNoRuleDecides(t *testing.T) {
	var c Classifier
	for i := range 30 {
		feed(&c, 100+float64(i))
	}
	mean, deviation := spread(c.prices[:])
	if r, confidence := feed(&c, mean+0.7*deviation); r != turn.RegimeTrendingUp || confidence != 0 {
		t.Fatalf("%v with %v, want the regime before with 0", r, confidence)
	}
}

// wobble feeds n minutes that alternate around 100 by the given share.
func wobble(c *Classifier, n int, share float64) {
	for i := range n {
		feed(c, 100*(1+share*float64(i%2*2-1)))
	}
}

func TestVolatilityNeedsADayOfHistory(t *testing.T) {
	var young, old Classifier
	wobble(&young, 23*60, 0.0001)
	wobble(&old, 26*60, 0.0001)
	wobble(&young, 20, 0.01)
	wobble(&old, 20, 0.01)
	if young.regime == turn.RegimeVolatile {
		t.Error("volatile before there was a day to compare with")
	}
	if old.regime != turn.RegimeVolatile || old.confidence != 1 {
		t.Errorf("%v with %v, want volatile with 1", old.regime, old.confidence)
	}
}

func TestThePaceOfSamplingIsNoVolatility(t *testing.T) {
	var c Classifier
	walk := func(n int, interval int64) {
		share := 0.0001 * math.Sqrt(float64(interval)/minute)
		for i := range n {
			c.Add(c.at+interval, 100*(1+share*float64(i%2*2-1)))
		}
	}
	walk(26*30, 2*minute)
	walk(20, minute/4)
	if c.regime == turn.RegimeVolatile {
		t.Fatal("sampling eight times as often reads as volatile")
	}
}

func TestTheAverageForgetsAfterThirtyDays(t *testing.T) {
	var a average
	a.add(0, 1000)
	for h := int64(1); h <= 719; h++ {
		a.add(h*hour, 1)
	}
	if got, _ := a.mean(719 * hour); math.Abs(got-(1000+719)/720.0) > 1e-9 {
		t.Fatalf("mean of 30 days %v", got)
	}
	a.add(720*hour, 1)
	if got, _ := a.mean(720 * hour); math.Abs(got-1) > 1e-9 {
		t.Fatalf("mean after the first hour left: %v, want 1", got)
	}
	a.add(5_000*hour, 3)
	if got, known := a.mean(5_000 * hour); got != 3 || !known {
		t.Fatalf("mean after a long silence: %v %v, want 3", got, known)
	}
}

func TestAnySampleGivesARegimeAndAFiniteConfidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Classifier
		at := int64(0)
		for range rapid.IntRange(0, 200).Draw(t, "n") {
			at += rapid.Int64Range(-1, 1_000_000).Draw(t, "step")
			r, confidence := c.Add(at, rapid.OneOf(rapid.Float64(), rapid.Float64Range(99, 101)).Draw(t, "price"))
			if r > turn.RegimeRangeBound || !(confidence >= 0 && confidence <= 1) {
				t.Fatalf("%v with %v", r, confidence)
			}
		}
	})
}

// A price beyond every market once overflowed the sum of the window.
func TestAnAbsurdPriceIsIgnored(t *testing.T) {
	var c Classifier
	feed(&c, constant(20, 1)...)
	if r, confidence := feed(&c, 9.461542815064821e+306, 1, 1, 1, 1, 1, 1, 1); r != turn.RegimeRangeBound || confidence != 1 {
		t.Fatalf("%v with %v", r, confidence)
	}
}

func TestASampleCostsNoAllocation(t *testing.T) {
	c := new(Classifier)
	wobble(c, 2_000, 0.001)
	if n := testing.AllocsPerRun(100, func() { feed(c, 100) }); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}
