package main

import (
	"fmt"
	"os"
	"strings"
)

// Bands of layers.txt that are not delivered, and that of the mains.
const (
	programs = "programs of the house"
	kits     = "test kits, imported by test files only"
	mains    = "cmd"
)

// order is layers.txt: which packages there are, from high to low.
type order struct {
	line map[string]int    // of a package
	band map[string]string // the heading above it, up to a colon
}

func readOrder(path string) (order, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return order{}, err
	}
	o, heading := order{map[string]int{}, map[string]string{}}, ""
	bands := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if comment, ok := strings.CutPrefix(line, "# "); ok {
			heading, _, _ = strings.Cut(comment, ":")
		} else if line != "" {
			o.line[line], o.band[line], bands[heading] = i+1, heading, true
		}
	}
	for _, band := range []string{programs, kits, mains} {
		if !bands[band] {
			return o, fmt.Errorf("%s has no packages under %q", path, band)
		}
	}
	return o, nil
}

// delivered reports whether a package is part of what is built for others.
func (o order) delivered(pkg string) bool {
	band := o.band[pkg]
	return band != "" && band != programs && band != kits
}

// up reports whether a call from one package to another goes to a higher line.
func (o order) up(from, to string) bool { return o.line[to] < o.line[from] }
