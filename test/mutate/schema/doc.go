// Package schema changes the Go code of a package in many small ways at once: every
// change stands in the code behind a switch, so that one compiled test binary is
// every mutant, and an environment variable says which (mutant schemata).
//
// What it writes are files for `go build -overlay`; the sources stay as they are.
package schema

// Active names the variable that chooses a mutant, as <import path>:<number>. Seen
// names the one that says to which file the places are appended that a process
// reaches, as lines of the same form.
const (
	Active = "BARDO_MUTANT"
	Seen   = "BARDO_MUTANT_SEEN"
)

// Mutant is one change of one place.
type Mutant struct {
	ID   int    // the switch, from 1, in its package
	Site int    // the least ID of its place, as it is written to Seen
	File string // slash-separated, from the root of the module
	Line int
	Func string // what it lies in
	// Change is what is different, as "old -> new". Where a function has the same
	// more than once, the second and later end with " #2", " #3".
	Change string
}

// Name says which mutant it is, as long as its function keeps the place.
func (m Mutant) Name() string { return m.File + " " + m.Func + ": " + m.Change }
