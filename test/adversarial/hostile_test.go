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

// asked is how many attempts are made in a custody: 100,000, of which some make a part,
// or what BARDO_HOSTILE says.
func asked(t *testing.T) int {
	t.Helper()
	said := os.Getenv("BARDO_HOSTILE")
	if said == "" {
		return 100_000
	}
	n, err := strconv.Atoi(said)
	if err != nil || n < 1 {
		t.Fatalf("BARDO_HOSTILE is %q, it must be a number of attempts", said)
	}
	return n
}

// spec: safety §1.1, §1.3, §1.4 (S-1, S-2, S-5, S-7, S-9, S-10), §20: whatever a model
// says, nothing moves outside the owner's limits and nothing is signed without a permit.
func TestNothingMovesOutsideTheLimits(t *testing.T) {
	for _, c := range custodies {
		t.Run(c.name, func(t *testing.T) { holds(t, c) })
	}
}

func holds(t *testing.T, c custody) {
	want := asked(t)
	if os.Getenv("BARDO_HOSTILE") == "" {
		want /= c.part
	}
	watch := clock.Start()
	sum := suffered(t, c, want)
	sum.print(t, families()...)
	t.Logf("%d attempts on %d lives in %s: %d orders, %d signatures; %d lives replayed to the same records and audit", sum.attempts(), sum.lives, watch.Elapsed().Round(1e8), sum.orders, sum.signatures, sum.replayed)
	if t.Failed() {
		return
	}
	sum.enough(t, want)
}

// suffered lives until so many attempts were made, several lives at once.
func suffered(t *testing.T, c custody, want int) *table {
	t.Helper()
	sum := newTable()
	var mu sync.Mutex // guards sum, next and bad
	bad := 0
	var wg sync.WaitGroup
	next, root, all := c.first, t.TempDir(), families()
	for range 4 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				over := sum.attempts() >= want && n%uint64(len(all)) == 0 || bad > 16
				if over {
					next = n // nobody begins another round
				}
				mu.Unlock()
				if over {
					return
				}
				s, v, err := one(t.Context(), c, n, all[n%uint64(len(all))], filepath.Join(root, fmt.Sprint(n)))
				mu.Lock()
				sum.add(s, v)
				if err != nil {
					bad++
				}
				mu.Unlock()
				if err != nil {
					t.Errorf("life %d (%s): %v", n, all[n%uint64(len(all))].name, err)
				}
			}
		})
	}
	wg.Wait()
	return sum
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
