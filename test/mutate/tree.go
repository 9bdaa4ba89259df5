package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/test/mutate/ask"
	"bardo.run/bardo/test/mutate/schema"
	"bardo.run/bardo/test/mutate/solidity"
	"bardo.run/bardo/test/mutate/verdict"
)

// mutate asks about everything that is wanted and says what is not good enough.
func mutate(ctx context.Context, o options, out io.Writer) ([]string, error) {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return nil, err
	}
	o.dir = dir
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	list, err := verdict.Equivalents(filepath.Join(o.root, o.list))
	if err != nil {
		return nil, err
	}
	store, err := verdict.Open(filepath.Join(dir, "verdicts"))
	if err != nil {
		return nil, err
	}
	defer store.Close()
	known, err := verdict.OpenKnown(o.known)
	if err != nil {
		return nil, err
	}
	groups, err := o.everything(ctx, bench{o: o, out: out, store: store, known: known, same: list})
	if err != nil {
		return nil, err
	}
	faults := verdict.Mark(groups, list, len(o.only) == 0)
	faults = append(faults, verdict.Enough(groups)...)
	return faults, o.publish(groups, out)
}

// everything asks about packages, then about contracts. What is gone is forgotten.
func (o options) everything(ctx context.Context, b bench) ([]verdict.Group, error) {
	groups, err := o.packages(ctx, b)
	if err != nil {
		return nil, err
	}
	if o.wantsContracts() {
		more, err := o.sources(ctx, b)
		if err != nil {
			return nil, err
		}
		groups = append(groups, more...)
	}
	if len(o.only) > 0 {
		return groups, nil
	}
	b.known.Keep(groups)
	return groups, b.known.Save()
}

func (o options) packages(ctx context.Context, b bench) ([]verdict.Group, error) {
	subjects, overlay, err := code(o)
	if err != nil {
		return nil, err
	}
	return b.with(overlay, schema.Seen).all(ctx, subjects)
}

func (o options) sources(ctx context.Context, b bench) ([]verdict.Group, error) {
	subjects, overlay, done, err := chain(ctx, o)
	defer done()
	if err != nil {
		return nil, err
	}
	b.o.env = append(slices.Clone(o.env), solidity.Folder+"="+o.unchanged())
	return b.with(overlay, solidity.Read).all(ctx, subjects)
}

// wantsContracts reports whether any source of a contract is asked about.
func (o options) wantsContracts() bool {
	sol := func(name string) bool { return strings.HasSuffix(name, ".sol") }
	return len(o.contracts) > 0 && (len(o.only) == 0 || slices.ContainsFunc(o.only, sol))
}

// with is a bench for tests that are built with an overlay.
func (b bench) with(overlay, seen string) *bench {
	b.overlay, b.seen, b.built = overlay, seen, map[string]*ask.Binary{}
	return &b
}

// all asks each stage about all subjects before the next, so that the tests of the first
// are done with before those of many packages are built. What a stage said about a subject
// is written down at once.
func (b *bench) all(ctx context.Context, subjects []*subject) (groups []verdict.Group, _ error) {
	for _, s := range subjects {
		b.known.Teach(b.store, s.group, s.hash)
	}
	for _, st := range verdict.Stages[:slices.Index(verdict.Stages, b.o.until)+1] {
		for _, s := range subjects {
			err := b.ask(ctx, s, st)
			b.known.Note(b.store, s.group, s.hash)
			if err = errors.Join(err, b.known.Save()); err != nil {
				return nil, fmt.Errorf("%s: %w", s.group.Name, err)
			}
		}
	}
	for _, s := range subjects {
		groups = append(groups, b.judged(s))
	}
	return groups, nil
}

// publish prints the page, and writes it where all was asked.
func (o options) publish(groups []verdict.Group, out io.Writer) error {
	if o.page == "" || len(o.only) > 0 {
		verdict.Page(out, preface, groups)
		return nil
	}
	f, err := os.Create(filepath.Join(o.root, o.page))
	if err != nil {
		return err
	}
	verdict.Page(f, preface, groups)
	return f.Close()
}
