package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
)

// table lays the results out, one line each.
func table(results []result) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "figure\tfloor\taim\tmeasured\t\tnote")
	for _, r := range results {
		if r.err != nil {
			fmt.Fprintf(w, "%s\t%s\t%s\tnot measured\t\t%v\n", r.name, r.bound(r.floor), r.bound(r.aim), r.err)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.name, r.bound(r.floor), r.bound(r.aim), r.show(r.value), r.verdict(), r.note)
	}
	// Nothing that is written to a strings.Builder fails.
	_ = w.Flush()
	return out.String()
}

// bounded says whether DESIGN §10 asks for anything; zero allocations is a bound.
func (r row) bounded() bool { return r.floor != 0 || r.unit == "" }

func (r row) bound(v float64) string {
	if !r.bounded() {
		return "-"
	}
	return r.show(v)
}

func (r row) show(v float64) string {
	digits := 0
	switch {
	case v == 0 || v >= 100 || r.unit == "": // without a unit it is a count
	case v >= 10:
		digits = 1
	default:
		digits = 2
	}
	return strings.TrimSpace(strconv.FormatFloat(v, 'f', digits, 64) + " " + r.unit)
}

// verdict says where the figure lies.
func (r result) verdict() string {
	within := func(bound float64) bool {
		if r.more {
			return r.value >= bound
		}
		return r.value <= bound
	}
	switch {
	case !r.bounded():
		return ""
	case within(r.aim):
		return "aim"
	case within(r.floor):
		return "floor"
	}
	return "missed"
}
