package cage

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
)

// worlds are built once an edition and a profile.
type worlds struct {
	edition *edition
	kit     *built
	mu      sync.Mutex
	made    map[int]*world
}

func newWorlds(t testing.TB, e *edition) *worlds {
	t.Helper()
	return &worlds{edition: e, kit: newKit(t), made: map[int]*world{}}
}

func (w *worlds) of(profile int) *world {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.made[profile] == nil {
		w.made[profile] = newWorld(w.kit, w.edition, profiles[profile])
	}
	return w.made[profile]
}

// found is a sequence that broke a limit.
type found struct {
	seed  uint64
	q     sequence
	at    int
	fault error
}

// try carries out a sequence.
func (w *worlds) try(q sequence, t tally) *found {
	if _, at, err := run(w.of(q.profile), q, t); err != nil {
		return &found{q: q, at: at, fault: err}
	}
	return nil
}

// smaller takes steps out of a sequence as long as it still breaks something.
func (w *worlds) smaller(f *found) *found {
	for again := true; again; {
		again = false
		for i := len(f.q.steps) - 1; i >= 0; i-- {
			q := f.q
			q.steps = append(slices.Clone(q.steps[:i]), q.steps[i+1:]...)
			if next := w.try(q, tally{}); next != nil {
				next.seed, f, again = f.seed, next, true
				i = min(i, len(f.q.steps))
			}
		}
	}
	return f
}

func (f *found) String() string {
	return fmt.Sprintf("seed %d, step %d: %v\n%s", f.seed, f.at, f.fault, f.q)
}

func (t tally) String() string {
	var s string
	for _, k := range slices.Sorted(maps.Keys(t)) {
		s += fmt.Sprintf("\n\t%8d %s", t[k], k)
	}
	return s
}

// The fuzzer finds the hole of 07e51b9 by itself.
func TestTheFuzzerFindsTheHoleByItself(t *testing.T) {
	w, count := newWorlds(t, old()), tally{}
	for seed := range uint64(20_000) {
		q := generate(seed)
		if f := w.try(q, count); f != nil {
			f.seed = seed
			t.Logf("after %d steps: %v", count["steps"], w.smaller(f))
			return
		}
	}
	t.Errorf("it did not: %v", count)
}

func BenchmarkSteps(b *testing.B) {
	w, count := newWorlds(b, old()), tally{}
	for p := range profiles {
		w.of(p)
	}
	b.ResetTimer()
	for seed := uint64(0); count["steps"] < b.N; seed++ {
		w.try(generate(seed), count)
	}
	b.ReportMetric(float64(count["accepted"])/float64(max(1, count["redemptions"])), "accepted")
	if b.N > 1000 {
		b.Log(count)
	}
}
