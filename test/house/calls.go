package main

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/callgraph/vta"
	"golang.org/x/tools/go/ssa"
)

// calls are, for each function of ours, those that it calls and those that call it, once each.
type calls struct {
	out, in map[*ssa.Function][]*ssa.Function
}

func (p *program) calls() calls {
	ours := map[*ssa.Function]bool{}
	for fn := range p.reached {
		if p.home(fn) != "" {
			ours[fn] = true
		}
	}
	m := calls{map[*ssa.Function][]*ssa.Function{}, map[*ssa.Function][]*ssa.Function{}}
	for fn, node := range vta.CallGraph(ours, nil).Nodes {
		seen := map[*ssa.Function]bool{}
		for _, e := range node.Out {
			if to := e.Callee.Func; ours[to] && !seen[to] {
				seen[to] = true
				m.out[fn], m.in[to] = append(m.out[fn], to), append(m.in[to], fn)
			}
		}
	}
	return m
}

// from returns a function and what it leads to, but not by way of an end. A literal lies
// behind the function that it is written in, whoever calls it.
func (m calls) from(start *ssa.Function, ends map[*ssa.Function]bool) map[*ssa.Function]bool {
	return reach([]*ssa.Function{start}, func(fn *ssa.Function) []*ssa.Function {
		if ends[fn] {
			return nil
		}
		return slices.Concat(m.out[fn], fn.AnonFuncs)
	})
}

// between returns the functions that lie on a way from a function to an end.
func (m calls) between(start *ssa.Function, ends map[*ssa.Function]bool) map[*ssa.Function]bool {
	on := m.from(start, ends)
	back := reach(slices.Collect(maps.Keys(ends)), func(fn *ssa.Function) []*ssa.Function {
		if fn.Parent() != nil {
			return append(slices.Clone(m.in[fn]), fn.Parent())
		}
		return m.in[fn]
	})
	maps.DeleteFunc(on, func(fn *ssa.Function, _ bool) bool { return !back[fn] })
	return on
}

// home names the package of ours that a function is written in, or nothing.
func (p *program) home(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	path := ""
	if fn.Pkg != nil {
		path = fn.Pkg.Pkg.Path()
	} else if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		path = obj.Pkg().Path()
	}
	name, ours := p.name(path)
	if !ours {
		return ""
	}
	return name
}

// reach returns what can be come to from some places, themselves among it.
func reach[T comparable](from []T, next func(T) []T) map[T]bool {
	met := map[T]bool{}
	for len(from) > 0 {
		at := from[len(from)-1]
		from = from[:len(from)-1]
		if !met[at] {
			met[at] = true
			from = append(from, next(at)...)
		}
	}
	return met
}
