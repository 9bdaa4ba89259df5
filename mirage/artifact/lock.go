package artifact

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"bardo.run/bardo/contracts"
)

// Lock is a parsed artifacts.lock: what to fetch, and the hashes it must have.
type Lock struct {
	Version  int       `toml:"version"`
	Packages []Package `toml:"package"`
}

// Package is one npm package at an exact version.
type Package struct {
	Name      string `toml:"name"`
	Version   string `toml:"version"`
	Integrity string `toml:"integrity"` // "sha512-" and base64, npm's form, of the tarball
	Licence   string `toml:"licence"`   // SPDX expression
	Keep      []Keep `toml:"keep"`
}

// Keep is one file kept from a package.
type Keep struct {
	File    string `toml:"file"`    // name in the artifacts folder
	Path    string `toml:"path"`    // path inside the package, slashes
	Kind    Kind   `toml:"kind"`    // how File is made from Path
	Pattern string `toml:"pattern"` // regular expression with one group; creation and runtime only
	SHA256  string `toml:"sha256"`  // of File, hex
	Group   Group  `toml:"group"`   // who needs it; absent: every life
	Licence string `toml:"licence"` // SPDX expression, where it is not the package's

	// Of a file that is compiled: the compiler, a file kept before it, and what
	// Path imports. Ours is a source of our own that derives from Path and is compiled
	// in its place; empty: Path is.
	Compiler string   `toml:"compiler"`
	Sources  []string `toml:"sources"`
	Ours     string   `toml:"ours"`
}

// Group says who needs a file.
type Group string

// The groups of kept files. A life needs Life; the development kit of mirage/deploy/kit
// needs Kit too; Build is what a fetch compiles others with, and nothing needs after it.
const (
	Life  Group = ""
	Kit   Group = "kit"
	Build Group = "build"
)

// only is the lock reduced to the files of these groups. Packages that keep none
// of them are left out.
func (l Lock) only(groups ...Group) Lock {
	out := Lock{Version: l.Version}
	for _, p := range l.Packages {
		all := p.Keep
		p.Keep = nil
		for _, k := range all {
			if slices.Contains(groups, k.Group) {
				p.Keep = append(p.Keep, k)
			}
		}
		if len(p.Keep) > 0 {
			out.Packages = append(out.Packages, p)
		}
	}
	return out
}

// Kind says how a kept file is made.
type Kind string

// The kinds of a kept file.
const (
	KindJSON     Kind = "json"     // ABI, creation code and links out of a compiler's JSON
	KindCreation Kind = "creation" // creation code captured by a pattern
	KindRuntime  Kind = "runtime"  // runtime code captured by a pattern
	KindSolidity Kind = "solidity" // compiled with the named compiler
	KindCopy     Kind = "copy"     // the file as it is
)

const lockVersion = 1

var (
	packageName    = regexp.MustCompile(`^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$`)
	fileName       = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`)
	packageVersion = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)
)

// Locked returns the lock embedded in this binary.
func Locked() (Lock, error) { return ParseLock(contracts.ArtifactsLock) }

// ParseLock reads a lock and checks it: unknown keys, a missing hash, an
// inexact version, a path that leaves its folder or a file named twice are
// errors, all of them reported together.
func ParseLock(text []byte) (Lock, error) {
	var l Lock
	dec := toml.NewDecoder(strings.NewReader(string(text))).DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return Lock{}, fmt.Errorf("artifacts.lock: %w", err)
	}
	if err := l.check(); err != nil {
		return Lock{}, fmt.Errorf("artifacts.lock: %w", err)
	}
	return l, nil
}

func (l Lock) check() error {
	var errs []error
	if l.Version != lockVersion {
		errs = append(errs, fmt.Errorf("version %d is not %d", l.Version, lockVersion))
	}
	if len(l.Packages) == 0 {
		errs = append(errs, errors.New("no package"))
	}
	seen := map[string]bool{}
	for _, p := range l.Packages {
		errs = append(errs, p.check())
		for _, k := range p.Keep {
			if seen[k.File] {
				errs = append(errs, fmt.Errorf("%s: kept twice", k.File))
			}
			seen[k.File] = true
		}
	}
	return errors.Join(errs...)
}

func (p Package) check() error {
	var errs []error
	if !packageName.MatchString(p.Name) {
		errs = append(errs, fmt.Errorf("package name %q", p.Name))
	}
	if !packageVersion.MatchString(p.Version) {
		errs = append(errs, fmt.Errorf("%s: version %q is not exact", p.Name, p.Version))
	}
	if _, err := p.sum(); err != nil {
		errs = append(errs, err)
	}
	if p.Licence == "" {
		errs = append(errs, fmt.Errorf("%s: no licence", p.Name))
	}
	if len(p.Keep) == 0 {
		errs = append(errs, fmt.Errorf("%s: keeps no file", p.Name))
	}
	for _, k := range p.Keep {
		if err := k.check(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %q: %w", p.Name, k.File, err))
		}
	}
	return errors.Join(errs...)
}

// sum is the tarball's SHA-512.
func (p Package) sum() ([]byte, error) {
	b64, ok := strings.CutPrefix(p.Integrity, "sha512-")
	sum, err := base64.StdEncoding.DecodeString(b64)
	if !ok || err != nil || len(sum) != 64 {
		return nil, fmt.Errorf("%s: integrity %q is not a SHA-512", p.Name, p.Integrity)
	}
	return sum, nil
}

func (k Keep) check() error {
	if !fileName.MatchString(k.File) {
		return errors.New("file is not a plain name")
	}
	for _, name := range append([]string{k.Path}, k.Sources...) {
		if name == "" || path.Clean(name) != name || !filepath.IsLocal(name) {
			return fmt.Errorf("path %q is not inside the package", name)
		}
	}
	if k.Group != Life && k.Group != Kit && k.Group != Build {
		return fmt.Errorf("unknown group %q", k.Group)
	}
	if sum, err := hex.DecodeString(k.SHA256); err != nil || len(sum) != 32 {
		return fmt.Errorf("sha256 %q is not a SHA-256", k.SHA256)
	}
	switch k.Kind {
	case KindJSON, KindCopy:
		return nil
	case KindSolidity:
		if !fileName.MatchString(k.Compiler) {
			return fmt.Errorf("compiler %q is not a kept file", k.Compiler)
		}
		if k.Ours != "" && !fileName.MatchString(k.Ours) {
			return fmt.Errorf("ours %q is not a plain name", k.Ours)
		}
		return nil
	case KindCreation, KindRuntime:
		re, err := regexp.Compile(k.Pattern)
		if err != nil || re.NumSubexp() != 1 {
			return fmt.Errorf("pattern %q needs exactly one group", k.Pattern)
		}
		return nil
	default:
		return fmt.Errorf("unknown kind %q", k.Kind)
	}
}
