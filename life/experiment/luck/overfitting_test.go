package luck

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"
	"pgregory.net/rapid"

	"bardo.run/bardo/internal/seed"
)

// steps follows the paper's algorithm word by word, on gonum's combinations and moments: the
// share of the logits that are not above nothing.
func steps(returns [][]float64, parts int) (probability, loss float64) {
	length := len(returns[0]) / parts
	first := len(returns[0]) - parts*length
	ratio := func(r []float64, of map[int]bool, in bool) float64 {
		var chosen []float64
		for k := range parts {
			if of[k] == in {
				chosen = append(chosen, r[first+k*length:first+(k+1)*length]...)
			}
		}
		return stat.Mean(chosen, nil) / stat.StdDev(chosen, nil)
	}
	ways := combin.Combinations(parts, parts/2)
	for _, way := range ways {
		of := map[int]bool{}
		for _, k := range way {
			of[k] = true
		}
		best, highest := 0, math.Inf(-1)
		for j, r := range returns {
			if got := ratio(r, of, true); got > highest {
				best, highest = j, got
			}
		}
		place, there := 1.0, ratio(returns[best], of, false)
		for j, r := range returns {
			if j != best && ratio(r, of, false) < there {
				place++
			}
		}
		relative := place / float64(len(returns)+1)
		if math.Log(relative/(1-relative)) <= 1e-12 {
			probability += 1 / float64(len(ways))
		}
		if there <= 0 {
			loss += 1 / float64(len(ways))
		}
	}
	return probability, loss
}

func noise(rng *rand.Rand, strategies, periods int) [][]float64 {
	returns := make([][]float64, strategies)
	for j := range returns {
		for range periods {
			returns[j] = append(returns[j], rng.NormFloat64()/100)
		}
	}
	return returns
}

func TestOverfittingFollowsThePaperStepByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := 2 * rapid.IntRange(1, 3).Draw(t, "half")
		rng := seed.Seed(rapid.Uint64().Draw(t, "seed")).Stream("noise")
		returns := noise(rng, rapid.IntRange(2, 6).Draw(t, "strategies"), 4*parts+rapid.IntRange(0, 30).Draw(t, "more"))
		want, lost := steps(returns, parts)
		got := overfitting(returns, parts)
		p, _ := got.Probability.Get()
		l, _ := got.Loss.Get()
		if math.Abs(p-want) > 1e-9 || math.Abs(l-lost) > 1e-9 {
			t.Fatalf("%v and %v, want %v and %v", p, l, want, lost)
		}
	})
}

// spec: mirage-testing §19.3 — check (PBO): 20 configurations of noise give 0.5 ± 0.1, one planted
// edge below 0.05; 10 parts are 252 ways. One set of noise varies by 0.2, so that it is the mean of many.
func TestOverfittingIsAHalfForNoiseAndLittleForAnEdge(t *testing.T) {
	rng, mean := seed.Seed(5).Stream("noise"), 0.0
	const sets = 200
	for range sets {
		o := overfitting(noise(rng, 20, 500), 10)
		p, _ := o.Probability.Get()
		if mean += p / sets; o.Ways != 252 {
			t.Fatalf("%d ways", o.Ways)
		}
	}
	if math.Abs(mean-0.5) > 0.1 {
		t.Errorf("noise has %v", mean)
	}
	returns := noise(rng, 20, 500)
	for i := range returns[7] {
		returns[7][i] += 0.003
	}
	o := overfitting(returns, 10)
	if p, ok := o.Probability.Get(); !ok || p >= 0.05 {
		t.Errorf("a planted edge has %v", p)
	}
	if l, _ := o.Loss.Get(); l > 0.01 {
		t.Errorf("a planted edge loses in %v of the ways", l)
	}
}

func TestOverfittingSaysWhyItIsUnknown(t *testing.T) {
	rng := seed.Seed(6).Stream("noise")
	for why, returns := range map[string][][]float64{
		"nothing to choose from":     noise(rng, 1, 100),
		"four periods for each part": noise(rng, 3, 39),
	} {
		o := overfitting(returns, 10)
		if _, ok := o.Probability.Get(); ok || !strings.Contains(o.Probability.Why, why) || !strings.Contains(o.Loss.Why, why) {
			t.Errorf("%q: %+v", why, o)
		}
	}
	if _, ok := overfitting(noise(rng, 3, 40), 10).Probability.Get(); !ok {
		t.Error("four periods for each part are too few")
	}
	// What never moves in some part is no worse and no better than nothing.
	still := noise(rng, 2, 100)
	for i := range still[0][:60] {
		still[0][i] = 0
	}
	if _, ok := overfitting(still, 10).Probability.Get(); !ok {
		t.Error("unknown where one stands still")
	}
}

func TestEqualsStandInTheirMiddle(t *testing.T) {
	of := []float64{1, 2, 2, 2, 3}
	for one, want := range []float64{1, 3, 3, 3, 5} {
		if got := rank(of, one); got != want {
			t.Errorf("number %d stands at %v, want %v", one, got, want)
		}
	}
}
