// Package bardo builds the owner's command line: one file per verb, each an
// options struct, a constructor that parses, and a run function. It decides
// nothing; fault.go is the one place where errors become words for people, exit
// codes and a next step.
package bardo
