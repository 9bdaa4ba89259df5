package series

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// closes is the straightforward form: one close a minute, gaps repeated.
type push struct {
	ms    int64
	price float64
}

func pushes(t *rapid.T) []push {
	out := []push{}
	ms := rapid.Int64Range(0, 5_000_000).Draw(t, "start")
	for range rapid.IntRange(1, 400).Draw(t, "pushes") {
		out = append(out, push{ms, rapid.Float64Range(900, 1100).Draw(t, "price")})
		ms += rapid.Int64Range(1, 200_000).Draw(t, "step")
	}
	return out
}

func closesOf(all []push) []float64 {
	var out []float64
	last := all[0].ms / minuteMs
	for i, p := range all {
		m := p.ms / minuteMs
		if i == 0 {
			out = append(out, p.price)
			continue
		}
		for ; last < m; last++ {
			out = append(out, out[len(out)-1])
		}
		out[len(out)-1] = p.price
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

func TestIndicatorsEqualStraightforwardRecomputation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := pushes(t)
		s := New()
		for _, p := range all {
			if !s.Push(p.ms, p.price) {
				t.Fatalf("push at %d refused", p.ms)
			}
		}
		c := closesOf(all)
		if s.count != min(len(c), held) || s.minute != all[len(all)-1].ms/minuteMs {
			t.Fatalf("held %d closes up to %d, want %d", s.count, s.minute, len(c))
		}
		c = c[max(0, len(c)-held):]
		n := rapid.IntRange(1, 300).Draw(t, "n")
		check := func(name string, f func(int) (float64, bool), want float64, known bool) {
			got, ok := f(n)
			if ok != known || (ok && !near(got, want)) {
				t.Fatalf("%s(%d) = %v %v, want %v %v", name, n, got, ok, want, known)
			}
		}
		full := len(c) >= n
		if !full {
			for _, f := range []func(int) (float64, bool){s.SMA, s.Std, s.ZScore, s.EMA, s.RSI, s.Change, s.High, s.Low} {
				if v, ok := f(n); ok || v != 0 {
					t.Fatalf("a window of %d over %d closes answered %v", n, len(c), v)
				}
			}
			return
		}
		w := c[len(c)-n:]
		mean, hi, lo, sq := 0.0, math.Inf(-1), math.Inf(1), 0.0
		for _, x := range w {
			mean, hi, lo = mean+x/float64(n), max(hi, x), min(lo, x)
		}
		for _, x := range w {
			sq += (x - mean) * (x - mean) / float64(n)
		}
		check("sma", s.SMA, mean, true)
		check("std", s.Std, math.Sqrt(sq), true)
		check("high", s.High, hi, true)
		check("low", s.Low, lo, true)
		check("ema", s.EMA, naiveEMA(c, n), true)
		if len(c) > n {
			check("change", s.Change, c[len(c)-1]/c[len(c)-1-n]-1, true)
			check("rsi", s.RSI, naiveRSI(c, n), true)
		}
	})
}

func naiveEMA(c []float64, n int) float64 {
	c = c[max(0, len(c)-4*n):]
	e := 0.0
	for _, x := range c[:n] {
		e += x / float64(n)
	}
	for _, x := range c[n:] {
		e = x*2/float64(n+1) + e*(1-2/float64(n+1))
	}
	return e
}

func naiveRSI(c []float64, n int) float64 {
	c = c[max(0, len(c)-4*n-1):]
	var gains, losses []float64
	for i := 1; i < len(c); i++ {
		gains = append(gains, max(0, c[i]-c[i-1]))
		losses = append(losses, max(0, c[i-1]-c[i]))
	}
	smooth := func(xs []float64) float64 {
		avg := 0.0
		for _, x := range xs[:n] {
			avg += x
		}
		avg /= float64(n)
		for _, x := range xs[n:] {
			avg = (avg*float64(n-1) + x) / float64(n)
		}
		return avg
	}
	g, l := smooth(gains), smooth(losses)
	if g+l == 0 {
		return 50
	}
	return 100 - 100/(1+g/l)
}

func TestALateOrBrokenPushChangesNothing(t *testing.T) {
	s := New()
	s.Push(600_000, 100)
	for _, bad := range []push{{599_999, 5}, {-1, 5}, {600_001, 0}, {600_001, -3}, {600_001, math.NaN()}, {600_001, math.Inf(1)}} {
		if s.Push(bad.ms, bad.price) {
			t.Errorf("push of %v at %d was taken", bad.price, bad.ms)
		}
	}
	if v, ok := s.Last(); !ok || v != 100 || s.Len() != 1 {
		t.Errorf("last is %v, %d held", v, s.Len())
	}
}

func TestASilenceLongerThanTheRingStartsAnew(t *testing.T) {
	s := New()
	s.Push(0, 100)
	s.Push(int64(held)*minuteMs, 200)
	if s.Len() != 1 {
		t.Errorf("%d closes after a day of silence, want 1", s.Len())
	}
}

func TestAFlatWindowHasNoZScore(t *testing.T) {
	s := New()
	for i := range int64(10) {
		s.Push(i*minuteMs, 1000.1)
	}
	if _, ok := s.ZScore(10); ok {
		t.Error("a flat window answered a z-score")
	}
	if rsi, ok := s.RSI(9); !ok || rsi != 50 {
		t.Errorf("rsi of a flat window is %v", rsi)
	}
}

func BenchmarkZScore2h(b *testing.B) {
	s := New()
	for i := range int64(1441) {
		s.Push(i*minuteMs, 1000+float64(i%7))
	}
	b.ReportAllocs()
	for b.Loop() {
		s.ZScore(120)
	}
}
