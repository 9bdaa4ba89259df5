package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// tree is the module without its tests, type-checked with all that it imports.
type tree struct {
	module string // its path
	order  order
	pkgs   []*packages.Package // ours, by path
}

func load(dir string) (*tree, error) {
	order, err := readOrder(filepath.Join(dir, "layers.txt"))
	if err != nil {
		return nil, err
	}
	const everything = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule
	pkgs, err := packages.Load(&packages.Config{Mode: everything, Dir: dir}, "./...")
	if err != nil {
		return nil, err
	}
	if err := broken(pkgs); err != nil {
		return nil, err
	}
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	if len(pkgs) == 0 || pkgs[0].Module == nil {
		return nil, fmt.Errorf("no module in %s", dir)
	}
	return &tree{pkgs[0].Module.Path, order, pkgs}, nil
}

func broken(pkgs []*packages.Package) error {
	var errs []error
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			errs = append(errs, e)
		}
	})
	return errors.Join(errs...)
}

// name is what a package of ours is called from the root; ok reports whether it is ours.
func (t *tree) name(path string) (name string, ok bool) {
	if path == t.module {
		return ".", true
	}
	return strings.CutPrefix(path, t.module+"/")
}

// handwritten returns the files of a package that nothing generates.
func handwritten(p *packages.Package) []*ast.File {
	return slices.DeleteFunc(slices.Clone(p.Syntax), ast.IsGenerated)
}

// imports counts, for each package with code, the packages of ours that it imports.
func (t *tree) imports() (counts []count) {
	for _, p := range t.pkgs {
		if len(p.GoFiles) == 0 {
			continue
		}
		c := count{}
		c.name, _ = t.name(p.PkgPath)
		for path := range p.Imports {
			if _, ours := t.name(path); ours {
				c.n++
			}
		}
		counts = append(counts, c)
	}
	return most(counts)
}

// wires reports whether a package only puts others together, so that it may import many.
func (h house) wires(pkg string) bool {
	return slices.Contains(h.wiring, pkg) || strings.HasPrefix(pkg, mains+"/")
}

// most sorts counts from the largest to the smallest, and by name.
func most(counts []count) []count {
	slices.SortFunc(counts, func(a, b count) int { return cmp.Or(b.n-a.n, cmp.Compare(a.name, b.name)) })
	return counts
}
