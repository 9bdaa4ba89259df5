package main

import (
	"slices"
	"time"

	"bardo.run/bardo/test/mutate/verdict"
)

// options say what is mutated and who is asked.
type options struct {
	root, dir string
	procs     int
	only      []string
	patterns  []string // packages
	above     []string // packages whose tests are asked second
	hostile   []string // and last
	contracts []deployed
	// long is the most that a test may cost to be asked at all. most is what the tests
	// above may cost together, for each change, and those of the hostile suite again.
	long, most time.Duration
	grace      time.Duration // ask.Binary
	env        []string      // of all tests
	list       string        // of what is equivalent
	known      string        // what is known, as it is committed
	page       string
	until      verdict.Stage
}

// deployed are contracts, as patterns below contracts/src, and the packages whose tests
// deploy them: those that are asked first, and those that are asked second.
type deployed struct{ sources, own, above []string }

// asked returns the packages of a stage; own is the first.
func (o options) asked(s verdict.Stage, own, above []string) []string {
	switch s {
	case verdict.Own:
		return own
	case verdict.Above:
		return slices.DeleteFunc(slices.Clone(above), func(pkg string) bool { return slices.Contains(own, pkg) })
	}
	return o.hostile
}

// limit is what a test of a stage may cost to be asked.
func (o options) limit(s verdict.Stage) time.Duration {
	if s == verdict.Own {
		return o.long
	}
	return o.most
}

// budget is what the tests of a stage may cost together for a change; zero: anything.
func (o options) budget(s verdict.Stage) time.Duration {
	if s == verdict.Own {
		return 0
	}
	return o.most
}
