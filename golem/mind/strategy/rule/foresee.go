package rule

import (
	"math"
	"slices"
)

// Chance is what can be said of a condition before anything was seen.
type Chance uint8

// The chances.
const (
	May    Chance = iota
	Never         // whatever the market does
	Always        // once what it reads is known
)

// Range is what a value lies in, the ends included.
type Range struct{ Low, High float64 }

// tiny stands for what is above zero.
const tiny = math.SmallestNonzeroFloat64

// Range returns what the slot's value lies in, whatever the market does.
func (s Slot) Range() Range {
	switch s.Var {
	case VarHour:
		return Range{0, 23}
	case VarMinute:
		return Range{0, 59}
	case VarExposure, VarDrawdown, VarLPInRange, VarFee, VarRangeShare:
		return Range{0, 1}
	case VarCorrelation:
		return Range{-1, 1}
	case VarRSI:
		return Range{0, 100}
	case VarRegime:
		return Range{0, float64(len(Regimes) - 1)}
	case VarPnL, VarChange, VarBasis:
		return Range{-1, math.Inf(1)}
	case VarZScore: // one of n values is at most √(n−1) deviations away from their mean
		d := math.Sqrt(float64(s.Minutes - 1))
		return Range{-d, d}
	case VarPrice, VarEntryPrice, VarSMA, VarEMA, VarHigh, VarLow:
		return Range{tiny, math.Inf(1)}
	case VarEquity, VarHealth, VarLPValue, VarWeight:
		return Range{math.Inf(-1), math.Inf(1)}
	}
	return Range{0, math.Inf(1)}
}

// Foresee says whether a condition can hold, and whether it can fail, where the slots'
// values lie in ranges. May is always right; Never and Always are proven.
func (c *Condition) Foresee(slots []Slot, ranges []Range) Chance {
	f := foresight{c, slots}
	root := len(c.nodes) - 1
	switch {
	case !f.can(true, root, ranges):
		return Never
	case !f.can(false, root, ranges):
		return Always
	}
	return May
}

type foresight struct {
	*Condition
	slots []Slot
}

// can reports whether the truth below a root can be the one that is wanted.
func (f foresight) can(want bool, at int, in []Range) bool {
	n := f.nodes[at]
	left, right := f.sides(at)
	switch {
	case n.op == opNot:
		return f.can(!want, right, in)
	case n.op == opAnd && want, n.op == opOr && !want: // both sides at once
		in = slices.Clone(in)
		f.narrow(want, at, in)
		for _, r := range in {
			if r.Low > r.High {
				return false
			}
		}
		return f.can(want, left, in) && f.can(want, right, in)
	case n.op == opAnd || n.op == opOr:
		return f.can(want, left, in) || f.can(want, right, in)
	case n.op >= opLT:
		return ask(n.op, want, f.value(left, in), f.value(right, in), f.slots)
	}
	v := f.value(at, in) // a truth
	return want && v.High > 0 || !want && v.Low < 1
}

// narrow cuts the ranges of slots down to what the truth below a root leaves of them.
func (f foresight) narrow(want bool, at int, in []Range) {
	n := f.nodes[at]
	left, right := f.sides(at)
	switch {
	case n.op == opNot:
		f.narrow(!want, right, in)
	case n.op == opAnd && want, n.op == opOr && !want:
		f.narrow(want, left, in)
		f.narrow(want, right, in)
	case n.op >= opLT && n.op <= opNE:
		o := n.op
		if !want {
			o = opposite[o]
		}
		l, r := f.value(left, in), f.value(right, in)
		if f.nodes[left].op == opSlot {
			in[l.slot] = in[l.slot].bounded(o, r.Range)
		}
		if f.nodes[right].op == opSlot {
			in[r.slot] = in[r.slot].bounded(mirrored[o], l.Range)
		}
	}
}

var (
	opposite = map[op]op{opLT: opGE, opGE: opLT, opGT: opLE, opLE: opGT, opEQ: opNE, opNE: opEQ}
	mirrored = map[op]op{opLT: opGT, opGT: opLT, opLE: opGE, opGE: opLE, opEQ: opEQ, opNE: opNE}
)

// bounded is what is left of a range for which a comparison holds.
func (r Range) bounded(o op, other Range) Range {
	switch o {
	case opLT:
		r.High = min(r.High, math.Nextafter(other.High, math.Inf(-1)))
	case opLE:
		r.High = min(r.High, other.High)
	case opGT:
		r.Low = max(r.Low, math.Nextafter(other.Low, math.Inf(1)))
	case opGE:
		r.Low = max(r.Low, other.Low)
	case opEQ:
		r = Range{max(r.Low, other.Low), min(r.High, other.High)}
	}
	return r
}

// extent is what a value lies in; where it is a multiple of one slot, of which and how
// often. slot is -1 where it is not.
type extent struct {
	Range
	slot  int
	times float64
}

// ask reports whether a comparison can come out as wanted.
func ask(o op, want bool, l, r extent, slots []Slot) bool {
	if !want {
		o = opposite[o]
	}
	if q, ok := ratio(l, r, slots); ok && r.times > 0 {
		l.Range, r.Range = q, Range{1, 1}
	}
	switch o {
	case opLT:
		return l.Low < r.High
	case opLE:
		return l.Low <= r.High
	case opGT:
		return l.High > r.Low
	case opGE:
		return l.High >= r.Low
	case opEQ:
		return l.Low <= r.High && r.Low <= l.High
	}
	return l.Low != l.High || r.Low != r.High || l.Low != r.Low
}

// value is what the tree below a root comes to.
func (f foresight) value(at int, in []Range) extent {
	n := f.nodes[at]
	switch n.op {
	case opConst:
		return extent{Range{n.value, n.value}, -1, 0}
	case opSlot:
		return extent{in[n.slot], int(n.slot), 1}
	}
	left, right := f.sides(at)
	r := f.value(right, in)
	switch n.op {
	case opNeg:
		return extent{Range{-r.High, -r.Low}, r.slot, -r.times}
	case opAbs:
		if r.Low >= 0 {
			return r
		}
		return extent{Range{max(0, -r.High), max(-r.Low, r.High)}, -1, 0}
	case opNot, opAnd, opOr, opLT, opLE, opGT, opGE, opEQ, opNE:
		return extent{Range{0, 1}, -1, 0}
	}
	return join(n.op, f.value(left, in), r, f.slots)
}

// join is arithmetic of extents.
func join(o op, l, r extent, slots []Slot) extent {
	out := extent{Range{math.Inf(-1), math.Inf(1)}, -1, 0}
	switch o {
	case opAdd:
		out.Range = Range{l.Low + r.Low, l.High + r.High}
	case opSub:
		out.Range = Range{l.Low - r.High, l.High - r.Low}
	case opMin:
		out.Range = Range{min(l.Low, r.Low), min(l.High, r.High)}
	case opMax:
		out.Range = Range{max(l.Low, r.Low), max(l.High, r.High)}
	case opMul:
		if l.constant() {
			l, r = r, l
		}
		out.Range = corners(l.Range, r.Range, func(a, b float64) float64 { return a * b })
		if r.constant() && l.slot >= 0 {
			out.slot, out.times = l.slot, l.times*r.Low
		}
	case opDiv:
		if q, ok := ratio(l, r, slots); ok && r.times != 0 {
			out.Range = q
		} else if r.Low > 0 || r.High < 0 {
			out.Range = corners(l.Range, r.Range, func(a, b float64) float64 { return a / b })
		}
		if r.constant() && l.slot >= 0 && r.Low != 0 {
			out.slot, out.times = l.slot, l.times/r.Low
		}
	}
	if out.Low != out.Low || out.High != out.High { // ∞ − ∞, 0 × ∞
		out.Range = Range{math.Inf(-1), math.Inf(1)}
	}
	return out
}

func (e extent) constant() bool { return e.slot < 0 && e.Low == e.High }

// corners is the range of a function that is monotonic in both.
func corners(a, b Range, f func(a, b float64) float64) Range {
	all := []float64{f(a.Low, b.Low), f(a.Low, b.High), f(a.High, b.Low), f(a.High, b.High)}
	for i := range all {
		if all[i] != all[i] {
			return Range{math.Inf(-1), math.Inf(1)}
		}
	}
	return Range{slices.Min(all), slices.Max(all)}
}

// ratio is what the quotient of two multiples of slots lies in, where one slot is never
// above the other: a price is between the lowest and the highest of any window.
func ratio(l, r extent, slots []Slot) (Range, bool) {
	if l.slot < 0 || r.slot < 0 || r.times == 0 {
		return Range{}, false
	}
	a, b, k := slots[l.slot], slots[r.slot], l.times/r.times
	switch {
	case k <= 0 || a.Range().Low <= 0 || b.Range().Low <= 0:
		return Range{}, false
	case a == b:
		return Range{k, k}, true
	case below(a, b):
		return Range{tiny, k}, true
	case below(b, a):
		return Range{k, math.Inf(1)}, true
	}
	return Range{}, false
}

// below reports whether a is never above b.
func below(a, b Slot) bool {
	switch {
	case a.Of != b.Of:
		return false
	case a.Var == VarLow && b.Var == VarLow:
		return a.Minutes >= b.Minutes
	case a.Var == VarHigh && b.Var == VarHigh:
		return a.Minutes <= b.Minutes
	case a.Var == VarLow:
		return b.Var == VarPrice || b.Var == VarHigh || b.Var == VarSMA && b.Minutes <= a.Minutes
	case b.Var == VarHigh:
		return a.Var == VarPrice || a.Var == VarSMA && a.Minutes <= b.Minutes
	}
	return false
}
