package schema

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// rendered is a file with its switches, and where each of them lies in it.
type rendered struct {
	bytes.Buffer
	src     *source
	regions []region
}

// region is what was written for a site, or for one alternative.
type region struct {
	from, to int
	site     *site
	alt      *alt // nil: the whole site
}

// render writes a file with all switches in it.
func (s *source) render() *rendered {
	r := &rendered{src: s}
	sites := slices.DeleteFunc(slices.Clone(s.sites), func(x *site) bool { return len(x.live()) == 0 })
	slices.SortStableFunc(sites, func(a, b *site) int {
		return cmp.Or(a.from-b.from, b.to-a.to, int(b.form)-int(a.form))
	})
	head := int(s.ast.Name.End() - s.ast.FileStart)
	r.Write(s.text[:head])
	for _, path := range slices.Sorted(maps.Keys(s.imports)) {
		alias := s.imports[path]
		if slices.ContainsFunc(sites, func(x *site) bool { return strings.Contains(x.result, alias+".") }) {
			fmt.Fprintf(r, "; import %s %q", alias, path)
		}
	}
	r.part(head, len(s.text), sites)
	return r
}

// part writes a part of the source; sites lie in it, those around others first.
func (r *rendered) part(from, to int, sites []*site) {
	for len(sites) > 0 {
		s := sites[0]
		inner := 1
		for inner < len(sites) && sites[inner].from < s.to {
			inner++
		}
		r.Write(r.src.text[from:s.from])
		r.place(s, sites[1:inner])
		from, sites = s.to, sites[inner:]
	}
	r.Write(r.src.text[from:to])
}

func (s *site) live() (out []*alt) {
	for i := range s.alts {
		if !s.alts[i].broken {
			out = append(out, &s.alts[i])
		}
	}
	return out
}

// place writes one site.
func (r *rendered) place(s *site, inner []*site) {
	at, alts := r.Len(), s.live()
	on := "mutantAt(" + strconv.Itoa(alts[0].id) + ", " + strconv.Itoa(alts[len(alts)-1].id) + ")"
	switch s.form {
	case condition:
		r.WriteString("(" + on + " == 0 && (")
		r.part(s.from, s.to, inner)
		r.WriteString(")")
		for _, a := range alts {
			r.alternative(s, a, " || mutantActive == %d && (", ")")
		}
		r.WriteString(")")
	case value:
		r.WriteString("func() " + s.result + " { switch " + on + " {")
		for _, a := range alts {
			r.alternative(s, a, " case %d: return ", "")
			r.WriteString(";")
		}
		r.WriteString("}; return ")
		r.part(s.from, s.to, inner)
		r.WriteString(" }()")
	case statement, body:
		r.WriteString("if mutantNow := " + on + "; mutantNow == 0 { ")
		r.part(s.from, s.to, inner)
		r.WriteString(" }")
		for _, a := range alts {
			if a.text != "" {
				r.alternative(s, a, " else if mutantNow == %d { ", " }")
			}
		}
	}
	r.regions = append(r.regions, region{at, r.Len(), s, nil})
}

func (r *rendered) alternative(s *site, a *alt, before, after string) {
	at := r.Len()
	r.WriteString(strings.Replace(before, "%d", strconv.Itoa(a.id), 1) + a.text + after)
	r.regions = append(r.regions, region{at, r.Len(), s, a})
}
