package heartbeat_test

import (
	"slices"
	"testing"
	"time"

	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/internal/clock"
)

// quiet returns a world that has settled into suppressed ticks.
func quiet(t testing.TB) *heartbeattest.World {
	w := newWorld(t)
	w.Scene.Quiet = true
	for range 60 {
		tick(t, w)
	}
	return w
}

// beat runs one theta tick of a quiet world.
func beat(t testing.TB, w *heartbeattest.World, at int64) int64 {
	w.Market.Reading.Block.Number++
	w.Market.Reading.Block.Time = at / 1_000
	r, err := w.Beat.Theta(t.Context(), at)
	check(t, err)
	if r.Gating.Tier != 0 {
		t.Fatalf("not suppressed: %+v", r.Gating)
	}
	return at + r.NextTickIn
}

// DESIGN §10: a suppressed theta tick makes at most 50 allocations.
func TestASuppressedTickAllocatesLittle(t *testing.T) {
	w := quiet(t)
	at := w.Scene.Time + 120_000
	if n := testing.AllocsPerRun(200, func() { at = beat(t, w, at) }); n > 50 {
		t.Fatalf("%v allocations, want at most 50", n)
	}
}

// BenchmarkSuppressedTick reports the 99th percentile beside the mean (DESIGN
// §10: p99 ≤ 0.3 ms without chain time and fsync).
func BenchmarkSuppressedTick(b *testing.B) {
	w := quiet(b)
	at := w.Scene.Time + 120_000
	took := make([]time.Duration, 0, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		watch := clock.Start()
		at = beat(b, w, at)
		took = append(took, watch.Elapsed())
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2]), "p50-ns")
	b.ReportMetric(float64(took[len(took)*99/100]), "p99-ns")
}
