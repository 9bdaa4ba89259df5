package verify

import (
	"bytes"
	"errors"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"

	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

const (
	chainFile   = home.AuditDir + "/" + audit.File
	anchorsFile = home.AuditDir + "/" + anchor.File
)

// audited says what became of the audit.
func (c *check) audited(k *stored) {
	complete := c.over() || c.closed
	switch err := k.audit.Err(); {
	case c.bad(chainFile):
	case err != nil:
		c.wrong(chainFile, computed, "%v", err)
	case complete && k.audit.Torn:
		c.wrong(chainFile, computed, "a part of a record lies at its end")
	case complete && k.audit.Absent > 0 || k.audit.Stored() == 0 && k.audit.Absent > 0 && !c.living:
		c.wrong(chainFile, computed, "%d records at its end are missing", k.audit.Absent)
	case complete && k.audit.Stored() > k.audit.Equal:
		c.wrong(chainFile, computed, "it has %d records, and the journal leads to %d", k.audit.Stored(), k.audit.Equal)
	default:
		c.files[chainFile] = true
	}
	if len(k.anchors) > 0 {
		if text, err := anchor.Text(k.anchors); err == nil {
			c.equal(anchorsFile, computed, text)
		}
	}
}

// equal holds a file against the bytes that it must have.
func (c *check) equal(name string, a about, want []byte) {
	c.files[name] = true
	have, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.wrong(name, a, "the file is missing")
	case err != nil:
		c.wrong(name, a, "it cannot be read: %v", err)
	case !bytes.Equal(have, want):
		c.wrong(name, a, "%s", differs(have, want))
	}
}

// ended holds the documents of a death, and what was put away, against the computation.
func (c *check) ended() error {
	for _, name := range []string{home.TestamentFile, home.TombstoneFile} {
		at := placeOf(c.dir, name)
		want, left := c.life.Papers[base(name)]
		_, err := os.Stat(filepath.Join(c.dir, filepath.FromSlash(at)))
		switch there := err == nil; {
		case c.over() || left && there:
			c.equal(at, paper, want)
		case there:
			c.wrong(at, paper, "it lies there, and the journal ends before it")
		}
	}
	if !c.over() {
		return nil
	}
	c.stands(c.life.Golem, c.entries, true)
	c.putAway()
	m := process.Stands(c.life.Golem, true)
	m.JournalSeq, m.JournalHash = c.life.Entries, c.life.Hash
	packed, err := process.Bundle(c.life.Golem, m, func(file string) ([]byte, error) { return c.life.Papers[base(file)], nil })
	if err != nil {
		return err
	}
	c.equal(home.BundleFile, paper, packed)
	c.equal(home.BundleFile+".sha256", paper, process.BundleSum(packed))
	return nil
}

func base(name string) string { return path.Base(name[:len(name)-len(path.Ext(name))]) }

// placeOf is where a document of the death lies, in the folder.
func placeOf(dir, name string) string {
	at, err := filepath.Rel(dir, home.Paper(dir, name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(at)
}

var (
	foot    = regexp.MustCompile(`<footer><p>Next: (.*?)</p>`)
	command = regexp.MustCompile(`<code>(.*?)</code>`)
)

// page draws the page of a life that is over again: its hash alone would not say whether it
// tells this life.
func (c *check) page(have []byte) {
	if !c.over() || c.options.Page == nil || len(c.findings) > 0 {
		return
	}
	var next []string
	if at := foot.FindSubmatch(have); at != nil {
		for _, one := range command.FindAllSubmatch(at[1], -1) {
			next = append(next, html.UnescapeString(string(one[1])))
		}
	}
	if want, err := c.options.Page(c.dir, next); err == nil && !bytes.Equal(have, want) {
		c.wrong(home.ReportFile, computed, "it does not tell this life: %s", differs(have, want))
	}
}
