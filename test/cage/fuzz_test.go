package cage

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the seeds anew")

// wanted is what a run of the fuzzer has to have reached: every kind of call, redeemed and
// accepted; others' moves; midnight, a second grant, a key below a key.
var wanted = []string{
	"accepted: buy", "accepted: sell", "accepted: cross", "accepted: mint", "accepted: increase", "accepted: leave", "accepted: supply",
	"accepted: withdraw", "accepted: repay", "accepted: approve", "accepted: redelegated", "accepted: several in one transaction",
	"accepted: second grant", "accepted: with a loss", "accepted: behind midnight", "accepted: within 24 hours across midnight",
	"accepted: in a halt", "accepted: with a stale feed",
	"push", "back", "wait", "move", "freeze", "gift", "halt", "borrow", "open", "trade", "nest", "dust", "ask", "liquidate",
	"midnight", "a pool was moved", "a stale feed", "a redemption within a redemption was tried", "a pool was moved within a redemption",
	"refused: LossLimitReached", "refused: ValueLost", "refused: BatchNotAllowed", "refused: DestinationNotAllowed",
}

// enough says what a run did not come to.
func (t tally) enough(test testing.TB) {
	test.Helper()
	for _, name := range wanted {
		if t[name] == 0 {
			test.Errorf("never reached: %s", name)
		}
	}
	if 5*t["accepted"] < t["redemptions"] {
		test.Errorf("%d of %d redemptions were accepted, want a fifth", t["accepted"], t["redemptions"])
	}
	if n := t["a redemption within a redemption passed"]; n > 0 {
		test.Errorf("%d redemptions passed within another", n)
	}
}

// seeds are the committed sequences, by file name.
func seeds(t testing.TB) map[string]sequence {
	t.Helper()
	out := map[string]sequence{}
	for _, name := range must(filepath.Glob(filepath.Join("testdata", "seeds", "*.txt"))) {
		q, err := parse(string(must(os.ReadFile(name))))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[filepath.Base(name)] = q
	}
	return out
}

// The committed sequences: on the contracts of the tree none breaks a limit. Those that
// are called hole did at 07e51b9.
func TestSeedsBreakNothing(t *testing.T) {
	was, now, count := newWorlds(t, old()), newWorlds(t, today(t)), tally{}
	if *update {
		writeSeeds(t, now)
		writeHoles(t, was)
	}
	all := seeds(t)
	for name, q := range all {
		if again, err := parse(q.String()); err != nil || again.String() != q.String() || decode(q.encode()).String() != q.String() {
			t.Errorf("%s is not what it is written as: %v", name, err)
		}
		if f := was.try(q, tally{}); strings.HasPrefix(name, "hole") && (f == nil || f.once < 1_000) {
			t.Errorf("%s broke nothing at %s: %v", name, before, f)
		}
		if f := now.try(q, count); f != nil {
			t.Errorf("%s: %v", name, f)
		}
	}
	if len(all) < 10 {
		t.Errorf("there are %d seeds", len(all))
	}
}

// writeSeeds finds a small set of sequences that reaches everything that is wanted.
func writeSeeds(t *testing.T, w *worlds) {
	t.Helper()
	reached, n := tally{}, 0
	for seed := uint64(0); seed < 20_000; seed++ {
		q, here, fresh := generate(seed), tally{}, 0
		if f := w.try(q, here); f != nil {
			t.Fatal(f)
		}
		for _, name := range wanted {
			if here[name] > 0 && reached[name] == 0 {
				fresh++
			}
		}
		if fresh == 0 {
			continue
		}
		reached.add(here)
		n++
		text := fmt.Sprintf("# seed %d: reaches %d that no earlier one does\n%s", seed, fresh, q)
		check(t, os.WriteFile(filepath.Join("testdata", "seeds", fmt.Sprintf("reach-%02d.txt", n)), []byte(text), 0o600))
	}
}

// writeHoles finds sequences that lost a tenth at once as it was.
func writeHoles(t *testing.T, w *worlds) {
	t.Helper()
	all := []sequence{{profile: 2, steps: recipe(quarter)}}
	for from := uint64(0); len(all) < 6; {
		f := w.hunt(from, 1<<40, tally{}, func(f *found) bool { return f.once > 1_500 })
		all, from = append(all, f.q), f.seed+1
	}
	for i, q := range all {
		name := filepath.Join("testdata", "seeds", fmt.Sprintf("hole-%02d.txt", i+1))
		check(t, os.WriteFile(name, []byte("# lost more than a tenth of the account in one redemption at "+before+"\n"+q.String()), 0o600))
	}
}

// steps of a run: some thousands, a million with BARDO_LONG=1.
const (
	fewSteps  = 12_000
	manySteps = 1_000_000
	rangeSize = 2_000 // seeds that are kept together
)

// A hostile session key redeems and trades in the pools between redemptions: the account's
// worth never falls by more than its owner allowed. A million steps with BARDO_LONG=1;
// what is done is kept under tmp by the contracts' code, and a run goes on behind it.
func TestNoSequenceBreaksALimit(t *testing.T) {
	w, count := newWorlds(t, today(t)), tally{}
	if os.Getenv("BARDO_LONG") == "" {
		for seed := uint64(0); count["steps"] < fewSteps; seed++ {
			if f := w.try(generate(seed), count); f != nil {
				t.Fatal(w.smaller(f, anything))
			}
		}
	}
	for first := uint64(0); os.Getenv("BARDO_LONG") != "" && count["steps"] < manySteps; first += rangeSize {
		done, err := w.span(first)
		check(t, err)
		count.add(done)
	}
	t.Logf("%v", count)
	count.enough(t)
}

// span lives a range of seeds, or reads what it came to.
func (w *worlds) span(first uint64) (tally, error) {
	name := filepath.Join("..", "..", "tmp", "fuzz-cage", w.edition.sum(), fmt.Sprintf("%08d.json", first))
	done := tally{}
	if text, err := os.ReadFile(name); err == nil {
		return done, json.Unmarshal(text, &done)
	}
	for seed := first; seed < first+rangeSize; seed++ {
		if f := w.try(generate(seed), done); f != nil {
			f.seed = seed
			return nil, fmt.Errorf("%v", w.smaller(f, anything))
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil { //nolint:gosec // like all of tmp
		return nil, err
	}
	return done, os.WriteFile(name, must(json.Marshal(done)), 0o600)
}

// FuzzSequence is for go test -fuzz.
func FuzzSequence(f *testing.F) {
	w := newWorlds(f, today(f))
	for _, q := range seeds(f) {
		f.Add(q.encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if found := w.try(decode(data), tally{}); found != nil {
			t.Fatal(found)
		}
	})
}
