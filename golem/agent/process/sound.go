package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/audit"
)

// sound reads what a life left behind, before anything of it is touched: what it was
// born with, and false where no life was begun.
func (p *process) sound() (birth journal.Entry, found bool, err error) {
	dir := p.Home.Path(home.JournalDir)
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && len(files) == 0) {
		return birth, false, nil
	}
	if err != nil {
		return birth, false, err
	}
	j, err := journal.Read(dir)
	if err != nil {
		return birth, false, err
	}
	defer j.Close()
	if err := p.whole(j); err != nil {
		return birth, false, err
	}
	birth, err = j.Lookup(0)
	if errors.Is(err, journal.ErrEnd) { // killed before it was born
		return birth, false, nil
	}
	return birth, err == nil, err
}

// whole holds the journal against the manifest (runtime §15). A life that was killed
// has an old one, or none.
func (p *process) whole(j *journal.Reader) error {
	m, warning, err := p.Home.LoadManifest()
	if warning != nil {
		p.Log.Warn("the manifest is damaged; the journal is held against the one before, where there is one", "error", warning)
	}
	if errors.Is(err, home.ErrNoManifest) {
		return nil
	}
	if err != nil {
		return err
	}
	p.past.known = audit.Mark{Records: m.AuditSeq, Head: m.AuditHash}
	entries, _ := j.Head()
	if err := m.Within(entries, j.HashAt); err != nil {
		return fmt.Errorf("resume %s: %w", p.Home.Dir(), err)
	}
	return nil
}
