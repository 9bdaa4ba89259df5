package performance_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/life/report/performance"
)

const hour = int64(3_600_000)

// at builds hourly points without flows.
func at(equities ...float64) []performance.Point {
	points := make([]performance.Point, len(equities))
	for i, e := range equities {
		points[i] = performance.Point{Time: int64(i) * hour, Price: 100, Equity: e}
	}
	return points
}

func near(t testing.TB, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Fatalf("%s is %v, want %v", what, got, want)
	}
}

// The worked example: 1,000 grows to 1,100; 500 come in (1,600); it falls to
// 1,440. Linked: 1.1 × 0.9 = 0.99, whatever came in. The money-weighted return
// is lower, because more money was there while it fell.
func TestWorkedExampleWithOneFlow(t *testing.T) {
	points := []performance.Point{
		{Time: 0, Price: 100, Equity: 1000},
		{Time: 12 * hour, Price: 110, Equity: 1600, Flow: 500},
		{Time: 24 * hour, Price: 99, Equity: 1440},
	}
	twr, ok := performance.TimeWeighted(points)
	if !ok {
		t.Fatal("the time-weighted return is unknown")
	}
	near(t, "time-weighted return", twr, -0.01)
	// x = √(1+r) solves 1000·x² + 500·x = 1440.
	x := (-500 + math.Sqrt(500*500+4*1000*1440)) / 2000
	irr, ok := performance.MoneyWeighted(points)
	if !ok || irr >= twr {
		t.Fatalf("money-weighted return %v (%v) is not below %v", irr, ok, twr)
	}
	near(t, "money-weighted return", irr, x*x-1)

	both := performance.Compare(points)
	near(t, "gain", both.Life.Gain(), -60)
	near(t, "holding at the end", both.Holding.End, (10+500.0/110)*99)
	near(t, "holding's return", *both.Holding.TimeWeighted, -0.01)
	near(t, "cash at the end", both.Cash.End, 1500)
	near(t, "cash's return", *both.Cash.MoneyWeighted, 0)
}

func TestDeepestDrawdownKnowsItsPeakBottomAndRecovery(t *testing.T) {
	d := performance.DeepestDrawdown(at(100, 120, 90, 110, 120, 119, 130))
	near(t, "depth", d.Depth, 0.25)
	if d.Peak != hour || d.Bottom != 2*hour || d.Recovery != 4*hour {
		t.Fatalf("%+v", d)
	}
	if d = performance.DeepestDrawdown(at(100, 50, 60)); d.Depth != 0.5 || d.Recovery != 0 {
		t.Fatalf("a fall without recovery: %+v", d)
	}
	if d = performance.DeepestDrawdown(at(1, 2, 3)); d != (performance.Drawdown{}) {
		t.Fatalf("a fall where nothing fell: %+v", d)
	}
}

func TestAFlowIsNoDrawdown(t *testing.T) {
	points := at(100, 40, 44)
	points[1].Flow = -60
	if d := performance.DeepestDrawdown(points); d.Depth != 0 {
		t.Fatalf("taking money out counted as a fall: %+v", d)
	}
}

func TestVolatilityOfAWorkedExample(t *testing.T) {
	v, ok := performance.VolatilityOf(at(100, 101, 99.99, 100.9899))
	if !ok || v.Hours != 3 {
		t.Fatalf("%+v, %v", v, ok)
	}
	near(t, "hourly", v.Hourly, 0.02/math.Sqrt(3)) // of +1 %, -1 %, +1 %
	near(t, "yearly", v.Yearly, v.Hourly*math.Sqrt(8760))
}

func TestWhatTheInputDoesNotDetermineIsUnknown(t *testing.T) {
	for name, points := range map[string][]performance.Point{
		"nothing":          nil,
		"one sample":       at(100),
		"nothing invested": at(0, 0, 0),
	} {
		f := performance.Of(points)
		if f.TimeWeighted != nil || f.MoneyWeighted != nil || f.Volatility != nil && f.Volatility.Hourly != 0 || f.Drawdown.Depth != 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if w, ok := performance.Match(nil).WinRate(); ok || w != 0 {
		t.Error("a win rate without a trade")
	}
}

func TestLosingEverythingIsMinusOne(t *testing.T) {
	f := performance.Of(at(100, 50, 0, 0))
	near(t, "time-weighted return", *f.TimeWeighted, -1)
	near(t, "money-weighted return", *f.MoneyWeighted, -1)
	near(t, "depth", f.Drawdown.Depth, 1)
}

// walk draws a portfolio whose growth per step is known, with flows.
func walk(t *rapid.T, flows bool) (points []performance.Point, growth float64) {
	n := rapid.IntRange(2, 40).Draw(t, "n")
	points, growth = []performance.Point{{Price: 100, Equity: rapid.Float64Range(1, 1e6).Draw(t, "start")}}, 1
	for i := 1; i < n; i++ {
		g := rapid.Float64Range(0.5, 2).Draw(t, "growth")
		p := performance.Point{Time: points[i-1].Time + rapid.Int64Range(1, 3*hour).Draw(t, "gap"), Price: 100}
		p.Equity = points[i-1].Equity * g
		if flows && rapid.Bool().Draw(t, "flow?") {
			p.Flow = rapid.Float64Range(-0.5, 2).Draw(t, "flow") * p.Equity
		}
		p.Equity += p.Flow
		growth *= g
		points = append(points, p)
	}
	return points, growth
}

func TestTimeWeightedReturnIgnoresFlows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, growth := walk(t, true)
		got, ok := performance.TimeWeighted(points)
		if !ok {
			t.Fatal("unknown")
		}
		if math.Abs(got+1-growth) > 1e-9*growth {
			t.Fatalf("linked %v, grew %v", got+1, growth)
		}
	})
}

func TestWithoutFlowsEveryReturnIsEndOverStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, _ := walk(t, false)
		want := points[len(points)-1].Equity/points[0].Equity - 1
		twr, _ := performance.TimeWeighted(points)
		irr, ok := performance.MoneyWeighted(points)
		if !ok || math.Abs(twr-want) > 1e-9*(1+want) || math.Abs(irr-want) > 1e-9*(1+want) {
			t.Fatalf("time %v, money %v (%v), want %v", twr, irr, ok, want)
		}
	})
}

func TestMoreSamplesDoNotChangeTheReturn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, _ := walk(t, true)
		want, _ := performance.TimeWeighted(points)
		i := rapid.IntRange(1, len(points)-1).Draw(t, "where")
		between := performance.Point{Time: points[i-1].Time, Price: 100, Equity: points[i-1].Equity * rapid.Float64Range(0.5, 2).Draw(t, "level")}
		more := append(append(append([]performance.Point{}, points[:i]...), between), points[i:]...)
		if got, _ := performance.TimeWeighted(more); math.Abs(got-want) > 1e-9*(1+want) {
			t.Fatalf("%v with one sample more, %v without", got, want)
		}
	})
}

func TestMoneyWeightedReturnSolvesItsEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, _ := walk(t, true)
		r, ok := performance.MoneyWeighted(points)
		if !ok {
			return // flows in both directions may leave no rate that fits
		}
		end := points[len(points)-1]
		span, sum, scale := float64(end.Time), points[0].Equity*(1+r), points[0].Equity*(1+r)
		for _, p := range points[1:] {
			part := p.Flow * math.Pow(1+r, float64(end.Time-p.Time)/span)
			sum, scale = sum+part, scale+math.Abs(part)
		}
		rounding := 0x1p-52 / (1 + r) // of the rate itself, which weighs close to -1
		if math.Abs(sum-end.Equity) > (1e-7+rounding)*(scale+end.Equity) {
			t.Fatalf("at %v the flows come to %v, not %v", r, sum, end.Equity)
		}
	})
}

func TestDrawdownStaysBetweenZeroAndOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points, _ := walk(t, true)
		d := performance.DeepestDrawdown(points)
		deepest := 0.0
		for _, u := range performance.Underwater(points) {
			if u < 0 || u > 1 {
				t.Fatalf("underwater %v", u)
			}
			deepest = max(deepest, u)
		}
		if d.Depth != deepest || d.Depth > 0 && d.Bottom <= d.Peak && d.Bottom != 0 && d.Peak != 0 {
			t.Fatalf("%+v, deepest point %v", d, deepest)
		}
		if d.Recovery != 0 && d.Recovery <= d.Bottom {
			t.Fatalf("recovered before the bottom: %+v", d)
		}
	})
}

// Every whole period has a return, also one without a sample, with nothing invested, or after ruin.
func TestEveryWholePeriodHasAReturn(t *testing.T) {
	points := []performance.Point{
		{Time: 0, Equity: 0},
		{Time: 2 * hour, Equity: 100, Flow: 100},
		{Time: 2*hour + 1, Equity: 120},
		{Time: 4 * hour, Equity: 90},
		{Time: 5 * hour, Equity: 0},
		{Time: 7*hour - 1, Equity: 0},
	}
	want := []float64{0, 0, 0.2, -0.25, -1, 0}
	got := performance.Returns(points, hour)
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		near(t, "return", got[i], want[i])
	}
	if got := performance.Returns(points, 0); got != nil {
		t.Errorf("periods of no length have returns: %v", got)
	}
	if v, ok := performance.VolatilityOf(points); !ok || v.Hours != 5 {
		t.Errorf("after everything was lost, hours count: %+v", v)
	}
}
