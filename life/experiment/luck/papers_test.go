package luck_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/statistics"
)

// printed compares with what a paper prints, half of its last digit apart at most.
func printed(t *testing.T, what string, got statistics.Figure, want, digit float64) {
	t.Helper()
	if x, ok := got.Get(); !ok || math.Abs(x-want) > digit/2 {
		t.Errorf("%s is %v (%q), and the paper prints %v", what, x, got.Why, want)
	}
}

// The worked example of "The Deflated Sharpe Ratio": a yearly ratio of 2.5 over five years of 250
// days, the best of 100 whose yearly ratios vary by 1/2, skewness -3, kurtosis 10.
//
// spec: mirage-testing §19.3 — check (DSR): threshold 0.1132, z 1.2838, 0.9004.
func TestTheDeflatedSharpeRatioOfThePaper(t *testing.T) {
	r := luck.Record{Sharpe: 2.5 / math.Sqrt(250), Periods: 1250, Skewness: -3, Kurtosis: 10}
	printed(t, "the threshold", statistics.Known(luck.ExpectedBest(100, 0.5/250)), 0.1132, 1e-4)
	printed(t, "the ratio", r.Deflated(100, 0.5/250), 0.9004, 1e-4)
	got, _ := r.Deflated(100, 0.5/250).Get()
	printed(t, "z", statistics.Known(distuv.UnitNormal.Quantile(got)), 1.2838, 1e-4)
	printed(t, "of 46 trials", r.Deflated(46, 0.5/250), 0.9505, 1e-4)
	r.Skewness, r.Kurtosis = 0, 3
	printed(t, "of 88 trials with normal returns", r.Deflated(88, 0.5/250), 0.9505, 1e-4)
}

// The example of "The Sharpe Ratio Efficient Frontier": two years of months, a monthly ratio of
// 0.458, skewness -2.448, kurtosis 10.164; the same were they normal; and its table of how long
// it takes to tell a yearly ratio of 2 from 1.
func TestTheProbabilisticSharpeRatioOfThePaper(t *testing.T) {
	r := luck.Record{Sharpe: 0.458, Periods: 24, Skewness: -2.448, Kurtosis: 10.164}
	printed(t, "fat tails", r.Probabilistic(0), 0.913, 1e-3)
	r.Skewness, r.Kurtosis = 0, 3
	printed(t, "normal", r.Probabilistic(0), 0.982, 1e-3)
	for perYear, years := range map[float64]float64{250: 2.73, 52: 2.83, 12: 3.24} {
		root := math.Sqrt(perYear)
		n, _ := luck.Record{Sharpe: 2 / root, Skewness: 0, Kurtosis: 3}.MinimumPeriods(1/root, 0.95).Get()
		printed(t, "the years of a record", statistics.Known(n/perYear), years, 0.01)
	}
}

// A record as long as the shortest one needed is believed exactly as much as was asked for.
func TestTheShortestRecordIsEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		skewness := rapid.Float64Range(-2, 2).Draw(t, "skewness")
		r := luck.Record{
			Sharpe: rapid.Float64Range(0.01, 1).Draw(t, "sharpe"), Skewness: skewness,
			Kurtosis: 1 + skewness*skewness + rapid.Float64Range(0.1, 10).Draw(t, "more"),
		}
		threshold := r.Sharpe - rapid.Float64Range(0.01, 1).Draw(t, "above")
		confidence := rapid.Float64Range(0.5, 0.999).Draw(t, "confidence")
		n, ok := r.MinimumPeriods(threshold, confidence).Get()
		if r.Periods = n; !ok {
			t.Fatal("unknown")
		}
		if got, ok := r.Probabilistic(threshold).Get(); ok && math.Abs(got-confidence) > 1e-9 {
			t.Fatalf("%v periods give %v, want %v", n, got, confidence)
		}
		more, _ := r.Deflated(rapid.IntRange(2, 1000).Draw(t, "trials"), 0.01).Get()
		if alone, ok := r.Probabilistic(0).Get(); ok && more > alone {
			t.Fatalf("of many %v, alone %v", more, alone)
		}
	})
}

// The best of so many normal variables, in the mean of the exact distribution that gonum integrates
// to: the paper's approximation is within one part in a hundred from ten on.
func TestTheExpectedBestIsThatOfNormalVariables(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		mean, step := 0.0, 1e-3
		for z := -8.0; z < 8; z += step {
			mean += z * float64(n) * math.Pow(distuv.UnitNormal.CDF(z), float64(n-1)) * distuv.UnitNormal.Prob(z) * step
		}
		if got := luck.ExpectedBest(n, 4) / 2; math.Abs(got-mean) > 0.025*mean {
			t.Errorf("the best of %d is %v, want %v", n, got, mean)
		}
	}
	for _, nothing := range []float64{luck.ExpectedBest(1, 1), luck.ExpectedBest(5, 0), luck.ExpectedBest(5, math.NaN())} {
		if nothing != 0 {
			t.Errorf("one strategy, or many that do the same, are expected to have %v", nothing)
		}
	}
}

func TestWhatAFormulaCannotSayIsUnknown(t *testing.T) {
	r := luck.Record{Sharpe: 0.1, Periods: 1, Kurtosis: 3}
	for what, got := range map[string]statistics.Figure{
		"one period":               r.Probabilistic(0),
		"impossible moments":       luck.Record{Sharpe: 1, Periods: 9, Skewness: 5, Kurtosis: 1}.Probabilistic(0),
		"a threshold out of reach": r.MinimumPeriods(0.1, 0.95),
		"certainty":                r.MinimumPeriods(0, 1),
	} {
		if x, ok := got.Get(); ok || got.Why == "" {
			t.Errorf("%s: %v, %q", what, x, got.Why)
		}
	}
}
