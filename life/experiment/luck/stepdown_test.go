package luck

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestStepdownIsTheMethodInWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, times := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "times")
		statistic := rapid.SliceOfNDistinct(rapid.Float64Range(-3, 3), n, n, rapid.ID[float64]).Draw(t, "statistic")
		drawn := make([][]float64, times)
		for b := range drawn {
			drawn[b] = rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "drawn")
		}
		got := adjusted(statistic, drawn)
		for j := range statistic {
			want := 0.0
			for better := range statistic {
				if statistic[better] < statistic[j] {
					continue
				}
				count := 1.0
				for _, d := range drawn {
					if slices.ContainsFunc(upTo(n), func(k int) bool { return statistic[k] <= statistic[better] && d[k] >= statistic[better] }) {
						count++
					}
				}
				want = max(want, count/float64(times+1))
			}
			if math.Abs(got[j]-want) > 1e-12 {
				t.Fatalf("strategy %d of %v: %v, want %v", j, statistic, got[j], want)
			}
		}
	})
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestAnIntervalReachesToTheLevel(t *testing.T) {
	drawn := make([][]float64, 99)
	for b := range drawn {
		drawn[b] = []float64{0, -float64(b + 1)}
	}
	for level, want := range map[float64]float64{0.05: 95, 0.1: 90, 0.5: 50} {
		if got := reach(drawn, level); got != want {
			t.Errorf("at %v it reaches %v, want %v", level, got, want)
		}
	}
}
