package ask

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Answer is what tests said about a change.
type Answer struct {
	Asked   int    // tests that reach it
	Noticed bool   // one failed, or did not end
	By      string // the first that failed, where its output names it
}

// Ask runs the tests that reach any of the places, the quick ones first.
func (b *Binary) Ask(ctx context.Context, env []string, places ...string) (a Answer) {
	var quick, rest []Test
	sum := time.Duration(0)
	for _, t := range b.Tests {
		if !t.reaches(places) {
			continue
		}
		if a.Asked++; sum+t.Took < time.Second {
			sum += t.Took
			quick = append(quick, t)
		} else {
			rest = append(rest, t)
		}
	}
	for _, tests := range [][]Test{quick, rest} {
		if len(tests) == 0 || ctx.Err() != nil {
			continue
		}
		said, noticed := b.run(ctx, env, namesOf(tests), b.patience(tests))
		if noticed && ctx.Err() == nil {
			a.Noticed, a.By = true, b.Package+" "+failed(said)
			return a
		}
	}
	return a
}

func (t Test) reaches(places []string) bool {
	for _, p := range places {
		if t.Reached[p] {
			return true
		}
	}
	return false
}

func namesOf(tests []Test) (out []string) {
	for _, t := range tests {
		out = append(out, t.Name)
	}
	return out
}

// patience is how long tests may take with a change: what they took without it five
// times over, and what a busy machine costs.
func (b *Binary) patience(tests []Test) time.Duration {
	sum := b.Grace
	for _, t := range tests {
		sum += 5 * t.Took
	}
	return sum
}

// failed is the test that an output names first.
func failed(said string) string {
	for line := range strings.Lines(said) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			name, _, _ := strings.Cut(rest, " ")
			return name
		}
	}
	if strings.Contains(said, "panic:") {
		return "by a panic"
	}
	return "by not ending"
}

// Each calls f with every number below n, several at once.
func Each(procs, n int, f func(int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range max(procs, 1) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
}
