package scratch

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// bench is a Tick with a slab of each shape that a T0 tick needs.
type bench struct {
	*Tick
	probes *Slab[turn.ProbeResult]
	values *Slab[float64]
}

func newBench(o Options) bench {
	t := New(o)
	return bench{t, NewSlab[turn.ProbeResult](t), NewSlab[float64](t)}
}

// tick is a synthetic T0 tick: 16 probes over a window of prices, each with a
// line of text. Its record owns everything it refers to.
func (b bench) tick(n uint64) turn.Record {
	b.Reset()
	prices := b.values.Take(200 + int(n%7))
	for i := range prices {
		prices[i] = float64(n) + float64(i)
	}
	found := b.probes.Take(16)
	for i := range found {
		text := fmt.Appendf(b.Bytes(64)[:0], "probe %d of tick %d", i, n)
		found[i] = turn.ProbeResult{Probe: "price_delta", Value: prices[i], Detail: string(text)}
	}
	return turn.Record{Tick: n, Seen: turn.Observation{Probes: slices.Clone(found)}}
}

// heap returns the live heap after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// spec: runtime §10
func TestTheHeapDoesNotGrowOverTenThousandTicks(t *testing.T) {
	b := newBench(Options{})
	var last turn.Record
	var first uint64
	for n := range uint64(10_000) {
		last = b.tick(n)
		if n == 999 {
			first = heap()
		}
	}
	if then := heap(); float64(then) > 1.1*float64(first) {
		t.Errorf("%d bytes after 1,000 ticks, %d after 10,000", first, then)
	}
	if last.Tick != 9_999 || b.Size() != Initial {
		t.Errorf("tick %d, %d bytes held", last.Tick, b.Size())
	}
	runtime.KeepAlive(b)
}

// spec: runtime §10
func TestARecordOutlivesItsTick(t *testing.T) {
	b := newBench(Options{Poison: true})
	kept := b.tick(7)
	before := fmt.Sprintf("%+v", kept)
	for n := range uint64(100) {
		b.tick(8 + n)
	}
	if after := fmt.Sprintf("%+v", kept); after != before {
		t.Errorf("the record of tick 7 became %s, was %s", after, before)
	}
}

// The check above can fail: what is not copied out does not survive.
func TestWhatIsNotCopiedOutShowsItself(t *testing.T) {
	b := newBench(Options{Poison: true})
	leaked, spilt := b.Copy([]byte("hello")), b.Bytes(Initial)
	b.Reset()
	if !bytes.Equal(leaked, []byte{poison, poison, poison, poison, poison}) || spilt[0] != poison || spilt[Initial-1] != poison {
		t.Errorf("bytes of a finished tick still say %q, %x", leaked, spilt[0])
	}
}

func TestASlabsValuesAreGoneAfterReset(t *testing.T) {
	tick := New(Options{})
	s := NewSlab[*int](tick)
	tick.Reset()
	s.Take(4) // does not fit yet
	tick.Reset()
	one, leaked := 1, s.Take(4)
	for i := range leaked {
		leaked[i] = &one
	}
	if s.Size() != 4 {
		t.Fatalf("the slab holds %d values", s.Size())
	}
	tick.Reset()
	if slices.ContainsFunc(leaked, func(p *int) bool { return p != nil }) {
		t.Error("a finished tick keeps values alive")
	}
}

func TestMemoryGrowsToTheLargestTickAndNeverShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tick := New(Options{Poison: rapid.Bool().Draw(t, "poison")})
		slab := NewSlab[uint64](tick)
		mostBytes, mostValues := Initial, 0
		for range rapid.IntRange(1, 12).Draw(t, "ticks") {
			tick.Reset()
			sumBytes, sumValues := 0, 0
			var all [][]byte
			for i, n := range rapid.SliceOfN(rapid.IntRange(0, 50_000), 0, 5).Draw(t, "sizes") {
				b, v := tick.Bytes(n), slab.Take(n/100)
				if bytes.ContainsFunc(b, func(r rune) bool { return r != 0 }) || slices.Max(append(v, 0)) != 0 {
					t.Fatal("something of a finished tick is there")
				}
				for j := range b {
					b[j] = byte(i + 1)
				}
				for j := range v {
					v[j] = uint64(i + 1)
				}
				all = append(all, b)
				sumBytes, sumValues = sumBytes+n, sumValues+n/100
			}
			for i, b := range all {
				_ = append(b, 0xEE) // must not reach the neighbour
				if len(b) > 0 && (b[0] != byte(i+1) || b[len(b)-1] != byte(i+1)) {
					t.Fatal("two slices overlap")
				}
			}
			mostBytes, mostValues = max(mostBytes, sumBytes), max(mostValues, sumValues)
		}
		tick.Reset()
		if tick.Size() < mostBytes || slab.Size() < mostValues {
			t.Fatalf("%d bytes and %d values, the largest tick had %d and %d", tick.Size(), slab.Size(), mostBytes, mostValues)
		}
		if tick.Size() > 2*mostBytes || slab.Size() > 2*max(mostValues, 1) {
			t.Fatalf("%d bytes and %d values for a largest tick of %d and %d", tick.Size(), slab.Size(), mostBytes, mostValues)
		}
	})
}

func TestASteadyTickAllocatesNothing(t *testing.T) {
	b := newBench(Options{Poison: true})
	work := func() {
		b.Reset()
		for range 20 {
			b.Bytes(1000)
			b.values.Take(100)
			b.probes.Take(4)
		}
	}
	work()
	if got := testing.AllocsPerRun(100, work); got != 0 {
		t.Errorf("%v allocations a tick", got)
	}
}
