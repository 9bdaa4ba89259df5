package verify

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"bardo.run/bardo/golem/host/lifecycle"
)

// State is whether a life goes on.
type State string

// The states of a life: a process has its folder, it is over, or it waits for a start.
const (
	Living  State = "living"
	Dead    State = "dead"
	Stopped State = "stopped"
)

// Finding is a file that is not what it must be.
type Finding struct {
	File  string `json:"file"` // in the folder of the life, with slashes
	Wrong string `json:"wrong"`
	Means string `json:"means"`
	Do    string `json:"do"`
}

// Report is what a check came to.
type Report struct {
	Whole    bool      `json:"whole"`
	Golem    string    `json:"golem"` // empty where its birth cannot be read
	State    State     `json:"state"`
	Ticks    uint64    `json:"ticks"` // that were computed again
	Files    int       `json:"files"` // that something vouches for
	Findings []Finding `json:"findings"`
	// Unchecked are files that could not be checked, because what vouches for them is damaged;
	// of Unvouched nothing says what they should hold.
	Unchecked []string `json:"not_checked"`
	Unvouched []string `json:"not_vouched_for"`
}

// Text prints the report for people.
func (r Report) Text(w io.Writer) {
	name := r.Golem
	if name == "" {
		name = "the life"
	}
	first := fmt.Sprintf("Whole: %s is %s, and all %d files of its life are as they were written", name, r.State, r.Files)
	if !r.Whole {
		first = fmt.Sprintf("Not whole: %d of the %d files of %s (%s) are not as they were written", len(r.Findings), r.Files, name, r.State)
	}
	fmt.Fprintln(w, first)
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s: %s\n  means  %s\n  do     %s\n", f.File, f.Wrong, f.Means, f.Do)
	}
	for _, name := range r.Unchecked {
		fmt.Fprintf(w, "not checked, because what vouches for it is damaged: %s\n", name)
	}
	for _, name := range r.Unvouched {
		fmt.Fprintf(w, "not vouched for: %s\n", name)
	}
}

// about is what a fault in a kind of file means, and what to do.
type about struct{ means, do string }

var (
	source   = about{"everything else follows from the journal: nothing behind this place can be trusted", "restore the folder from a copy; a journal is never repaired"}
	computed = about{"the journal is whole; this was computed from it, and was changed since", "restore the file from a copy; of a life that goes on, move it away, and the next start computes it again"}
	paper    = about{"this is not what the Golem left when it died", "restore the file from a copy; or move it away, and bardo replay DIR --testament FILE writes the testament again"}
	standing = about{"the next start cannot hold the journal against it", "restore the file from a copy; of a life that goes on, the next ten ticks write it again"}
	stood    = about{"no start goes on from it: it takes an older checkpoint, or computes the life from its first entry, which takes longer", "nothing has to be done: the next start sets it aside"}
	deaf     = about{"a start that goes on from it would live under other limits than are in force, or by another key", "move the folder checkpoints away: the next start computes the life from its first entry"}
	strategy = about{"it was damaged, or edited and not heard yet; what is in force is in the journal", "if you edited it, look whether the Golem took it; else restore it from a copy"}
	held     = about{"it was damaged, or changed by someone other than the Golem", "if you changed it, start the Golem again, which takes it down; else restore it from a copy"}
	sums     = about{"nothing says any more whether the settings, the sealed files and the page of the life are as they were", "restore the file from a copy; the next start of a life that goes on takes everything down anew"}
	letter   = about{"it is not what the owner said, or what was answered", "restore the file from a copy; of a letter that waits, remove it and give the order again"}
	line     = about{"a line of the log was changed or is half written; nothing is decided by it", "do not trust that line"}
	lock     = about{"it does not say which process was here last", "nothing has to be done: the next process signs it anew"}
)

// wrong takes down a finding, of each file the first.
func (c *check) wrong(file string, a about, format string, args ...any) {
	c.files[file] = true
	if _, known := c.findings[file]; !known {
		c.findings[file] = Finding{file, fmt.Sprintf(format, args...), a.means, a.do}
	}
}

func (c *check) report() Report {
	r := Report{Whole: len(c.findings) == 0, Golem: c.born.Identity.GolemID, State: Stopped, Ticks: c.ticks, Files: len(c.files), Findings: []Finding{}, Unchecked: append([]string{}, c.unchecked...), Unvouched: append([]string{}, c.unvouched...)}
	switch {
	case c.living:
		r.State = Living
	case c.over(), c.claims[0].State == string(lifecycle.StateDead):
		r.State = Dead
	}
	for _, name := range slices.Sorted(maps.Keys(c.findings)) {
		r.Findings = append(r.Findings, c.findings[name])
	}
	return r
}
