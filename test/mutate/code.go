package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bardo.run/bardo/test/mutate/schema"
	"bardo.run/bardo/test/mutate/verdict"
)

// code finds the mutants of the packages and writes their overlay.
func code(o options) (all []*subject, overlay string, _ error) {
	loaded, err := schema.Load(o.root, o.patterns...)
	if err != nil {
		return nil, "", err
	}
	replace := map[string]string{}
	for _, p := range loaded {
		name, err := filepath.Rel(p.Module, p.Dir)
		if name = filepath.ToSlash(name); err != nil || !o.wants(name) || strings.HasSuffix(name, "test") {
			continue // a test kit guards nothing
		}
		c, err := p.Mutate()
		if err != nil {
			return nil, "", err
		}
		if err := c.Write(filepath.Join(o.dir, "_code", filepath.FromSlash(name)), replace); err != nil {
			return nil, "", err
		}
		s, err := o.subject(p, name, c)
		if err != nil {
			return nil, "", err
		}
		all = append(all, s)
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", " ")
	if err != nil {
		return nil, "", err
	}
	overlay = filepath.Join(o.dir, "overlay.json")
	return all, overlay, os.WriteFile(overlay, text, 0o644)
}

// wants reports whether a package or a source is asked about.
func (o options) wants(name string) bool { return len(o.only) == 0 || slices.Contains(o.only, name) }

// subject is a package's.
func (o options) subject(p *schema.Package, name string, c *schema.Code) (*subject, error) {
	s := &subject{group: verdict.Group{Name: name, Dropped: c.Dropped}, tests: map[verdict.Stage][]string{}}
	for _, st := range verdict.Stages {
		s.tests[st] = o.asked(st, []string{"./" + name}, o.above)
	}
	for _, m := range c.Mutants {
		s.group.Changes = append(s.group.Changes, verdict.Change{Name: m.Name(), File: m.File, Func: m.Func, What: m.Change, Line: m.Line})
	}
	s.change = func(_ context.Context, nth int) (env, places []string, _ error) {
		m := c.Mutants[nth]
		return []string{schema.Active + "=" + p.Path + ":" + strconv.Itoa(m.ID)}, []string{p.Path + ":" + strconv.Itoa(m.Site)}, nil
	}
	var err error
	s.hash, err = o.hashes(s.tests, name)
	return s, err
}
