package schema

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Code is a package with all its mutants in it.
type Code struct {
	Mutants []Mutant
	// Dropped says how many changes do not compile.
	Dropped int
	files   map[string][]byte // by the path that each stands for
}

// Mutate changes a package in every way that compiles.
func (p *Package) Mutate() (*Code, error) {
	for _, s := range p.files {
		(&walker{p: p, s: s}).collect()
	}
	for range 50 {
		p.number()
		files, faults, err := p.compiled()
		if err != nil || faults == 0 {
			return &Code{Mutants: p.mutants(), Dropped: p.dropped(), files: files}, err
		}
	}
	return nil, fmt.Errorf("%s: the switches do not compile", p.Path)
}

// number gives every change that compiles the next number, those of a place in a row.
func (p *Package) number() {
	id := 0
	for _, s := range p.files {
		for _, x := range s.sites {
			for _, a := range x.live() {
				id++
				a.id = id
			}
		}
	}
}

// compiled writes the files and type-checks them. What does not compile is marked.
func (p *Package) compiled() (map[string][]byte, int, error) {
	out := map[string][]byte{filepath.Join(p.Dir, "mutant_switch.go"): runtime(p.pkg.Name(), p.Path)}
	fset, written := token.NewFileSet(), map[string]*rendered{}
	var parsed []*ast.File
	for _, s := range p.files {
		r := s.render()
		out[s.path], written[s.path] = r.Bytes(), r
	}
	for path, text := range out {
		f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, 0, fmt.Errorf("a switch broke the syntax: %w", err)
		}
		parsed = append(parsed, f)
	}
	faults, lost := 0, error(nil)
	conf := types.Config{Importer: p.importer, Error: func(err error) {
		var e types.Error
		if !errors.As(err, &e) {
			return
		}
		faults++
		at := e.Fset.Position(e.Pos)
		if r := written[at.Filename]; r == nil || !r.blame(at.Offset) {
			lost = errors.Join(lost, err)
		}
	}}
	_, _ = conf.Check(p.Path, fset, parsed, nil)
	return out, faults, lost
}

// blame marks what was written around an offset, and reports whether anything was.
func (r *rendered) blame(offset int) bool {
	best := -1
	for i, g := range r.regions {
		if g.from <= offset && offset < g.to && (best < 0 || g.to-g.from < r.regions[best].to-r.regions[best].from) {
			best = i
		}
	}
	if best < 0 {
		return false
	}
	if g := r.regions[best]; g.alt != nil {
		g.alt.broken = true
	} else {
		for i := range g.site.alts {
			g.site.alts[i].broken = true
		}
	}
	return true
}

func (p *Package) dropped() (n int) {
	for _, s := range p.files {
		for _, x := range s.sites {
			n += len(x.alts) - len(x.live())
		}
	}
	return n
}

// mutants lists them by number.
func (p *Package) mutants() (out []Mutant) {
	seen := map[string]int{}
	for _, s := range p.files {
		file, err := filepath.Rel(p.Module, s.path)
		if err != nil {
			file = s.path
		}
		file = filepath.ToSlash(file)
		sites := slices.Clone(s.sites)
		slices.SortStableFunc(sites, func(a, b *site) int { return a.from - b.from })
		for _, x := range sites {
			for _, a := range x.live() {
				m := Mutant{ID: a.id, Site: x.live()[0].id, File: file, Line: x.line, Func: x.fn, Change: a.change}
				if seen[m.Name()]++; seen[m.Name()] > 1 {
					m.Change += " #" + strconv.Itoa(seen[m.Name()])
				}
				out = append(out, m)
			}
		}
	}
	return out
}

// Write puts the files into a folder and adds them to what an overlay replaces.
func (c *Code) Write(dir string, replace map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for path, text := range c.files {
		to := filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(to, text, 0o644); err != nil {
			return err
		}
		replace[path] = to
	}
	return nil
}

// runtime is the file that a package gets besides: which of its mutants is on, and who
// reached what.
func runtime(name, path string) []byte {
	return []byte(strings.NewReplacer("NAME", name, "PATH", path, "ACTIVE", Active, "SEEN", Seen).Replace(`package NAME

import (
	mutantos "os"
	mutantconv "strconv"
	mutantcut "strings"
	mutantsync "sync"
)

var mutantActive = func() int {
	path, id, _ := mutantcut.Cut(mutantos.Getenv("ACTIVE"), ":")
	if n, err := mutantconv.Atoi(id); err == nil && path == "PATH" {
		return n
	}
	return 0
}()

var mutantSeen = func() *mutantFile {
	name := mutantos.Getenv("SEEN")
	if name == "" {
		return nil
	}
	f, err := mutantos.OpenFile(name, mutantos.O_APPEND|mutantos.O_CREATE|mutantos.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	return &mutantFile{f: f}
}()

type mutantFile struct {
	f    *mutantos.File
	once mutantsync.Map
}

func (m *mutantFile) reached(site int) {
	if _, before := m.once.LoadOrStore(site, true); !before {
		if _, err := m.f.WriteString("PATH:" + mutantconv.Itoa(site) + "\n"); err != nil {
			panic(err)
		}
	}
}

// mutantAt returns the mutant that is on, where it is one of a place's.
func mutantAt(from, to int) int {
	if mutantSeen != nil {
		mutantSeen.reached(from)
	}
	if from <= mutantActive && mutantActive <= to {
		return mutantActive
	}
	return 0
}
`))
}
