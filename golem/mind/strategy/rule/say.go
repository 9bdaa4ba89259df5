package rule

import (
	"cmp"
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
	a, b := s.Of[0], s.Of[1]
	of, over := "", "of "
	if a.Name != "" {
		of, over = map[Arg]string{ArgAsset: " of ", ArgMarket: " in ", ArgLender: " at "}[a.Kind]+a.said(), "over "
	}
	with := func(word string) string {
		if of == "" {
			return ""
		}
		return word + a.said()
	}
	return strings.NewReplacer("{of}", of, "{for}", with(" for "), "{it}", with(" "), "{a}", cmp.Or(a.said(), "the base token"), "{b}", b.said(),
		"{of w}", over+span(s.Minutes), "{w}", span(s.Minutes)).Replace(catalogue[s.Var].Phrase)
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
	on, where := "", ""
	if a.On != "" {
		on, where = " on "+a.On, " in "+a.On
	}
	if a.Asset != "" {
		base = strings.ToUpper(a.Asset)
	} else if IsMarket(a.On) {
		base = strings.ToUpper(Names{}.market(a.On).Base)
	}
	size := a.size(quote)
	switch a.Verb {
	case Buy:
		return "buys " + base + " for " + size + on
	case Sell:
		if a.All() {
			if strings.HasPrefix(base, "the ") {
				base = "of " + base
			}
			return "sells all " + base + " in the wallet" + on
		}
		return "sells " + a.Share.String() + " of " + base + " in the wallet" + on
	case Provide:
		if a.Width == 0 {
			return "opens a liquidity position" + where + " with " + size + ", over all prices"
		}
		return "opens a liquidity position" + where + " with " + size + ", from the price ÷ " + factor(a.Width) + " to the price × " + factor(a.Width)
	case Recentre:
		if where == "" {
			return "closes every liquidity position, and in each market where there was one opens one with what they were worth, from the price ÷ " + factor(a.Width) + " to the price × " + factor(a.Width)
		}
		return "closes every liquidity position" + where + " and opens one with what they were worth, from the price ÷ " + factor(a.Width) + " to the price × " + factor(a.Width)
	case Withdraw:
		return "closes every liquidity position" + where
	case Lend:
		return a.lends(quote)
	case Rebalance:
		return a.Basket.say(quote)
	}
	return map[Verb]string{
		Hold:  "does nothing but write down that it triggered",
		Claim: "collects the fees of every liquidity position", Recall: "repays what is owed and takes back everything that is lent",
		Unwrap: "fills the coin for gas up to its reserve, by unwrapping", Wrap: "wraps the coin beyond its reserve for gas",
	}[a.Verb]
}

// lends says what a Lend does.
func (a Action) lends(quote string) string {
	size, asset := a.size(quote), strings.ToUpper(a.Asset)
	if a.Of == OfAsset {
		size = a.Share.String() + " of the " + asset + " in the wallet"
		if a.Share == Whole {
			size = "all " + asset + " in the wallet"
		}
	}
	switch a.On {
	case "":
		return "lends " + size
	case Best:
		return "lends " + size + " to the lending market that pays the most for it, and moves there what is lent elsewhere for " + a.Margin.String() + " a year less, where that pays for the move"
	}
	return "lends " + size + " on " + a.On
}

// say says what a Rebalance does.
func (b *Basket) say(quote string) string {
	var shares []string
	for _, w := range b.Weights {
		shares = append(shares, strings.ToUpper(w.Asset)+" "+w.Share.String())
	}
	return "brings the shares of equity to " + strings.Join(shares, ", ") + " with the rest in " + quote +
		", first by sales and then by purchases, of each asset that is more than " + b.Band.String() + " of equity off"
}

// factor is 1 and a width.
func factor(w PPM) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%06d", (Whole+w)/Whole, (Whole+w)%Whole), "0"), ".")
}
