package luck

import (
	"math"
	"math/rand/v2"
)

// walk draws periods for the stationary bootstrap: from a period it goes on to the next one of
// its world, after the last to the first, and jumps with a probability of one over the mean length
// of blocks. Each period is as likely as any other.
type walk struct {
	next []int
	jump float64
	rand *rand.Rand
}

func newWalk(t Trials, length float64, rng *rand.Rand) walk {
	w := walk{next: make([]int, t.Periods()), jump: 1 / length, rand: rng}
	begin := 0
	for i := range w.next {
		w.next[i] = i + 1
	}
	for _, world := range append(t.Worlds, t.Periods()) {
		if world > begin {
			w.next[world-1] = begin
		}
		begin = world
	}
	return w
}

// draw counts how often each period is drawn, as many as there are.
func (w walk) draw(counts []float64) {
	clear(counts)
	at := w.rand.IntN(len(counts))
	for range counts {
		counts[at]++
		if w.rand.Float64() < w.jump {
			at = w.rand.IntN(len(counts))
		} else {
			at = w.next[at]
		}
	}
}

// panel is the returns of the strategies that moved, each less its mean: a period after another.
type panel struct {
	strategies int
	off        []float64 // the difference from the mean
	square     []float64
}

func newPanel(returns [][]float64) panel {
	p := panel{strategies: len(returns)}
	periods := len(returns[0])
	p.off, p.square = make([]float64, periods*len(returns)), make([]float64, periods*len(returns))
	for j, r := range returns {
		mean := 0.0
		for _, x := range r {
			mean += x
		}
		mean /= float64(periods)
		for i, x := range r {
			p.off[i*len(returns)+j], p.square[i*len(returns)+j] = x-mean, (x-mean)*(x-mean)
		}
	}
	return p
}

// student writes, for each strategy, the mean of the drawn periods over its standard error: what
// the statistic of a strategy without an edge comes to. One that does not move in them has 0.
func (p panel) student(counts, sums, squares, to []float64) {
	clear(sums)
	clear(squares)
	for i, c := range counts {
		if c == 0 {
			continue
		}
		off, square := p.off[i*p.strategies:(i+1)*p.strategies], p.square[i*p.strategies:(i+1)*p.strategies]
		for j, x := range off {
			sums[j] += c * x
			squares[j] += c * square[j]
		}
	}
	n := float64(len(counts))
	for j, s := range sums {
		to[j] = 0
		if variance := (squares[j] - s*s/n) / (n - 1); variance > 0 {
			to[j] = s / n / math.Sqrt(variance/n)
		}
	}
}

// resample returns the statistics of every strategy in each of so many resamples.
func (p panel) resample(w walk, times int) [][]float64 {
	counts := make([]float64, len(w.next))
	sums, squares := make([]float64, p.strategies), make([]float64, p.strategies)
	all := make([][]float64, times)
	for b := range all {
		w.draw(counts)
		all[b] = make([]float64, p.strategies)
		p.student(counts, sums, squares, all[b])
	}
	return all
}
