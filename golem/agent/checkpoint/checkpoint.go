// Package checkpoint keeps images of a life in files, from which it goes on without what came
// before them in its journal (runtime §14.3).
//
// A checkpoint is believed only where its sum stands in the journal, at the entry that it is named
// after; whoever reads one sees to that.
package checkpoint

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/version"
)

// Checkpoint is where a life stands between two ticks.
type Checkpoint struct {
	Version string        `cbor:"1,keyasint"` // of the program that lived it
	Birth   [32]byte      `cbor:"2,keyasint"` // hash of the journal's first entry
	Place   journal.Place `cbor:"3,keyasint"` // of its own entry in the journal
	Events  uint64        `cbor:"4,keyasint"` // that were published
	// Records, Ledger and Audit are what the stores of the life hold.
	Records records.Mark `cbor:"5,keyasint"`
	Ledger  uint64       `cbor:"6,keyasint"`
	Audit   audit.Place  `cbor:"7,keyasint"`
	Image   []byte       `cbor:"8,keyasint"` // of the Golem
	// Heard are the entries of the journal up to here that tell what was said to the life, and
	// which key acts: a start asks for them before the Golem is built.
	Heard []journal.Entry `cbor:"9,keyasint,omitempty"`
	// Signer is what a signer that counts remembers (chain.Rememberer).
	Signer []byte `cbor:"10,keyasint,omitempty"`
	// World is what lives beside the Golem in its process; nil where nothing does.
	World []byte `cbor:"11,keyasint,omitempty"`
}

// Errors of reading one.
var (
	ErrDamaged = errors.New("the checkpoint is damaged")
	ErrForeign = errors.New("the checkpoint is of another life, or of another program")
)

const (
	magic  = "bardo checkpoint 1\n"
	ending = ".checkpoint"
	aside  = ".aside"
	// keep is how many files stay: the newest, and those before it in case it is damaged.
	keep = 3
	// most bounds what a checkpoint takes in memory, in bytes.
	most = 256 << 20
)

// Name is the file of the checkpoint whose entry has a number.
func Name(seq uint64) string { return fmt.Sprintf("%012d%s", seq, ending) }

// Seal returns the form of a file.
func (c Checkpoint) Seal() ([]byte, error) {
	body, err := cbor.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("seal a checkpoint: %w", err)
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	return enc.EncodeAll(body, []byte(magic)), enc.Close()
}

// Unseal reads the form of a file.
func Unseal(file []byte) (c Checkpoint, err error) {
	packed, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return c, fmt.Errorf("%w: it does not begin as one", ErrDamaged)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(most))
	if err != nil {
		return c, err
	}
	defer dec.Close()
	body, err := dec.DecodeAll(packed, nil)
	if err == nil {
		err = cbor.Unmarshal(body, &c)
	}
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return c, nil
}

// Write keeps a checkpoint in a folder, which it makes, and removes those that are no longer
// needed. It returns the SHA-256 of the file.
func Write(disk atomicfile.FS, dir string, c Checkpoint) (sum [sha256.Size]byte, err error) {
	file, err := c.Seal()
	if err != nil {
		return sum, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return sum, err
	}
	if err := atomicfile.WriteTo(disk, filepath.Join(dir, Name(c.Place.Seq)), 0o600, file); err != nil {
		return sum, err
	}
	return sha256.Sum256(file), prune(dir)
}

func prune(dir string) error {
	all, err := List(dir)
	if err != nil {
		return err
	}
	for _, seq := range all[min(keep, len(all)):] {
		err = cmp.Or(err, os.Remove(filepath.Join(dir, Name(seq))))
	}
	return err
}

// List returns the entries whose checkpoints lie in a folder, the newest first.
func List(dir string) (seqs []uint64, _ error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		number, ours := strings.CutSuffix(e.Name(), ending)
		if seq, bad := strconv.ParseUint(number, 10, 64); ours && bad == nil && Name(seq) == e.Name() {
			seqs = append(seqs, seq)
		}
	}
	slices.SortFunc(seqs, func(a, b uint64) int { return cmp.Compare(b, a) })
	return seqs, err
}

// Read reads the checkpoint of an entry, and holds it against what that says. birth is the hash
// of the journal's first entry.
func Read(dir string, seq uint64, said journal.Checkpoint, birth [32]byte) (c Checkpoint, err error) {
	file, err := os.ReadFile(filepath.Join(dir, Name(seq)))
	if err != nil {
		return c, err
	}
	if sha256.Sum256(file) != said.File {
		return c, otherThan(file, seq, birth)
	}
	if c, err = Unseal(file); err != nil {
		return c, err
	}
	switch {
	case c.Birth != birth || c.Place.Seq != seq:
		return c, fmt.Errorf("%w: it is not of entry %d of this journal", ErrForeign, seq)
	case sha256.Sum256(c.Image) != said.Image:
		return c, fmt.Errorf("%w: its image is another one than that of entry %d", ErrDamaged, seq)
	}
	return c, nil
}

// otherThan says what a file is that is not the checkpoint of an entry.
func otherThan(file []byte, seq uint64, birth [32]byte) error {
	c, err := Unseal(file)
	switch {
	case err != nil:
	case c.Birth != birth:
		return fmt.Errorf("%w: it is of a life that was born otherwise", ErrForeign)
	case version.Check(c.Version) != nil:
		return fmt.Errorf("%w: %w", ErrForeign, version.Check(c.Version))
	case c.Place.Seq != seq:
		return fmt.Errorf("%w: it is of entry %d of this journal", ErrForeign, c.Place.Seq)
	}
	return fmt.Errorf("%w: it does not have the sum that the journal has at entry %d", ErrDamaged, seq)
}

// Aside reports whether a file is a checkpoint that was set aside.
func Aside(name string) bool { return strings.HasSuffix(name, ending+aside) }

// SetAside renames the checkpoint of an entry, so that no start takes it again, and returns its
// new name.
func SetAside(dir string, seq uint64) (name string, err error) {
	name = Name(seq) + aside
	return name, os.Rename(filepath.Join(dir, Name(seq)), filepath.Join(dir, name))
}
