package schema

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// operators are what may stand instead of one.
var operators = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.AND: {token.OR}, token.OR: {token.AND},
}

// assigned are the same for an assignment.
var assigned = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.MUL_ASSIGN: token.QUO_ASSIGN, token.QUO_ASSIGN: token.MUL_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

func (w *walker) binary(e *ast.BinaryExpr) {
	t := w.p.info.Types[e].Type
	for _, op := range operators[e.Op] {
		text := w.text(e.X) + " " + op.String() + " " + w.text(e.Y)
		if isBool(t) {
			w.boolean(e, text)
		} else if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
			w.value(e, t, text)
		}
	}
	if e.Op == token.LAND || e.Op == token.LOR {
		w.boolean(e, w.text(e.X))
		w.boolean(e, w.text(e.Y))
	}
}

// value offers another value for e.
func (w *walker) value(e ast.Expr, t types.Type, text string) {
	w.at(value, e, w.spell(t)).offer(text, w.text(e), w.short(e)+" -> "+brief(text))
}

// spell writes a type as the file would.
func (w *walker) spell(t types.Type) string {
	return types.TypeString(types.Default(t), func(p *types.Package) string {
		if p == w.p.pkg {
			return ""
		}
		if w.s.imports[p.Path()] == "" {
			w.s.imports[p.Path()] = "mutant" + strconv.Itoa(len(w.s.imports)+1)
		}
		return w.s.imports[p.Path()]
	})
}

// constant offers changes of e where it is one, and reports whether to look into it.
func (w *walker) constant(n ast.Node, stack []ast.Node) bool {
	e, ok := n.(ast.Expr)
	if !ok {
		return true
	}
	tv := w.p.info.Types[e]
	if tv.Value == nil {
		return true
	}
	if fixed(e, stack) {
		return false
	}
	if isBool(tv.Type) {
		if tv.Value.Kind() == constant.Bool {
			w.boolean(e, strconv.FormatBool(!constant.BoolVal(tv.Value)))
		}
		return false
	}
	if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
		for _, v := range near(tv) {
			w.value(e, tv.Type, v)
		}
	}
	return false
}

// near are zero and the constant's neighbours; of a time, whose neighbour is a
// nanosecond away, zero and the double.
func near(tv types.TypeAndValue) (out []string) {
	v, one := tv.Value, constant.MakeInt64(1)
	others := []constant.Value{constant.MakeInt64(0), constant.BinaryOp(v, token.ADD, one), constant.BinaryOp(v, token.SUB, one)}
	if tv.Type.String() == "time.Duration" {
		others = []constant.Value{constant.MakeInt64(0), constant.BinaryOp(v, token.ADD, v)}
	}
	for _, o := range others {
		if constant.Compare(o, token.EQL, v) {
			continue
		}
		if i := constant.ToInt(o); i.Kind() == constant.Int {
			out = append(out, i.ExactString())
		} else if f, ok := constant.Float64Val(o); ok || f != 0 {
			out = append(out, strconv.FormatFloat(f, 'g', -1, 64))
		}
	}
	return out
}

// fixed reports whether Go wants a constant there, or nothing depends on it.
func fixed(e ast.Expr, stack []ast.Node) bool {
	if len(stack) == 0 {
		return false
	}
	switch p := stack[len(stack)-1].(type) {
	case *ast.ArrayType:
		return true
	case *ast.KeyValueExpr:
		return p.Key == e
	case *ast.CallExpr:
		if id, ok := p.Fun.(*ast.Ident); ok && id.Name == "make" { // room, but for a slice's length
			_, slice := p.Args[0].(*ast.ArrayType)
			return !slice || len(p.Args) < 2 || p.Args[1] != e
		}
	}
	return false
}
