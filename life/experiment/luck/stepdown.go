package luck

import (
	"cmp"
	"math"
	"slices"
)

// adjusted returns for each strategy the probability that the best of those without an edge
// looks at least as good, corrected for all: the stepwise method of Romano and Wolf. The best
// one stands against all, the second against all but the best, and so on; never below one
// before it. Drawn are the statistics of each resample.
func adjusted(statistic []float64, drawn [][]float64) []float64 {
	order := make([]int, len(statistic))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(statistic[b], statistic[a]) })
	beaten := make([]int, len(statistic))
	for _, d := range drawn {
		highest := math.Inf(-1)
		for k := len(order) - 1; k >= 0; k-- {
			highest = max(highest, d[order[k]])
			if highest >= statistic[order[k]] {
				beaten[order[k]]++
			}
		}
	}
	p, last := make([]float64, len(statistic)), 0.0
	for _, j := range order {
		last = max(last, float64(beaten[j]+1)/float64(len(drawn)+1))
		p[j] = last
	}
	return p
}

// reach returns how many standard errors an interval reaches to either side, so that those of
// all strategies hold at once with probability 1-level.
func reach(drawn [][]float64, level float64) float64 {
	furthest := make([]float64, len(drawn))
	for b, d := range drawn {
		for _, x := range d {
			furthest[b] = max(furthest[b], math.Abs(x))
		}
	}
	slices.Sort(furthest)
	at := int(math.Ceil((1-level)*float64(len(drawn)+1))) - 1
	return furthest[min(max(at, 0), len(drawn)-1)]
}
