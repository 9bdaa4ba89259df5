package schema

import (
	"go/ast"
	"go/token"
	"strings"
)

// form is how a switch is written around a place.
type form int

const (
	condition form = iota // a boolean: !on && (old) || is(7) && (new)
	value                 // func() T { switch ... return old }()
	statement             // if it is off { old } else { new }
	body                  // the same, around the statements of a case
)

// site is a place and what may stand there instead.
type site struct {
	form     form
	from, to int    // offsets in the file
	result   string // the type of a value, as the file spells it
	alts     []alt
	fn       string
	line     int
}

// alt is one thing that may stand there.
type alt struct {
	id     int
	text   string // Go, empty for a statement that is left out
	change string
	broken bool // does not compile
}

// walker collects the sites of one file.
type walker struct {
	p  *Package
	s  *source
	fn string
	// must holds the statements that a function needs to end in.
	must map[ast.Stmt]bool
}

func (w *walker) offset(p token.Pos) int { return w.p.fset.Position(p).Offset }

func (w *walker) text(n ast.Node) string {
	return string(w.s.text[w.offset(n.Pos()):w.offset(n.End())])
}

// short is a node's text on one line.
func (w *walker) short(n ast.Node) string { return brief(w.text(n)) }

func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 90 {
		return string(r[:60]) + " ... " + string(r[len(r)-25:])
	}
	return text
}

// at returns the site of this form at a node, made if there is none.
func (w *walker) at(f form, n ast.Node, result string) *site {
	return w.span(f, n.Pos(), n.End(), result)
}

func (w *walker) span(f form, from, to token.Pos, result string) *site {
	a, b := w.offset(from), w.offset(to)
	for _, s := range w.s.sites {
		if s.form == f && s.from == a && s.to == b {
			return s
		}
	}
	s := &site{form: f, from: a, to: b, result: result, fn: w.fn, line: w.p.fset.Position(from).Line}
	w.s.sites = append(w.s.sites, s)
	return s
}

// offer adds what may stand there instead, unless the place has the same already.
func (s *site) offer(text, old, change string) {
	for _, a := range s.alts {
		if a.text == text {
			return
		}
	}
	if text != old || text == "" {
		s.alts = append(s.alts, alt{text: text, change: change})
	}
}

// boolean offers another condition for e.
func (w *walker) boolean(e ast.Expr, text string) {
	e = ast.Unparen(e)
	w.at(condition, e, "").offer(text, w.text(e), w.short(e)+" -> "+brief(text))
}

// drop offers to leave a statement out.
func (w *walker) drop(n ast.Stmt) {
	w.at(statement, n, "").offer("", w.text(n), w.short(n)+" -> nothing")
}
