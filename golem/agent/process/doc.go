// Package process is one process of a life: it opens the Golem's folder, connects
// the Golem to what is outside, lets it live, and ends in one of three ways: the
// Golem died, the process was asked to stop (the ten phases of runtime §12, and
// the life goes on at the next start), or somebody pulled the kill switch.
//
// A life that was begun in the folder is resumed: the Golem is made again from its newest
// checkpoint, computed again from its journal, and goes on where the journal ends, in the middle of an order if need
// be. What was signed is never signed anew, so the same bytes are handed over again
// and no order is sent twice.
//
// It decides nothing: a life with a world beside it (life/live) and one against an
// endpoint (app/golem) give it different parts.
package process
