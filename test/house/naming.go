package main

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// naming returns the delivered packages whose code has one of the words, in whatever case,
// in an identifier, a literal or an import. Comments may say what they like.
func (t *tree) naming(words []string) (pkgs []string) {
	for _, p := range t.pkgs {
		name, _ := t.name(p.PkgPath)
		if t.order.delivered(name) && slices.ContainsFunc(handwritten(p), func(f *ast.File) bool { return mentions(f, words) }) {
			pkgs = append(pkgs, name)
		}
	}
	return pkgs
}

func mentions(file *ast.File, words []string) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || has(n.Name, words)
		case *ast.BasicLit:
			found = found || n.Kind == token.STRING && has(n.Value, words)
		}
		return !found
	})
	return found
}

func has(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}
