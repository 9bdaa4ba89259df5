package cortex

import (
	"bytes"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// floatSignal is one float signal: how to write it, read it, and its range.
type floatSignal struct {
	name      string
	set       func(Writers, float32)
	get       func(*State) float32
	low, high float32
	start     float32
}

func floatSignals() []floatSignal {
	return []floatSignal{
		{"pleasure", func(w Writers, v float32) { w.Daimon.SetPleasure(v) }, func(s *State) float32 { return s.Mood().Pleasure() }, -1, 1, 0},
		{"arousal", func(w Writers, v float32) { w.Daimon.SetArousal(v) }, func(s *State) float32 { return s.Mood().Arousal() }, -1, 1, 0},
		{"dominance", func(w Writers, v float32) { w.Daimon.SetDominance(v) }, func(s *State) float32 { return s.Mood().Dominance() }, -1, 1, 0},
		{"aggregate_accuracy", func(w Writers, v float32) { w.Oracle.SetAggregateAccuracy(v) }, func(s *State) float32 { return s.Predictions().AggregateAccuracy() }, 0, 1, 0},
		{"surprise_rate", func(w Writers, v float32) { w.Oracle.SetSurpriseRate(v) }, func(s *State) float32 { return s.Predictions().SurpriseRate() }, 0, 1, 0},
		{
			"category 15", func(w Writers, v float32) { w.Oracle.SetCategoryAccuracy(15, v) },
			func(s *State) float32 { return s.Predictions().CategoryAccuracy(15) }, 0, 1, 0,
		},
		{"regime_confidence", func(w Writers, v float32) { w.Probes.SetRegimeConfidence(v) }, func(s *State) float32 { return s.Market().RegimeConfidence() }, 0, 1, 0},
		{"gas_gwei", func(w Writers, v float32) { w.Probes.SetGasGwei(v) }, func(s *State) float32 { return s.Market().GasGwei() }, 0, math.MaxFloat32, 0},
		{"economic", func(w Writers, v float32) { w.Mortality.SetEconomicVitality(v) }, func(s *State) float32 { return s.Vitality().Economic() }, 0, 1, 1},
		{"epistemic", func(w Writers, v float32) { w.Mortality.SetEpistemicVitality(v) }, func(s *State) float32 { return s.Vitality().Epistemic() }, 0, 1, 1},
		{"stochastic", func(w Writers, v float32) { w.Mortality.SetStochasticVitality(v) }, func(s *State) float32 { return s.Vitality().Stochastic() }, 0, 1, 1},
		{"composite", func(w Writers, v float32) { w.Mortality.SetCompositeVitality(v) }, func(s *State) float32 { return s.Vitality().Composite() }, 0, 1, 1},
		{"attention_budget", func(w Writers, v float32) { w.Mortality.SetAttentionBudget(v) }, func(s *State) float32 { return s.Vitality().AttentionBudget() }, 0, math.MaxFloat32, 0},
		{"inference_budget", func(w Writers, v float32) { w.Inference.SetInferenceBudgetRemaining(v) }, func(s *State) float32 { return s.Thought().InferenceBudgetRemaining() }, 0, 1, 1},
		{"creative_depth", func(w Writers, v float32) { w.Dream.SetCreativeDepth(v) }, func(s *State) float32 { return s.Dream().CreativeDepth() }, 0, 1, 0},
		{"momentum", func(w Writers, v float32) { w.Runtime.SetCompoundingMomentum(v) }, func(s *State) float32 { return s.Pulse().CompoundingMomentum() }, 0, 1, 0},
		{"auction_welfare", func(w Writers, v float32) { w.Auction.SetAuctionWelfare(v) }, func(s *State) float32 { return s.Auction().Welfare() }, 0, math.MaxFloat32, 0},
	}
}

// spec: runtime §8, "SetPleasure(2.0) reads back 1.0; SetPleasure(NaN) leaves the previous value".
func TestSetPleasureClampsAndKeepsTheOldValueForNaN(t *testing.T) {
	s, w := New(Options{})
	w.Daimon.SetPleasure(2.0)
	if got := s.Mood().Pleasure(); got != 1.0 {
		t.Fatalf("after 2.0: %v, want 1.0", got)
	}
	w.Daimon.SetPleasure(float32(math.NaN()))
	if got := s.Mood().Pleasure(); got != 1.0 {
		t.Fatalf("after NaN: %v, want the previous 1.0", got)
	}
}

func TestEveryFloatSignalStaysInItsRange(t *testing.T) {
	for _, sig := range floatSignals() {
		t.Run(sig.name, func(t *testing.T) {
			s, w := New(Options{})
			if got := sig.get(s); got != sig.start {
				t.Fatalf("starts at %v, want %v", got, sig.start)
			}
			rapid.Check(t, func(t *rapid.T) {
				before := sig.get(s)
				v := rapid.OneOf(rapid.Float32(), rapid.Float32Range(-2, 2), rapid.SampledFrom([]float32{
					float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
				})).Draw(t, "v")
				want := min(max(v, sig.low), sig.high)
				if v != v {
					want = before
				}
				if sig.set(w, v); sig.get(s) != want {
					t.Fatalf("set %v over %v: got %v, want %v", v, before, sig.get(s), want)
				}
			})
		})
	}
}

// spec: runtime §8, "NaN keeps the old value and logs once".
func TestNaNIsCountedAlwaysAndLoggedOncePerSignal(t *testing.T) {
	var out bytes.Buffer
	s, w := New(Options{Log: slog.New(slog.NewTextHandler(&out, nil))})
	nan := float32(math.NaN())
	for range 5 {
		w.Daimon.SetPleasure(nan)
		w.Auction.SetAuctionWelfare(nan)
		w.Mortality.SetAttentionBudget(nan)
	}
	if s.NotNumbers() != 15 {
		t.Errorf("counted %d refusals, want 15", s.NotNumbers())
	}
	if got := strings.Count(out.String(), "\n"); got != 3 {
		t.Errorf("%d log lines, want one for each of three signals:\n%s", got, out.String())
	}
}

func TestNumberedSignalsClampToTheLastWord(t *testing.T) {
	s, w := New(Options{})
	w.Daimon.SetPrimaryEmotion(200)
	w.Probes.SetRegime(200)
	w.Mortality.SetBehavioralPhase(200)
	w.Inference.SetCurrentTier(200)
	w.Dream.SetDreamPhase(200)
	w.Oracle.SetAccuracyTrend(100)
	if s.Mood().PrimaryEmotion() != Anticipation || s.Market().Regime() != Crisis || s.Vitality().BehavioralPhase() != Terminal ||
		s.Thought().CurrentTier() != 2 || s.Dream().Phase() != Integration || s.Predictions().AccuracyTrend() != 1 {
		t.Errorf("not clamped: %+v", s.Snapshot())
	}
	w.Oracle.SetAccuracyTrend(-100)
	if s.Predictions().AccuracyTrend() != -1 {
		t.Errorf("trend = %d, want -1", s.Predictions().AccuracyTrend())
	}
}

func TestUnknownCategoriesAreIgnored(t *testing.T) {
	s, w := New(Options{})
	for _, category := range []int{-1, Categories, math.MaxInt} {
		w.Oracle.SetCategoryAccuracy(category, 1)
		if got := s.Predictions().CategoryAccuracy(category); got != 0 {
			t.Errorf("category %d reads %v, want 0", category, got)
		}
	}
	if s.Predictions().Values().CategoryAccuracies != [Categories]float32{} {
		t.Error("a known category changed")
	}
}

func TestStartingValuesFollowTheOptions(t *testing.T) {
	s, _ := New(Options{Pleasure: -0.1, Arousal: 0.1, Dominance: -0.2, OracleOff: true})
	want := Snapshot{
		Mood:        MoodValues{Pleasure: -0.1, Arousal: 0.1, Dominance: -0.2, PrimaryEmotion: Anticipation},
		Predictions: PredictionValues{AggregateAccuracy: 0.5},
		Vitality:    VitalityValues{Economic: 1, Epistemic: 1, Stochastic: 1, Composite: 1},
		Thought:     ThoughtValues{InferenceBudgetRemaining: 1},
	}
	if got := s.Snapshot(); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestSnapshotCarriesEverySignal(t *testing.T) {
	s, w := New(Options{})
	for _, sig := range floatSignals() {
		sig.set(w, 0.25)
	}
	for i := range Categories {
		w.Oracle.SetCategoryAccuracy(i, 0.25)
	}
	w.Daimon.SetPrimaryEmotion(Fear)
	w.Oracle.SetAccuracyTrend(-1)
	w.Oracle.SetPendingPredictions(3)
	w.Attention.SetUniverseSize(4)
	w.Attention.SetActiveCount(5)
	w.Attention.SetWatchedCount(6)
	w.Probes.SetRegime(Volatile)
	w.Mortality.SetBehavioralPhase(Declining)
	w.Inference.SetCurrentTier(1)
	w.Dream.SetDreamPhase(REM)
	w.Dream.SetCreativeMode(true)
	w.Dream.SetFragmentsCaptured(7)
	w.Dream.SetLastNovelPredictionTick(8)
	w.Runtime.SetTick(9)
	w.Runtime.SetLastUpdateNS(10)
	snap := reflect.ValueOf(s.Snapshot())
	signals := 0
	for i := range snap.NumField() {
		group := snap.Field(i)
		for j := range group.NumField() {
			if signals++; group.Field(j).IsZero() {
				t.Errorf("%s of %s did not reach the snapshot", group.Type().Field(j).Name, group.Type())
			}
		}
	}
	if signals != 32 {
		t.Errorf("%d signals, want 32", signals)
	}
}

// spec: runtime §8, "Payload … inside the 256-byte / four-cache-line target".
func TestSignalsFitFourCacheLines(t *testing.T) {
	if size := reflect.TypeFor[signals]().Size(); size > 256 {
		t.Errorf("signals take %d bytes, want at most 256", size)
	}
}

// A state and its groups have no setter, and no method name is shared by two handles:
// so a package that holds one handle cannot write another owner's signal.
func TestEachSetterBelongsToOneHandle(t *testing.T) {
	state := reflect.TypeFor[*State]()
	readers := []reflect.Type{state}
	for i := range state.NumMethod() {
		if group := state.Method(i).Type.Out(0); group.Kind() == reflect.Pointer {
			readers = append(readers, group)
		}
	}
	if len(readers) != 10 {
		t.Errorf("%d readers, want the state and its nine groups", len(readers))
	}
	for _, r := range readers {
		for i := range r.NumMethod() {
			if name := r.Method(i).Name; strings.HasPrefix(name, "Set") {
				t.Errorf("%s has %s", r, name)
			}
		}
	}
	owner := map[string]string{}
	all := reflect.TypeFor[Writers]()
	for i := range all.NumField() {
		handle := all.Field(i)
		for j := range handle.Type.NumMethod() {
			name := handle.Type.Method(j).Name
			if other, taken := owner[name]; taken {
				t.Errorf("%s is written by %s and %s", name, other, handle.Name)
			}
			owner[name] = handle.Name
		}
	}
	if len(owner) != 32 {
		t.Errorf("%d setters, want one for each of 32 signals", len(owner))
	}
}

// spec: runtime §8, "4 writers × 10⁶ stores with 8 readers: no torn value".
func TestConcurrentReadsSeeOnlyWrittenValues(t *testing.T) {
	const stores = 1_000_000
	s, w := New(Options{})
	written := func(v float32) bool { return v == 0 || v == -0.75 || v == 0.125 || v == 0.5 || v == 1 }
	values := []float32{-0.75, 0.125, 0.5, 1}
	var writing, reading sync.WaitGroup
	done := make(chan struct{})
	for _, v := range values {
		writing.Go(func() {
			for range stores {
				w.Daimon.SetPleasure(v)
			}
		})
	}
	for range 8 {
		reading.Go(func() {
			for {
				if v := s.Mood().Pleasure(); !written(v) {
					t.Errorf("read %v, which nobody wrote", v)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	writing.Wait()
	close(done)
	reading.Wait()
	if s.Mood().Pleasure() == 0 {
		t.Error("no store arrived")
	}
}

func TestReadingAndWritingDoNotAllocate(t *testing.T) {
	s, w := New(Options{})
	if n := testing.AllocsPerRun(100, func() {
		w.Daimon.SetPleasure(s.Mood().Pleasure())
		w.Runtime.SetTick(s.Snapshot().Pulse.Tick + 1)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

// spec: runtime §8, "Two regime vocabularies".
func TestSurfaceRegimeFollowsTheMapping(t *testing.T) {
	cases := []struct {
		market         MarketRegime
		alarms         Alarms
		want           Regime
		wantConfidence float32
	}{
		{RangeBound, Alarms{}, Calm, 0.7},
		{TrendingUp, Alarms{}, Trending, 0.7},
		{TrendingDown, Alarms{}, Trending, 0.7},
		{VolatileMarket, Alarms{}, Volatile, 0.7},
		{VolatileMarket, Alarms{ProbesHigh: 2}, Volatile, 0.7},
		{VolatileMarket, Alarms{ProbesHigh: 3}, Crisis, 0.7},
		{VolatileMarket, Alarms{CircuitBreaker: true}, Crisis, 0.7},
		{VolatileMarket, Alarms{PositionHealthHigh: true, ProbesHigh: 1}, Crisis, 0.7},
		{RangeBound, Alarms{CircuitBreaker: true, ProbesHigh: 9}, Calm, 0.7},
		{UnknownMarket, Alarms{ProbesHigh: 9}, Calm, 0},
	}
	for _, c := range cases {
		got, confidence := SurfaceRegime(c.market, 0.7, c.alarms)
		if got != c.want || confidence != c.wantConfidence {
			t.Errorf("%v with %+v: %v at %v, want %v at %v", c.market, c.alarms, got, confidence, c.want, c.wantConfidence)
		}
	}
}

func TestWordsAreNamed(t *testing.T) {
	got := []string{
		Joy.String(), Anticipation.String(), Terminal.String(), Integration.String(),
		Crisis.String(), RangeBound.String(), Regime(99).String(),
	}
	want := []string{"joy", "anticipation", "terminal", "integration", "crisis", "range_bound", "unknown"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

var sink float32

// BenchmarkRead counts in a plain loop: b.Loop would keep the read from being
// inlined, and the read is what is measured.
func BenchmarkRead(b *testing.B) {
	s, _ := New(Options{Pleasure: 0.5})
	b.ReportAllocs()
	for range b.N {
		sink = s.Mood().Pleasure()
	}
}

func BenchmarkSnapshot(b *testing.B) {
	s, _ := New(Options{})
	b.ReportAllocs()
	for b.Loop() {
		snap := s.Snapshot()
		sink = snap.Mood.Pleasure
	}
}
