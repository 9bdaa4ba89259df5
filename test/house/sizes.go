package main

import (
	"go/ast"
	"go/types"
)

// sizes counts the fields and the methods of every type that somebody wrote, local types
// too. Methods of a type are those declared on it or its pointer, of an interface all.
func (t *tree) sizes() (fields, methods []count) {
	for _, p := range t.pkgs {
		at, _ := t.name(p.PkgPath)
		for _, file := range handwritten(p) {
			ast.Inspect(file, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				named, ok := p.TypesInfo.Defs[spec.Name].Type().(*types.Named)
				if !ok { // an alias
					return true
				}
				name := at + "." + spec.Name.Name
				if s, ok := named.Underlying().(*types.Struct); ok {
					fields = append(fields, count{name, t.fields(s, map[*types.Struct]bool{})})
				}
				methods = append(methods, count{name, declared(named)})
				return true
			})
		}
	}
	return most(fields), most(methods)
}

func declared(named *types.Named) int {
	if i, ok := named.Underlying().(*types.Interface); ok {
		return i.NumMethods()
	}
	return named.NumMethods()
}

// fields counts the fields of a struct, and with each field that embeds a struct of ours
// or is one without a name, the fields of that: neither is a way around the bound.
func (t *tree) fields(s *types.Struct, seen map[*types.Struct]bool) (n int) {
	if seen[s] {
		return 0
	}
	seen[s] = true
	for f := range s.Fields() {
		n++
		if inner := t.inner(f); inner != nil {
			n += t.fields(inner, seen)
		}
	}
	return n
}

func (t *tree) inner(f *types.Var) *types.Struct {
	typ := types.Unalias(f.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	if s, ok := typ.(*types.Struct); ok {
		return s
	}
	named, ok := typ.(*types.Named)
	if !ok || !f.Embedded() || named.Obj().Pkg() == nil {
		return nil
	}
	if _, ours := t.name(named.Obj().Pkg().Path()); !ours {
		return nil
	}
	s, _ := named.Underlying().(*types.Struct)
	return s
}
