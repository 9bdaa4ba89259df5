package mortality

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"bardo.run/bardo/internal/seed"
)

var (
	ups   = Outlook{1, 1, 1, 1, 1}
	downs = Outlook{2, 2, 2, 2, 2}
	calm  = MarketRegime{Volatility: 1}
)

func right(tick uint64) Pair { return Pair{Tick: tick, Predicted: ups, Observed: ups} }
func wrong(tick uint64) Pair { return Pair{Tick: tick, Predicted: ups, Observed: downs} }

// spec: mortality §3.1 — weights sum to one; the half-losses of the table.
func TestADomainForgetsAtItsOwnPace(t *testing.T) {
	sum := 0.0
	for d, halfLoss := range [dimensions]int{35, 139, 231, 14, 693} {
		sum += weights[d]
		f := NewFitness(10)
		f.Domain[d] = 1
		ticks := 0
		for ; f.Domain[d] > 0.5; ticks++ {
			f.Judge(wrong(0), calm)
		}
		if ticks < halfLoss || ticks > halfLoss+1 {
			t.Errorf("%s loses half in %d, want about %d", Dimension(d), ticks, halfLoss)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the weights sum to %v", sum)
	}
}

// spec: mortality §3.2 — from 0.60, misses alone bring the price below 0.35 with the
// 27th.
func TestMissesBringThePriceBelowTheThreshold(t *testing.T) {
	f := NewFitness(100)
	f.Domain[PriceDirection] = 0.60
	for n := 1; n <= 27; n++ {
		f.Judge(wrong(0), calm)
		if below := f.Domain[PriceDirection] < 0.35; below != (n == 27) {
			t.Errorf("after %d misses: %v", n, f.Domain[PriceDirection])
		}
	}
}

// spec: mortality §3.2 — guessing over three classes is worth a third, which is below
// the threshold.
func TestGuessingIsLethal(t *testing.T) {
	f, rng := NewFitness(2000), seed.Seed(7).Stream("guess")
	sum, n := 0.0, 0
	for tick := range uint64(60_000) {
		p := Pair{Tick: tick}
		for d := range dimensions {
			p.Predicted[d], p.Observed[d] = Class(1+rng.IntN(3)), Class(1+rng.IntN(3))
		}
		f.Judge(p, calm)
		if tick > 10_000 {
			sum, n = sum+f.Value, n+1
		}
	}
	if mean := sum / float64(n); math.Abs(mean-1.0/3) > 0.01 || mean >= 0.35 {
		t.Errorf("guessing is worth %v", mean)
	}
}

// spec: mortality §3.2 — peak, last perfect pair and trend.
func TestTheFitnessRemembersItsBest(t *testing.T) {
	f := NewFitness(10)
	for tick := range uint64(150) {
		f.Judge(right(tick), calm)
		if up := f.Trend() > 0; up != (tick >= 100) {
			t.Fatalf("tick %d: the trend is %v", tick, f.Trend())
		}
		f.Close(tick, tick < 50)
	}
	best := f.Value
	if f.Peak != best || f.PeakAt != 149 || f.Perfect != 149 || f.Perfects != 150 {
		t.Errorf("peak %v at %d, perfect at %d", f.Peak, f.PeakAt, f.Perfect)
	}
	for tick := uint64(150); tick < 300; tick++ {
		f.Judge(wrong(tick), calm)
		f.Close(tick, false)
	}
	if f.Peak != best || f.PeakAt != 149 || f.Perfect != 149 || f.Trend() >= 0 {
		t.Errorf("after misses: peak %v at %d, perfect at %d, trend %v", f.Peak, f.PeakAt, f.Perfect, f.Trend())
	}
	if got := f.Failing(0.35); !slices.Equal(got, []string{"price_direction", "gas_condition"}) {
		t.Errorf("failing: %v", got)
	}
}

// A dimension that is not predicted, or cannot be observed, is no error.
func TestWhatIsNotKnownIsNotJudged(t *testing.T) {
	f := NewFitness(10)
	for range 2000 {
		f.Judge(Pair{Predicted: Outlook{1, 0, 1}, Observed: Outlook{1, 1, 0}}, calm)
	}
	if f.Value < 0.99 || f.Judged != [dimensions]uint64{2000} || f.Perfects != 0 {
		t.Errorf("fitness %v, judged %v, perfect %d", f.Value, f.Judged, f.Perfects)
	}
}

// spec: mortality §3.2 — pairs of a regime are counted in the window only.
func TestTheWindowForgetsOldRegimes(t *testing.T) {
	f, wild := NewFitness(30), MarketRegime{Volatility: 5, Trend: -1}
	for range 30 {
		f.Judge(right(0), calm)
	}
	for n := 1; n <= 40; n++ {
		f.Judge(right(0), wild)
		if got := f.Matched(wild); got != min(n, 30) || f.Matched(calm) != 30-got {
			t.Fatalf("after %d: %d and %d", n, got, f.Matched(calm))
		}
	}
}

// spec: mortality §3.3
func TestProfitsStandInForPredictions(t *testing.T) {
	p := NewProfits(200, 10)
	for n := range 10 {
		if got, learning := p.Value(); got != 0.5 || !learning {
			t.Fatalf("after %d trades: %v, %v", n, got, learning)
		}
		p.Trade(n < 3)
	}
	if got, learning := p.Value(); got != 0.3 || learning {
		t.Errorf("3 of 10 gained: %v, %v", got, learning)
	}
	for n := range 500 {
		p.Trade(n%2 == 0)
	}
	if got, _ := p.Value(); got != 0.5 {
		t.Errorf("every second one of the last 200: %v", got)
	}
}

func standard() Epistemic { return DefaultSettings().Epistemic }

// spec: mortality §3.4 — the cascade, and the way back.
func TestSenescenceIsConfirmedAfterItsGraceAndLeftWithMargin(t *testing.T) {
	var s Senescence
	e := standard()
	for n := 1; n <= 500; n++ {
		s.Step(0.34, e)
		if want := n == 500; (s.Stage == StageConfirmed) != want || s.Below != uint64(n) {
			t.Fatalf("after %d ticks: %s, %d below", n, s.Stage, s.Below)
		}
	}
	s.Step(0.45, e)
	if s.Stage != StageConfirmed {
		t.Error("left at the threshold and its margin, which is to be passed")
	}
	s.Step(0.4501, e)
	if s != (Senescence{}) {
		t.Errorf("did not recover: %+v", s)
	}
	s.Step(0.30, e)
	s.Step(0.35, e)
	if s != (Senescence{}) {
		t.Errorf("a warning at the threshold stays: %+v", s)
	}
	if s.Fail(0.05); s.Stage != StageNone {
		t.Error("died without Stage 2")
	}
}

// spec: mortality §3.4 — at 0.33 with full credit: 0.3635, Declining at tick 88 of
// Stage 2, Terminal and Stage 3 at tick 363.
func TestStageTwoEndsLifeByItsRamp(t *testing.T) {
	e, curve := standard(), DefaultCurve()
	part := curve.Of(Axes{Economic: 1, Fitness: 0.33, Judged: true, Ramp: 1})
	if got := fmt.Sprintf("%.4f", part.Epistemic); got != "0.3635" {
		t.Errorf("the component is %s", got)
	}
	s := Senescence{Stage: StageConfirmed}
	changes := map[string]uint64{}
	for s.Stage != StageDeath {
		s.Step(0.33, e)
		v := curve.Of(Axes{Economic: 1, Fitness: 0.33, Judged: true, Ramp: s.Ramp(e.Ramp)}).Composite(false)
		if name := phaseOf(v, 0).String(); changes[name] == 0 {
			changes[name] = s.Confirmed
		}
		s.Fail(v)
	}
	if changes["conservation"] != 1 || changes["declining"] != 88 || changes["terminal"] != 363 || s.Confirmed != 363 {
		t.Errorf("phases begin at %v, death at %d", changes, s.Confirmed)
	}
}
