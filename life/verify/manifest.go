package verify

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
)

// claim is what a manifest says.
type claim struct {
	home.Manifest
	name  string
	there bool
	err   error
}

// manifests reads both, the newer one first.
func (c *check) manifests() (all []claim) {
	for _, name := range []string{home.ManifestFile, home.ManifestFile + ".prev"} {
		m := claim{name: name}
		text, err := os.ReadFile(filepath.Join(c.dir, name))
		if m.there = !errors.Is(err, fs.ErrNotExist); m.there {
			if m.err = err; err == nil {
				m.Manifest, m.err = home.Unseal(text)
			}
		}
		all = append(all, m)
	}
	return all
}

// within holds the manifests against the journal.
func (c *check) within(j *journal.Reader) error {
	for _, m := range c.claims {
		switch {
		case !m.there:
			continue
		case errors.Is(m.err, home.ErrDamaged):
			c.wrong(m.name, standing, "it does not have its own hash")
			continue
		case m.err != nil:
			c.wrong(m.name, standing, "%v", m.err)
			continue
		}
		c.files[m.name] = true
		if err := m.Within(c.entries, j.HashAt); errors.Is(err, home.ErrForgot) {
			c.wrong(m.name, standing, "it is of another life, or the journal was cut off: %v", err)
		} else if err != nil {
			return err
		}
		if m.Epoch > c.boots {
			c.wrong(m.name, standing, "it is of boot %d, and the journal has %d", m.Epoch, c.boots)
		}
	}
	if now, before := c.claims[0], c.claims[1]; !now.there && before.there { // the one is written before the other is replaced
		c.wrong(now.name, standing, "the file is missing, and %s is there", before.name)
	} else if now.there && before.there && now.err == nil && before.err == nil && before.JournalSeq > now.JournalSeq {
		c.wrong(now.name, standing, "it is older than %s", before.name)
		c.wrong(before.name, standing, "it is newer than %s", now.name)
	}
	return nil
}

// stands holds the manifests that were written at this entry against what the Golem is there.
func (c *check) stands(g *agent.Agent, entries uint64, dead bool) {
	for _, m := range c.claims {
		if !m.there || m.err != nil || m.JournalSeq != entries || dead != (m.State == string(lifecycle.StateDead)) {
			continue
		}
		if is := process.Stands(g, dead); !same(m.Manifest, is) {
			c.wrong(m.name, standing, "what it says of the Golem at entry %d is not what the journal leads to", entries)
		}
	}
}

// same compares manifests, but for what a process adds: events are merged by its clock, too.
func same(m, is home.Manifest) bool {
	is.Epoch, is.WrittenAt, is.Clean, is.Reason, is.JournalSeq, is.JournalHash, is.EventSeq = m.Epoch, m.WrittenAt, m.Clean, m.Reason, m.JournalSeq, m.JournalHash, m.EventSeq
	a, bad := m.Seal()
	b, worse := is.Seal()
	return bad == nil && worse == nil && bytes.Equal(a, b)
}

// putAway holds the manifest of a life that is over against its end.
func (c *check) putAway() {
	m := c.claims[0]
	switch {
	case !m.there && c.claims[1].there: // was said
	case !m.there:
		c.wrong(m.name, standing, "the file is missing")
	case m.err != nil:
	case m.State != string(lifecycle.StateDead):
		c.wrong(m.name, standing, "it says that the Golem is %s, and the journal that it is dead: start the Golem once more if its process was killed", m.State)
	case m.JournalSeq != c.entries || m.Epoch != c.boots || !m.Clean:
		c.wrong(m.name, standing, "it was not written behind the end of the journal")
	}
}
