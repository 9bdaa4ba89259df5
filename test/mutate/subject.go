package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/test/mutate/ask"
	"bardo.run/bardo/test/mutate/verdict"
)

// subject is a package or a contract's source with all its mutants, and how to ask.
type subject struct {
	group verdict.Group
	hash  map[verdict.Stage]string
	// tests are who is asked at each stage; seen is the variable they note places for.
	tests map[verdict.Stage][]string
	// change makes a mutant ready: the environment that has it, and the places any of
	// which a test reaches that it may concern. An empty environment: it is no mutant.
	change func(ctx context.Context, nth int) (env, places []string, err error)
}

// bench builds and keeps test binaries.
type bench struct {
	o       options
	overlay string // the file
	seen    string // the variable for what is reached
	built   map[string]*ask.Binary
	out     io.Writer
	store   *verdict.Store
	known   *verdict.Known
	// same are the changes that are called equivalent: only the own tests are asked about
	// them, who can say that they are not.
	same map[string]string
}

// binary returns the tests of a package, compiled, and who reaches what.
func (b *bench) binary(ctx context.Context, pkg string, s verdict.Stage) (*ask.Binary, error) {
	if t, ok := b.built[pkg]; ok {
		return t, nil
	}
	watch := clock.Start()
	t, err := ask.Build(ctx, b.o.root, pkg, b.overlay, ask.Place(b.o.dir, pkg))
	if err == nil && t != nil {
		t.Grace, t.Env = b.o.grace, b.o.env
		err = t.Learn(ctx, b.o.procs, b.seen, b.o.limit(s))
	}
	if err != nil {
		return nil, err
	}
	b.built[pkg] = t
	if t != nil {
		fmt.Fprintf(b.out, "%s: %d tests learned in %s\n", pkg, len(t.Tests), watch.Elapsed().Round(1e8))
		for _, name := range t.Left {
			fmt.Fprintf(b.out, "not asked, it costs more than %s: %s\n", b.o.limit(s), name)
		}
	}
	return t, nil
}

// ask asks one stage about all that nobody noticed before, and keeps the answers.
func (b *bench) ask(ctx context.Context, s *subject, stage verdict.Stage) error {
	todo := b.open(s, stage)
	if len(todo) == 0 {
		return nil
	}
	tests, err := b.tests(ctx, s, stage)
	if err != nil {
		return err
	}
	watch, noticed := clock.Start(), atomic.Int64{}
	errs, near := make([]error, len(todo)), &nearby{}
	ask.Each(b.o.procs, len(todo), func(i int) {
		if ctx.Err() != nil {
			errs[i] = ctx.Err()
			return
		}
		v, err := b.one(ctx, s, todo[i], tests, stage, near)
		if err == nil && ctx.Err() == nil {
			err = b.store.Put(v)
		}
		if errs[i] = err; v.By != "" {
			noticed.Add(1)
		}
	})
	fmt.Fprintf(b.out, "%s: %s tests noticed %d of %d in %s\n", s.group.Name, stage, noticed.Load(), len(todo), watch.Elapsed().Round(1e8))
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// tests are the binaries of a stage.
func (b *bench) tests(ctx context.Context, s *subject, stage verdict.Stage) (out []*ask.Binary, _ error) {
	for _, pkg := range s.tests[stage] {
		t, err := b.binary(ctx, pkg, stage)
		if err != nil {
			return nil, err
		}
		if t != nil {
			out = append(out, t)
		}
	}
	return out, nil
}

func (b *bench) one(ctx context.Context, s *subject, nth int, tests []*ask.Binary, stage verdict.Stage, near *nearby) (verdict.Verdict, error) {
	c := s.group.Changes[nth]
	v := verdict.Verdict{Group: s.group.Name, Hash: s.hash[stage], Name: c.Name, Stage: stage}
	env, places, err := s.change(ctx, nth)
	if err != nil {
		return v, err
	}
	if len(env) == 0 {
		v.None = true
		return v, nil
	}
	a := ask.Ask(ctx, tests, ask.Question{Env: env, Places: places, Most: b.o.budget(stage), First: near.who(c)})
	if v.Reached, v.By = a.Asked > 0, a.By; a.Noticed {
		near.noticed(c, a.By)
	}
	return v, nil
}

// open are the changes that a stage has to be asked about.
func (b *bench) open(s *subject, stage verdict.Stage) (todo []int) {
	for i, c := range s.group.Changes {
		open := stage == verdict.Own || b.same[c.Name] == ""
		for _, st := range verdict.Stages[:slices.Index(verdict.Stages, stage)+1] {
			v, known := b.store.Get(s.group.Name, s.hash[st], c.Name, st)
			open = open && v.By == "" && !v.None && (known == (st != stage))
		}
		if open {
			todo = append(todo, i)
		}
	}
	return todo
}

// judged is the group with what is known of it.
func (b *bench) judged(s *subject) verdict.Group {
	g := s.group
	g.Changes = nil
	for _, c := range s.group.Changes {
		none := false
		for _, st := range verdict.Stages {
			v, known := b.store.Get(g.Name, s.hash[st], c.Name, st)
			if !known && c.Missing == "" && (st == verdict.Own || b.same[c.Name] == "") {
				c.Missing = st
			}
			c.Reached = c.Reached || v.Reached
			if none = none || v.None; v.By != "" {
				c.By, c.Test, c.Missing = st, v.By, ""
				break
			}
		}
		if none {
			g.Dropped++
			continue
		}
		g.Changes = append(g.Changes, c)
	}
	return g
}
