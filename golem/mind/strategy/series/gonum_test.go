package series

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// walk pushes prices into a series, some minutes left out, and returns the closes as they ought
// to be, by minute.
func walk(t *rapid.T, s *Series, from, minutes int) map[int]float64 {
	closes, price := map[int]float64{}, 100.0
	for m := range minutes {
		if m == 0 || rapid.IntRange(0, 3).Draw(t, "seen") > 0 {
			price *= math.Exp(rapid.Float64Range(-0.02, 0.02).Draw(t, "move"))
			s.Push(int64(from+m)*minuteMs, price)
		}
		closes[from+m] = price
	}
	return closes
}

func changes(closes map[int]float64, to, n int) []float64 {
	out := make([]float64, 0, n)
	for m := to - n + 1; m <= to; m++ {
		out = append(out, math.Log(closes[m]/closes[m-1]))
	}
	return out
}

func TestVolatilityAndCorrelationAreGonums(t *testing.T) {
	known := 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := New(), New()
		first, second := rapid.IntRange(0, 5).Draw(t, "first"), rapid.IntRange(0, 5).Draw(t, "second")
		end := 12 + rapid.IntRange(0, 40).Draw(t, "end")
		x, y := walk(t, a, first, end-first), walk(t, b, second, end-second)
		n := rapid.IntRange(1, 60).Draw(t, "window")
		now := max(int(a.minute), int(b.minute)) // behind the last push the close stands
		for m := end; m <= now; m++ {
			x[m], y[m] = x[m-1], y[m-1]
		}
		vol, ok := a.Volatility(n)
		if filled := int(a.minute)-n >= first; ok != filled {
			t.Fatalf("a volatility of %d over %d closes: %v", n, a.Len(), ok)
		}
		if ok {
			want := stat.PopStdDev(changes(x, int(a.minute), n), nil) * math.Sqrt(365*24*60)
			if math.Abs(vol-want) > 1e-9*(1+want) {
				t.Fatalf("volatility %v, gonum %v", vol, want)
			}
		}
		got, ok := Correlation(a, b, n)
		back, same := Correlation(b, a, n)
		if ok != same || got != back {
			t.Fatalf("%v one way, %v the other", got, back)
		}
		if now-n < max(first, second) {
			if ok {
				t.Fatal("a window that is not filled has a correlation")
			}
			return
		}
		p, q := changes(x, now, n), changes(y, now, n)
		if stat.PopVariance(p, nil)*float64(n) < 1e-20 || stat.PopVariance(q, nil)*float64(n) < 1e-20 {
			return
		}
		known++
		if want := stat.Correlation(p, q, nil); !ok || math.Abs(got-want) > 1e-7 {
			t.Fatalf("correlation %v (%v), gonum %v", got, ok, want)
		}
	})
	if !testing.Short() && known < 20 {
		t.Errorf("only %d correlations were known", known)
	}
}

func TestWhatDoesNotMoveGoesAlongWithNothing(t *testing.T) {
	a, b := New(), New()
	for m := range int64(30) {
		a.Push(m*minuteMs, 1)
		b.Push(m*minuteMs, 100+float64(m%3))
	}
	if v, ok := Correlation(a, b, 20); ok {
		t.Errorf("a flat price has a correlation of %v", v)
	}
	if v, ok := Correlation(b, b, 20); !ok || v != 1 {
		t.Errorf("a price and itself: %v, %v", v, ok)
	}
	if v, ok := a.Volatility(20); !ok || v != 0 {
		t.Errorf("a flat price has a volatility of %v, %v", v, ok)
	}
	if _, ok := Correlation(a, New(), 1); ok {
		t.Error("nothing has a correlation")
	}
}
