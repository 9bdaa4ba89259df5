package rule

import (
	"slices"
	"sort"
	"strings"
)

// terms read a condition into nodes, in postfix order, and say what each is a quantity of.
type terms struct {
	*words
	slots    *Slots
	nodes    []node
	literals []string // of each node
	depth    int
}

// condition reads a whole one.
func (p *terms) condition() *Condition {
	start := p.peek()
	dim := p.expr(0)
	if !p.broken && dim != DimBool && dim != DimNone {
		p.problem(start, "a condition must be true or false, this is "+dim.String())
	}
	if depth := operands(p.nodes); depth > stackDepth {
		p.problem(start, "the condition is nested too deeply; split it")
	}
	c := &Condition{nodes: p.nodes, literals: p.literals}
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
func (p *terms) expr(power int) Dim {
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

func (p *terms) operand() Dim {
	t := p.next()
	switch {
	case t.kind == tokNumber:
		value, dim, _ := p.literal(t)
		text := t.text + t.unit
		if unit := p.tokens[p.at-1]; unit.kind == tokWord { // it stands apart
			text += " " + unit.text
		}
		p.constant(value, text)
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

func (p *terms) prefix(t token, o op, power int) Dim {
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

func (p *terms) emit(n node) { p.nodes, p.literals = append(p.nodes, n), append(p.literals, "") }

// constant emits a value as it was written.
func (p *terms) constant(value float64, text string) {
	p.emit(node{op: opConst, value: value})
	p.literals[len(p.literals)-1] = text
}

// word parses a value that begins with a name.
func (p *terms) word(t token) Dim {
	switch t.text {
	case "not":
		return p.prefix(t, opNot, powerNot)
	case "true", "false":
		p.constant(truth(t.text == "true"), t.text)
		return DimBool
	case "abs", "min", "max":
		return p.function(t)
	}
	for i, name := range Regimes {
		if name == t.text {
			p.constant(float64(i), strings.ReplaceAll(name, "_", " "))
			return DimRegime
		}
	}
	entry, ok := lookup(t.text)
	if !ok {
		p.unknownName(t)
		return DimNone
	}
	slot := Slot{Var: entry.Var, Dim: entry.Dim}
	p.arguments(t, entry, &slot)
	p.emit(node{op: opSlot, slot: uint16(p.slots.index(slot))})
	return entry.Dim
}

// unknownName reports a name and steps over its window, so that what follows is
// still checked.
func (p *terms) unknownName(t token) {
	switch t.text {
	case "do", "cooldown", "when", "then", "and", "or":
		p.fail(t, "expected a value, found "+t.say())
		return
	}
	p.problem(t, "unknown name "+Quote(t.text)+p.advice(t))
	if p.accept("(") {
		for !p.is(")") && p.peek().kind != tokEnd {
			p.next()
		}
		p.expect(")")
	}
	p.emit(node{op: opConst})
}

// advice is what an owner may have meant by a name that is none.
func (p *terms) advice(t token) string {
	switch asset := t.text; {
	case p.at >= 3 && p.tokens[p.at-3].text == VarRegime.Name():
		return Nearest(t.text, Regimes[:]) + "; the regimes are " + strings.Join(Regimes[:], ", ")
	case slices.Contains(p.slots.Names.Assets, asset):
		return ": an asset alone is no value; write price(" + asset + "), value(" + asset + ") or weight(" + asset + ")"
	}
	return Nearest(t.text, names()) + allowedNames(t.text)
}

func allowedNames(word string) string {
	if Nearest(word, names()) != "" {
		return ""
	}
	return "; docs/strategy.md lists what a rule may read"
}

// function = ("abs" | "min" | "max") "(" values ")".
func (p *terms) function(t token) Dim {
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
