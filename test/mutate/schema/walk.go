package schema

import (
	"go/ast"
	"go/token"
	"go/types"
)

// collect finds every place of a file and what may stand there.
func (w *walker) collect() {
	for _, d := range w.s.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.function(d)
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				w.fn = "var"
				w.visit(d)
			}
		}
	}
}

// function leaves out what only writes text.
func (w *walker) function(d *ast.FuncDecl) {
	switch d.Name.Name {
	case "String", "Error", "GoString", "LogValue":
		return
	}
	if d.Body == nil {
		return
	}
	w.fn = name(d)
	w.visit(d.Body)
}

// name is a function's with its receiver's type.
func name(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if ix, ok := t.(*ast.IndexExpr); ok {
		t = ix.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

func (w *walker) visit(root ast.Node) {
	w.must = map[ast.Stmt]bool{}
	ast.PreorderStack(root, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.SelectorExpr:
			return !isType(w.p.info, n) && w.constant(n, stack)
		case *ast.FuncLit:
			return true
		case ast.Expr:
			return w.expression(n, stack)
		case ast.Stmt:
			w.statement(n, stack)
		}
		return true
	})
}

func isType(info *types.Info, n ast.Node) bool {
	e, ok := n.(ast.Expr)
	return ok && info.Types[e].IsType()
}

// expression offers changes of one and reports whether its parts are looked at.
func (w *walker) expression(e ast.Expr, stack []ast.Node) bool {
	if isType(w.p.info, e) {
		return false
	}
	if !w.constant(e, stack) {
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		w.binary(e)
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			w.boolean(e, w.text(e.X))
		}
	case *ast.CallExpr:
		return w.call(e, stack)
	}
	return true
}

// statement offers changes of one.
func (w *walker) statement(n ast.Stmt, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		w.choice(n.Cond, true)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.choice(n.Cond, false)
		}
	case *ast.SwitchStmt:
		w.cases(n, stack)
	case *ast.TypeSwitchStmt:
		for _, c := range n.Body.List {
			w.emptied(c.(*ast.CaseClause), stack)
		}
	case *ast.ReturnStmt:
		w.returned(n, stack)
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.AssignStmt:
		w.effect(n, stack)
	}
}

// choice forces a condition. A loop's is never forced to true: it would only hang.
func (w *walker) choice(e ast.Expr, both bool) {
	e = ast.Unparen(e)
	if tv := w.p.info.Types[e]; tv.Value != nil || !isBool(tv.Type) {
		return
	}
	w.boolean(e, "false")
	if both {
		w.boolean(e, "true")
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op != token.LAND && b.Op != token.LOR {
		return // another operator says the opposite
	}
	if u, ok := e.(*ast.UnaryExpr); both && (!ok || u.Op != token.NOT) {
		w.boolean(e, "!("+w.text(e)+")")
	}
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}
