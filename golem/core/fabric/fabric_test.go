package fabric

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
	"pgregory.net/rapid"
)

var birth = time.Date(2023, 8, 13, 0, 0, 0, 0, time.UTC)

// failer is what a test, a benchmark and a property have in common.
type failer interface {
	Helper()
	Fatal(args ...any)
}

func fresh(t failer) (*Fabric, *clock.Simulated) {
	t.Helper()
	c := clock.NewSimulated(birth)
	return New(Config{GolemID: "golem-7", Clock: c}), c
}

func advance(t failer, c *clock.Simulated, d time.Duration) {
	t.Helper()
	if err := c.WaitUntil(context.Background(), c.Now().Add(d)); err != nil {
		t.Fatal(err)
	}
}

func sequences(events []wire.Event) []uint64 {
	var out []uint64
	for _, e := range events {
		out = append(out, e.Sequence)
	}
	return out
}

// drain reads everything that is there.
func drain(s *Subscription) (events []wire.Event) {
	for e, ok := s.TryNext(); ok; e, ok = s.TryNext() {
		events = append(events, e)
	}
	return events
}

// spec: runtime §9.1, base fields and numbering.
func TestEventsCarryTheirBaseFields(t *testing.T) {
	f, c := fresh(t)
	f.Emit(3, wire.HeartbeatQueueWarning{Depth: 2})
	f.CompleteTick(3)
	advance(t, c, 1500*time.Millisecond)
	f.EmitIdle(wire.LifecycleShutdown{Reason: "owner"})
	got, _ := f.ReplayFrom(0)
	want := []wire.Event{
		{Timestamp: birth.UnixMilli(), GolemID: "golem-7", Sequence: 1, Tick: 3, Coalesced: 1, Payload: wire.HeartbeatQueueWarning{Depth: 2}},
		{Timestamp: birth.UnixMilli() + 1500, GolemID: "golem-7", Sequence: 2, Tick: 3, Coalesced: 1, Payload: wire.LifecycleShutdown{Reason: "owner"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// spec: runtime §9, "emit 10 001 events ⇒ ReplayFrom(0) …".
func TestReplayReturnsTheRingAndSaysWhatIsGone(t *testing.T) {
	f, _ := fresh(t)
	for range 10_001 {
		f.Emit(1, wire.HeartbeatSuppressed{Reason: "all_clear"})
	}
	cases := []struct {
		from  uint64
		count int
		first uint64
		gap   bool
	}{
		{0, 10_000, 2, true},
		{1, 10_000, 2, false},
		{10_000, 1, 10_001, false},
		{10_001, 0, 0, false},
		{math.MaxUint64, 0, 0, false},
	}
	for _, c := range cases {
		events, gap := f.ReplayFrom(c.from)
		if len(events) != c.count || gap != c.gap || (c.count > 0 && events[0].Sequence != c.first) {
			t.Errorf("ReplayFrom(%d): %d events, gap %v, want %d from %d, gap %v", c.from, len(events), gap, c.count, c.first, c.gap)
		}
		for i, e := range events {
			if e.Sequence != c.first+uint64(i) {
				t.Fatalf("ReplayFrom(%d): event %d has sequence %d", c.from, i, e.Sequence)
			}
		}
	}
}

// spec: runtime §9, "a subscriber that never reads does not slow 10⁵ emits
// (p99 < 50 µs) and later learns missed = 10⁵ − 4 096".
func TestASubscriberThatNeverReadsSlowsNobodyAndLearnsWhatItMissed(t *testing.T) {
	const emits = 100_000
	f, _ := fresh(t)
	s := f.Subscribe(wire.All)
	took := make([]time.Duration, emits)
	for i := range took {
		watch := clock.Start()
		f.Emit(1, wire.HeartbeatSuppressed{Reason: "all_clear"})
		took[i] = watch.Elapsed()
	}
	slices.Sort(took)
	if p99 := took[emits*99/100]; p99 >= 50*time.Microsecond {
		t.Errorf("p99 of an emit is %v, want below 50 µs", p99)
	}
	events := drain(s)
	if len(events) != QueueSize+1 || events[0].Payload != (wire.FabricLagged{Missed: emits - QueueSize}) || events[0].Sequence != 0 {
		t.Fatalf("%d deliveries, the first %+v", len(events), events[0])
	}
	if events[1].Sequence != emits-QueueSize+1 || events[QueueSize].Sequence != emits {
		t.Errorf("read %d to %d, want the newest %d", events[1].Sequence, events[QueueSize].Sequence, QueueSize)
	}
	if f.Stats().Missed != emits-QueueSize {
		t.Errorf("counted %d missed", f.Stats().Missed)
	}
}

// spec: runtime §9, "8 goroutines × 10⁴ emits ⇒ strictly increasing, contiguous".
func TestConcurrentEmitsAreNumberedInRingOrder(t *testing.T) {
	f, _ := fresh(t)
	s := f.Subscribe(wire.Of(wire.Clock))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10_000 {
				f.Emit(1, wire.HeartbeatSuppressed{})
			}
		})
	}
	wg.Wait()
	events, gap := f.ReplayFrom(70_000)
	if f.Last() != 80_000 || len(events) != RingSize || gap {
		t.Fatalf("last %d, %d events, gap %v", f.Last(), len(events), gap)
	}
	for i, e := range events {
		if e.Sequence != 70_001+uint64(i) {
			t.Fatalf("event %d has sequence %d", i, e.Sequence)
		}
	}
	if got := drain(s); got != nil {
		t.Errorf("a subscriber of another category got %d events", len(got))
	}
}

func TestNumberingGoesOnAfterARestart(t *testing.T) {
	f := New(Config{GolemID: "g", Clock: clock.NewSimulated(birth), Last: 500})
	if events, gap := f.ReplayFrom(100); len(events) != 0 || !gap {
		t.Errorf("before the first event: %d events, gap %v; want the gap", len(events), gap)
	}
	f.Emit(1, wire.LifecycleBooted{})
	if events, gap := f.ReplayFrom(500); len(events) != 1 || events[0].Sequence != 501 || gap {
		t.Errorf("got %v, gap %v", sequences(events), gap)
	}
	if _, gap := f.ReplayFrom(499); !gap {
		t.Error("event 500 belongs to an earlier process, so it is a gap")
	}
}

func TestASubscriberGetsItsCategoriesInOrderFromNowOn(t *testing.T) {
	f, _ := fresh(t)
	f.Emit(1, wire.HeartbeatTick{Tier: "T0"})
	s := f.Subscribe(wire.Of(wire.Heartbeat, wire.Trading))
	f.Emit(2, wire.HeartbeatTick{Tier: "T1"})
	f.Emit(2, wire.VitalityUpdate{})
	f.Emit(2, wire.TradingSwapExecuted{Pair: "WETH/USDC"})
	if got := sequences(drain(s)); !slices.Equal(got, []uint64{2, 4}) {
		t.Errorf("got %v, want 2 and 4", got)
	}
}

func TestWhatTheRingHasOverwrittenIsMissed(t *testing.T) {
	f, _ := fresh(t)
	s := f.Subscribe(wire.Of(wire.Trading))
	for range 3 {
		f.Emit(1, wire.TradingSwapExecuted{})
	}
	for range RingSize {
		f.Emit(1, wire.HeartbeatTick{})
	}
	if got := drain(s); len(got) != 1 || got[0].Payload != (wire.FabricLagged{Missed: 3}) {
		t.Fatalf("got %+v, want the news of 3 missed events", got)
	}
	f.Emit(1, wire.TradingSwapExecuted{})
	if got := drain(s); len(got) != 1 || got[0].Sequence != f.Last() {
		t.Errorf("afterwards got %+v", got)
	}
}

func TestResumeLeavesNoHoleAndNoDouble(t *testing.T) {
	f, _ := fresh(t)
	for range 6000 {
		f.Emit(1, wire.HeartbeatTick{})
	}
	past, gap, s := f.Resume(10, wire.All)
	f.Emit(1, wire.HeartbeatTick{})
	all := append(past, drain(s)...)
	if gap || len(all) != 5991 || all[0].Sequence != 11 || all[5990].Sequence != 6001 {
		t.Errorf("gap %v, %d events from %d", gap, len(all), all[0].Sequence)
	}
}

// Whatever is published and read in whatever order: a subscriber sees its events
// in order, each once, and what it did not see is what it was told it missed.
func TestASubscriberAccountsForEveryEvent(t *testing.T) {
	payloads := []wire.Payload{wire.HeartbeatTick{}, wire.TradingSwapExecuted{}, wire.VitalityUpdate{}}
	rapid.Check(t, func(t *rapid.T) {
		f, _ := fresh(t)
		mask := wire.Of(rapid.SliceOfN(rapid.SampledFrom([]wire.Category{wire.Heartbeat, wire.Trading, wire.Vitality}), 1, 3).Draw(t, "set")...)
		s := f.Subscribe(mask)
		var sent, read, missed, last uint64
		for range rapid.IntRange(1, 8).Draw(t, "rounds") {
			p := payloads[rapid.IntRange(0, 2).Draw(t, "payload")]
			for range rapid.SampledFrom([]int{1, 7, QueueSize, QueueSize + 1, RingSize, RingSize + 3}).Draw(t, "burst") {
				f.Emit(1, p)
				if mask.Has(p.Type().Category()) {
					sent++
				}
			}
			for range rapid.SampledFrom([]int{0, 1, 100, 2 * RingSize}).Draw(t, "reads") {
				e, ok := s.TryNext()
				if !ok {
					break
				}
				if lag, lost := e.Payload.(wire.FabricLagged); lost {
					missed += lag.Missed
					continue
				}
				if e.Sequence <= last || !mask.Has(e.Type().Category()) {
					t.Fatalf("read %d after %d (%v)", e.Sequence, last, e.Type())
				}
				last, read = e.Sequence, read+1
			}
		}
		for _, e := range drain(s) {
			if lag, lost := e.Payload.(wire.FabricLagged); lost {
				missed += lag.Missed
			} else {
				read++
			}
		}
		if read+missed != sent {
			t.Fatalf("%d read and %d missed of %d", read, missed, sent)
		}
	})
}

// spec: runtime §9.1, "at most one per type per second, with counts".
func TestHighFrequencyEventsAreMergedBySecond(t *testing.T) {
	f, c := fresh(t)
	for i := range 35 { // one every 100 ms: 0.0 s to 3.4 s
		f.Emit(uint64(i), wire.ClockGammaTick{IntervalMS: uint64(i)})
		advance(t, c, 100*time.Millisecond)
	}
	f.Emit(40, wire.HeartbeatTick{})
	f.Close()
	events, _ := f.ReplayFrom(0)
	type row struct {
		at, merged, tick uint64
		payload          wire.Payload
	}
	var got []row
	for _, e := range events {
		got = append(got, row{uint64(e.Timestamp - birth.UnixMilli()), e.Coalesced, e.Tick, e.Payload})
	}
	want := []row{
		{0, 1, 0, wire.ClockGammaTick{IntervalMS: 0}},
		{1000, 9, 9, wire.ClockGammaTick{IntervalMS: 9}},
		{2000, 10, 19, wire.ClockGammaTick{IntervalMS: 19}},
		{3000, 10, 29, wire.ClockGammaTick{IntervalMS: 29}},
		{3500, 1, 40, wire.HeartbeatTick{}},
		{3500, 5, 34, wire.ClockGammaTick{IntervalMS: 34}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestMergingLosesNoCountAndKeepsTimesInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, c := fresh(t)
		sent := map[wire.Type]uint64{}
		payloads := []wire.Payload{wire.ClockGammaTick{}, wire.CorticalSignalUpdated{}, wire.HeartbeatTick{}}
		for range rapid.IntRange(1, 200).Draw(t, "emits") {
			p := payloads[rapid.IntRange(0, 2).Draw(t, "payload")]
			f.Emit(1, p)
			sent[p.Type()]++
			advance(t, c, time.Duration(rapid.IntRange(0, 1500).Draw(t, "ms"))*time.Millisecond)
		}
		if rapid.Bool().Draw(t, "flush twice") {
			f.Flush()
		}
		f.Flush()
		events, _ := f.ReplayFrom(0)
		var last int64
		for i, e := range events {
			sent[e.Type()] -= e.Coalesced
			if e.Timestamp < last || e.Coalesced == 0 {
				t.Fatalf("event %d: time %d after %d, stands for %d", i, e.Timestamp, last, e.Coalesced)
			}
			last = e.Timestamp
		}
		for typ, n := range sent {
			if n != 0 {
				t.Fatalf("%v: %d events unaccounted for", typ, int64(n))
			}
		}
	})
}

// stepping is a clock that can be set back, as a machine's can.
type stepping struct{ now time.Time }

func (s *stepping) Now() time.Time                             { return s.now }
func (s *stepping) WaitUntil(context.Context, time.Time) error { return nil }

func TestAClockThatGoesBackForgetsNothing(t *testing.T) {
	c := &stepping{now: birth}
	f := New(Config{GolemID: "g", Clock: c})
	f.Emit(1, wire.ClockGammaTick{IntervalMS: 1})
	f.Emit(1, wire.ClockGammaTick{IntervalMS: 2})
	c.now = birth.Add(-time.Hour)
	f.Emit(1, wire.ClockGammaTick{IntervalMS: 3})
	events, _ := f.ReplayFrom(0)
	if len(events) != 2 || events[1].Coalesced != 2 || events[1].Payload != (wire.ClockGammaTick{IntervalMS: 3}) {
		t.Errorf("got %+v, want the third to stand for two", events)
	}
}

// loud is a payload that fails the test when somebody serialises it.
type loud struct {
	wire.HeartbeatTick
	t *testing.T
}

func (l loud) MarshalJSON() ([]byte, error) {
	l.t.Error("the fabric serialised a payload")
	return json.Marshal(l.HeartbeatTick)
}

// spec: runtime §9.1, "Zero subscribers ⇒ no serialisation work".
func TestTheFabricSerialisesNothing(t *testing.T) {
	f, _ := fresh(t)
	f.Emit(1, loud{t: t})
	s := f.Subscribe(wire.All)
	f.Emit(1, loud{t: t})
	if len(drain(s)) != 1 || f.Last() != 2 {
		t.Error("the events did not pass")
	}
}

type stranger struct{}

func (stranger) Type() wire.Type { return 60_000 }

// spec: runtime §9.1, "never blocks, never fails, never panics".
func TestEmitRefusesWhatItCannotPublish(t *testing.T) {
	f, _ := fresh(t)
	f.Emit(1, nil)
	f.Emit(1, (*wire.HeartbeatTick)(nil))
	f.Emit(1, stranger{})
	f.Emit(1, wire.FabricLagged{Missed: 1})
	f.Close()
	f.Close()
	f.Emit(1, wire.HeartbeatTick{})
	if got := f.Stats(); got != (Stats{Refused: 5}) {
		t.Errorf("got %+v, want five refusals", got)
	}
}

func TestNextWaitsForAnEventAndEndsWithTheStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := fresh(t)
		s := f.Subscribe(wire.Of(wire.Trading))
		var got []uint64
		var end error
		go func() {
			for {
				e, err := s.Next(t.Context())
				if err != nil {
					end = err
					return
				}
				got = append(got, e.Sequence)
			}
		}()
		synctest.Wait()
		f.Emit(1, wire.HeartbeatTick{})
		f.Emit(1, wire.TradingSwapExecuted{})
		synctest.Wait()
		f.Emit(1, wire.TradingSwapExecuted{})
		f.Close()
		synctest.Wait()
		if !slices.Equal(got, []uint64{2, 3}) || !errors.Is(end, ErrClosed) {
			t.Errorf("got %v and %v, want 2, 3 and the end", got, end)
		}
	})
}

func TestNextEndsWithItsContextAndWithItsSubscription(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, _ := fresh(t)
		s := f.Subscribe(wire.All)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { _, err := s.Next(ctx); ended <- err }()
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's error", err)
		}
		go func() { _, err := s.Next(t.Context()); ended <- err }()
		synctest.Wait()
		s.Close()
		s.Close()
		if err := <-ended; !errors.Is(err, ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
		f.Emit(1, wire.HeartbeatTick{})
		if _, ok := s.TryNext(); ok {
			t.Error("a closed subscription still delivers")
		}
	})
}

func TestEmitDoesNotAllocate(t *testing.T) {
	f, _ := fresh(t)
	for range 8 {
		f.Subscribe(wire.All)
	}
	var normal, merged wire.Payload = wire.HeartbeatTick{Tier: "T0"}, wire.ClockGammaTick{}
	if n := testing.AllocsPerRun(1000, func() {
		f.Emit(1, normal)
		f.Emit(1, merged)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkEmit(b *testing.B) {
	var p wire.Payload = wire.HeartbeatTick{Tier: "T0"}
	for _, c := range []struct {
		name string
		subs int
	}{{"subscribers=0", 0}, {"subscribers=8", 8}} {
		b.Run(c.name, func(b *testing.B) {
			f, _ := fresh(b)
			for range c.subs {
				f.Subscribe(wire.All)
			}
			b.ReportAllocs()
			for b.Loop() {
				f.Emit(1, p)
			}
		})
	}
}

// BenchmarkEmitToReaders is Emit while eight goroutines read what it publishes.
func BenchmarkEmitToReaders(b *testing.B) {
	var p wire.Payload = wire.HeartbeatTick{Tier: "T0"}
	f, _ := fresh(b)
	var wg sync.WaitGroup
	for range 8 {
		s := f.Subscribe(wire.All)
		wg.Go(func() {
			for {
				if _, err := s.Next(b.Context()); err != nil {
					return
				}
			}
		})
	}
	b.ReportAllocs()
	for b.Loop() {
		f.Emit(1, p)
	}
	f.Close()
	wg.Wait()
}
