package rule

import "math"

type op uint8

const (
	opConst op = iota
	opSlot
	opNeg
	opNot
	opAbs
	opAdd
	opSub
	opMul
	opDiv
	opMin
	opMax
	opLT
	opLE
	opGT
	opGE
	opEQ
	opNE
	opAnd
	opOr
)

type node struct {
	op    op
	slot  uint16
	value float64
}

// Condition is a checked condition in postfix order. It is immutable and safe to
// share.
type Condition struct {
	nodes    []node
	reads    []int    // slots, sorted by name
	literals []string // of each node, as it was written; empty where it is none
}

// Reads returns the indices of the slots the condition reads, sorted by the
// slots' names. Not to be written.
func (c *Condition) Reads() []int { return c.reads }

// Steps returns how many steps one evaluation takes, whatever the values.
func (c *Condition) Steps() int { return len(c.nodes) }

// Outcome is what a condition came to. Why is Known unless the condition could
// not be decided; then Holds is false.
type Outcome struct {
	Holds bool
	Why   Why
}

// stackDepth bounds the operands waiting at once: the parser refuses a text that
// would need more.
const stackDepth = 64

// Eval decides the condition on the slots' values. It takes Steps steps and does
// not allocate. and, or and not follow Kleene: what is unknown decides nothing
// that the other side has not decided already.
func (c *Condition) Eval(cells []Cell) Outcome {
	var stack [stackDepth]Cell
	top := -1
	for i := range c.nodes {
		n := &c.nodes[i]
		switch n.op {
		case opConst:
			top++
			stack[top] = Cell{Value: n.value}
		case opSlot:
			top++
			stack[top] = cells[n.slot]
		case opNeg, opNot, opAbs:
			unary(n.op, &stack[top])
		default:
			top--
			binary(n.op, &stack[top], stack[top+1])
		}
	}
	last := stack[0]
	return Outcome{Holds: last.Why == Known && last.Value != 0, Why: last.Why}
}

func unary(o op, a *Cell) {
	switch o {
	case opNeg:
		a.Value = -a.Value
	case opNot:
		a.Value = 1 - a.Value
	case opAbs:
		a.Value = math.Abs(a.Value)
	}
}

func binary(o op, a *Cell, b Cell) {
	switch {
	case o == opAnd:
		both(a, b, 0)
		return
	case o == opOr:
		both(a, b, 1)
		return
	case a.Why != Known:
		return
	case b.Why != Known:
		*a = b
		return
	}
	switch o {
	case opAdd:
		a.Value += b.Value
	case opSub:
		a.Value -= b.Value
	case opMul:
		a.Value *= b.Value
	case opDiv:
		if b.Value == 0 {
			*a = Cell{Why: DividedByZero}
			return
		}
		a.Value /= b.Value
	case opMin:
		a.Value = min(a.Value, b.Value)
	case opMax:
		a.Value = max(a.Value, b.Value)
	default:
		a.Value = truth(compare(o, a.Value, b.Value))
		return
	}
	if a.Value-a.Value != 0 { // infinite or not a number
		*a = Cell{Why: NotFinite}
	}
}

// both decides and (decisive 0) and or (decisive 1).
func both(a *Cell, b Cell, decisive float64) {
	switch {
	case a.Why == Known && a.Value == decisive:
	case b.Why == Known && b.Value == decisive:
		*a = b
	case a.Why == Known:
		*a = b
	}
}

func compare(o op, a, b float64) bool {
	switch o {
	case opLT:
		return a < b
	case opLE:
		return a <= b
	case opGT:
		return a > b
	case opGE:
		return a >= b
	case opEQ:
		return a == b
	default:
		return a != b
	}
}

func truth(t bool) float64 {
	if t {
		return 1
	}
	return 0
}
