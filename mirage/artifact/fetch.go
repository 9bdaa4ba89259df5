package artifact

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"bardo.run/bardo/internal/atomicfile"
)

// ErrNoClient means that there is no npm client to fetch with.
var ErrNoClient = errors.New("npm is not installed: install Node.js 20 or newer, or copy the artifacts folder of a release")

// Progress reports one package of a fetch.
type Progress struct {
	Package string // name@version
	State   State
}

// State is how far a package has come.
type State string

// The states a package passes, in this order; a package that is already whole
// reports StatePresent only.
const (
	StatePresent  State = "present"
	StateFetching State = "fetching"
	StateWritten  State = "written"
)

// Fetch makes dir hold every file of these groups of the embedded lock. Packages whose files are
// all there with the right hash are left alone and not asked for; the others
// are packed by the npm client, checked and extracted. It reports to progress,
// which may be nil, and returns how many files it wrote: zero means that nothing
// was to do. Files are replaced whole, so it may be interrupted and run again.
func Fetch(ctx context.Context, dir string, progress func(Progress), groups ...Group) (int, error) {
	lock, err := Locked()
	if err != nil {
		return 0, err
	}
	return fetch(ctx, lock.only(groups...), dir, npmPack, progress)
}

// pack returns the tarball of one package.
type pack func(ctx context.Context, p Package) ([]byte, error)

func fetch(ctx context.Context, lock Lock, dir string, from pack, progress func(Progress)) (int, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, fmt.Errorf("artifacts folder: %w", err)
	}
	wrote := 0
	for _, p := range lock.Packages {
		report := Progress{Package: p.Name + "@" + p.Version, State: StatePresent}
		if _, err := open(Lock{Packages: []Package{p}}, dir); err == nil {
			progress(report)
			continue
		}
		report.State = StateFetching
		progress(report)
		n, err := fetchPackage(ctx, p, dir, from)
		wrote += n
		if err != nil {
			return wrote, err
		}
		report.State = StateWritten
		progress(report)
	}
	return wrote, nil
}

func fetchPackage(ctx context.Context, p Package, dir string, from pack) (int, error) {
	tarball, err := from(ctx, p)
	if err != nil {
		return 0, fmt.Errorf("fetch %s@%s: %w", p.Name, p.Version, err)
	}
	files, err := extract(p, tarball, dir)
	if err != nil {
		return 0, err
	}
	for i, k := range p.Keep {
		if err := atomicfile.Write(filepath.Join(dir, k.File), 0o644, files[k.File]); err != nil {
			return i, fmt.Errorf("write artifact: %w", err)
		}
	}
	return len(p.Keep), nil
}

// npmPack asks the npm client for a tarball. The client's own configuration
// says where from; no script of the package runs.
func npmPack(ctx context.Context, p Package) ([]byte, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, ErrNoClient
	}
	tmp, err := os.MkdirTemp("", "bardo-pack-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	cmd := exec.CommandContext(ctx, npm, "pack", "--loglevel=error", "--ignore-scripts", p.Name+"@"+p.Version)
	cmd.Dir = tmp
	var diagnosis bytes.Buffer
	cmd.Stderr = &diagnosis
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack: %w: %s", err, reason(diagnosis.String()))
	}
	found, err := filepath.Glob(filepath.Join(tmp, "*.tgz"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("npm pack left %d tarballs, not one", len(found))
	}
	info, err := os.Stat(found[0])
	if err != nil {
		return nil, err
	}
	if info.Size() > maxTarball {
		return nil, fmt.Errorf("tarball of %d bytes: %w", info.Size(), ErrHostile)
	}
	return os.ReadFile(found[0])
}

// reason is what npm says went wrong, in one line: its error lines up to the one that
// names a log file; where it has none, whatever it said.
func reason(said string) string {
	var errs, all []string
	said, _, _ = strings.Cut(said, "A complete log of this run")
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		text, is := strings.CutPrefix(line, "npm error")
		if !is {
			text, is = strings.CutPrefix(line, "npm ERR!")
		}
		text = strings.TrimSpace(text)
		switch {
		case strings.Trim(text, "0123456789") == "": // "npm error 404" stands between paragraphs
		case is:
			errs = append(errs, text)
		default:
			all = append(all, text)
		}
	}
	if len(errs) == 0 {
		errs = all
	}
	return strings.Join(errs, "; ")
}
