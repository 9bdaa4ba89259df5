package main

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// way is how calls go through the packages between some functions. A call is a pair of
// functions of ours of which the first calls the second.
type way struct {
	what                string // the functions
	functions, packages int
	// calls are all, between those from one package to another, up those of them that go
	// to a higher line, returns those of these whose package leads to the caller's.
	calls, between, up, returns int
	hops                        []hop
}

// hop is how many calls go from a package to a higher one.
type hop struct {
	from, to string
	calls    int
	returns  bool
}

// ways are the way from the trigger to the exported functions of the hand that take a
// token, and everything that the trigger and the commit call. Calls are those of a variable
// type analysis: what an interface or a variable may hold is what flows there. It does not
// see through functions that are not ours.
func (p *program) ways(h house) ([]way, error) {
	written := p.written()
	for _, name := range []string{h.trigger, h.commit} {
		if written[name] == nil {
			return nil, fmt.Errorf("there is no function %s", name)
		}
	}
	sends, ends := []string{}, map[*ssa.Function]bool{}
	for name, fn := range written {
		if strings.HasPrefix(name, h.hand+".") && fn.Object().Exported() && p.takes(fn, h.token) {
			sends, ends[fn] = append(sends, name), true
		}
	}
	slices.Sort(sends)
	m, trigger, commit := p.calls(), written[h.trigger], written[h.commit]
	on := m.between(trigger, ends)
	if len(on) == 0 {
		return nil, fmt.Errorf("no call leads from %s to what takes a %s in %s", h.trigger, h.token, h.hand)
	}
	return []way{
		p.measure("from "+h.trigger+" to "+strings.Join(sends, ", "), m, on),
		p.measure("all that "+h.trigger+" calls", m, m.from(trigger, nil)),
		p.measure("all that "+h.commit+" calls", m, m.from(commit, nil)),
	}, nil
}

// takes reports whether a parameter of a function is a type, or a pointer to it.
func (p *program) takes(fn *ssa.Function, name string) bool {
	for v := range fn.Signature.Params().Variables() {
		if strings.TrimPrefix(types.TypeString(v.Type(), nil), "*") == p.module+"/"+name {
			return true
		}
	}
	return false
}

// measure adds up the calls between some functions.
func (p *program) measure(what string, m calls, on map[*ssa.Function]bool) way {
	met, pairs := map[string]bool{}, map[[2]string]int{}
	for fn := range on {
		met[p.home(fn)] = true
		for _, to := range m.out[fn] {
			if on[to] {
				pairs[[2]string{p.home(fn), p.home(to)}]++
			}
		}
	}
	w := way{what: what, functions: len(on), packages: len(met)}
	for pair, n := range pairs {
		w.add(p.order, pair, n, leads(pairs, pair[1], pair[0]))
	}
	slices.SortFunc(w.hops, func(a, b hop) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	return w
}

// add adds n calls from a package to one that leads back to it, or does not.
func (w *way) add(o order, pair [2]string, n int, back bool) {
	w.calls += n
	if pair[0] == pair[1] {
		return
	}
	w.between += n
	if !o.up(pair[0], pair[1]) {
		return
	}
	w.up += n
	if back {
		w.returns += n
	}
	w.hops = append(w.hops, hop{pair[0], pair[1], n, back})
}

// leads reports whether calls between packages lead from one to another.
func leads(pairs map[[2]string]int, from, to string) bool {
	return reach([]string{from}, func(pkg string) (next []string) {
		for pair := range pairs {
			if pair[0] == pkg {
				next = append(next, pair[1])
			}
		}
		return next
	})[to]
}
