package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/test/mutate/ask"
	"bardo.run/bardo/test/mutate/schema"
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
	groups, err := o.everything(ctx, store, out)
	if err != nil {
		return nil, err
	}
	faults := verdict.Mark(groups, list, len(o.only) == 0)
	faults = append(faults, verdict.Enough(groups)...)
	return faults, o.publish(groups, out)
}

// everything asks about packages, then about contracts.
func (o options) everything(ctx context.Context, store *verdict.Store, out io.Writer) (groups []verdict.Group, _ error) {
	subjects, overlay, err := code(o)
	if err != nil {
		return nil, err
	}
	if len(o.only) > 0 && !slices.ContainsFunc(o.only, func(s string) bool { return strings.HasSuffix(s, ".sol") }) {
		o.sources = nil
	}
	b := &bench{o: o, overlay: overlay, seen: schema.Seen, built: map[string]*ask.Binary{}, out: out}
	if groups, err = b.all(ctx, subjects, store); err != nil || len(o.sources) == 0 {
		return groups, err
	}
	subjects, overlay, done, err := chain(ctx, o)
	defer done()
	if err != nil {
		return nil, err
	}
	b = &bench{o: o, overlay: overlay, seen: artifactsRead, built: map[string]*ask.Binary{}, out: out}
	more, err := b.all(ctx, subjects, store)
	return append(groups, more...), err
}

// all asks each stage about all subjects before the next, so that the tests of the first
// are done with before those of many packages are built.
func (b *bench) all(ctx context.Context, subjects []*subject, store *verdict.Store) (groups []verdict.Group, _ error) {
	for _, st := range verdict.Stages[:slices.Index(verdict.Stages, b.o.until)+1] {
		for _, s := range subjects {
			if err := b.ask(ctx, s, st, store); err != nil {
				return nil, fmt.Errorf("%s: %w", s.group.Name, err)
			}
		}
	}
	for _, s := range subjects {
		groups = append(groups, s.judged(store))
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
