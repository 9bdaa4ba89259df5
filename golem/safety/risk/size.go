package risk

import "math"

// observations is how many trades must have been followed to their end before there is a
// size at all (heartbeat §15 layer 2).
const observations = 30

const (
	ninetyFive = 1.645 // deviations of a normal law that 95 % stay within
	biggest    = 0.5   // of the equity (safety §16.1)
	noVariance = 1e-12
	bookRisk   = 0.05 // of the equity may be lost within a day, at 95 % (safety §16.1)
)

// Trust is how much of a size confidence leaves, from 0.10 to 0.50.
//
// spec: safety §16.1
func Trust(confidence float64) float64 {
	return 0.1 + 0.4/(1+math.Exp(-10*(unit(confidence)-0.5)))
}

// ByEdge is the share of the equity that an edge allows at a deviation, both of the same
// horizon.
//
// spec: safety §16.1
func ByEdge(edge, deviation, confidence float64) float64 {
	if !(deviation > 0) {
		return 0
	}
	return least(edge/(deviation*deviation), biggest) * Trust(confidence)
}

// ByGrowth is the share of the equity that grows it fastest, less for what the estimate
// itself may be off, and for a life that ends soon: left is what is left of it, as a share
// of the time from which on that counts.
//
// spec: heartbeat §15 layer 2
func ByGrowth(e Estimate, left float64) float64 {
	if !(e.Variance >= noVariance) {
		return 0
	}
	return least(e.Mean/e.Variance*unit(left)/(1+e.Error/e.Variance), biggest)
}

// AtRisk is what a position loses within its horizon at most, in 95 of 100 cases.
func AtRisk(deviation, size float64) float64 { return ninetyFive * max(0, deviation) * max(0, size) }

// Together is what positions lose at once. They are added up: everything held here moves
// with one price, and independence would understate it.
//
// spec: safety §16.1
func Together(atRisk ...float64) (sum float64) {
	for _, v := range atRisk {
		sum += v
	}
	return sum
}

// Room is the largest position of a daily deviation that the book has room for, beside
// what is at risk already: 5 % of the equity in all, which is the stricter of safety
// §16.1 and heartbeat §15.
func Room(equity, atRisk, deviation float64) float64 {
	equity = least(equity, math.MaxFloat64)
	free := least(equity*bookRisk-atRisk, equity)
	return least(free/(ninetyFive*deviation), equity)
}

// least is x between 0 and most; what is no number is nothing.
func least(x, most float64) float64 {
	if math.IsNaN(x) || math.IsNaN(most) {
		return 0
	}
	return max(0, min(x, most))
}

// unit is x between 0 and 1; what is no number is 0.
func unit(x float64) float64 { return least(x, 1) }
