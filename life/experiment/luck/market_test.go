package luck_test

import (
	"math"
	"math/rand/v2"
	"strconv"

	"bardo.run/bardo/life/experiment/luck"
)

// market makes returns of strategies as a sweep has them: they share most of what moves them, by
// families of near relations too; large moves come in crowds and are far larger than a normal
// variable's; and a period is followed by one like it.
type market struct {
	strategies, periods int
	common              float64 // share of the variance that all have in common
	family              float64 // share that ten neighbours have in common beside that
	follow              float64 // correlation of one period with the next
	freedom             int     // of Student's t: 4 has no fourth moment
	crowded             float64 // how long the size of moves lasts, in [0, 1)
}

// usual is what a sweep over two years of days looks like.
var usual = market{strategies: 200, periods: 730, common: 0.4, family: 0.2, follow: 0.1, freedom: 5, crowded: 0.9}

const perFamily = 10

// trials draws a sweep in which no strategy has an edge: every mean is zero.
func (m market) trials(rng *rand.Rand) luck.Trials {
	t := luck.Trials{PerYear: 365}
	scale := m.scales(rng)
	all := m.moves(rng, scale)
	var family []float64
	for i := range m.strategies {
		if i%perFamily == 0 {
			family = m.moves(rng, scale)
		}
		own := m.moves(rng, scale)
		r := make([]float64, m.periods)
		for k := range r {
			r[k] = 0.02 * (math.Sqrt(m.common)*all[k] + math.Sqrt(m.family)*family[k] + math.Sqrt(1-m.common-m.family)*own[k])
		}
		t.Names, t.Returns = append(t.Names, "s"+strconv.Itoa(i)), append(t.Returns, r)
	}
	return t
}

// plant gives one strategy an edge: a Sharpe ratio of so much a year.
func plant(t luck.Trials, at int, sharpe float64) {
	for k := range t.Returns[at] {
		t.Returns[at][k] += 0.02 * sharpe / math.Sqrt(t.PerYear)
	}
}

// scales are the sizes of the moves of each period, one on average of squares.
func (m market) scales(rng *rand.Rand) []float64 {
	const wide = 0.4 // deviation of the logarithm
	mood, scale := wide*rng.NormFloat64(), make([]float64, m.periods)
	for k := range scale {
		if k > 0 {
			mood = m.crowded*mood + wide*math.Sqrt(1-m.crowded*m.crowded)*rng.NormFloat64()
		}
		scale[k] = math.Exp(mood - wide*wide)
	}
	return scale
}

// moves are of mean zero and variance one.
func (m market) moves(rng *rand.Rand, scale []float64) []float64 {
	x, last := make([]float64, m.periods), m.student(rng)
	for k := range x {
		if k > 0 {
			last = m.follow*last + math.Sqrt(1-m.follow*m.follow)*m.student(rng)
		}
		x[k] = scale[k] * last
	}
	return x
}

// student is a variable of Student's t with variance one.
func (m market) student(rng *rand.Rand) float64 {
	squares := 0.0
	for range m.freedom {
		z := rng.NormFloat64()
		squares += z * z
	}
	return rng.NormFloat64() / math.Sqrt(squares/float64(m.freedom-2))
}
