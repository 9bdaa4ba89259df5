package statistics_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/life/experiment/statistics"
)

func daily(returns ...float64) statistics.Series {
	return statistics.Series{Returns: returns, PerYear: 365}
}

func unknown(t testing.TB, what string, got statistics.Figure, why string) {
	t.Helper()
	if x, ok := got.Get(); ok || !strings.Contains(got.Why, why) {
		t.Errorf("%s is %v (%q), want it unknown: %s", what, x, got.Why, why)
	}
}

func TestWhatIsUndefinedSaysWhy(t *testing.T) {
	none := daily().Summary()
	unknown(t, "return of nothing", none.TimeWeighted, "no whole period")
	unknown(t, "Calmar of nothing", none.Ratios.Calmar, "shorter than thirty days")
	unknown(t, "Calmar of 29 days", daily(slices.Repeat([]float64{0.1, -0.2}, 15)[:29]...).Calmar(), "shorter than thirty days")
	unknown(t, "profit factor of nothing", none.Ratios.ByPeriods, "nothing to count")
	unknown(t, "Sharpe of one period", daily(0.1).Sharpe(), "fewer than two")
	unknown(t, "volatility of one period", daily(0.1).Volatility(), "fewer than two")
	unknown(t, "Sortino of one period", daily(0.1).Sortino(), "fewer than two")
	flat := daily(0.01, 0.01, 0.01).Summary()
	unknown(t, "Sharpe of what never differs", flat.Ratios.Sharpe, "returned the same")
	unknown(t, "skewness of it", flat.Risk.Skewness, "returned the same")
	equal(t, "its volatility", flat.Risk.Volatility, 0)
	unknown(t, "Sortino without a loss", flat.Ratios.Sortino, "no period fell short")
	unknown(t, "Calmar without a fall", daily(slices.Repeat([]float64{0.01}, 30)...).Calmar(), "never fell")
	unknown(t, "profit factor without a loss", flat.Ratios.ByPeriods, "nothing was lost")
	unknown(t, "return of a year after three days", flat.Annual, "shorter than a year")
	unknown(t, "worst 5 % of three days", flat.Risk.Tail5.VaR, "too few")
	unknown(t, "turnover of returns alone", flat.Did.Turnover, "returns alone")
	unknown(t, "what no float holds", statistics.Known(math.Inf(1)), "too large")
	unknown(t, "what is no number", statistics.Known(math.NaN()), "too large")
}

func TestWhatIsNoSeriesIsRefused(t *testing.T) {
	for name, s := range map[string]statistics.Series{
		"more than everything lost": daily(-1.01),
		"not a number":              daily(0, math.NaN()),
		"infinite":                  daily(math.Inf(1)),
		"no year":                   {Returns: []float64{0}},
		"a year without end":        {PerYear: math.Inf(1)},
		"a rate of all":             {PerYear: 365, RiskFree: -1},
	} {
		if err := s.Check(); !errors.Is(err, statistics.ErrSeries) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := daily(-1, 0, 5).Check(); err != nil {
		t.Error(err)
	}
}

// Of 20 days the worst 5 % are one whole day; of 30, one and a half, and the worst day counts

// twice what the half of the next does.

func TestATailCountsPartsOfAPeriod(t *testing.T) {
	returns := make([]float64, 30)
	returns[4], returns[9], returns[20] = -0.09, -0.06, -0.03
	tail := daily(returns...).Tail(50)
	equal(t, "value at risk", tail.VaR, 0.06)
	equal(t, "shortfall", tail.Shortfall, (0.09+0.5*0.06)/1.5)
	tail = daily(returns[:20]...).Tail(50)
	equal(t, "value at risk of 20", tail.VaR, 0.09)
	equal(t, "shortfall of 20", tail.Shortfall, 0.09)
	unknown(t, "of 19", daily(returns[:19]...).Tail(50).Shortfall, "19 periods are too few")
	for _, n := range []int{0, -1, 1000} {
		unknown(t, "no share", daily(returns...).Tail(n).VaR, "too few")
	}
}

func TestProfitFactorIsWonOverLost(t *testing.T) {
	equal(t, "profit factor", statistics.ProfitFactor([]float64{30, -10, 0, 20, -15}), 2)
	equal(t, "positive", statistics.Positive([]float64{30, -10, 0, 20, -15}), 0.4)
	equal(t, "profit factor of losses", statistics.ProfitFactor([]float64{-1}), 0)
}

// Over four days the account is worth 1,000 for three of them and 2,000 for one.

// The same at every scale of time and money, and in no order but that of time.

func TestFiguresHoldWhatTheyPromise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		returns := rapid.SliceOfN(rapid.Float64Range(-0.5, 0.6), 2, 60).Draw(t, "returns")
		s := daily(returns...)
		s.RiskFree = rapid.Float64Range(-0.5, 0.5).Draw(t, "free")
		sum := s.Summary()
		if text, err := json.Marshal(sum); err != nil || strings.Contains(string(text), "NaN") {
			t.Fatalf("%s, %v", text, err)
		}
		other := s
		other.PerYear = 4 * s.PerYear
		sharpe, ok := daily(returns...).Sharpe().Get()
		other.RiskFree = 0
		if scaled, _ := other.Sharpe().Get(); ok && math.Abs(scaled-2*sharpe) > 1e-9*max(1, math.Abs(scaled)) {
			t.Fatalf("four times the periods: %v of %v", scaled, sharpe)
		}
		if sortino, known := s.Sortino().Get(); known && ok {
			if over, _ := s.Sharpe().Get(); sortino*over < 0 {
				t.Fatalf("Sharpe %v and Sortino %v contradict one another", over, sortino)
			}
		}
		backwards := slices.Clone(returns)
		slices.Reverse(backwards)
		if again, _ := daily(backwards...).Sharpe().Get(); ok && math.Abs(again-sharpe) > 1e-6*max(1, math.Abs(sharpe)) {
			t.Fatalf("backwards %v, forwards %v", again, sharpe)
		}
		tail := s.Tail(rapid.IntRange(1, 999).Draw(t, "share"))
		if v, known := tail.VaR.Get(); known {
			if e, _ := tail.Shortfall.Get(); e < v-1e-12 || -v < slices.Min(returns) || e > -slices.Min(returns)+1e-12 {
				t.Fatalf("value at risk %v, shortfall %v", v, e)
			}
		}
	})
}

// Whatever stands in a series that is one, no figure is infinite or not a number.

func FuzzNoFigureIsInfinite(f *testing.F) {
	f.Add(-1.0, 1e308, 1e308, 0.0, 365.0)
	f.Add(1e-300, -1e-300, 2e-300, -0.999, 1e-300)
	f.Add(0.1, 0.1, 0.1, 0.1, 1e300)
	f.Fuzz(func(t *testing.T, a, b, c, free, perYear float64) {
		s := statistics.Series{Returns: []float64{a, b, c, a}, PerYear: perYear, RiskFree: free}
		if s.Check() != nil {
			return
		}
		if _, err := json.Marshal(s.Summary()); err != nil {
			t.Fatal(err)
		}
	})
}
