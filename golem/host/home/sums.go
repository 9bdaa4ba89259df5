package home

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bardo.run/bardo/internal/atomicfile"
)

// Sums are the SHA-256 of the loose files of a life, by name: those that nothing can compute
// again. Birth is the hash of the journal's first entry, so that the sums of another life are
// known as such.
type Sums struct {
	Birth [32]byte
	Of    map[string][32]byte
}

// ErrSums means that the sums of a folder are damaged.
var ErrSums = errors.New("home: the sums do not have their own hash")

// mostLoose is how large a loose file may be, in bytes.
const mostLoose = 16 << 20

// The lines of the file, in the form of sha256sum; the last one is the hash of those above.
const (
	bornLine = "# life "
	sumLine  = "# sum "
)

// ReadSums reads the sums of a folder. One flipped bit is ErrSums.
func ReadSums(dir string) (s Sums, _ error) {
	path := filepath.Join(dir, SumsFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	s.Of = map[string][32]byte{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if born, is := strings.CutPrefix(line, bornLine); is {
			copy(s.Birth[:], unhex(strings.TrimSpace(born)))
		} else if !strings.HasPrefix(line, sumLine) {
			s.Of[name] = [32]byte(append(unhex(sum), make([]byte, sha256.Size)...))
		}
	}
	if !bytes.Equal(s.text(), text) {
		return s, fmt.Errorf("%w: %s", ErrSums, path)
	}
	return s, nil
}

func unhex(text string) []byte {
	b, _ := hex.DecodeString(text) // what is no hash is seen by comparing the whole text
	return b
}

func (s Sums) text() []byte {
	b := fmt.Appendf(nil, bornLine+"%x\n", s.Birth)
	for _, name := range slices.Sorted(maps.Keys(s.Of)) {
		b = fmt.Appendf(b, "%x  %s\n", s.Of[name], name)
	}
	return fmt.Appendf(b, sumLine+"%x\n", sha256.Sum256(b))
}

// Loose lists the loose files of a folder: the settings, what was sealed and granted, and what
// a life is told in.
func Loose(dir string) (names []string, _ error) {
	for _, sub := range []string{".", KeysDir, DeathDir} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := filepath.ToSlash(filepath.Join(sub, e.Name()))
			if info, err := e.Info(); err == nil && e.Type().IsRegular() && info.Size() <= mostLoose && loose(name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names, nil
}

// loose reports whether nothing else vouches for a file.
func loose(name string) bool {
	if strings.HasPrefix(name, DeathDir+"/") {
		return name == DeferredFile
	}
	if IsLog(name) {
		return false
	}
	own := []string{ManifestFile, ManifestFile + ".prev", LockFile, SumsFile, filepath.Base(TestamentFile), filepath.Base(TombstoneFile)}
	return !slices.Contains(own, name) && !atomicfile.Temporary(filepath.Base(name))
}

// IsLog reports whether a file is a log of a process by its name.
func IsLog(name string) bool {
	end := filepath.Ext(name)
	return end == ".jsonl" || end == ".log"
}

// vouch takes down what every loose file holds now.
func vouch(dir string, birth [32]byte) error {
	names, err := Loose(dir)
	if err != nil {
		return err
	}
	return Sums{birth, map[string][32]byte{}}.note(dir, names)
}

// Vouch takes down what files of a life hold now, or that they are gone. Those outside of its
// folder are their owner's. Before a process of the life has signed the lock it does nothing:
// that takes down everything.
func Vouch(dir string, paths ...string) error {
	s, err := ReadSums(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	root, err := filepath.Abs(dir)
	var names []string
	for _, path := range paths {
		whole, bad := filepath.Abs(path)
		if name, other := filepath.Rel(root, whole); errors.Join(err, bad, other) == nil && filepath.IsLocal(name) {
			names = append(names, filepath.ToSlash(name))
		}
	}
	return s.note(dir, names)
}

// VouchNew takes down the loose files that came since, and which are gone. What is on record of
// the others stays: they may have been damaged meanwhile.
func (h *Home) VouchNew() error {
	s, err := ReadSums(h.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	names, err := Loose(h.dir)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { _, known := s.Of[name]; return known })
	for name := range s.Of {
		if _, err := os.Lstat(h.Path(name)); errors.Is(err, fs.ErrNotExist) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return s.note(h.dir, names)
}

// Vouch is Vouch for this folder.
func (h *Home) Vouch(paths ...string) error { return Vouch(h.dir, paths...) }

func (s Sums) note(dir string, names []string) error {
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			delete(s.Of, name)
		case err != nil:
			return fmt.Errorf("vouch for %s: %w", name, err)
		default:
			s.Of[name] = sha256.Sum256(text)
		}
	}
	return atomicfile.Write(filepath.Join(dir, SumsFile), 0o600, s.text())
}
