package verify

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/logline"
)

// faulty reports whether a file of a folder was found to be wrong, or the folder.
func (c *check) faulty(dir string) bool {
	for name := range c.findings {
		if name == dir || strings.HasPrefix(name, dir+"/") && filepath.Base(name) != "head" {
			return true
		}
	}
	return false
}

func (c *check) bad(name string) bool { _, bad := c.findings[name]; return bad }

// differs says where two contents part.
func differs(have, want []byte) string {
	n := min(len(have), len(want))
	for i := range n {
		if have[i] != want[i] {
			return fmt.Sprintf("byte %d is another", i)
		}
	}
	return fmt.Sprintf("it has %d bytes and not %d", len(have), len(want))
}

// index holds the index against the records, which have to be whole for it.
func (c *check) index() error {
	for _, name := range []string{records.IndexName, records.SumName} {
		c.files[home.CyclesDir+"/"+name] = true
	}
	dir := filepath.Join(c.dir, home.CyclesDir)
	checks := []error{records.CheckSum(dir)}
	if !c.faulty(home.CyclesDir) && !c.bad(home.CyclesDir+"/head") {
		checks = append(checks, records.CheckIndex(dir, c.closed))
	}
	for _, err := range checks {
		if found := (*records.IndexError)(nil); errors.As(err, &found) {
			c.wrong(home.CyclesDir+"/"+found.File, computed, "%s", found.Reason)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// signed checks the lock.
func (c *check) signed() error {
	if c.birth == ([32]byte{}) {
		return nil
	}
	h, err := home.Signed(c.dir, c.birth)
	c.files[home.LockFile] = true
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.wrong(home.LockFile, lock, "the file is missing")
	case errors.Is(err, home.ErrHolder):
		c.wrong(home.LockFile, lock, "it is not as a process of this life signed it")
	case err != nil:
		return err
	case h.Who == "" && (c.closed || c.over()):
		c.wrong(home.LockFile, lock, "it is empty")
	case h.Epoch > c.boots: // a process that came late, when nothing was left to record, has an earlier one
		c.wrong(home.LockFile, lock, "it was signed at boot %d, and the journal has %d", h.Epoch, c.boots)
	}
	return nil
}

// loose holds the files that nothing can compute against their sums.
func (c *check) loose() error {
	s, err := home.ReadSums(c.dir)
	c.files[home.SumsFile] = true
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.wrong(home.SumsFile, sums, "the file is missing")
		return nil
	case errors.Is(err, home.ErrSums):
		c.wrong(home.SumsFile, sums, "it does not have its own hash")
		return nil
	case err != nil:
		return err
	case s.Birth != c.birth && c.birth != ([32]byte{}):
		c.wrong(home.SumsFile, sums, "it is of another life")
		return nil
	}
	for name, want := range s.Of {
		c.files[name] = true
		text, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			c.wrong(name, held, "the file is missing")
		case err != nil:
			return err
		case filepath.Ext(name) == ".md" && c.known(text): // a strategy may have any name
		case sha256.Sum256(text) != want && name != home.StrategyFile:
			c.wrong(name, held, "it does not have the hash in %s", home.SumsFile)
		case sha256.Sum256(text) != want, name == home.StrategyFile && c.over():
			c.wrong(name, strategy, "it is not the text in force: %s", differs(text, c.texts()[0]))
		}
	}
	return nil
}

// texts are the strategies that the journal knows: the one in force, the one that was heard
// last and perhaps refused, and the one of the birth, which bardo live keeps beside the life.
func (c *check) texts() (all [][]byte) {
	if c.life != nil {
		all = append(all, c.life.Golem.StrategyText())
	}
	for _, l := range slices.Backward(c.said) {
		if s, is := l.Word.(owner.Strategy); is {
			all = append(all, s.Text)
			break
		}
	}
	return append(all, c.born.Strategy.Text)
}

func (c *check) known(text []byte) bool {
	return slices.ContainsFunc(c.texts(), func(t []byte) bool { return bytes.Equal(t, text) })
}

// walk looks at every file that was not looked at.
func (c *check) walk() error {
	letters := os.DirFS(filepath.Join(c.dir, home.WordsDir))
	for _, l := range c.said {
		if !strings.HasPrefix(l.ID, l.Kind()+"-") && !owner.Kept(letters, l.ID) {
			c.wrong(home.WordsDir+"/heard/"+l.ID+".json", letter, "the file is missing")
		}
	}
	all := os.DirFS(c.dir)
	return fs.WalkDir(all, ".", func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a process removed it
		}
		if err != nil || d.IsDir() || c.files[name] && name != home.ReportFile || checkpoint.Aside(name) { // nothing goes by that
			return err
		}
		text, err := fs.ReadFile(all, name)
		if !d.Type().IsRegular() || err != nil || !c.vouched(name, text) {
			if c.unwitnessed(name) {
				c.unchecked = append(c.unchecked, name)
			} else {
				c.unvouched = append(c.unvouched, name)
			}
			return nil
		}
		c.files[name] = true
		return nil
	})
}

// unwitnessed reports whether a file could not be checked because what vouches for it is
// damaged itself.
func (c *check) unwitnessed(name string) bool {
	switch filepath.Dir(name) {
	case home.AuditDir, home.DeathDir:
		return c.life == nil
	case ".", home.KeysDir:
		return c.bad(home.SumsFile)
	}
	return false
}

// vouched checks a file of which its own content, or the journal, says what it must hold.
func (c *check) vouched(name string, text []byte) bool {
	switch {
	case name == home.ReportFile:
		if c.files[name] {
			c.page(text)
		}
		return c.files[name]
	case home.IsLog(name):
		if bad := logline.Check(text); bad > 0 { // one that is being written ends in half a line
			c.wrong(name, line, "line %d does not have its checksum", bad)
		}
		return true
	case strings.HasPrefix(name, home.WordsDir+"/"):
		return c.letter(name, text)
	}
	return c.checkpoint(name, text)
}

// checkpoint holds a file against its entry in the journal, and what it says was said to the life against
// the entries before that. The Golem in it was held against the life when that was computed again.
func (c *check) checkpoint(name string, text []byte) bool {
	said, is := c.stood[name]
	if !is {
		return false
	}
	if sha256.Sum256(text) != said.File {
		c.wrong(name, stood, "it does not have the sum that the journal has of it")
		return true
	}
	stands, err := checkpoint.Unseal(text)
	if err != nil {
		c.wrong(name, stood, "%v", err)
		return true
	}
	told := slices.Clone(c.told)
	told = slices.DeleteFunc(told, func(e journal.Entry) bool { return e.Seq > stands.Place.Seq })
	if !slices.EqualFunc(stands.Heard, told, sameEntry) {
		c.wrong(name, deaf, "it tells of %d words and keys, and the journal has %d before it", len(stands.Heard), len(told))
	}
	return true
}

func sameEntry(a, b journal.Entry) bool {
	return a.Seq == b.Seq && a.Kind == b.Kind && bytes.Equal(a.Body, b.Body)
}
