package performance

import "math"

// The search for the money-weighted return: in growth per span on a logarithmic
// scale, outward from no return, in steps of widen up to a factor of e^reach.
const (
	widen  = 0.01
	reach  = 30.0
	halves = 80
)

// MoneyWeighted returns the internal rate of return of the whole span: the one
// rate at which the opening equity and every flow, compounded over the share of
// the span they were invested, come to the closing equity. Where flows in both
// directions allow several, it is the one nearest to zero. It is false where no
// rate fits or the span is empty.
func MoneyWeighted(points []Point) (float64, bool) {
	if len(points) < 2 || points[len(points)-1].Time <= points[0].Time {
		return 0, false
	}
	cash := cashFlows(points)
	miss := func(g float64) float64 {
		sum := 0.0
		for _, c := range cash {
			sum += c.amount * math.Exp(g*c.share)
		}
		return sum
	}
	invested := false
	for _, c := range cash[:len(cash)-1] {
		invested = invested || c.amount > 0
	}
	if !invested {
		return 0, false
	}
	if cash[len(cash)-1].amount == 0 && onlyIn(cash) {
		return -1, true
	}
	if miss(0) == 0 {
		return 0, true
	}
	for g := 0.0; g < reach; g += widen {
		if root, ok := bracket(miss, -g-widen, -g); ok {
			return math.Expm1(root), true
		}
		if root, ok := bracket(miss, g, g+widen); ok {
			return math.Expm1(root), true
		}
	}
	return 0, false
}

// flow is money put in (positive) or taken out, and the share of the span that
// was left when it moved.
type flow struct{ amount, share float64 }

// cashFlows lists the opening equity, the flows and, last, the closing equity as
// money taken out.
func cashFlows(points []Point) []flow {
	first, last := points[0], points[len(points)-1]
	span := float64(last.Time - first.Time)
	cash := []flow{{first.Equity, 1}}
	for _, p := range points[1:] {
		if p.Flow != 0 {
			cash = append(cash, flow{p.Flow, float64(last.Time-p.Time) / span})
		}
	}
	return append(cash, flow{-last.Equity, 0})
}

func onlyIn(cash []flow) bool {
	for _, c := range cash {
		if c.amount < 0 {
			return false
		}
	}
	return true
}

// bracket bisects f between lo and hi when it changes sign there.
func bracket(f func(float64) float64, lo, hi float64) (float64, bool) {
	atLo, atHi := f(lo), f(hi)
	if atLo == 0 {
		return lo, true
	}
	if !finite(atLo) || !finite(atHi) || (atLo < 0) == (atHi < 0) {
		return 0, false
	}
	for range halves {
		mid := lo + (hi-lo)/2
		if (f(mid) < 0) == (atLo < 0) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2, true
}
