package status

import (
	"errors"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
)

// Sound reads the journal of the life in dir, and returns the first place in it that was changed:
// a journal.ErrDamaged. Everything that the folder tells was computed from it.
func Sound(dir string) error {
	r, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return err
	}
	return errors.Join(r.Verify(), r.Close())
}

// recheck reads a journal again that seemed to be damaged: a process that starts may have cut off
// meanwhile what a crash left at its end.
func recheck(f *Folder) string {
	if !f.edits.damaged {
		return ""
	}
	if err := Sound(f.dir); errors.Is(err, journal.ErrDamaged) {
		return err.Error()
	}
	return ""
}

// sound says that the journal is damaged, from which everything else was computed.
func sound(f *Folder, s Status) (Finding, bool) {
	what := s.Process.Journal + "; what is told here was computed from it before"
	return Finding{Corrupt, what, "see what else is: bardo verify " + f.dir + "; restore the folder from a copy before anything is started in it"}, s.Process.Journal != ""
}
