package audit

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"bardo.run/bardo/golem/host/home"
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

// Inspect verifies the chain of the Golem in dir, which may be alive, and holds it
// against the manifest and the marks that somebody kept elsewhere. A *Broken names the
// first record that is not as it was written; ErrAbsent is no chain at all.
func Inspect(dir string, marks ...Mark) (Report, error) {
	m, _, err := home.Look(dir) // before the chain, which may grow meanwhile
	if err != nil && !errors.Is(err, home.ErrNoManifest) {
		return Report{}, err
	}
	c, err := Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		return Report{}, err
	}
	if err := c.whole(); err != nil {
		return Report{}, err
	}
	if err := c.Holds(Mark{m.AuditSeq, m.AuditHash}, "the manifest"); err != nil {
		return Report{}, err
	}
	anchors, err := Anchors(filepath.Join(dir, home.AuditDir))
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
	return Report{at.Records, hexed(at.Head), m.AuditSeq, len(anchors), len(marks), c.fault != nil}, nil
}

// String returns the mark as ParseMark reads it.
func (m Mark) String() string { return fmt.Sprintf("%d:%s", m.Records, hexed(m.Head)) }

// ErrMark means that a text is no mark.
var ErrMark = errors.New("this is no mark of an audit chain: want RECORDS:HEAD, such as 120:8f3a… with 64 hexadecimal digits")

// ParseMark reads a mark from its text.
func ParseMark(text string) (m Mark, _ error) {
	count, head, _ := strings.Cut(text, ":")
	n, err := strconv.ParseUint(count, 10, 64)
	b, bad := hex.DecodeString(head)
	if err != nil || bad != nil || n == 0 || len(b) != len(m.Head) {
		return m, fmt.Errorf("%q: %w", text, ErrMark)
	}
	return Mark{n, Hash(b)}, nil
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
