package home

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
)

// Home is an open, locked directory. Close gives the lock back.
type Home struct {
	dir    string
	lock   *os.File
	served string // where its process answers
}

// Names inside the directory.
const (
	StrategyFile  = "STRATEGY.md"
	LifeFile      = "life.json"
	ManifestFile  = "manifest.bardo"
	LockFile      = "lock"
	JournalDir    = "journal"
	CyclesDir     = "cycles"
	LedgerDir     = "ledger"
	AuditDir      = "audit"
	CheckpointDir = "checkpoints"
	DeathDir      = "death"
	TestamentFile = "death/testament.json"
	TombstoneFile = "death/tombstone.json"
	BundleFile    = "death/bundle.tar"
	DeferredFile  = "death/deferred.json"
	ReportFile    = "life.html"
	IdentityFile  = "identity.sealed"
	KeysDir       = "keys"
	WordsDir      = "words" // the owner's letters (golem/owner)
	SumsFile      = "sums"
)

// Errors of opening a home.
var (
	// ErrLocked means that another process lives in the directory.
	ErrLocked = errors.New("home: another process holds this life")
	// ErrFile means that a file lies where the Golem needs a folder.
	ErrFile = errors.New("home: a file lies where a folder must be")
	// ErrForeign means that a directory holds something, and no life.
	ErrForeign = errors.New("home: the folder is not empty and holds no life")
	// ErrUnsafe means that somebody else may choose what is read and written there.
	ErrUnsafe = errors.New("home: not safe to live in")
	// ErrShared means that others may write a Golem's settings, or read a key.
	ErrShared = errors.New("a file is open to others")
)

// Vacant reports, as an ErrForeign, a directory that holds something and no life. One that
// is not there or empty, and one in which a life was begun, pass.
func Vacant(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look into %s: %w", dir, err)
	}
	for _, known := range []string{LifeFile, JournalDir, LockFile} {
		if _, err := os.Lstat(filepath.Join(dir, known)); err == nil {
			return nil
		}
	}
	if len(entries) > 0 {
		return fmt.Errorf("%w: %s has %s; choose a new folder", ErrForeign, dir, entries[0].Name())
	}
	return nil
}

// Open creates the directory where needed and takes its lock for this process. A
// directory that another process holds is ErrLocked, one with a file in a folder's
// place ErrFile, one that others may write or that a symbolic link leads to ErrUnsafe,
// and nothing in it has been touched.
func Open(dir string) (*Home, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open home: %w", err)
	}
	if err := ours(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, LockFile)
	lock, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if linked(path) {
		err = errors.Join(closed(lock), fmt.Errorf("%w: %s is a symbolic link; remove it", ErrUnsafe, path))
	}
	if err != nil {
		return nil, fmt.Errorf("open home: %w", err)
	}
	if err := held(lock); err != nil {
		lock.Close()
		holder, _ := HolderIn(dir) // one that does not sign itself is not named
		return nil, fmt.Errorf("%w: %s (%s)", ErrLocked, dir, holder.Who)
	}
	h := &Home{dir: dir, lock: lock}
	if err := h.furnish(); err != nil {
		lock.Close()
		return nil, fmt.Errorf("open home: %w", err)
	}
	return h, nil
}

// furnish creates the folders, and deletes what a killed process was writing. Nobody is
// kept from living, or from dying, by a place for last words that cannot be had.
func (h *Home) furnish() error {
	folders := []string{JournalDir, CyclesDir, LedgerDir, AuditDir}
	for _, sub := range folders {
		if info, err := os.Stat(h.Path(sub)); err == nil && !info.IsDir() {
			return fmt.Errorf("%w: %s; move it away and run the same command again", ErrFile, h.Path(sub))
		}
	}
	for _, sub := range append([]string{DeathDir, KeysDir, WordsDir, CheckpointDir}, folders...) {
		if err := ours(h.Path(sub)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, sub := range folders {
		if err := os.MkdirAll(h.Path(sub), 0o700); err != nil {
			return err
		}
	}
	swept := errors.Join(atomicfile.Sweep(h.dir), atomicfile.Sweep(h.Path(AuditDir)))
	for _, sub := range []string{KeysDir, CheckpointDir} { // not every life has one
		if err := atomicfile.Sweep(h.Path(sub)); !errors.Is(err, fs.ErrNotExist) {
			swept = errors.Join(swept, err)
		}
	}
	if os.MkdirAll(h.Path(DeathDir), 0o700) != nil {
		return swept
	}
	return errors.Join(swept, atomicfile.Sweep(h.Path(DeathDir)))
}

// A look at whether somebody lives in a folder (Lives) holds its lock for a moment: whoever
// means to live there tries so often, with so long in between, before it is another life.
const (
	tries = 5
	pause = 20 * time.Millisecond
)

// held takes the lock of a folder.
func held(lock *os.File) (err error) {
	c := clock.System{}
	for i := range tries {
		if err = lockFile(lock); err == nil || i == tries-1 {
			break
		}
		if err := c.WaitUntil(context.Background(), c.Now().Add(pause)); err != nil {
			return err
		}
	}
	return err
}

// Lives reports whether a process holds the lock of a folder, or may: what cannot be
// looked at counts as held.
func Lives(dir string) bool {
	lock, err := os.OpenFile(filepath.Join(dir, LockFile), os.O_RDWR|noFollow, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		return true
	}
	defer lock.Close()
	return lockFile(lock) != nil
}

// Path returns the path of a name inside the directory.
func (h *Home) Path(name string) string { return filepath.Join(h.dir, name) }

// Dir returns the directory.
func (h *Home) Dir() string { return h.dir }

// Close gives the lock back. It may be called twice.
func (h *Home) Close() error {
	err := h.lock.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}
