package main

import (
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
	sources   []string // contracts, as patterns below contracts/src
	deploying []string // packages whose tests deploy them
	over      []string // the same, asked second
	// A test that takes longer than brief is not asked second, one longer than long never.
	brief, long time.Duration
	grace       time.Duration // ask.Binary
	list        string        // of what is equivalent
	page        string
	until       verdict.Stage
}

// asked returns the packages of a stage; own is the first.
func (o options) asked(s verdict.Stage, own, above []string) []string {
	switch s {
	case verdict.Own:
		return own
	case verdict.Above:
		return above
	}
	return o.hostile
}

// limit is how long a test of a stage may take to be asked.
func (o options) limit(s verdict.Stage) time.Duration {
	if s == verdict.Above {
		return o.brief
	}
	return o.long
}
