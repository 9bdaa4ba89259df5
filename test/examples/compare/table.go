package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// pair is a deed of the base and the one of the head that stands beside it; nil where there is none.
type pair struct{ base, head *deed }

func (p pair) same() bool {
	return p.base != nil && p.head != nil && p.base.What == p.head.What && p.base.Tick == p.head.Tick &&
		p.base.Received == p.head.Received && p.base.Paid == p.head.Paid
}

// paired sets two lists beside one another by their ticks.
func paired(base, head []deed) (all []pair) {
	for len(base) > 0 || len(head) > 0 {
		switch {
		case len(head) == 0 || len(base) > 0 && base[0].Tick < head[0].Tick:
			all, base = append(all, pair{base: &base[0]}), base[1:]
		case len(base) == 0 || head[0].Tick < base[0].Tick:
			all, head = append(all, pair{head: &head[0]}), head[1:]
		default:
			all, base, head = append(all, pair{&base[0], &head[0]}), base[1:], head[1:]
		}
	}
	return all
}

// list prints both lists side by side and returns in how many lines they differ.
func list(w io.Writer, name string, l [2]lived) (differ int) {
	fmt.Fprintf(w, "\n%s\n", name)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\ttick\tbase\treceived\tpaid\ttick\thead\treceived\tpaid")
	for _, p := range paired(l[0].deeds, l[1].deeds) {
		mark := ""
		if !p.same() {
			mark, differ = "≠", differ+1
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", mark, p.base.cells(), p.head.cells())
	}
	t.Flush() //nolint:errcheck // what is written to it goes to w, as the lines above
	return differ
}

func (d *deed) cells() string {
	if d == nil {
		return "\t–\t\t"
	}
	return fmt.Sprintf("%d\t%s\t%s\t%s", d.Tick, d.What, known(d.Received), known(d.Paid))
}

func known(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// sum is a line of the last table.
type sum struct {
	name   string
	lives  [2]lived
	differ int
}

// table prints how many deeds each life had, in how many they differ, and the processor time.
func table(w io.Writer, sums []sum) {
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "strategy\tbase\thead\tdiffer\tprocessor s, base\thead\tfactor\t")
	var all [2]time.Duration
	for _, s := range sums {
		for i := range all {
			all[i] += s.lives[i].spent
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t\n", s.name, len(s.lives[0].deeds), len(s.lives[1].deeds), s.differ, times(s.lives[0].spent, s.lives[1].spent))
	}
	fmt.Fprintf(t, "all\t\t\t\t%s\t\n", times(all[0], all[1]))
	t.Flush() //nolint:errcheck // what is written to it goes to w, as the lines above
}

func times(base, head time.Duration) string {
	return fmt.Sprintf("%.2f\t%.2f\t%.3f", base.Seconds(), head.Seconds(), float64(head)/float64(base))
}
