package artifact

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Env names the folder of artifacts; when it is set, no other place is tried.
const Env = "BARDO_ARTIFACTS"

// Set is an opened artifacts folder whose every file has the locked hash. It is
// immutable and safe for concurrent use.
type Set struct {
	dir       string
	contracts map[string]*Contract
	assets    map[string][]byte
}

// Dir is the folder it was read from.
func (s *Set) Dir() string { return s.dir }

// Contract returns the named contract, e.g. "UniswapV3Factory".
func (s *Set) Contract(name string) (*Contract, error) {
	c, ok := s.contracts[name]
	if !ok {
		return nil, fmt.Errorf("contract %q is not in artifacts.lock", name)
	}
	return c, nil
}

// Asset returns a fresh copy of a file that is kept as it is, by its name in the
// folder, e.g. "uPlot.iife.min.js": text for a report, or a licence.
func (s *Set) Asset(name string) ([]byte, error) {
	body, ok := s.assets[name]
	if !ok {
		return nil, fmt.Errorf("asset %q is not in artifacts.lock", name)
	}
	return bytes.Clone(body), nil
}

// UnusableError says which artifacts are missing or altered, where they were
// looked for, and how to get them.
type UnusableError struct {
	Searched []string // folders, in the order tried
	Missing  []string // files of the best folder that are absent
	Altered  []string // files of the best folder with another hash than the lock's
	Strange  []string // what is there in place of a file: a link, a folder, a device
}

// Error is meant for a person.
func (e *UnusableError) Error() string {
	var b strings.Builder
	b.WriteString("contract artifacts ")
	switch {
	case len(e.Strange) > 0:
		fmt.Fprintf(&b, "have to be plain files, and these are not: %s", list(e.Strange))
	case len(e.Altered) > 0 && len(e.Missing) > 0:
		fmt.Fprintf(&b, "are altered (%s) and missing (%s)", list(e.Altered), list(e.Missing))
	case len(e.Altered) > 0:
		fmt.Fprintf(&b, "have a wrong hash: %s", list(e.Altered))
	default:
		fmt.Fprintf(&b, "are missing: %s", list(e.Missing))
	}
	fmt.Fprintf(&b, "; looked in %s; get them with `bardo artifacts fetch`, which asks the npm client (in a checkout: `make setup`), unpack the archive of a release again, or set %s to a folder that holds them",
		strings.Join(e.Searched, ", "), Env)
	return b.String()
}

// list names at most three and counts the rest.
func list(names []string) string {
	if len(names) <= 3 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
}

// open reads the folder and checks every file against the lock. A missing or altered
// file is an *UnusableError.
func open(lock Lock, dir string) (*Set, error) {
	s := &Set{dir: dir, contracts: map[string]*Contract{}, assets: map[string][]byte{}}
	bad := &UnusableError{Searched: []string{dir}}
	for _, p := range lock.Packages {
		for _, k := range p.Keep {
			body, err := read(filepath.Join(dir, k.File))
			switch {
			case errors.Is(err, errStrange):
				bad.Strange = append(bad.Strange, k.File)
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
				bad.Missing = append(bad.Missing, k.File)
			case err != nil:
				return nil, fmt.Errorf("read artifact: %w", err)
			case fileSum(body) != k.SHA256:
				bad.Altered = append(bad.Altered, k.File)
			case k.Kind == KindCopy:
				s.assets[k.File] = body
			default:
				c := new(Contract)
				if err := json.Unmarshal(body, c); err != nil {
					return nil, fmt.Errorf("artifact %s: %w", k.File, err)
				}
				s.contracts[c.Name] = c
			}
		}
	}
	if len(bad.Missing)+len(bad.Altered)+len(bad.Strange) > 0 {
		return nil, bad
	}
	return s, nil
}

// errStrange is what is no plain file.
var errStrange = errors.New("no plain file")

// read returns a file whole, up to a byte more than any that is kept: what is longer has
// another hash anyway. What is no plain file is not opened: a pipe would be waited for, and a
// device may have no end.
func read(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errStrange
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// Find opens the first folder of Places that holds what a life needs. When none does it
// returns an *UnusableError about the most complete one.
func Find() (*Set, error) { return findGroups(Life) }

// FindKit is Find for the whole lock, the development kit included.
func FindKit() (*Set, error) { return findGroups(Life, Kit) }

func findGroups(groups ...Group) (*Set, error) {
	lock, err := Locked()
	if err != nil {
		return nil, err
	}
	return find(lock.only(groups...), Places())
}

func find(lock Lock, places []string) (*Set, error) {
	var best *UnusableError
	for _, dir := range places {
		s, err := open(lock, dir)
		if err == nil {
			return s, nil
		}
		var bad *UnusableError
		if !errors.As(err, &bad) {
			return nil, err
		}
		if best == nil || len(bad.Missing) < len(best.Missing) {
			best = bad
		}
	}
	if best == nil {
		best = &UnusableError{Missing: lock.files()}
	}
	best.Searched = places
	return nil, best
}

func (l Lock) files() []string {
	var names []string
	for _, p := range l.Packages {
		for _, k := range p.Keep {
			names = append(names, k.File)
		}
	}
	return names
}

func fileSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
