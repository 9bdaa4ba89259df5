package solidity

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

// Folder names the variable that says where a process finds changed artifacts, Read the
// one that says to which file the artifacts are appended that it reads.
const (
	Folder = "BARDO_MUTANT_ARTIFACTS"
	Read   = "BARDO_MUTANT_READ"
)

// Overlay is the file that embeds the artifacts, so that it looks into Folder first. It
// stands only in binaries that are built to be asked.
func Overlay(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	out, at, more := strings.Builder{}, 0, ""
	for _, d := range f.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR || len(gen.Specs) != 1 {
			continue
		}
		v, ok := gen.Specs[0].(*ast.ValueSpec)
		if !ok || v.Type == nil || string(text[offset(fset, v.Type.Pos()):offset(fset, v.Type.End())]) != "embed.FS" {
			continue
		}
		name := v.Names[0].Name
		out.Write(text[at:offset(fset, v.Pos())])
		out.WriteString("embedded" + name)
		at = offset(fset, v.Names[0].End())
		more += fmt.Sprintf("\nvar %s = mutantFiles{embedded%s}\n", name, name)
	}
	if more == "" {
		return nil, fmt.Errorf("%s embeds no folder", path)
	}
	out.Write(text[at:])
	head := string(text[:offset(fset, f.Name.End())])
	return []byte(strings.Replace(out.String(), head, head+`; import mutantos "os"; import mutantpath "path/filepath"`, 1) + more +
		strings.NewReplacer("FOLDER", Folder, "READ", Read).Replace(files)), nil
}

func offset(fset *token.FileSet, p token.Pos) int { return fset.Position(p).Offset }

const files = `
type mutantFiles struct{ embed.FS }

func (m mutantFiles) ReadFile(name string) ([]byte, error) {
	if seen := mutantos.Getenv("READ"); seen != "" {
		f, err := mutantos.OpenFile(seen, mutantos.O_APPEND|mutantos.O_CREATE|mutantos.O_WRONLY, 0o644)
		if err != nil {
			panic(err)
		}
		f.WriteString(mutantpath.Base(name) + "\n")
		f.Close()
	}
	if dir := mutantos.Getenv("FOLDER"); dir != "" {
		if text, err := mutantos.ReadFile(mutantpath.Join(dir, name)); err == nil {
			return text, nil
		}
	}
	return m.FS.ReadFile(name)
}
`
