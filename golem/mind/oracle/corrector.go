package oracle

import "bardo.run/bardo/golem/host/turn"

// The corrector's figures (heartbeat §11.3).
const (
	kept      = 256  // residuals of a category in a regime
	enough    = 10   // of them before anything is corrected
	target    = 0.85 // share of claims that should hold
	adaptRate = 0.005
)

// Corrector removes the bias of one category in one regime and keeps its ranges as
// wide as they must be. The zero value has seen nothing.
type Corrector struct {
	residuals [kept]float64
	hits      [kept]bool
	next, n   int
	Lifetime  uint64
	// Adaptive is stored and shown; no formula uses it.
	Adaptive float64
}

// Add takes the residual of a resolution against the draft before correction, and
// whether the claim held.
func (c *Corrector) Add(residual float64, hit bool) {
	c.residuals[c.next], c.hits[c.next] = residual, hit
	c.next = (c.next + 1) % kept
	c.n = min(c.n+1, kept)
	c.Lifetime++
	c.Adaptive += adaptRate * (share(hit) - target)
}

// Reset forgets the window when a regime begins anew; the lifetime stays.
func (c *Corrector) Reset() { c.next, c.n = 0, 0 }

// Mean and Variance are of the window; 0 without one.
func (c *Corrector) Mean() float64 {
	if c.n == 0 {
		return 0
	}
	sum := 0.0
	for _, r := range c.residuals[:c.n] {
		sum += r
	}
	return sum / float64(c.n)
}

// Variance is the population variance of the window.
func (c *Corrector) Variance() float64 {
	if c.n == 0 {
		return 0
	}
	m, sum := c.Mean(), 0.0
	for _, r := range c.residuals[:c.n] {
		d := r - m
		sum += d * d
	}
	return sum / float64(c.n)
}

// Coverage is the share of the window's claims that held.
func (c *Corrector) Coverage() float64 {
	if c.n == 0 {
		return 0
	}
	hits := 0
	for _, h := range c.hits[:c.n] {
		if h {
			hits++
		}
	}
	return float64(hits) / float64(c.n)
}

// Correct returns the draft without its bias and with the width that coverage asks
// for; the draft itself before ten observations.
func (c *Corrector) Correct(draft turn.Claim) turn.Claim {
	if c.n < enough {
		return draft
	}
	return Widen(Shift(draft, c.Mean()), widening(c.Coverage()))
}

// widening is the factor on a range's width at a coverage.
func widening(coverage float64) float64 {
	switch r := coverage / target; {
	case r < 0.95:
		return 1 + 0.5*(1-r)
	case r > 1.05:
		return 1 - 0.3*(r-1)
	}
	return 1
}

func share(hit bool) float64 {
	if hit {
		return 1
	}
	return 0
}
