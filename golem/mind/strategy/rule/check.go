package rule

// combine emits a binary operator and returns what it yields, or reports why the
// two sides do not go together.
func (p *terms) combine(t token, o op, l, r Dim) Dim {
	p.emit(node{op: o})
	if l == DimNone || r == DimNone {
		if o >= opLT {
			return DimBool
		}
		return DimNone
	}
	dim, complaint := yields(o, l, r)
	if complaint == "" {
		complaint = p.never(o)
	}
	if complaint != "" {
		p.problem(t, complaint)
	}
	return dim
}

// never says that the comparison that was just read is never true: a window of closes has
// the present price in it. Empty where it may be true.
func (p *terms) never(o op) string {
	n := len(p.nodes)
	if n < 3 || p.nodes[n-2].op != opSlot || p.nodes[n-3].op != opSlot {
		return ""
	}
	left, right := p.slots.all[p.nodes[n-3].slot], p.slots.all[p.nodes[n-2].slot]
	if o == opLT { // a < b is b > a
		left, right = right, left
	} else if o != opGT {
		return ""
	}
	switch {
	case left.Of != right.Of:
	case left.Var == VarPrice && right.Var == VarHigh:
		return "never true, for " + right.Name() + " has the present price in it; write " + left.Name() + " >= " + right.Name()
	case left.Var == VarLow && right.Var == VarPrice:
		return "never true, for " + left.Name() + " has the present price in it; write " + right.Name() + " <= " + left.Name()
	}
	return ""
}

func yields(o op, l, r Dim) (Dim, string) {
	switch o {
	case opAnd, opOr:
		if l != DimBool || r != DimBool {
			return DimBool, "and and or join truths, not " + l.String() + " and " + r.String()
		}
		return DimBool, ""
	case opAdd, opSub:
		if l != r || l >= DimBool {
			return DimNone, "cannot add or subtract " + l.String() + " and " + r.String() + unitHint(l, r)
		}
		return l, ""
	case opMul:
		return product(l, r)
	case opDiv:
		return quotient(l, r)
	}
	return DimBool, comparable(o, l, r)
}

func product(l, r Dim) (Dim, string) {
	switch {
	case l == DimNumber && r < DimBool:
		return r, ""
	case r == DimNumber && l < DimBool:
		return l, ""
	}
	return DimNone, "cannot multiply " + l.String() + " by " + r.String()
}

func quotient(l, r Dim) (Dim, string) {
	switch {
	case l == r && l < DimBool:
		return DimNumber, ""
	case r == DimNumber && l < DimBool:
		return l, ""
	}
	return DimNone, "cannot divide " + l.String() + " by " + r.String()
}

func comparable(o op, l, r Dim) string {
	equality := o == opEQ || o == opNE
	switch {
	case l != r:
		return "cannot compare " + l.String() + " with " + r.String() + unitHint(l, r)
	case l == DimBool:
		return "a truth is not compared; write it alone, or after not"
	case l == DimRegime && !equality:
		return "a regime compares with == and != only"
	}
	return ""
}

func unitHint(l, r Dim) string {
	switch {
	case l == DimNumber && r == DimMoney, l == DimMoney && r == DimNumber:
		return "; money is written like 500 usdc"
	case l == DimNumber && r == DimDuration, l == DimDuration && r == DimNumber:
		return "; a duration is written like 30m"
	}
	return ""
}
