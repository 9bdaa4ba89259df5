// Package inspect verifies the audit chain of a Golem on demand, against all that
// vouches for it: the manifest, the anchors in its folder and on a chain, marks that were kept
// elsewhere, and a life that is computed again. It changes nothing and decides nothing; what a
// chain is, and where it is broken, package audit says.
package inspect

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

// Report is a chain that is whole.
type Report struct {
	Records uint64 `json:"records"`
	Head    string `json:"head"`
	// Manifest is how many of the records the manifest vouches for; zero without one.
	Manifest uint64 `json:"manifest"`
	// Anchors counts those in the folder, Marks the other marks that the chain was held
	// against beside it.
	Anchors int `json:"anchors"`
	Marks   int `json:"marks"`
	// Torn says that a part of a record lies behind the last, as a crash leaves it.
	Torn bool `json:"torn"`
}

// Dir verifies the chain of the Golem in dir, which may be alive, and holds it
// against the manifest and the marks that somebody kept elsewhere. An *audit.Broken names the
// first record that is not as it was written; audit.ErrAbsent is no chain at all.
func Dir(dir string, marks ...audit.Mark) (Report, error) {
	m, damaged, err := home.Look(dir) // before the chain, which may grow meanwhile
	if damaged != nil {
		return Report{}, damaged
	}
	if err != nil && !errors.Is(err, home.ErrNoManifest) {
		return Report{}, err
	}
	c, err := audit.Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		return Report{}, err
	}
	torn, err := c.Whole()
	if err != nil {
		return Report{}, err
	}
	if err := c.Holds(audit.Mark{Records: m.AuditSeq, Head: m.AuditHash}, "the manifest"); err != nil {
		return Report{}, err
	}
	if err := ends(c, dir, m); err != nil {
		return Report{}, err
	}
	anchors, err := anchor.Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		return Report{}, err
	}
	for _, a := range anchors {
		known, err := a.Mark()
		if err == nil {
			err = c.Holds(known, "the anchor in transaction "+a.TxHash)
		}
		if err != nil {
			return Report{}, err
		}
	}
	for _, known := range marks {
		if err := c.Holds(known, "the mark "+known.String()); err != nil {
			return Report{}, err
		}
	}
	at := c.Mark()
	return Report{at.Records, hex.EncodeToString(at.Head[:]), m.AuditSeq, len(anchors), len(marks), torn}, nil
}

// ends reports a part of a record at the end where no crash can have left it: the process that
// was here last, as the lock tells, ended in order.
func ends(c audit.Chain, dir string, m home.Manifest) error {
	if h, err := home.HolderIn(dir); m.Clean && err == nil && h.Epoch == m.Epoch && !home.Lives(dir) {
		return c.Verify()
	}
	return nil
}

// Text is the report for a person.
func (r Report) Text() string {
	text := fmt.Sprintf("audit      %d records follow from one another\nhead       %d:%s\n", r.Records, r.Records, r.Head)
	if r.Manifest > 0 {
		text += fmt.Sprintf("manifest   vouches for the first %d\n", r.Manifest)
	} else {
		text += "manifest   none that knows of records: a cut end would not be seen; keep the head elsewhere\n"
	}
	if r.Anchors > 0 {
		text += fmt.Sprintf("anchors    %d in the folder, all of them hold\n", r.Anchors)
	}
	if r.Marks > 0 {
		text += fmt.Sprintf("heads      %d given, all of them hold\n", r.Marks)
	}
	if r.Torn {
		text += "a part of a record lies at the end, as a crash leaves it; the next start cuts it off\n"
	}
	return text
}
