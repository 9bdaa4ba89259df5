package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"bardo.run/bardo/mirage/artifact"
)

// comparison is what to live, and how often.
type comparison struct {
	strategies []string
	more       []string // arguments of each life
	rounds     int
}

// run builds both programs, lives each strategy with both at once, and reports whether each did the
// same.
func (c comparison) run(ctx context.Context, w io.Writer, base, head string) (same bool, err error) {
	if err := artifacts(); err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "bardo-compare-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var both [2]program
	for i, of := range []struct{ role, revision string }{{"base", base}, {"head", head}} {
		if both[i], err = built(ctx, dir, of.role, of.revision); err != nil {
			return false, err
		}
	}
	fmt.Fprintf(w, "%s; %s\n", both[0].name, both[1].name)
	same = true
	var sums []sum
	for _, name := range c.strategies {
		l, err := c.beside(ctx, both, dir, name)
		if err != nil {
			return false, err
		}
		s := sum{name: name, lives: l, differ: list(w, name, l)}
		sums, same = append(sums, s), same && s.differ == 0
	}
	table(w, sums)
	return same, nil
}

// beside lives a strategy with both programs at once, so that both find the same machine; of all
// rounds the least processor time counts.
func (c comparison) beside(ctx context.Context, both [2]program, dir, name string) (l [2]lived, err error) {
	for round := range c.rounds {
		var all sync.WaitGroup
		var now [2]lived
		var errs [2]error
		for i, p := range both {
			all.Go(func() {
				now[i], errs[i] = p.live(ctx, filepath.Join(dir, fmt.Sprintf("life-%d", i)), filepath.Join("strategies", name+".md"), c.more)
			})
		}
		all.Wait()
		if err := errors.Join(errs[:]...); err != nil {
			return l, err
		}
		for i := range now {
			if round > 0 {
				now[i].spent = min(now[i].spent, l[i].spent)
			}
		}
		l = now
	}
	return l, nil
}

// artifacts names the contracts of the checkout to both programs.
func artifacts() error {
	set, err := artifact.Find()
	if err != nil {
		return fmt.Errorf("a life needs a devnet: %w", err)
	}
	path, err := filepath.Abs(set.Dir())
	if err != nil {
		return err
	}
	return os.Setenv(artifact.Env, path)
}
