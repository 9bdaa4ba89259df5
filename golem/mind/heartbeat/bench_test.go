package heartbeat_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
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

// many makes a quiet world see n markets of as many assets, which move in no tick.
func many(w *heartbeattest.World, n int) {
	seen := w.Market.Reading
	markets := seen.Markets
	quote := markets[0].Quote
	for i := 1; i < n; i++ {
		token := turn.Token{Address: common.Address{0: 9, 1: byte(i)}, Symbol: "T" + strconv.Itoa(i), Decimals: 18}
		p := turntest.Pool{QuoteIsZero: true, Price: 2_000, Token0: quote, Token1: token}
		markets = append(markets, p.Market())
	}
	r := turntest.Reading(markets, uint256.NewInt(1_000e6))
	r.GasPrice, r.Block = seen.GasPrice, seen.Block
	w.Market.Reading = r
}

// BenchmarkSuppressedTickOfMarkets reports what a tick that sees sixteen markets takes of one that
// sees a single one, both at the median, in turns.
func BenchmarkSuppressedTickOfMarkets(b *testing.B) {
	var worlds [2]*heartbeattest.World
	var at [2]int64
	var took [2][]time.Duration
	for i, n := range []int{1, 16} {
		w := quiet(b)
		many(w, n)
		for range 60 {
			tick(b, w)
		}
		worlds[i], at[i] = w, w.Scene.Time+120_000
	}
	for b.Loop() {
		for i, w := range worlds {
			watch := clock.Start()
			at[i] = beat(b, w, at[i])
			took[i] = append(took[i], watch.Elapsed())
		}
	}
	var p50 [2]float64
	for i := range took {
		slices.Sort(took[i])
		p50[i] = float64(took[i][len(took[i])/2])
	}
	b.ReportMetric(p50[0], "one-ns")
	b.ReportMetric(p50[1], "sixteen-ns")
	b.ReportMetric(p50[1]/p50[0], "ratio")
}
