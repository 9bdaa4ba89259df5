package schema

import (
	"go/ast"
	"go/types"
	"strings"
)

// opposites are methods that a slip of the hand exchanges, where both exist alike.
var opposites = [][2]string{
	{"Add", "Sub"},
	{"Mul", "Div"},
	{"Lt", "Gt"},
	{"Before", "After"},
	{"Up", "Down"},
	{"Ceil", "Floor"},
	{"Max", "Min"},
	{"HasPrefix", "HasSuffix"},
}

// call offers changes of a call and reports whether to look at its arguments: those of
// what only writes text are left alone.
func (w *walker) call(e *ast.CallExpr, stack []ast.Node) bool {
	t := w.p.info.Types[e].Type
	later := false // its value is not here
	if len(stack) > 0 {
		switch stack[len(stack)-1].(type) {
		case *ast.DeferStmt, *ast.GoStmt, *ast.ExprStmt:
			later = true
		}
	}
	if w.p.info.Types[e.Fun].IsType() || t == nil {
		return true
	}
	if !later && refusal(t) {
		w.value(e, t, "nil")
	}
	if other := w.opposite(e); other != "" && (!later || isStatement(stack)) {
		fun := w.text(e.Fun)
		old := fun[strings.LastIndex(fun, ".")+1:]
		text := strings.TrimSuffix(fun, old) + other + string(w.s.text[w.offset(e.Fun.End()):w.offset(e.End())])
		w.swap(e, t, text)
	}
	return !w.texts(e)
}

func isStatement(stack []ast.Node) bool {
	_, ok := stack[len(stack)-1].(*ast.ExprStmt)
	return ok
}

func (w *walker) swap(e *ast.CallExpr, t types.Type, text string) {
	if isBool(t) {
		w.boolean(e, text)
		return
	}
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() == 0 {
		return
	}
	w.value(e, t, text)
}

// opposite names what may be called instead, of the same type.
func (w *walker) opposite(e *ast.CallExpr) string {
	switch fun := e.Fun.(type) {
	case *ast.Ident:
		if _, ok := w.p.info.Uses[fun].(*types.Builtin); ok {
			return map[string]string{"min": "max", "max": "min"}[fun.Name]
		}
	case *ast.SelectorExpr:
		f, ok := w.p.info.Uses[fun.Sel].(*types.Func)
		if !ok {
			return ""
		}
		for _, other := range exchanged(f.Name()) {
			if o := w.sibling(fun, other); o != nil && types.Identical(o.Type(), f.Type()) {
				return other
			}
		}
	}
	return ""
}

// sibling is a method of the same value, or a function of the same package, by name.
func (w *walker) sibling(fun *ast.SelectorExpr, name string) types.Object {
	if s := w.p.info.Selections[fun]; s != nil {
		o, _, _ := types.LookupFieldOrMethod(s.Recv(), true, w.p.pkg, name)
		return o
	}
	if id, ok := fun.X.(*ast.Ident); ok {
		if p, ok := w.p.info.Uses[id].(*types.PkgName); ok {
			return p.Imported().Scope().Lookup(name)
		}
	}
	return nil
}

func exchanged(name string) (out []string) {
	for _, o := range opposites {
		for i := range o {
			if strings.Contains(name, o[i]) {
				out = append(out, strings.Replace(name, o[i], o[1-i], 1))
			}
		}
	}
	return out
}

// refusal reports whether nil of a type means that nothing is wrong.
func refusal(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		n, ok := p.Elem().(*types.Named)
		return ok && (strings.HasSuffix(n.Obj().Name(), "Refusal") || strings.HasSuffix(n.Obj().Name(), "Violation"))
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// texts reports whether a call only writes text.
func (w *walker) texts(e *ast.CallExpr) bool {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	p, ok := w.p.info.Uses[id].(*types.PkgName)
	return ok && (p.Imported().Path() == "fmt" && strings.HasPrefix(sel.Sel.Name, "S") || p.Imported().Path() == "fmt" && sel.Sel.Name == "Errorf" || p.Imported().Path() == "log/slog")
}
