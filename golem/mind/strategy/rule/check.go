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
	if complaint != "" {
		p.problem(t, complaint)
	}
	return dim
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
