package audit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is the chain's name in its folder.
const File = "chain.bin"

// Kind is what does not hold of a broken chain (safety §12.3).
type Kind string

// The kinds: a record that does not have its hash; that does not follow from the one
// before; that is not in its place; that is not whole.
const (
	KindHash  Kind = "hash"
	KindLink  Kind = "link"
	KindOrder Kind = "order"
	KindFrame Kind = "frame"
)

// Broken names the first record of a chain that is not as it was written.
type Broken struct {
	Seq    uint64 `json:"record"`
	Kind   Kind   `json:"kind"`
	Offset int64  `json:"offset"` // of the first byte that is not what it must be
	Reason string `json:"reason"`
}

// Error implements error.
func (b *Broken) Error() string {
	return fmt.Sprintf("the audit chain is broken at record %d (byte %d, %s): %s", b.Seq, b.Offset, b.Kind, b.Reason)
}

// ErrAbsent means that a folder holds no audit chain.
var ErrAbsent = errors.New("there is no audit chain")

// Chain is what a file holds: its whole records, and where each begins.
type Chain struct {
	Records []Record
	from    Mark // before the first of them
	offsets []int64
	end     int64 // behind the last record that could be read
	size    int64
	fault   error // why the bytes behind end are no record
}

// Read reads the chain in a folder; nothing of it is checked yet.
func Read(dir string) (Chain, error) { return ReadFrom(dir, Place{}) }

// ReadFrom is Read for what comes behind a place.
func ReadFrom(dir string, from Place) (Chain, error) {
	f, err := os.Open(filepath.Join(dir, File))
	switch {
	case errors.Is(err, fs.ErrNotExist) && from.End > 0:
		return Chain{}, fmt.Errorf("%w: there is none in %s, which had %d bytes", ErrShort, dir, from.End)
	case errors.Is(err, fs.ErrNotExist):
		return Chain{}, fmt.Errorf("%w in %s", ErrAbsent, dir)
	}
	if err != nil {
		return Chain{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Chain{}, err
	}
	if info.Size() < from.End {
		return Chain{}, fmt.Errorf("%w: %d bytes in %s, which had %d", ErrShort, info.Size(), dir, from.End)
	}
	b, err := io.ReadAll(io.NewSectionReader(f, from.End, info.Size()-from.End))
	if err != nil {
		return Chain{}, err
	}
	return decode(b, from), nil
}

func decode(b []byte, from Place) (c Chain) {
	c.from, c.end, c.size = from.Mark, from.End, from.End+int64(len(b))
	for c.end < c.size {
		rest := b[c.end-from.End:]
		r, n, err := parse(rest)
		if blank(rest) {
			err = errCut
		}
		if err != nil {
			c.fault = err
			break
		}
		c.Records, c.offsets = append(c.Records, r), append(c.offsets, c.end)
		c.end += int64(n)
	}
	return c
}

// Mark is where the chain ends.
func (c Chain) Mark() Mark {
	if len(c.Records) == 0 {
		return c.from
	}
	return Mark{c.from.Records + uint64(len(c.Records)), c.Records[len(c.Records)-1].Hash}
}

// Verify computes every hash and link again, from the first record on. The error is a
// *Broken.
func (c Chain) Verify() error {
	before := Record{Hash: c.from.Head}
	for i, r := range c.Records {
		if b := c.follows(i, before, r); b != nil {
			b.Offset = c.offsets[b.Seq-c.from.Records]
			return b
		}
		before = r
	}
	if c.fault != nil {
		return &Broken{c.Mark().Records, KindFrame, c.end, c.fault.Error()}
	}
	return nil
}

// follows holds the i-th record against the one before it.
func (c Chain) follows(i int, before, r Record) *Broken {
	seq := c.from.Records + uint64(i)
	switch {
	case r.Sum() != r.Hash:
		return &Broken{Seq: seq, Kind: KindHash, Reason: "it was changed: it does not have the hash that stands in it"}
	case r.Seq != seq:
		return c.misplaced(i, r)
	case seq == 0 && r.Prev != (Hash{}):
		return &Broken{Seq: seq, Kind: KindLink, Reason: "it follows from another record, and is the first"}
	case r.Prev != before.Hash:
		return &Broken{Seq: seq, Kind: KindLink, Reason: fmt.Sprintf("it does not follow from record %d: one of the two was written anew", seq-1)}
	case r.Time < before.Time:
		return &Broken{Seq: seq, Kind: KindOrder, Reason: "it was changed: it is older than the record before it"}
	}
	return nil
}

// misplaced tells what was done where a whole record stands at another place than its
// own: it, or the one that belongs there, was moved, or taken out, or put in.
func (c Chain) misplaced(i int, r Record) *Broken {
	seq := c.from.Records + uint64(i)
	b := &Broken{Seq: seq, Kind: KindOrder}
	switch {
	case r.Seq < c.from.Records:
		b.Reason = fmt.Sprintf("a record was inserted: it is another one of number %d", r.Seq)
	case r.Seq < seq: // there is one of its number before it already
		first := c.Records[r.Seq-c.from.Records]
		b.Reason = fmt.Sprintf("a record was inserted: it is another one of number %d", r.Seq)
		if r.Hash == first.Hash {
			b.Reason = fmt.Sprintf("a record was inserted: it is number %d again", r.Seq)
		} else if i+1 < len(c.Records) && c.Records[i+1].Prev == r.Hash { // the later ones follow from this one
			b.Seq, b.Reason = r.Seq, "a record was inserted: what comes later does not follow from it"
		}
	case c.later(i, seq):
		b.Reason = fmt.Sprintf("the records were reordered: number %d stands in its place, it stands behind that", r.Seq)
	default:
		b.Reason = fmt.Sprintf("it was removed: number %d stands in its place", r.Seq)
	}
	return b
}

func (c Chain) later(i int, seq uint64) bool {
	for _, r := range c.Records[i:] {
		if r.Seq == seq {
			return true
		}
	}
	return false
}

// Holds says whether the chain still has what a mark was made behind. Without it records
// were cut off at the end, or all of them were written anew: the error is a *Broken.
func (c Chain) Holds(m Mark, witness string) error {
	have := uint64(len(c.Records))
	switch {
	case have < m.Records:
		return &Broken{have, KindOrder, c.end, fmt.Sprintf("the end was cut off: %s knows of %d records", witness, m.Records)}
	case m.Records > 0 && c.Records[m.Records-1].Hash != m.Head:
		return &Broken{m.Records - 1, KindLink, c.offsets[m.Records-1], "it was written anew, or one before it: " + witness + " knows another hash"}
	}
	return nil
}

// Whole is Verify for a chain that a crash may have left: a part of a record at its end
// is no fault, and torn.
func (c Chain) Whole() (torn bool, _ error) {
	if torn = errors.Is(c.fault, errCut); torn {
		c.fault = nil
	}
	return torn, c.Verify()
}
