package live

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
)

// folder is a life's folder, and what it was before: a start that is refused leaves no half of a
// life behind.
type folder struct {
	*home.Home
	made, empty bool // it was not there; or it was, with nothing in it
}

func openFolder(dir string) (f folder, err error) {
	entries, err := os.ReadDir(dir)
	f.made = errors.Is(err, fs.ErrNotExist)
	f.empty = err == nil && len(entries) == 0
	f.Home, err = home.Open(dir)
	return f, err
}

// forsake takes away what was put into a folder of our own in which no life began.
func (f folder) forsake() error {
	if !f.made && !f.empty || f.begun() {
		return nil
	}
	if f.made {
		return os.RemoveAll(f.Dir())
	}
	entries, err := os.ReadDir(f.Dir())
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(f.Dir(), e.Name())))
	}
	return err
}

// begun reports whether a life began in the folder.
func (f folder) begun() bool {
	_, err := agent.BirthIn(f.Path(home.JournalDir))
	return !errors.Is(err, journal.ErrEnd)
}
