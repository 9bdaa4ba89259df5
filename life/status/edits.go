package status

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/cage"
)

// edits are the files that the owner edited and that are not in force, by what the journal has
// of them.
type edits struct {
	next     uint64 // entry of the journal
	limits   cage.Policy
	settings string // why golem.toml is not in force; empty: it is
	strategy string
	damaged  bool // the journal seems to be
}

// follow reads the words that came since. A journal that is being written may end in half an
// entry.
func (e *edits) follow(dir string, policy strategy.Policy) error {
	e.damaged = false
	r, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return err
	}
	defer r.Close()
	for x, err := range r.Entries(e.next) {
		if errors.Is(err, journal.ErrDamaged) || errors.Is(err, journal.ErrEnd) {
			e.damaged = errors.Is(err, journal.ErrDamaged)
			return nil
		}
		if err != nil {
			return err
		}
		if e.next = x.Seq + 1; x.Kind != journal.KindWord {
			continue
		}
		l, err := owner.Read(x)
		if err != nil {
			return err
		}
		e.take(l.Word, x.Tick, policy)
	}
	return nil
}

func (e *edits) take(word owner.Word, tick uint64, policy strategy.Policy) {
	switch w := word.(type) {
	case owner.Strategy:
		e.strategy = ""
		if _, err := strategy.Compile(w.Text, policy); err != nil {
			e.strategy = fmt.Sprintf("as it was edited in tick %d it does not compile: %v", tick, err)
		}
	case owner.Limits:
		looser := e.limits.Loosened(w.Policy)
		if e.settings = ""; len(looser) > 0 {
			e.settings = fmt.Sprintf("as it was edited in tick %d it loosens what a life only tightens: %s", tick, strings.Join(looser, "; "))
			return
		}
		e.limits = w.Policy
	}
}

// unread says that an edit of the owner's is not in force.
func (f *Folder) unread(Status) (Finding, bool) {
	switch e := f.edits; {
	case e.strategy != "":
		return Finding{Unread, "the STRATEGY.md that lies there is not in force: " + e.strategy, "mend it (bardo strategy check says how): what was in force before is, until then"}, true
	case e.settings != "":
		return Finding{Unread, "the golem.toml that lies there is not in force: " + e.settings, "write the limits as they were, or begin another life in another folder"}, true
	}
	return Finding{}, false
}
