package faculties

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "bardo.run/bardo/"

// code is what is delivered, type-checked, without the functions that no main reaches.
type code struct {
	pkgs []*packages.Package
	dead map[string]bool // by test/house, as package.Type.Method
}

func load(t *testing.T) *code {
	t.Helper()
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo
	pkgs, err := packages.Load(&packages.Config{Mode: mode, Dir: root}, "./golem/...", "./app/...", "./life/...", "./wire/...", "./cmd/...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("the code cannot be read: %v", err)
	}
	c := &code{dead: map[string]bool{}}
	for _, p := range pkgs {
		if !strings.HasSuffix(p.PkgPath, "test") { // a kit of tests
			c.pkgs = append(c.pkgs, p)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "test/house/waiting.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if name, _, ok := strings.Cut(line, " "); ok && name != "#" {
			c.dead[name] = true
		}
	}
	return c
}

// each visits the nodes of every function that a main reaches, and of what stands outside of
// functions. within names the function, or its package.
func (c *code) each(visit func(p *packages.Package, within string, n ast.Node)) {
	for _, p := range c.pkgs {
		at := strings.TrimPrefix(p.PkgPath, module)
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				within := at
				if f, ok := d.(*ast.FuncDecl); ok {
					within = at + "." + name(f)
				}
				if c.dead[within] {
					continue
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if n != nil {
						visit(p, within, n)
					}
					return true
				})
			}
		}
	}
}

// name is a function's, behind its receiver's type.
func name(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

// named is the name of a type of ours as package.Type, seen through pointers.
func named(typ types.Type) string {
	if p, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	n, ok := types.Unalias(typ).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return strings.TrimPrefix(n.Obj().Pkg().Path(), module) + "." + n.Obj().Name()
}

// field is what a selection selects, as package.Type.Name of the struct that has it.
func field(p *packages.Package, n ast.Node) string {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	s, ok := p.TypesInfo.Selections[sel]
	if !ok {
		return ""
	}
	typ := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] { // through what is embedded
		if ptr, is := types.Unalias(typ).(*types.Pointer); is {
			typ = ptr.Elem()
		}
		of, is := typ.Underlying().(*types.Struct)
		if !is {
			break
		}
		typ = of.Field(i).Type()
	}
	return named(typ) + "." + s.Obj().Name()
}
