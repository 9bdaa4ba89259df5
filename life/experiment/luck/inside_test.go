package luck

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"bardo.run/bardo/internal/seed"
)

func TestNormalIsThatOfGonum(t *testing.T) {
	for p := 1e-6; p < 1; p += 0.0123 {
		z := distuv.UnitNormal.Quantile(1 - p)
		if got := quantile(p); math.Abs(got-z) > 1e-9 {
			t.Errorf("above with %v: %v, want %v", p, got, z)
		}
		if got := below(z); math.Abs(got-distuv.UnitNormal.CDF(z)) > 1e-12 {
			t.Errorf("below %v: %v", z, got)
		}
	}
}

// follows draws a series in which a period is followed by one like it.

func follows(rng *rand.Rand, n int, phi float64) []float64 {
	x, last := make([]float64, n), 0.0
	for i := range x {
		last = phi*last + rng.NormFloat64()
		x[i] = last
	}
	return x
}

// For a process of one lag the paper's length is known: the cube root of n times

// (2 phi / (1 - phi²))², and the share of independent periods (1 - phi) / (1 + phi).

func TestDependenceOfAKnownProcess(t *testing.T) {
	const n = 200_000
	for _, phi := range []float64{0.3, 0.6} {
		x := follows(seed.Seed(1).Stream("process"), n, phi)
		want := math.Cbrt(n * math.Pow(2*phi/(1-phi*phi), 2))
		if got := blockLength(x); math.Abs(got-want) > 0.1*want {
			t.Errorf("phi %v: blocks of %v, want %v", phi, got, want)
		}
		share := (1 - phi) / (1 + phi)
		if got := independent(x) / n; math.Abs(got-share) > 0.1*share {
			t.Errorf("phi %v: %v of the periods are independent, want %v", phi, got, share)
		}
	}
	if got := independent(follows(seed.Seed(2).Stream("process"), 500, -0.5)); got != 500 {
		t.Errorf("what swings back makes %v of 500 periods", got)
	}
	for _, flat := range [][]float64{make([]float64, 50), {1}} {
		if blockLength(flat) != 1 || independent(flat) != float64(len(flat)) {
			t.Errorf("%v has a dependence", flat)
		}
	}
}

// By hand: 1, 2, 4, 3 has a mean of 2.5, variance 1.25, and a first autocovariance of 1.25/4.

func TestAutocovariancesByHand(t *testing.T) {
	got := autocovariances([]float64{1, 2, 4, 3}, 3)
	for k, want := range []float64{1.25, 0.75 / 4, (-2.25 - 0.25) / 4, -0.75 / 4} {
		if math.Abs(got[k]-want) > 1e-12 {
			t.Errorf("lag %d: %v, want %v", k, got[k], want)
		}
	}
}

// Politis and Romano give the variance of a resampled mean in closed form: the autocovariances,

// weighed by (1-k/n)(1-p)^k + (k/n)(1-p)^(n-k).

func TestResamplesVaryAsThePaperSays(t *testing.T) {
	const n, length, times = 60, 5.0, 60_000
	x := follows(seed.Seed(3).Stream("process"), n, 0.5)
	gamma := autocovariances(x, n-1)
	want, p := gamma[0]/n, 1/length
	for k := 1; k < n; k++ {
		share := float64(k) / n
		want += 2 / float64(n) * gamma[k] * ((1-share)*math.Pow(1-p, float64(k)) + share*math.Pow(1-p, float64(n-k)))
	}
	w := newWalk(Trials{Returns: [][]float64{x}}, length, seed.Seed(4).Stream("walk"))
	counts, mean, squares := make([]float64, n), 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	for range times {
		w.draw(counts)
		sum, drawn := 0.0, 0.0
		for i, c := range counts {
			sum, drawn = sum+c*(x[i]-mean)/n, drawn+c
		}
		if drawn != n {
			t.Fatalf("%v of %d periods drawn", drawn, n)
		}
		squares += sum * sum / times
	}
	if math.Abs(squares-want) > 0.025*want { // four standard errors of a variance
		t.Errorf("means vary by %v, want %v", squares, want)
	}
}

func TestNoBlockLeavesItsWorld(t *testing.T) {
	w := newWalk(Trials{Returns: [][]float64{make([]float64, 7)}, Worlds: []int{0, 3, 4}}, 2, nil)
	if want := []int{1, 2, 0, 3, 5, 6, 4}; !slices.Equal(w.next, want) {
		t.Errorf("it goes on to %v, want %v", w.next, want)
	}
	if w = newWalk(Trials{Returns: [][]float64{make([]float64, 3)}}, 2, nil); !slices.Equal(w.next, []int{1, 2, 0}) {
		t.Errorf("one world goes on to %v", w.next)
	}
}

// The statistic of drawn periods is their mean over its standard error, one by one.

func TestAResampleIsStudentised(t *testing.T) {
	returns := [][]float64{{1, 2, 4, 9}, {-1, 0, 0, 1}, {5, 5, 5, 6}}
	counts, got := []float64{2, 0, 1, 1}, make([]float64, 3)
	newPanel(returns).student(counts, make([]float64, 3), make([]float64, 3), got)
	// {1, 1, 4, 9} less 4: mean -0.25, deviation 3.774917; {-1, -1, 0, 1}: -0.25, 0.957427.
	for j, want := range []float64{-0.25 / 3.774917217635375 * 2, -0.25 / 0.9574271077563381 * 2, 0} {
		if math.Abs(got[j]-want) > 1e-9 {
			t.Errorf("strategy %d: %v, want %v", j, got[j], want)
		}
	}
}

// What the method says in words: a strategy is asked about with all that are not better, and its

// probability is no lower than that of a better one.
