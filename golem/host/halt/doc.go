// Package halt is the owner's brake: a small file in the Golem's folder that stops what
// opens a risk, or every signature, until the owner lets go (safety §15.1).
//
//	{"halt": "stop_opening", "at_ms": 1790000000000}
//
// halt is stop_opening, under which closing goes on, freeze, under which nothing is
// signed, or none. The word none also lets a Golem go on that an emergency stopped
// (safety §15.3). at_ms tells one word from the next.
//
// It owns the file's format. It promises: what is no such file is never a word and never
// an error, but a line in the log, once; a word that was heard holds whatever becomes of
// its file, until another comes. It decides nothing, and nothing that a model says can
// write it.
package halt
