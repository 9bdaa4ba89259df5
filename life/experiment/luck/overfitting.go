package luck

import (
	"math"
	"math/bits"

	"bardo.run/bardo/life/experiment/statistics"
)

// Overfitting is what symmetric cross-validation found: the periods are cut into parts, and each
// half of the parts chooses the best strategy for the other half.
type Overfitting struct {
	// Probability is the share of the choices that came to lie in the worse half, or in the
	// middle: 0.5 where choosing is of no use.
	Probability statistics.Figure `json:"probability"`
	// Loss is the share of the choices that lost money in the other half.
	Loss  statistics.Figure `json:"probability_of_loss"`
	Parts int               `json:"parts"`
	Ways  int               `json:"ways"` // to choose half of the parts
}

// sums are those of one strategy's returns in one part.
type sums struct{ n, x, xx float64 }

func (s sums) plus(o sums) sums { return sums{s.n + o.n, s.x + o.x, s.xx + o.xx} }

// sharpe is the ratio of one period; 0 where nothing moved.
func (s sums) sharpe() float64 {
	variance := (s.xx - s.x*s.x/s.n) / (s.n - 1)
	if !(variance > 1e-12*s.xx/s.n) {
		return 0
	}
	return s.x / s.n / math.Sqrt(variance)
}

// overfitting cuts into an even number of parts, 2 to 20; what is left over of the periods, fewer
// than one for each part, is at the beginning and not looked at.
//
// spec: mirage-testing §19.3
func overfitting(returns [][]float64, parts int) Overfitting {
	o := Overfitting{Parts: parts, Probability: statistics.Unknown("one strategy, nothing to choose from")}
	o.Loss = o.Probability
	if len(returns) < 2 {
		return o
	}
	if len(returns[0]) < 4*parts {
		o.Probability = statistics.Unknown("fewer than four periods for each part")
		o.Loss = o.Probability
		return o
	}
	cells := cut(returns, parts)
	worse, lost := 0.0, 0.0
	here, there := make([]float64, len(returns)), make([]float64, len(returns))
	for half := uint32(0); half < 1<<parts; half++ {
		if bits.OnesCount32(half) != parts/2 {
			continue
		}
		best := 0
		for j, c := range cells {
			var chosen, other sums
			for k, s := range c {
				if half>>k&1 == 1 {
					chosen = chosen.plus(s)
				} else {
					other = other.plus(s)
				}
			}
			here[j], there[j] = chosen.sharpe(), other.sharpe()
			if here[j] > here[best] {
				best = j
			}
		}
		o.Ways++
		if rank(there, best) <= float64(len(returns)+1)/2 {
			worse++
		}
		if there[best] <= 0 {
			lost++
		}
	}
	o.Probability, o.Loss = statistics.Known(worse/float64(o.Ways)), statistics.Known(lost/float64(o.Ways))
	return o
}

// cut sums up each strategy in each part.
func cut(returns [][]float64, parts int) [][]sums {
	length := len(returns[0]) / parts
	first := len(returns[0]) - length*parts
	cells := make([][]sums, len(returns))
	for j, r := range returns {
		cells[j] = make([]sums, parts)
		for i, x := range r[first:] {
			c := &cells[j][i/length]
			c.n, c.x, c.xx = c.n+1, c.x+x, c.xx+x*x
		}
	}
	return cells
}

// rank is the place of one from below, 1 the worst; of equals, that in their middle.
func rank(of []float64, one int) float64 {
	less, same := 0, 0
	for _, x := range of {
		if x < of[one] {
			less++
		} else if x == of[one] {
			same++
		}
	}
	return float64(less) + float64(same+1)/2
}
