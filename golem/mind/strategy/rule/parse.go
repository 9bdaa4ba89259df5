package rule

import (
	"sort"
	"strconv"
	"strings"
)

// Parse checks one rule. src is the text between the fences, line that of its
// first character in the file. The values the rule reads are added to slots. All
// problems that can be told apart are returned together; the rule is nil then.
func Parse(kind Kind, name, src string, line int, slots *Slots) (*Rule, []Problem) {
	tokens, problem := scan(src, line)
	if problem != nil {
		return nil, []Problem{*problem}
	}
	p := &parser{tokens: tokens, slots: slots}
	r := &Rule{Kind: kind, Name: name, Line: line, Text: flatten(src)}
	p.rule(r)
	if len(p.problems) > 0 {
		SortProblems(p.problems)
		return nil, p.problems
	}
	return r, nil
}

// flatten puts a rule on one line, without its comments.
func flatten(src string) string {
	var words []string
	for _, l := range strings.Split(src, "\n") {
		l, _, _ = strings.Cut(l, "#")
		words = append(words, strings.Fields(l)...)
	}
	return strings.Join(words, " ")
}

type parser struct {
	tokens   []token
	at       int
	slots    *Slots
	nodes    []node
	depth    int
	broken   bool // the words no longer say where a value begins
	problems []Problem
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != tokEnd {
		p.at++
	}
	return t
}

func (p *parser) is(text string) bool {
	t := p.peek()
	return t.kind != tokEnd && t.kind != tokNumber && t.text == text
}

func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.at++
	return true
}

func (p *parser) problem(t token, message string) {
	p.problems = append(p.problems, Problem{t.line, t.col, message})
}

// fail reports a text whose structure cannot be followed any further.
func (p *parser) fail(t token, message string) {
	if !p.broken {
		p.problem(t, message)
	}
	p.broken = true
}

func (t token) say() string {
	if t.kind == tokEnd {
		return "the end of the rule"
	}
	return Quote(t.text + t.unit)
}

// rule = "when" condition "do" actions [ "cooldown" duration ].
func (p *parser) rule(r *Rule) {
	if !p.accept("when") {
		p.fail(p.peek(), "a rule begins with when, not "+p.peek().say())
		return
	}
	start := p.peek()
	dim := p.expr(0)
	if !p.broken && dim != DimBool && dim != DimNone {
		p.problem(start, "a condition must be true or false, this is "+dim.String())
	}
	r.When = p.condition(start)
	for !p.broken && p.peek().kind != tokEnd {
		t := p.next()
		switch {
		case t.text == "do" && r.Do == nil:
			r.Do = p.actions(r.Kind)
		case t.text == "cooldown" && r.Cooldown == 0:
			r.Cooldown = p.cooldown()
		default:
			p.fail(t, "unexpected "+t.say()+"; after the condition come do and, once, cooldown")
		}
	}
	if r.Do == nil && !p.broken {
		p.problem(p.peek(), "the rule does nothing; add a line like: do "+verbsOf(r.Kind)[0])
	}
}

func (p *parser) cooldown() int64 {
	t := p.next()
	value, dim, ok := p.literal(t)
	if !ok || dim != DimDuration || value <= 0 || value > 7*86400 {
		p.fail(t, "cooldown takes a duration between 1s and 7d, like 30m, not "+t.say())
		return 0
	}
	return int64(value * 1000)
}

// condition closes the nodes written so far into a Condition.
func (p *parser) condition(start token) *Condition {
	if depth := operands(p.nodes); depth > stackDepth {
		p.problem(start, "the condition is nested too deeply; split it")
	}
	c := &Condition{nodes: p.nodes}
	seen := map[int]bool{}
	for _, n := range p.nodes {
		if n.op == opSlot && !seen[int(n.slot)] {
			seen[int(n.slot)] = true
			c.reads = append(c.reads, int(n.slot))
		}
	}
	sort.Slice(c.reads, func(i, j int) bool {
		return p.slots.all[c.reads[i]].Name() < p.slots.all[c.reads[j]].Name()
	})
	return c
}

// operands returns the deepest stack that evaluating nodes needs.
func operands(nodes []node) int {
	depth, deepest := 0, 0
	for _, n := range nodes {
		switch n.op {
		case opConst, opSlot:
			depth++
		case opNeg, opNot, opAbs:
		default:
			depth--
		}
		deepest = max(deepest, depth)
	}
	return deepest
}

// infix operators by how tightly they bind.
var infix = map[string]struct {
	op    op
	power int
}{
	"or": {opOr, 1}, "and": {opAnd, 2},
	"<": {opLT, 4}, "<=": {opLE, 4}, ">": {opGT, 4}, ">=": {opGE, 4}, "==": {opEQ, 4}, "!=": {opNE, 4},
	"+": {opAdd, 5}, "-": {opSub, 5}, "*": {opMul, 6}, "/": {opDiv, 6},
}

const (
	powerNot     = 3
	powerCompare = 4
	powerMinus   = 7
)

// expr parses operators that bind tighter than power and returns what the whole
// is a quantity of.
func (p *parser) expr(power int) Dim {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail(p.peek(), "nested more than 24 deep; split the condition")
		return DimNone
	}
	left := p.operand()
	for !p.broken {
		t := p.peek()
		in, ok := infix[t.text]
		if !ok || in.power <= power {
			return left
		}
		p.next()
		right := p.expr(in.power)
		if p.broken {
			return DimNone
		}
		left = p.combine(t, in.op, left, right)
		if next := infix[p.peek().text]; in.power == powerCompare && next.power == powerCompare {
			p.fail(p.peek(), "comparisons do not chain; write: a < b and b < c")
		}
	}
	return DimNone
}

func (p *parser) operand() Dim {
	t := p.next()
	switch {
	case t.kind == tokNumber:
		value, dim, _ := p.literal(t)
		p.emit(node{op: opConst, value: value})
		return dim
	case t.kind == tokWord:
		return p.word(t)
	case t.text == "(" && t.kind == tokSign:
		dim := p.expr(0)
		p.expect(")")
		return dim
	case t.text == "-":
		return p.prefix(t, opNeg, powerMinus)
	}
	p.fail(t, "expected a value, found "+t.say())
	return DimNone
}

func (p *parser) prefix(t token, o op, power int) Dim {
	dim := p.expr(power)
	p.emit(node{op: o})
	switch {
	case dim == DimNone, o == opNot && dim == DimBool, o != opNot && dim < DimBool:
		return dim
	case o == opNot:
		p.problem(t, "not takes a truth, this is "+dim.String())
	default:
		p.problem(t, t.text+" takes a number, money or a duration, this is "+dim.String())
	}
	return DimNone
}

func (p *parser) expect(sign string) {
	if !p.broken && !p.accept(sign) {
		p.fail(p.peek(), "expected "+sign+", found "+p.peek().say())
	}
}

func (p *parser) emit(n node) { p.nodes = append(p.nodes, n) }

// word parses a value that begins with a name.
func (p *parser) word(t token) Dim {
	switch t.text {
	case "not":
		return p.prefix(t, opNot, powerNot)
	case "true", "false":
		p.emit(node{op: opConst, value: truth(t.text == "true")})
		return DimBool
	case "abs", "min", "max":
		return p.function(t)
	}
	for i, name := range Regimes {
		if name == t.text {
			p.emit(node{op: opConst, value: float64(i)})
			return DimRegime
		}
	}
	entry, ok := lookup(t.text)
	if !ok {
		p.unknownName(t)
		return DimNone
	}
	slot := Slot{Var: entry.Var, Dim: entry.Dim}
	if entry.Var.IsIndicator() {
		slot.Minutes = p.window(t)
	} else if p.is("(") {
		p.fail(p.peek(), t.text+" takes no window")
	}
	p.emit(node{op: opSlot, slot: uint16(p.slots.index(slot))})
	return entry.Dim
}

// unknownName reports a name and steps over its window, so that what follows is
// still checked.
func (p *parser) unknownName(t token) {
	switch t.text {
	case "do", "cooldown", "when", "then", "and", "or":
		p.fail(t, "expected a value, found "+t.say())
		return
	}
	p.problem(t, "unknown name "+Quote(t.text)+Nearest(t.text, names())+allowedNames(t.text))
	if p.accept("(") {
		for !p.is(")") && p.peek().kind != tokEnd {
			p.next()
		}
		p.expect(")")
	}
	p.emit(node{op: opConst})
}

func allowedNames(word string) string {
	if Nearest(word, names()) != "" {
		return ""
	}
	return "; docs/strategy.md lists what a rule may read"
}

// function = ("abs" | "min" | "max") "(" values ")".
func (p *parser) function(t token) Dim {
	p.expect("(")
	if p.broken {
		return DimNone
	}
	first := p.expr(0)
	o, second := opAbs, first
	if t.text != "abs" {
		o = map[string]op{"min": opMin, "max": opMax}[t.text]
		p.expect(",")
		if p.broken {
			return DimNone
		}
		second = p.expr(0)
	}
	p.expect(")")
	p.emit(node{op: o})
	switch {
	case p.broken || first == DimNone || second == DimNone:
		return DimNone
	case first >= DimBool:
		p.problem(t, t.text+" takes numbers, money or durations, this is "+first.String())
	case first != second:
		p.problem(t, t.text+" of "+first.String()+" and "+second.String()+"; both must be of one kind")
	default:
		return first
	}
	return DimNone
}

// window = "(" duration ")", whole minutes from 1m to 24h.
func (p *parser) window(name token) int {
	if !p.accept("(") {
		p.fail(p.peek(), name.text+" needs a window, like "+name.text+"(2h)")
		return 1
	}
	t := p.next()
	seconds, dim, ok := p.literal(t)
	minutes := int(seconds / 60)
	if !ok || dim != DimDuration || seconds > 86400 || float64(minutes*60) != seconds || minutes < 1 {
		p.problem(t, "a window is a duration in whole minutes from 1m to 24h, not "+t.say())
		minutes = 1
	}
	if t.kind != tokEnd {
		p.expect(")")
	}
	return minutes
}

// literal reads a number token with its unit, which may stand apart.
func (p *parser) literal(t token) (value float64, dim Dim, ok bool) {
	if t.kind != tokNumber {
		return 0, DimNone, false
	}
	unit := t.unit
	if next := p.peek(); unit == "" && next.kind == tokWord && isUnit(next.text) && len(next.text) > 1 {
		unit = p.next().text
	}
	value, err := strconv.ParseFloat(t.text, 64)
	if err != nil {
		return 0, DimNone, false
	}
	for _, u := range units {
		if u.name == unit {
			return scaled(value, u.worth), u.dim, true
		}
	}
	return value, DimNumber, true
}

// scaled applies a unit. Fractions divide, because 3/100 is the number nearest
// to 3 % and 3×0.01 is not.
func scaled(value, worth float64) float64 {
	switch worth {
	case 0.01:
		return value / 100
	case 0.0001:
		return value / 10000
	}
	return value * worth
}
