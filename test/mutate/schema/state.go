package schema

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// cases offers changes of a switch: a condition like another, a value that is never met,
// a body that does nothing.
func (w *walker) cases(n *ast.SwitchStmt, stack []ast.Node) {
	for _, s := range n.Body.List {
		c := s.(*ast.CaseClause)
		for _, e := range c.List {
			if n.Tag == nil {
				w.choice(e, true)
			} else if tv := w.p.info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.String {
				w.value(e, tv.Type, strconv.Quote("no "+constant.StringVal(tv.Value)))
			}
		}
		w.emptied(c, append(stack, n, n.Body))
	}
}

// emptied offers to do nothing in a case, where the function may go on behind it.
func (w *walker) emptied(c *ast.CaseClause, stack []ast.Node) {
	if len(c.Body) == 0 || w.ends(c, stack) {
		return
	}
	last := c.Body[len(c.Body)-1]
	if b, ok := last.(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
		return
	}
	text := string(w.s.text[w.offset(c.Pos()):w.offset(c.Colon+1)])
	w.span(body, c.Body[0].Pos(), last.End(), "").offer("", "", brief(text)+" does nothing")
}

// returned offers to go on instead of returning, and to return no refusal.
func (w *walker) returned(n *ast.ReturnStmt, stack []ast.Node) {
	if inList(stack) && !w.ends(n, stack) && !alone(n, stack) && !lastOf(n, stack) {
		w.drop(n)
	}
	for _, e := range n.Results {
		tv := w.p.info.Types[e]
		if tv.Value != nil || tv.Type == nil {
			continue
		}
		if isBool(tv.Type) {
			w.choice(e, true)
		}
		if _, call := ast.Unparen(e).(*ast.CallExpr); !call && refusal(tv.Type) && !tv.IsNil() {
			w.value(e, tv.Type, "nil")
		}
	}
}

// alone reports whether a return is all that an if does: then its condition's falsehood is
// the same change.
func alone(n ast.Stmt, stack []ast.Node) bool {
	if len(stack) < 2 {
		return false
	}
	block, ok := stack[len(stack)-1].(*ast.BlockStmt)
	if !ok || len(block.List) != 1 {
		return false
	}
	is, ok := stack[len(stack)-2].(*ast.IfStmt)
	return ok && is.Body == block && is.Else == nil
}

// lastOf reports whether a return without results is the function's end anyway.
func lastOf(n *ast.ReturnStmt, stack []ast.Node) bool {
	return len(n.Results) == 0 && len(stack) == 1
}

// effect offers to leave out what a statement does, or to do the opposite.
func (w *walker) effect(n ast.Stmt, stack []ast.Node) {
	if !inList(stack) {
		return
	}
	switch n := n.(type) {
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && !locks(call) && !w.ends(n, stack) {
			w.drop(n)
		}
	case *ast.IncDecStmt:
		w.drop(n)
		text := w.text(n.X) + assigned[n.Tok].String()
		w.at(statement, n, "").offer(text, w.text(n), w.short(n)+" -> "+brief(text))
	case *ast.AssignStmt:
		w.assignment(n)
	}
}

func (w *walker) assignment(n *ast.AssignStmt) {
	if id, ok := n.Lhs[0].(*ast.Ident); n.Tok == token.DEFINE || len(n.Lhs) == 1 && ok && id.Name == "_" {
		return
	}
	w.drop(n)
	op, ok := assigned[n.Tok]
	t := w.p.info.Types[n.Lhs[0]].Type
	if !ok || t == nil {
		return
	}
	if b, is := t.Underlying().(*types.Basic); is && b.Info()&types.IsNumeric != 0 {
		text := w.text(n.Lhs[0]) + " " + op.String() + " " + w.text(n.Rhs[0])
		w.at(statement, n, "").offer(text, w.text(n), w.short(n)+" -> "+brief(text))
	}
}

// locks reports whether a call is of a mutex: without the race detector nothing tells
// that one is missing.
func locks(c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "Lock", "Unlock", "RLock", "RUnlock":
		return true
	}
	return false
}

// inList reports whether a statement stands in a list of statements.
func inList(stack []ast.Node) bool {
	if len(stack) == 0 {
		return true
	}
	switch stack[len(stack)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// ends reports whether a function has to end in a statement: whatever it lies in ends
// with it, and leaves nothing behind it that runs.
func (w *walker) ends(n ast.Node, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.BlockStmt:
			if _, inSwitch := n.(*ast.CaseClause); !inSwitch && p.List[len(p.List)-1] != n {
				return false
			}
		case *ast.CaseClause:
			if p.Body[len(p.Body)-1] != n {
				return false
			}
		case *ast.IfStmt:
			if p.Else == nil {
				return false
			}
		case *ast.SwitchStmt:
			if !defaulted(p.Body) {
				return false
			}
		case *ast.TypeSwitchStmt:
			if !defaulted(p.Body) {
				return false
			}
		case *ast.RangeStmt:
			return false
		case *ast.ForStmt:
			return false
		case *ast.FuncLit:
			return true
		}
		n = stack[i]
	}
	return true
}

func defaulted(b *ast.BlockStmt) bool {
	for _, s := range b.List {
		if c, ok := s.(*ast.CaseClause); ok && c.List == nil {
			return true
		}
	}
	return false
}
