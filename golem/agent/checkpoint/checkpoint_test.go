package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/version"
)

func sample(seq uint64) Checkpoint {
	return Checkpoint{
		Version: version.Program, Birth: [32]byte{7}, Place: journal.Place{Seq: seq, Tick: 3, Epoch: 2}, Events: 9,
		Records: records.Mark{Entries: 4, Tick: 3}, Ledger: 5, Audit: audit.Place{Mark: audit.Mark{Records: 6, Head: audit.Hash{1}}, End: 800},
		Image: bytes.Repeat([]byte("image"), 1000), Heard: []journal.Entry{{Seq: 1, Kind: journal.KindWord, Body: []byte{0xf6}}}, Signer: []byte{1, 2}, World: []byte{3},
	}
}

// spec: runtime §14.3
func TestOnlyTheNewestAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "checkpoints")
	for seq := range uint64(keep + 3) {
		if _, err := Write(atomicfile.OS{}, dir, sample(10*seq)); err != nil {
			t.Fatal(err)
		}
	}
	all, err := List(dir)
	if err != nil || !slices.Equal(all, []uint64{50, 40, 30}) {
		t.Errorf("%v, %v", all, err)
	}
	name, err := SetAside(dir, 50)
	if err != nil || !Aside(name) {
		t.Errorf("%s, %v", name, err)
	}
	if all, err = List(dir); err != nil || !slices.Equal(all, []uint64{40, 30}) {
		t.Errorf("%v, %v", all, err)
	}
	if all, err = List(filepath.Join(dir, "none")); err != nil || all != nil {
		t.Errorf("%v, %v", all, err)
	}
}

func TestACheckpointIsReadAsTheJournalKnowsIt(t *testing.T) {
	dir, c := t.TempDir(), sample(12)
	sum, err := Write(atomicfile.OS{}, dir, c)
	if err != nil {
		t.Fatal(err)
	}
	said := journal.Checkpoint{Image: sha256.Sum256(c.Image), File: sum}
	if got, err := Read(dir, 12, said, c.Birth); err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("%+v, %v", got, err)
	}
	for what, r := range map[string]struct {
		said  journal.Checkpoint
		birth [32]byte
		want  error
	}{
		"another sum":   {journal.Checkpoint{Image: said.Image}, c.Birth, ErrDamaged},
		"another image": {journal.Checkpoint{File: said.File}, c.Birth, ErrDamaged},
		"another life":  {said, [32]byte{8}, ErrForeign},
	} {
		if _, err := Read(dir, 12, r.said, r.birth); !errors.Is(err, r.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
	old := c
	old.Version = "0.0.1"
	if _, err := Write(atomicfile.OS{}, dir, old); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir, 12, said, c.Birth); !errors.Is(err, ErrForeign) || !errors.Is(err, version.ErrOther) {
		t.Errorf("another version's: %v", err)
	}
	if _, err := Write(atomicfile.OS{}, dir, c); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, Name(12)), filepath.Join(dir, Name(13))); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir, 13, said, c.Birth); !errors.Is(err, ErrForeign) {
		t.Errorf("at another entry: %v", err)
	}
}

// A file is a checkpoint or an error, whatever it holds.
func FuzzUnseal(f *testing.F) {
	file, err := sample(1).Seal()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(file[:len(file)-1])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := Unseal(b); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
	})
}
