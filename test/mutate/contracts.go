package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"bardo.run/bardo/test/mutate/solidity"
	"bardo.run/bardo/test/mutate/verdict"
)

// chain finds the mutants of the contracts, writes the overlay under which tests read what
// is compiled from them, and starts compilers. The function ends those.
func chain(_ context.Context, o options) (all []*subject, overlay string, done func(), err error) {
	dir := filepath.Join(o.root, "contracts")
	compilers := make(chan *solidity.Compiler, o.procs)
	done = func() {
		for len(compilers) > 0 {
			(<-compilers).Stop()
		}
	}
	for range o.procs {
		c, err := solidity.Start(dir, o.dir)
		if err != nil {
			return nil, "", done, err
		}
		compilers <- c
	}
	c := <-compilers
	tree, err := solidity.Open(c, dir)
	if compilers <- c; err != nil {
		return nil, "", done, err
	}
	for _, d := range o.contracts {
		for _, file := range tree.Match(d.sources) {
			if !o.wants("contracts/src/" + file) {
				continue
			}
			s, err := o.contract(tree, file, d, compilers)
			if err == nil {
				c := <-compilers
				err = tree.Unchanged(c, file, o.unchanged())
				compilers <- c
			}
			if err != nil {
				return nil, "", done, err
			}
			all = append(all, s)
		}
	}
	overlay, err = o.embedded(filepath.Join(dir, "contracts.go"))
	return all, overlay, done, err
}

// unchanged is where the contracts lie that nothing was changed of, as mutants are compiled.
func (o options) unchanged() string { return filepath.Join(o.dir, "unchanged") }

// contract is the subject of one source.
func (o options) contract(tree *solidity.Tree, file string, d deployed, compilers chan *solidity.Compiler) (*subject, error) {
	name := "contracts/src/" + file
	s := &subject{group: verdict.Group{Name: name, Contract: true}, tests: map[verdict.Stage][]string{}}
	for _, st := range verdict.Stages {
		s.tests[st] = o.asked(st, d.own, d.above)
	}
	mutants := tree.Mutants(file)
	for _, m := range mutants {
		s.group.Changes = append(s.group.Changes, verdict.Change{Name: name + " " + m.Func + ": " + m.Change, File: name, Func: m.Func, What: m.Change, Line: m.Line})
	}
	s.change = func(_ context.Context, nth int) (env, places []string, _ error) {
		c := <-compilers
		defer func() { compilers <- c }()
		to, contracts, err := tree.Build(c, mutants[nth], filepath.Join(o.dir, "built"))
		if err != nil || len(contracts) == 0 {
			return nil, nil, err
		}
		for _, name := range contracts {
			places = append(places, name+".json")
		}
		return []string{solidity.Folder + "=" + to}, places, nil
	}
	from := tree.Reads(file)
	for i := range from {
		from[i] = "contracts/" + from[i]
	}
	var err error
	s.hash, err = o.hashes(s.tests, append(from, name)...)
	return s, err
}

// embedded writes the overlay of the file that embeds artifacts.
func (o options) embedded(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	text, err := solidity.Overlay(path)
	if err != nil {
		return "", err
	}
	to := filepath.Join(o.dir, "_contracts.go") // go list passes it by
	if err := os.WriteFile(to, text, 0o644); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{path: to}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(o.dir, "contracts.json")
	return overlay, os.WriteFile(overlay, list, 0o644)
}
