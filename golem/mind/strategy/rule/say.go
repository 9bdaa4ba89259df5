package rule

import (
	"fmt"
	"slices"
	"strings"
)

// said are the operators of a sentence.
var said = map[op]string{
	opAdd: "+", opSub: "−", opMul: "×", opDiv: "÷", opAnd: "and", opOr: "or",
	opLT: "is below", opLE: "is at most", opGT: "is above", opGE: "is at least", opEQ: "is", opNE: "is not",
}

// powers is how tightly an operator of a sentence binds.
func powers(o op) int {
	for _, in := range infix {
		if in.op == o {
			return in.power
		}
	}
	return powerMinus + 1
}

// Clauses says in plain words what has to hold, a clause for each part of the topmost and.
// slots are those of the strategy.
func (c *Condition) Clauses(slots []Slot) []string {
	var out []string
	var split func(at int)
	split = func(at int) {
		if left, right := c.sides(at); c.nodes[at].op == opAnd {
			split(left)
			split(right)
			return
		}
		text, _ := c.say(at, slots)
		out = append(out, text)
	}
	split(len(c.nodes) - 1)
	return out
}

// sides are the roots of what a node joins; of a node that joins one thing, right is it.
func (c *Condition) sides(at int) (left, right int) {
	right = at - 1
	return right - c.size(right), right
}

// size is how many nodes the tree below a root has, the root included.
func (c *Condition) size(root int) int {
	open, at := 1, root
	for ; open > 0 && at >= 0; at-- {
		switch c.nodes[at].op {
		case opConst, opSlot:
			open--
		case opNeg, opNot, opAbs:
		default:
			open++
		}
	}
	return root - at
}

// say writes the tree below a root, and how tightly its topmost operator binds.
func (c *Condition) say(at int, slots []Slot) (text string, power int) {
	n := c.nodes[at]
	switch n.op {
	case opConst:
		return c.literals[at], powerMinus + 1
	case opSlot:
		return slots[n.slot].phrase(), powerMinus + 1
	}
	left, right := c.sides(at)
	r, rp := c.say(right, slots)
	switch n.op {
	case opNeg:
		return "-" + within(r, rp <= powerMinus), powerMinus
	case opNot:
		return "it does not hold that " + within(r, rp <= powerNot), powerNot
	case opAbs:
		return "the size of " + within(r, rp <= powerMinus), powerMinus + 1
	}
	l, lp := c.say(left, slots)
	if n.op == opMin || n.op == opMax {
		return fmt.Sprintf("the %s of %s and %s", map[op]string{opMin: "smaller", opMax: "larger"}[n.op], l, r), powerMinus + 1
	}
	power = powers(n.op)
	return within(l, lp < power) + " " + said[n.op] + " " + within(r, rp <= power), power
}

func within(text string, brackets bool) string {
	if brackets {
		return "(" + text + ")"
	}
	return text
}

// phrase is what a sentence calls the slot.
func (s Slot) phrase() string {
	if !s.Var.IsIndicator() {
		return catalogue[s.Var].Phrase
	}
	return fmt.Sprintf(catalogue[s.Var].Phrase, span(s.Minutes))
}

// span writes minutes as a rule does.
func span(minutes int) string {
	if minutes%60 == 0 {
		return fmt.Sprintf("%dh", minutes/60)
	}
	return fmt.Sprintf("%dm", minutes)
}

// Forecasts reports whether the rule bets on where the price goes: it decides by an
// indicator or the regime, or opens a range.
func (r *Rule) Forecasts(slots []Slot) bool {
	if r.Kind != Entry {
		return false
	}
	provides := slices.ContainsFunc(r.Do, func(a Action) bool { return a.Verb == Provide })
	return provides || slices.ContainsFunc(r.When.reads, func(i int) bool {
		return slots[i].Var.IsIndicator() || slots[i].Var == VarRegime
	})
}

// Say writes in plain words what an action does with a base and a quote token.
func (a Action) Say(base, quote string) string {
	on := ""
	if a.On != "" {
		on = " on " + a.On
	}
	size := a.Share.String() + " of " + ofNames[a.Of]
	if a.Of == OfNothing {
		size = strings.TrimSuffix(strings.TrimRight(a.Amount.String(), "0"), ".") + " " + quote
	}
	switch a.Verb {
	case Buy:
		return "buys " + base + " for " + size + on
	case Sell:
		if a.All() {
			return "sells all " + base + " in the wallet" + on
		}
		return "sells " + a.Share.String() + " of " + base + " in the wallet" + on
	case Provide:
		return "opens a liquidity position with " + size + ", from the price ÷ " + factor(a.Width) + " to the price × " + factor(a.Width)
	case Recentre:
		return "closes every liquidity position and opens one with what they were worth, from the price ÷ " + factor(a.Width) + " to the price × " + factor(a.Width)
	case Lend:
		return "lends " + size + on
	}
	return map[Verb]string{
		Hold: "does nothing but write down that it triggered", Withdraw: "closes every liquidity position",
		Claim: "collects the fees of every liquidity position", Recall: "repays what is owed and takes back everything that is lent",
	}[a.Verb]
}

// factor is 1 and a width.
func factor(w PPM) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%06d", (Whole+w)/Whole, (Whole+w)%Whole), "0"), ".")
}
