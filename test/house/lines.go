package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// What lines are for.
const (
	product   = "product"
	tests     = "tests"
	testKits  = "test kits"
	forUs     = "programs of the house"
	generated = "generated"
)

// lines counts the lines of all Go files beside the packages, of every system, by what
// they are for.
func (t *tree) lines() ([]count, error) {
	sums := map[string]int{}
	for _, p := range t.pkgs {
		in, err := t.linesIn(p)
		if err != nil {
			return nil, err
		}
		for what, n := range in {
			sums[what] += n
		}
	}
	var counts []count
	for _, what := range []string{product, tests, testKits, forUs, generated} {
		counts = append(counts, count{what, sums[what]})
	}
	return counts, nil
}

// linesOf counts the lines of product of some packages.
func (t *tree) linesOf(names []string) (counts []count, _ error) {
	for _, name := range names {
		i := slices.IndexFunc(t.pkgs, func(p *packages.Package) bool { return p.PkgPath == t.module+"/"+name })
		if i < 0 {
			return nil, fmt.Errorf("there is no package %s to trust", name)
		}
		in, err := t.linesIn(t.pkgs[i])
		if err != nil {
			return nil, err
		}
		counts = append(counts, count{name, in[product]})
	}
	return most(counts), nil
}

func (t *tree) linesIn(p *packages.Package) (map[string]int, error) {
	paths, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	if err != nil {
		return nil, err
	}
	in := map[string]int{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		in[t.use(p, path, file)] += bytes.Count(text, []byte("\n"))
	}
	return in, nil
}

func (t *tree) use(p *packages.Package, path string, file *ast.File) string {
	name, _ := t.name(p.PkgPath)
	switch {
	case ast.IsGenerated(file):
		return generated
	case strings.HasSuffix(path, "_test.go"):
		return tests
	case t.order.band[name] == kits:
		return testKits
	case t.order.delivered(name):
		return product
	}
	return forUs
}
