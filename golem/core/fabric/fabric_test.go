package fabric

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
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
