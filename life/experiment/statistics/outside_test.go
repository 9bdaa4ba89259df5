package statistics_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/stat"

	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/performance"
)

// outside is testdata/outside.json: what libraries that nobody here wrote say. Which ones, in
// what versions, and how to ask them again stands in testdata/outside.mjs.
type outside struct {
	Series []struct {
		Returns  []float64 `json:"returns"`
		PerYear  float64   `json:"per_year"`
		RiskFree float64   `json:"risk_free"`
		Kit      struct {  // @railpath/finance-toolkit 0.5.4
			Sharpe, Sortino, Depth, Skewness, Kurtosis, Volatility float64
			Bottom                                                 int64
		} `json:"kit"`
		Cagr     float64  `json:"cagr"`   // fundamental-js 1.4.1
		Calmar   float64  `json:"calmar"` // of both
		QuantLib struct { // @quantlib/ql 0.3.6
			Mean, Deviation, Var5, Var1 float64
		} `json:"quantlib"`
		R struct { // tseries 0.10.53 (ratio, fall), base R (quantiles), fPortfolio 3042.83.1 (shortfall)
			Sharpe, Depth, Var5, Var1, Shortfall5, Shortfall1 float64
			Peak, Bottom                                      int64
		} `json:"r"`
	} `json:"series"`
	Account struct {
		Values, Flows []float64
		TimeWeighted  float64 `json:"time_weighted"`  // @railpath/finance-toolkit 0.5.4
		MoneyWeighted float64 `json:"money_weighted"` // xirr 1.1.0
	} `json:"account"`
}

func read(t *testing.T) outside {
	t.Helper()
	text, err := os.ReadFile("testdata/outside.json")
	if err != nil {
		t.Fatal(err)
	}
	var o outside
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	if len(o.Series) != 3 || len(o.Account.Values) != 366 {
		t.Fatalf("%d series and an account of %d days", len(o.Series), len(o.Account.Values))
	}
	return o
}

func equal(t testing.TB, what string, got statistics.Figure, want float64) {
	t.Helper()
	x, ok := got.Get()
	if !ok {
		t.Errorf("%s is unknown: %s; want %v", what, got.Why, want)
	} else if math.Abs(x-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s is %.12g, want %.12g", what, x, want)
	}
}

// spec: mirage-testing §19.1 — Sharpe, Sortino and the deepest fall of each measurement.
func TestEveryFigureIsThatOfOtherLibraries(t *testing.T) {
	for _, o := range read(t).Series {
		s := statistics.Series{Returns: o.Returns, PerYear: o.PerYear, RiskFree: o.RiskFree}
		sum := s.Summary()
		equal(t, "Sharpe of the kit", sum.Ratios.Sharpe, o.Kit.Sharpe)
		equal(t, "Sharpe of tseries", sum.Ratios.Sharpe, o.R.Sharpe)
		equal(t, "Sortino", sum.Ratios.Sortino, o.Kit.Sortino)
		equal(t, "Calmar", sum.Ratios.Calmar, o.Calmar)
		equal(t, "volatility", sum.Risk.Volatility, o.Kit.Volatility)
		equal(t, "skewness", sum.Risk.Skewness, o.Kit.Skewness)
		equal(t, "kurtosis", sum.Risk.Kurtosis, o.Kit.Kurtosis)
		fall := sum.Risk.Drawdown
		equal(t, "fall of the kit", statistics.Known(fall.Depth), o.Kit.Depth)
		equal(t, "fall of tseries", statistics.Known(fall.Depth), o.R.Depth)
		if fall.Peak != o.R.Peak || fall.Bottom != o.R.Bottom || fall.Bottom != o.Kit.Bottom {
			t.Errorf("it fell from %d to %d, not from %d to %d", fall.Peak, fall.Bottom, o.R.Peak, o.R.Bottom)
		}
		equal(t, "worst 5 %", sum.Risk.Tail5.VaR, o.R.Var5)
		equal(t, "worst 1 %", sum.Risk.Tail1.VaR, o.R.Var1)
		equal(t, "shortfall of 5 %", sum.Risk.Tail5.Shortfall, o.R.Shortfall5)
		equal(t, "shortfall of 1 %", sum.Risk.Tail1.Shortfall, o.R.Shortfall1)
		if len(o.Returns)%20 != 0 { // 1-0.95 is more than 0.05 there, so that it takes the next one
			equal(t, "worst 5 % of QuantLib", sum.Risk.Tail5.VaR, o.QuantLib.Var5)
		}
		if s.Years() >= 1 {
			equal(t, "return of a year", sum.Annual, o.Cagr)
		}
		m, ok := statistics.MomentsOf(o.Returns)
		if !ok {
			t.Fatal("no moments")
		}
		equal(t, "mean", statistics.Known(m.Mean), o.QuantLib.Mean)
		equal(t, "deviation", statistics.Known(m.Deviation), o.QuantLib.Deviation)
		equal(t, "mean of gonum", statistics.Known(m.Mean), stat.Mean(o.Returns, nil))
		equal(t, "deviation of gonum", statistics.Known(m.Deviation), stat.StdDev(o.Returns, nil))
	}
}

const day = int64(86_400_000)

// account lets each flow come in at the beginning of its day, as that library has it.
func (o outside) account() []performance.Point {
	points := []performance.Point{{Equity: o.Account.Values[0], Price: 1}}
	for i := 1; i < len(o.Account.Values); i++ {
		at := int64(i) * day
		if flow := o.Account.Flows[i]; flow != 0 {
			points = append(points, performance.Point{Time: at - day, Equity: o.Account.Values[i-1] + flow, Flow: flow, Price: 1})
		}
		points = append(points, performance.Point{Time: at, Equity: o.Account.Values[i], Price: 1})
	}
	return points
}

// spec: DESIGN §12.22 — scoring by formula, time-weighted and money-weighted.
func TestBothReturnsOfAnAccountAreThoseOfOtherLibraries(t *testing.T) {
	o := read(t)
	sum, err := statistics.Of(statistics.Life{Points: o.account(), Period: day})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "time-weighted", sum.TimeWeighted, o.Account.TimeWeighted)
	equal(t, "money-weighted", sum.MoneyWeighted, o.Account.MoneyWeighted)
	equal(t, "of a year", sum.Annual, o.Account.TimeWeighted) // it is one
	if sum.Periods != 365 || sum.Years != 1 {
		t.Errorf("%d periods of %v years", sum.Periods, sum.Years)
	}
}
