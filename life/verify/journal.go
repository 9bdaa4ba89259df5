package verify

import (
	"errors"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/internal/version"
	"bardo.run/bardo/life/replay"
)

// check is one check of a folder.
type check struct {
	dir       string
	options   Options
	living    bool
	closed    bool // its last process put everything away
	broken    bool // the journal is
	claims    []claim
	born      agent.Boot
	birth     [32]byte // hash of the journal's first entry
	boots     uint64
	entries   uint64
	said      []owner.Letter
	told      []journal.Entry               // of what was said, and of which key acts
	stood     map[string]journal.Checkpoint // by the names of their files
	life      *replay.Computed              // nil where nothing could be computed
	ticks     uint64
	files     map[string]bool // that something vouches for
	findings  map[string]Finding
	unvouched []string
	unchecked []string
}

// over reports whether the life ended, by its journal, and no process is putting it away.
func (c *check) over() bool { return c.life != nil && !c.life.CutOff && !c.living }

// read reads the journal from its birth to its end.
func (c *check) read() error {
	dir := filepath.Join(c.dir, home.JournalDir)
	j, err := journal.Read(dir)
	if err == nil {
		defer j.Close()
		err = c.take(j)
	}
	if errors.Is(err, version.ErrOther) {
		return err
	}
	if err != nil {
		c.broken = true
		if d := (*journal.Damaged)(nil); errors.As(err, &d) {
			c.wrong(home.JournalDir+"/"+filepath.Base(d.File), source, "entry %d (tick %d) at byte %d: %s", d.Entry, d.Tick, d.Offset, d.Reason)
		} else {
			c.wrong(home.JournalDir, source, "%v", err)
		}
	}
	return nil
}

func (c *check) take(j *journal.Reader) error {
	for e, err := range j.Entries(0) {
		if err != nil {
			return err
		}
		if c.entries == 0 {
			if c.born, err = agent.Born(e); err == nil {
				c.birth, err = j.HashAt(1)
			}
			if err != nil {
				return err
			}
		}
		c.entries++
		if e.Kind == journal.KindWord || e.Kind == journal.KindKey {
			c.told = append(c.told, e)
		}
		switch e.Kind {
		case journal.KindBoot:
			c.boots++
		case journal.KindCheckpoint:
			var s journal.Checkpoint
			if err := e.Decode(&s); err != nil {
				return err
			}
			c.stood[home.CheckpointDir+"/"+checkpoint.Name(e.Seq)] = s
		case journal.KindWord:
			l, err := owner.Read(e)
			if err != nil {
				return err
			}
			c.said = append(c.said, l)
		}
	}
	if c.entries == 0 {
		return journal.ErrEnd
	}
	c.closed = !c.living && c.put()
	return c.within(j)
}

// put reports whether the newest manifest was written behind the end of the journal, by a
// process that ended in order.
func (c *check) put() bool {
	for _, m := range c.claims {
		if m.there && m.err == nil {
			return m.Clean && m.JournalSeq == c.entries
		}
	}
	return false
}

// logs inspects the files of journal, records and ledger, each by itself.
func (c *check) logs() error {
	for _, log := range []struct {
		dir     string
		chained bool
		about   about
	}{{home.JournalDir, true, source}, {home.CyclesDir, false, computed}, {home.LedgerDir, true, computed}} {
		found, err := seglog.Inspect(filepath.Join(c.dir, log.dir), log.chained, c.closed)
		if err != nil {
			c.wrong(log.dir, log.about, "it cannot be read: %v", err)
			continue
		}
		for _, name := range found.Files {
			c.files[log.dir+"/"+name] = true
		}
		for _, d := range found.Faults {
			c.broken = c.broken || log.dir == home.JournalDir && filepath.Base(d.File) != "head"
			c.wrong(log.dir+"/"+filepath.Base(d.File), log.about, "entry %d at byte %d: %s", d.Frame, d.Offset, d.Reason)
		}
	}
	return nil
}
