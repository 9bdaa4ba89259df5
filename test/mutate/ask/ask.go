package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Question is a change, and how tests are asked about it.
type Question struct {
	Env    []string // of a process that has the change
	Places []string // a test is asked that reaches any of them
	// Most is what the tests may cost together with nothing changed: the quickest are
	// asked that fit. Zero is no limit.
	Most time.Duration
	// First are who is asked before all others, as Answer.By names them: they noticed
	// changes nearby.
	First []string
}

// Answer is what tests said about a change.
type Answer struct {
	Asked   int    // tests that reach it
	Noticed bool   // one failed, or did not end
	By      string // the first that failed, where its output names it
}

// one is a test of a binary.
type one struct {
	*Binary
	Test
}

func (o one) name() string { return o.Package + " " + o.Name }

// Ask runs the tests that reach a change, the quick ones first.
func Ask(ctx context.Context, binaries []*Binary, q Question) Answer {
	plan := planned(binaries, q)
	a := Answer{Asked: len(plan)}
	for _, wave := range waves(plan, q.First) {
		for _, b := range binaries {
			tests := of(wave, b)
			if len(tests) == 0 || ctx.Err() != nil {
				continue
			}
			r := b.run(ctx, q.Env, tests, b.patience(tests))
			if r.failed && ctx.Err() == nil {
				a.Noticed, a.By = true, b.Package+" "+failed(r.said)
				return a
			}
		}
	}
	return a
}

// planned are the tests that are asked, the quickest first.
func planned(binaries []*Binary, q Question) (plan []one) {
	for _, b := range binaries {
		for _, t := range b.Tests {
			if slices.ContainsFunc(q.Places, func(p string) bool { return t.Reached[p] }) {
				plan = append(plan, one{b, t})
			}
		}
	}
	slices.SortStableFunc(plan, func(x, y one) int { return cmp.Compare(x.Cost, y.Cost) })
	sum := time.Duration(0)
	for i, t := range plan {
		if sum += t.Cost; q.Most > 0 && sum > q.Most {
			return plan[:i]
		}
	}
	return plan
}

// A wave is asked at once. The first tests may cost short; of the others the first
// second's are asked, then four times as much, and so on.
const (
	short = 3 * time.Second
	brief = time.Second
	more  = 4
)

// waves deals the tests out.
func waves(plan []one, first []string) (out [][]one) {
	head, rest := split(plan, func(t one, before time.Duration) bool {
		return slices.Contains(first, t.name()) && before+t.Cost <= short
	})
	if len(head) > 0 {
		out = append(out, head)
	}
	for room := brief; len(rest) > 0; room *= more {
		head, rest = split(rest, func(t one, before time.Duration) bool { return before+t.Cost <= room })
		if len(head) > 0 {
			out = append(out, head)
		}
	}
	return out
}

// split takes the tests that are wanted, of which it says what those before cost.
func split(plan []one, want func(t one, before time.Duration) bool) (yes, no []one) {
	sum := time.Duration(0)
	for _, t := range plan {
		if want(t, sum) {
			yes, sum = append(yes, t), sum+t.Cost
		} else {
			no = append(no, t)
		}
	}
	return yes, no
}

func of(wave []one, b *Binary) (out []Test) {
	for _, t := range wave {
		if t.Binary == b {
			out = append(out, t.Test)
		}
	}
	return out
}

// patience is what tests may take with a change: what they took without it five times
// over, and what a busy machine costs.
func (b *Binary) patience(tests []Test) allowed {
	a := allowed{wall: b.Grace, cost: b.Grace / 3}
	for _, t := range tests {
		a.wall += 5 * t.Took
		a.cost += 5 * t.Cost
	}
	return a
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
