package history_test

import (
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// loaded generates a world, exports it and loads it again, so that it is lived as a
// recording is.
func loaded(t testing.TB, name string, from, to time.Duration) history.Market {
	t.Helper()
	m, err := world.Generate(name, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := history.Export(dir, between(t, m, world.Start.Add(from), world.Start.Add(to))); err != nil {
		t.Fatal(err)
	}
	m, err = history.Load(dir, history.Gas{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// DESIGN §5, history rules: every close in the recorded tick with the recorded
// liquidity, fees within 1 %, moved by transactions only.
func TestGeneratedWorldKeepsTheHistoryRules(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to time.Duration
		moves    bool
	}{
		{"flash-crash", 11*time.Hour + 55*time.Minute, 12*time.Hour + 10*time.Minute, true},
		{"chop", 0, 30 * time.Minute, true},
		{"dead", 0, 10 * time.Minute, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAudit(t, open(t, loaded(t, c.name, c.from, c.to)), nil)
			a.run(nil)
			if (a.moved > 10) != c.moves {
				t.Errorf("%d blocks moved", a.moved)
			}
			stats := a.w.Stats()
			if stats.Minutes != len(a.m.Minutes) || (stats.Swaps > 0) != c.moves || stats.Repegs != 0 {
				t.Errorf("stats are %+v", stats)
			}
		})
	}
}

// A whole generated day. The race detector makes it too slow for every run; the parts of
// days above run under it.
func TestGeneratedDayKeepsTheHistoryRules(t *testing.T) {
	if raceDetector && os.Getenv("BARDO_LONG") == "" {
		t.Skip("a whole day runs without the race detector, or with BARDO_LONG=1")
	}
	a := newAudit(t, open(t, loaded(t, "flash-crash", 0, 24*time.Hour)), nil)
	a.run(nil)
	if len(a.w.Stats().Days) != 1 || a.w.Stats().Days[0].Recorded.IsZero() {
		t.Errorf("stats are %+v", a.w.Stats())
	}
}

// The tier of stable pairs: 0.01 %, with a tick spacing of 1, so that the whole range of
// ticks is the pool's.
func TestTheLowestFeeKeepsTheHistoryRules(t *testing.T) {
	m := loaded(t, "chop", 0, 12*time.Minute)
	m.Spec.Fee = 100
	a := newAudit(t, open(t, m), nil)
	a.run(nil)
	if stats := a.w.Stats(); stats.Swaps == 0 || stats.Minutes != 12 {
		t.Errorf("stats are %+v", stats)
	}
}

// Candles of a pair in which the quote is token1 and the native coin is not wrapped.
func TestCandlesKeepTheHistoryRules(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		history.SpecFile: "fee=3000\nquote='DAI'\n[token0]\nsymbol='WBTC'\ndecimals=8\n[token1]\nsymbol='DAI'\ndecimals=18\n[native]\nsymbol='MATIC'\nusd=0.7\n",
		"candles.csv": `timestamp,open,high,low,close,volume
2024-03-01 23:56:00,61000,61200,60950,61100,12.5
2024-03-01 23:57:00,61100,61100,61100,61100,0
2024-03-01 23:58:00,61150.5,61150.5,60200,60210,40
2024-03-01 23:59:00,60210,60400,60210,60390,0
2024-03-02 00:00:00,60390,60390,60390,60390,200
2024-03-02 00:02:00,60390,63000,60390,60400,3
2024-03-02 00:03:00,60400,60410,60390,60400,55
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := history.Load(dir, history.Gas{})
	if err != nil {
		t.Fatal(err)
	}
	a := newAudit(t, open(t, m), nil)
	a.run(nil)
	stats := a.w.Stats()
	if stats.Swaps < 150 {
		t.Errorf("%d swaps: the busy minute does not take several transactions", stats.Swaps)
	}
	if stats.Minutes != 8 || stats.Missing != 1 || stats.Silent != 1 || stats.Short < 1 || len(stats.Days) != 2 {
		t.Errorf("stats are %+v", stats)
	}
}

func TestAnEndedStepCanBeTakenAgain(t *testing.T) {
	m := loaded(t, "chop", 0, 5*time.Minute)
	plain, ended := open(t, m), open(t, m)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range len(m.Minutes) * history.Phases {
		want, err := plain.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ended.Next(over); !errors.Is(err, context.Canceled) {
			t.Fatalf("block %d: %v", i, err)
		}
		if got, err := ended.Next(t.Context()); err != nil || got != want {
			t.Fatalf("block %d is %+v (%v), want %+v", i, got, err, want)
		}
	}
}

// The same with somebody who trades and provides liquidity in the pool.
func TestHistoryRulesHoldAroundAGolem(t *testing.T) {
	w := open(t, loaded(t, "chop", 0, 70*time.Minute))
	g := newGolem(t, w, "golem")
	a := newAudit(t, w, g)
	a.run(func(minute, phase int) {
		switch {
		case minute == 1 && phase == 0:
			g.approve()
		case minute == 2 && phase == 1:
			g.provide(a.m.Minutes[minute].Close)
		case minute == 2 && phase == 2:
			_, active := a.pool()
			g.liquidity = new(big.Int).Sub(active, heldAfterOpen(t, w))
		case minute > 4 && minute < 60 && minute%5 == 0 && phase == minute/5%4:
			// 20,000 USDC or its like: three ticks and more.
			if minute%2 == 0 {
				g.swap(true, big.NewInt(20_000e6))
			} else {
				g.swap(false, big.NewInt(9e18))
			}
		}
	})
	stats := w.Stats()
	if stats.Others < 10 || stats.Repegs < stats.Others/2 {
		t.Errorf("%d swaps of the Golem, %d returns", stats.Others, stats.Repegs)
	}
	if g.liquidity.Sign() <= 0 {
		t.Error("the Golem provides nothing")
	}
	for _, hash := range g.sent {
		r, err := a.client.TransactionReceipt(t.Context(), hash)
		if err != nil || r.Status != types.ReceiptStatusSuccessful {
			t.Errorf("transaction %s: %+v (%v)", hash, r, err)
		}
	}
}

// heldAfterOpen asks the pool for the market account's own liquidity.
func heldAfterOpen(t *testing.T, w *history.World) *big.Int {
	t.Helper()
	return history.Held(w).ToBig()
}

// All five recorded days with somebody who trades and provides liquidity.
func TestRecordedDaysAroundAGolem(t *testing.T) {
	m := recorded(t)
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("five whole days run with BARDO_LONG=1")
	}
	w := open(t, m)
	g := newGolem(t, w, "golem")
	a := newAudit(t, w, g)
	a.run(func(minute, phase int) {
		switch {
		case minute == 1 && phase == 0:
			g.approve()
		case minute == 1 && phase == 1:
			g.provide(m.Minutes[minute].Close)
		case minute == 1 && phase == 2:
			_, active := a.pool()
			g.liquidity = new(big.Int).Sub(active, heldAfterOpen(t, w))
		case minute > 60 && minute%97 == 0 && phase == minute/97%4:
			if minute/97%2 == 0 {
				g.swap(true, big.NewInt(10_000e6))
			} else {
				g.swap(false, big.NewInt(54e17))
			}
		}
	})
	stats := w.Stats()
	if stats.Others < 70 || g.liquidity.Sign() <= 0 {
		t.Errorf("%d swaps and liquidity %s of the Golem", stats.Others, g.liquidity)
	}
	for _, line := range stats.Assumptions() {
		t.Log(line)
	}
}

// Real days, where they are present: the hours of the crash by default, all five days
// with BARDO_LONG=1.
func TestRecordedMarketKeepsTheHistoryRules(t *testing.T) {
	m := recorded(t)
	if os.Getenv("BARDO_LONG") == "" {
		day := time.Date(2023, 8, 17, 0, 0, 0, 0, time.UTC)
		m = between(t, m, day.Add(16*time.Hour+15*time.Minute), day.Add(16*time.Hour+45*time.Minute))
	}
	w := open(t, m)
	watch := clock.Start()
	a := newAudit(t, w, nil)
	a.run(nil)
	for _, line := range w.Stats().Assumptions() {
		t.Log(line)
	}
	t.Logf("%d blocks, %d swaps in %s with the audit", w.Stats().Blocks, w.Stats().Swaps, watch.Elapsed())
}

func TestSameHistorySeedAndTransactionsGiveTheSameBlocks(t *testing.T) {
	m := loaded(t, "chop", 0, 8*time.Minute)
	live := func(swapAt int) common.Hash {
		w := open(t, m)
		g := newGolem(t, w, "golem")
		var last history.Block
		for i := range len(m.Minutes) * history.Phases {
			if i == 1 {
				g.approve()
			}
			if i == swapAt {
				g.swap(true, big.NewInt(1000e6))
			}
			var err error
			if last, err = w.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		return last.Hash
	}
	first := live(20)
	if live(20) != first {
		t.Error("the same life gave other blocks")
	}
	if live(24) == first {
		t.Error("another life gave the same blocks")
	}
}

func TestBlocksOrderBySenderNeverByArrival(t *testing.T) {
	m := loaded(t, "chop", 0, 5*time.Minute)
	live := func(reverse bool) common.Hash {
		w := open(t, m)
		a, b := newGolem(t, w, "golem"), newGolem(t, w, "other")
		if reverse {
			b.approve()
			a.approve()
		} else {
			a.approve()
			b.approve()
		}
		block, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n, err := newAudit(t, w, nil).client.TransactionCount(t.Context(), block.Hash); err != nil || n < 8 {
			t.Fatalf("%d transactions (%v)", n, err)
		}
		return block.Hash
	}
	if live(false) != live(true) {
		t.Error("the order of arrival reached the block")
	}
}

func TestAdvanceSealsWhatIsDueAndNoMore(t *testing.T) {
	m := loaded(t, "calm", 0, 10*time.Minute)
	w := open(t, m)
	for _, c := range []struct {
		until time.Duration
		want  int
	}{{5 * time.Second, 0}, {6 * time.Second, 1}, {50 * time.Second, 3}, {time.Minute, 4}, {10 * time.Minute, 40}} {
		if _, err := w.Advance(t.Context(), m.Start().Add(c.until)); err != nil {
			t.Fatal(err)
		}
		if got := w.Stats().Blocks; got != c.want {
			t.Errorf("%s into the life: %d blocks, want %d", c.until, got, c.want)
		}
	}
	if got := history.NextTime(w); !got.Equal(m.End().Add(6 * time.Second)) {
		t.Errorf("the next block is at %s", got)
	}
}

func TestTheWorldGoesOnAfterItsLastMinute(t *testing.T) {
	m := loaded(t, "chop", 0, 10*time.Minute)
	w := open(t, m)
	g := newGolem(t, w, "golem")
	if _, err := w.Advance(t.Context(), m.End()); err != nil {
		t.Fatal(err)
	}
	g.approve()
	g.swap(true, big.NewInt(500_000e6))
	if _, err := w.Advance(t.Context(), m.End().Add(3*time.Minute)); err != nil {
		t.Fatal(err)
	}
	a := newAudit(t, w, g)
	for _, hash := range g.sent {
		if r, err := a.client.TransactionReceipt(t.Context(), hash); err != nil || r.Status != types.ReceiptStatusSuccessful {
			t.Errorf("transaction after the end: %v", err)
		}
	}
	a.close(m.Minutes[len(m.Minutes)-1])
	if got := w.Stats(); got.Blocks != 13*4 || got.Minutes != 10 || len(got.Days) != 1 {
		t.Errorf("stats are %+v", got)
	}
}

func TestMissingMinutesStandStill(t *testing.T) {
	m := loaded(t, "chop", 0, 20*time.Minute)
	for i := 8; i < 12; i++ {
		last := m.Minutes[7]
		m.Minutes[i].Missing = true
		m.Minutes[i].Open, m.Minutes[i].Low, m.Minutes[i].High, m.Minutes[i].Close = last.Close, last.Close, last.Close, last.Close
		m.Minutes[i].In0, m.Minutes[i].In1, m.Minutes[i].Liquidity = new(uint256.Int), new(uint256.Int), last.Liquidity
	}
	w := open(t, m)
	if _, err := w.Advance(t.Context(), m.Start().Add(8*time.Minute)); err != nil {
		t.Fatal(err)
	}
	root := w.Head().Root
	if _, err := w.Advance(t.Context(), m.Start().Add(12*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if w.Head().Root != root {
		t.Error("the market moved in a missing minute")
	}
	if _, err := w.Advance(t.Context(), m.End()); err != nil {
		t.Fatal(err)
	}
	if w.Head().Root == root || w.Stats().Missing != 4 {
		t.Errorf("stats are %+v", w.Stats())
	}
}

// DESIGN §10: five real days, of which the world is one part.
func BenchmarkFiveDays(b *testing.B) { benchmark(b, recorded(b)) }

func BenchmarkGeneratedDay(b *testing.B) { benchmark(b, loaded(b, "chop", 0, 24*time.Hour)) }

func benchmark(b *testing.B, m history.Market) {
	for b.Loop() {
		w, err := history.Open(b.Context(), history.Config{Markets: []history.Market{m}, Seed: 7, Artifacts: artifacts(b)})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := w.Advance(b.Context(), m.End()); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	days := m.End().Sub(m.Start()).Hours() / 24
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/days, "s/day")
}

// The gas that bounds a market transaction's steps is measured: on the busiest minute
// of candles, and with a position in the way.
func TestAMarketSwapTakesTheGasThatIsAssumed(t *testing.T) {
	m := loaded(t, "chop", 0, 4*time.Minute)
	busy := &m.Minutes[2]
	busy.In0, busy.In1 = uint256.NewInt(6_000_000e6), new(uint256.Int)
	w := open(t, m)
	g := newGolem(t, w, "golem")
	a := newAudit(t, w, g)
	g.approve()
	for i := range 4 * history.Phases {
		if i == 2 {
			g.narrow(busy.Close)
		}
		block, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i != 3*history.Phases-1 {
			continue
		}
		per, txs, swaps := a.gas(block.Number)
		t.Logf("%d gas a swap, %d transactions, %d swaps", per, txs, swaps)
		if per > history.GasOfSwap(1) || txs < 2 || swaps < 80 {
			t.Errorf("%d gas a swap in %d transactions of %d swaps, assumed are %d", per, txs, swaps, history.GasOfSwap(1))
		}
	}
}
