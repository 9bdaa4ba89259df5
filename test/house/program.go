package main

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// program is a tree with the functions that its mains reach, by rapid type analysis: a
// method counts where a value of its type reaches an interface that has it.
type program struct {
	*tree
	ssa     *ssa.Program
	reached map[*ssa.Function]struct{ AddrTaken bool }
}

func (t *tree) build() (*program, error) {
	prog, pkgs := ssautil.AllPackages(t.pkgs, ssa.InstantiateGenerics)
	prog.Build()
	var roots []*ssa.Function
	for _, p := range ssautil.MainPackages(pkgs) {
		if name, _ := t.name(p.Pkg.Path()); t.order.band[name] == mains {
			roots = append(roots, p.Func("init"), p.Func("main"))
		}
	}
	if len(roots) == 0 {
		return nil, errors.New("there is no main")
	}
	return &program{t, prog, rta.Analyze(roots, false).Reachable}, nil
}

// written returns the functions and methods of what is delivered that somebody wrote.
func (p *program) written() map[string]*ssa.Function {
	fns := map[string]*ssa.Function{}
	for _, pkg := range p.pkgs {
		at, _ := p.name(pkg.PkgPath)
		if !p.order.delivered(at) {
			continue
		}
		for _, fn := range p.functions(pkg) {
			fns[at+"."+short(fn)] = fn
		}
	}
	return fns
}

func (p *program) functions(pkg *packages.Package) (fns []*ssa.Function) {
	for _, file := range handwritten(pkg) {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pkg.TypesInfo.Defs[d.Name].(*types.Func)
			if !ok {
				continue
			}
			if fn := p.ssa.FuncValue(obj); fn != nil && !marks(fn, d) {
				fns = append(fns, fn)
			}
		}
	}
	return fns
}

// marks reports whether a method only says that its type belongs to an interface.
func marks(fn *ssa.Function, d *ast.FuncDecl) bool {
	sig := fn.Signature
	return d.Recv != nil && !d.Name.IsExported() && sig.Params() == nil && sig.Results() == nil && d.Body != nil && len(d.Body.List) == 0
}

// dead returns the names of the functions that no main reaches. An instance of a generic
// function lies where that does.
func (p *program) dead(written map[string]*ssa.Function) (names []string) {
	live := map[token.Pos]bool{}
	for fn := range p.reached {
		live[fn.Pos()] = true
	}
	for name, fn := range written {
		if !live[fn.Pos()] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// short is a function's name, or that of its receiver's type and its own.
func short(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Name()
	}
	typ := types.Unalias(recv.Type())
	if ptr, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(ptr.Elem())
	}
	return typ.(*types.Named).Obj().Name() + "." + fn.Name()
}
