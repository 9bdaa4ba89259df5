package solidity

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Mutant is one change of a source.
type Mutant struct {
	File   string // below src
	Line   int
	Func   string
	Change string // as in package schema
	in     string // the contract that it lies in; empty: none, or a library
	from   int
	to     int
	text   string
}

var operators = map[string][]string{
	"<": {"<=", ">="}, "<=": {"<", ">"}, ">": {">=", "<="}, ">=": {">", "<"}, "==": {"!="}, "!=": {"=="}, "&&": {"||"}, "||": {"&&"},
	"+": {"-"}, "-": {"+"}, "*": {"/"}, "/": {"*"}, "%": {"*"}, "<<": {">>"}, ">>": {"<<"}, "&": {"|"}, "|": {"&"},
	"+=": {"-="}, "-=": {"+="}, "*=": {"/="}, "/=": {"*="}, "|=": {"&="}, "&=": {"|="}, "++": {"--"}, "--": {"++"},
}

// left are nodes that guard nothing: texts, types, what other contracts look like.
var left = []string{
	"EmitStatement", "StructDefinition", "EventDefinition", "ErrorDefinition", "InlineAssembly", "ImportDirective", "PragmaDirective",
	"InheritanceSpecifier", "ParameterList", "ArrayTypeName", "StructuredDocumentation", "OverrideSpecifier",
}

type walker struct {
	file, source string
	fn, in       string
	truth        bool // the function answers yes or no
	out          []Mutant
}

// Mutants are all changes of a source, whether they compile or not.
func (t *Tree) Mutants(file string) []Mutant {
	w := &walker{file: file, source: t.sources[file], fn: "state"}
	for _, n := range t.trees[file].list("nodes") {
		if n.text("contractKind") != "interface" {
			w.in = ""
			if n.text("contractKind") == "contract" {
				w.in = n.text("name")
			}
			w.visit(n, nil)
		}
	}
	slices.SortStableFunc(w.out, func(a, b Mutant) int { return a.from - b.from })
	seen := map[string]int{}
	for i := range w.out {
		key := w.out[i].Func + ": " + w.out[i].Change
		if seen[key]++; seen[key] > 1 {
			w.out[i].Change += " #" + strconv.Itoa(seen[key])
		}
	}
	return w.out
}

func (w *walker) visit(n node, up []node) {
	if slices.Contains(left, n.kind()) {
		return
	}
	if n.kind() == "FunctionDefinition" || n.kind() == "ModifierDefinition" {
		w.fn = n.text("name") + map[string]string{"constructor": "constructor"}[n.text("kind")]
		results := n.child("returnParameters").list("parameters")
		w.truth = len(results) == 1 && results[0].child("typeName").text("name") == "bool"
		defer func() { w.fn, w.truth = "state", false }()
	}
	w.expression(n)
	w.statement(n, up)
	for _, c := range n.children() {
		if n.kind() == "FunctionCall" && n.child("expression").text("name") == "require" && c.text("kind") == "string" {
			continue
		}
		if _, loop := n["loopExpression"]; loop && c.text("src") == n.child("loopExpression").text("src") {
			continue
		}
		w.visit(c, append(up, n))
	}
}

func (w *walker) text(n node) string {
	from, to := n.span()
	return w.source[from:to]
}

func (w *walker) replace(n node, text string) {
	from, to := n.span()
	w.span(from, to, text, brief(w.source[from:to])+" -> "+brief(text))
}

func (w *walker) span(from, to int, text, change string) {
	for _, m := range w.out {
		if m.from == from && m.to == to && m.text == text {
			return
		}
	}
	line := 1 + strings.Count(w.source[:from], "\n")
	w.out = append(w.out, Mutant{File: w.file, Line: line, Func: w.fn, Change: change, in: w.in, from: from, to: to, text: text})
}

// drop leaves a statement out, with its semicolon.
func (w *walker) drop(n node) {
	from, to := n.span()
	change := brief(w.source[from:to]) + " -> nothing"
	if !strings.HasSuffix(w.source[from:to], ";") {
		end := strings.Index(w.source[to:], ";")
		if end < 0 || strings.TrimSpace(w.source[to:to+end]) != "" {
			return
		}
		to += end + 1
	}
	w.span(from, to, "{}", change)
}

func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 90 {
		return text[:60] + " ... " + text[len(text)-25:]
	}
	return text
}

func (w *walker) expression(n node) {
	switch n.kind() {
	case "BinaryOperation":
		l, r := n.child("leftExpression"), n.child("rightExpression")
		op := n.text("operator")
		_, from := l.span()
		to, _ := r.span()
		for _, other := range operators[op] {
			between := strings.Replace(w.source[from:to], op, other, 1)
			change := brief(w.text(n)) + " -> " + brief(w.text(l)+between+w.text(r))
			w.span(from, to, between, change)
		}
		if op == "&&" || op == "||" {
			w.replace(n, w.text(l))
			w.replace(n, w.text(r))
		}
	case "UnaryOperation":
		if n.text("operator") == "!" {
			w.replace(n, w.text(n.child("subExpression")))
		}
	case "Conditional":
		w.choice(n.child("condition"))
	case "Literal":
		w.literal(n)
	}
}

func (w *walker) choice(n node) {
	w.replace(n, "true")
	w.replace(n, "false")
	if _, relational := operators[n.text("operator")]; !relational && n.text("operator") != "!" {
		w.replace(n, "!("+w.text(n)+")")
	}
}

// literal offers zero and the neighbours of a number, and the other truth.
func (w *walker) literal(n node) {
	value := n.text("value")
	switch n.text("kind") {
	case "bool":
		w.replace(n, map[string]string{"true": "false", "false": "true"}[value])
	case "number":
		v, ok := new(big.Int).SetString(strings.ReplaceAll(value, "_", ""), 0)
		if !ok || len(value) == 42 {
			return
		}
		unit := ""
		if u := n.text("subdenomination"); u != "" {
			unit = " " + u
		}
		for _, other := range []*big.Int{new(big.Int), new(big.Int).Add(v, big.NewInt(1)), new(big.Int).Sub(v, big.NewInt(1))} {
			if other.Cmp(v) != 0 && other.Sign() >= 0 {
				w.replace(n, other.String()+unit)
			}
		}
	}
}

func (w *walker) statement(n node, up []node) {
	switch n.kind() {
	case "IfStatement":
		w.choice(n.child("condition"))
	case "ForStatement", "WhileStatement":
		if c := n.child("condition"); c != nil {
			w.replace(c, "false")
		}
	case "RevertStatement":
		if !alone(up) {
			w.drop(n)
		}
	case "Return":
		if !alone(up) && len(up) > 2 && nested(up) {
			w.drop(n)
		}
		if e := n.child("expression"); e != nil && w.truth {
			w.choice(e)
		}
	case "ModifierInvocation":
		if n.text("kind") != "baseConstructorSpecifier" && w.fn != "constructor" {
			w.replace(n, "")
		}
	case "ExpressionStatement":
		w.effect(n)
	}
}

func (w *walker) effect(n node) {
	e := n.child("expression")
	switch e.kind() {
	case "FunctionCall":
		w.drop(n)
	case "Assignment":
		w.drop(n)
		l, r := e.child("leftHandSide"), e.child("rightHandSide")
		for _, other := range operators[e.text("operator")] {
			w.replace(e, w.text(l)+" "+other+" "+w.text(r))
		}
	case "UnaryOperation":
		w.drop(n)
		for _, other := range operators[e.text("operator")] {
			w.replace(e, strings.Replace(w.text(e), e.text("operator"), other, 1))
		}
	}
}

// alone reports whether a statement is all that an if does: its condition's falsehood is
// the same change.
func alone(up []node) bool {
	parent := up[len(up)-1]
	if parent.kind() == "Block" && len(parent.list("statements")) == 1 && len(up) > 1 {
		parent = up[len(up)-2]
	}
	return parent.kind() == "IfStatement" && parent["falseBody"] == nil
}

// nested reports whether a statement is not the function's own.
func nested(up []node) bool {
	return up[len(up)-1].kind() != "Block" || up[len(up)-2].kind() != "FunctionDefinition"
}
