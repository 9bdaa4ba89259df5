package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// Package is one package, type-checked.
type Package struct {
	Path, Dir string
	Module    string // the root of its module
	files     []*source
	fset      *token.FileSet
	pkg       *types.Package
	info      *types.Info
	importer  types.Importer
}

// source is one file of it.
type source struct {
	path string // absolute
	text []byte
	ast  *ast.File
	// imports are the paths that a switch needs and the file does not import, with
	// the names that they get.
	imports map[string]string
	sites   []*site
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
	Module                  *struct{ Dir string }
}

// Load reads the packages that match, seen from a folder of their module.
func Load(dir string, patterns ...string) ([]*Package, error) {
	all, err := list(dir, patterns)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, l := range all {
		exports[l.ImportPath] = l.Export
	}
	var out []*Package
	for _, l := range all {
		if l.DepOnly || l.Module == nil || len(l.GoFiles) == 0 {
			continue
		}
		p, err := check(l, exports)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.ImportPath, err)
		}
		out = append(out, p)
	}
	return out, nil
}

func list(dir string, patterns []string) (all []listed, _ error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly,Module"}, patterns...)
	args = append(args, "os", "strconv", "strings", "sync") // what a switch imports
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, said.Bytes())
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

func check(l listed, exports map[string]string) (*Package, error) {
	p := &Package{Path: l.ImportPath, Dir: l.Dir, Module: l.Module.Dir, fset: token.NewFileSet()}
	p.importer = importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s is not imported by anything here", path)
		}
		return os.Open(exports[path])
	})
	var parsed []*ast.File
	for _, name := range l.GoFiles {
		s := &source{path: filepath.Join(l.Dir, name), imports: map[string]string{}}
		var err error
		if s.text, err = os.ReadFile(s.path); err != nil {
			return nil, err
		}
		if s.ast, err = parser.ParseFile(p.fset, s.path, s.text, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		p.files, parsed = append(p.files, s), append(parsed, s.ast)
	}
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	var err error
	p.pkg, err = (&types.Config{Importer: p.importer}).Check(p.Path, p.fset, parsed, p.info)
	return p, err
}
