package main

import (
	"fmt"
	"io"
	"strings"
)

// print writes the table: each measure, and below it what is past its bound, or everything.
func (r *report) print(out io.Writer, all bool) {
	section(out, "own packages that a package imports", r.imports, r.house.imports, all)
	section(out, "fields of a type", r.fields, r.house.fields, all)
	section(out, "methods of a type", r.methods, r.house.methods, all)
	for i, w := range r.ways {
		w.print(out, i == 0 || all)
	}
	for _, p := range r.house.protocols {
		fmt.Fprintf(out, "packages that %s touches (they name %s): %d\n", p.kind, strings.Join(p.words, ", "), len(r.touched[p.kind]))
		names(out, r.touched[p.kind])
	}
	fmt.Fprintf(out, "functions that no main reaches: %d\n", len(r.dead))
	if all {
		names(out, r.dead)
	}
	sum(out, "lines of Go", r.lines)
	sum(out, "lines that are trusted", r.trusted)
}

func section(out io.Writer, what string, of []count, most int, all bool) {
	var above []count
	for _, c := range of {
		if c.n > most {
			above = append(above, c)
		}
	}
	fmt.Fprintf(out, "%s: %d of %d above %d\n", what, len(above), len(of), most)
	if all {
		above = of
	}
	rows(out, above)
}

func sum(out io.Writer, what string, of []count) {
	n := 0
	for _, c := range of {
		n += c.n
	}
	fmt.Fprintf(out, "%s: %d\n", what, n)
	rows(out, of)
}

func rows(out io.Writer, of []count) {
	for _, c := range of {
		fmt.Fprintf(out, "  %6d %s\n", c.n, c.name)
	}
}

func names(out io.Writer, of []string) {
	for _, name := range of {
		fmt.Fprintf(out, "         %s\n", name)
	}
}

func (w way) print(out io.Writer, hops bool) {
	fmt.Fprintf(out, "%s: %d functions of %d packages\n", w.what, w.functions, w.packages)
	fmt.Fprintf(out, "  %6d calls, %d between packages; %d go up, %d of them to what leads back\n", w.calls, w.between, w.up, w.returns)
	if !hops {
		return
	}
	for _, h := range w.hops {
		back := ""
		if h.returns {
			back = ", and back"
		}
		fmt.Fprintf(out, "  %6d %s -> %s%s\n", h.calls, h.from, h.to, back)
	}
}
