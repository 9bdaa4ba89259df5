package cage

import (
	"fmt"
	"maps"
	"math/big"
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
	once  int64 // the most that one transaction lost, in basis points of the account at birth
}

// try carries out a sequence.
func (w *worlds) try(q sequence, t tally) *found {
	p, at, err := run(w.of(q.profile), q, t)
	if err == nil {
		return nil
	}
	once := new(big.Int).Mul(p.check.once, big.NewInt(10_000))
	return &found{q: q, at: at, fault: err, once: once.Quo(once, dollars(profiles[q.profile].worth())).Int64()}
}

// smaller takes steps out of a sequence as long as it still breaks something.
func (w *worlds) smaller(f *found, still func(*found) bool) *found {
	for again := true; again; {
		again = false
		for i := len(f.q.steps) - 1; i >= 0; i-- {
			q := f.q
			q.steps = append(slices.Clone(q.steps[:i]), q.steps[i+1:]...)
			if next := w.try(q, tally{}); next != nil && still(next) {
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

// hunt tries seeds until one breaks a limit as wanted, or steps are used up.
func (w *worlds) hunt(from uint64, steps int, t tally, want func(*found) bool) *found {
	for seed := from; t["steps"] < steps; seed++ {
		if f := w.try(generate(seed), t); f != nil && want(f) {
			f = w.smaller(f, want)
			f.seed = seed
			return f
		}
	}
	return nil
}

func anything(*found) bool { return true }

// The fuzzer finds the hole of 07e51b9 by itself: not only that nothing there counts what
// is lost, but a redemption that loses a tenth of the account at once.
func TestTheFuzzerFindsTheHoleByItself(t *testing.T) {
	w, count := newWorlds(t, old()), tally{}
	f := w.hunt(0, 1_000_000, count, func(f *found) bool { return f.once > 1_000 })
	if f == nil {
		t.Fatalf("it did not: %v", count)
	}
	t.Logf("after %d steps, %d bps at once: %v", count["steps"], f.once, f)
}

func BenchmarkSteps(b *testing.B) {
	w, count := newWorlds(b, today(b)), tally{}
	for p := range profiles {
		w.of(p)
	}
	b.ResetTimer()
	for seed := uint64(0); count["steps"] < b.N; seed++ {
		if f := w.try(generate(seed), count); f != nil {
			b.Fatal(w.smaller(f, anything))
		}
	}
	b.ReportMetric(float64(count["accepted"])/float64(max(1, count["redemptions"])), "accepted")
	if b.N > 1000 {
		b.Log(count)
	}
}
