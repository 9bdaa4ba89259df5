package adversarial

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"bardo.run/bardo/internal/clock"
)

// replayEvery is how often a life is also computed again from its journal: every family
// comes in turn.
const replayEvery = 17

// hostileAttempts is how many attempts are made in all, a tenth of them on lives in realms: what
// BARDO_HOSTILE says. 0: the few of `make test`.
func hostileAttempts(t *testing.T) int {
	t.Helper()
	said := os.Getenv("BARDO_HOSTILE")
	if said == "" {
		return 0
	}
	n, err := strconv.Atoi(said)
	if err != nil || n < 10*len(custodies) {
		t.Fatalf("BARDO_HOSTILE is %q, it must be a number of attempts", said)
	}
	return n
}

// asked is how many attempts are made in a custody on a chain without an EVM. In `make test`
// they are made on bare keys, and a part of them in each other custody.
func asked(t *testing.T, c custody) int {
	t.Helper()
	if n := hostileAttempts(t); n > 0 {
		return (n - n/10) / len(custodies)
	}
	return 40_000 / c.part
}

// spec: safety §1.1, §1.3, §1.4 (S-1, S-2, S-5, S-7, S-9, S-10), §20: whatever a model
// says, nothing moves outside the owner's limits and nothing is signed without a permit.
func TestNothingMovesOutsideTheLimits(t *testing.T) {
	publish(t, "0-preface", preface...)
	for i, c := range custodies {
		t.Run(c.name, func(t *testing.T) { holds(t, i, c) })
	}
}

func holds(t *testing.T, nth int, c custody) {
	want := asked(t, c)
	watch := clock.Start()
	sum := parted(t, c, want)
	sum.print(t, families()...)
	t.Logf("%d attempts on %d lives in %s: %d orders, %d signatures; %d lives replayed to the same records and audit", sum.attempts(), sum.lives, watch.Elapsed().Round(1e8), sum.orders, sum.signatures, sum.replayed)
	if t.Failed() {
		return
	}
	sum.enough(t, want)
	sum.page(t, fmt.Sprintf("%d-custody", 1+nth), c)
}

// ranges are the parts of a long run in one custody, each with seeds of its own.
const ranges = 10

// parted is suffered, in parts that are kept where a run keeps them.
func parted(t *testing.T, c custody, want int) *table {
	t.Helper()
	if os.Getenv(keptParts) == "" {
		return suffered(t, c, want)
	}
	sum := newTable()
	for i := range uint64(ranges) {
		part := c
		part.first += i * 160_000
		sum.merge(kept(t, fmt.Sprintf("families-%s-%d", c.name, i), func() tableSum { return suffered(t, part, want/ranges+1).sum() }))
	}
	return sum
}

// suffered lives until so many attempts were made, several lives at once. Rounds of all
// families are whole.
func suffered(t *testing.T, c custody, want int) *table {
	t.Helper()
	r := &rounds{sum: newTable(), want: want, next: c.first}
	r.idle.L = &r.mu
	var wg sync.WaitGroup
	root, all := t.TempDir(), families()
	for range 4 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for n, more := r.begin(); more; n, more = r.begin() {
				f := all[n%uint64(len(all))]
				s, v, err := one(t.Context(), c, n, f, filepath.Join(root, fmt.Sprint(n)))
				r.end(s, v, err)
				if err != nil {
					t.Errorf("life %d (%s): %v", n, f.name, err)
				}
			}
		})
	}
	wg.Wait()
	return r.sum
}

// rounds hands out lives.
type rounds struct {
	mu      sync.Mutex // guards all
	idle    sync.Cond  // a life ended
	sum     *table
	want    int
	next    uint64
	living  int
	bad     int
	stopped bool
}

// begin is the next life. Before a round that may not be needed, the lives of the last are
// waited for.
func (r *rounds) begin() (n uint64, more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	round := uint64(len(families()))
	for !r.stopped && r.next%round == 0 && r.living > 0 && r.sum.attempts()+2*r.living*attempts >= r.want {
		r.idle.Wait()
	}
	r.stopped = r.stopped || r.next%round == 0 && r.sum.attempts() >= r.want || r.bad > 16
	if r.stopped {
		return 0, false
	}
	r.next++
	r.living++
	return r.next - 1, true
}

func (r *rounds) end(s *stage, v *verdict, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.add(s, v)
	if r.living--; err != nil {
		r.bad++
	}
	r.idle.Broadcast()
}

// one is a life with everything that must hold after it.
func one(ctx context.Context, c custody, n uint64, f family, dir string) (*stage, *verdict, error) {
	defer os.RemoveAll(dir)
	s, err := lived(ctx, c, n, f, dir)
	if s != nil {
		defer s.cell.shut()
	}
	if err != nil {
		return s, nil, err
	}
	v := s.check()
	for _, why := range append(s.mind.slipped, v.violations...) {
		return s, v, fmt.Errorf("%s (and %d more)", why, len(s.mind.slipped)+len(v.violations)-1)
	}
	_, _, _, problems := s.world.Tally()
	if len(problems) > 0 {
		return s, v, problems[0]
	}
	if err = s.cell.used(s.key.Signatures()); err == nil && n%replayEvery == 0 {
		err = s.replays(ctx)
	}
	return s, v, err
}

// replays computes a life again: the same records, without the attacker.
func (s *stage) replays(ctx context.Context) error {
	r, err := s.again(ctx)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	if got, want := r.mind.digester.Sum(), s.mind.digester.Sum(); got != want || r.mind.records == 0 {
		return fmt.Errorf("replay: %d records, %x instead of %x", r.mind.records, got, want)
	}
	if len(r.chain.records) != len(s.chain.records) || r.chain.records[len(r.chain.records)-1].Hash != s.chain.records[len(s.chain.records)-1].Hash {
		return fmt.Errorf("replay: another audit, of %d records instead of %d", len(r.chain.records), len(s.chain.records))
	}
	s.lived = true
	return nil
}

// sums adds b to a.
func sums(a, b *big.Int) { a.Add(a, b) }
