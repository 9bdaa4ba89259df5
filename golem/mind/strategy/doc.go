// Package strategy reads a STRATEGY.md and watches its rules.
//
// A STRATEGY.md is written by the owner and never by the Golem: TOML between
// +++ lines, then Markdown with recognised headings and fenced rules (package
// rule). Compile turns it into a Strategy, or into all its problems at once, each
// with the line and column in the file. Reloader carries a new text through
// compile, wait and activation; Watch evaluates the rules once per theta tick
// over the price series and the observed portfolio.
//
// The package owns the file format, the limits a file may set (they tighten the
// owner's policy and never loosen it), and the state of every rule: whether its
// condition held, when it last triggered, what the position cost. It decides
// nothing about money: package play turns triggers into proposals.
//
// Everything here is a function of its arguments. It reads no clock, no file and
// no chain, and a text however broken is an error, never a panic. Spec: heartbeat
// §16, DESIGN §12.17 and §12.18.
package strategy
