package luck

import (
	"cmp"
	"fmt"
	"slices"
)

// Observation is what one strategy returned on one day of the world of one seed.
type Observation struct {
	Strategy string
	Seed     uint64
	Day      int
	Return   float64
}

// Pair lines observations up: strategies in the order of their names, periods in that of seeds and
// days, each seed a world of its own. It returns an error where a strategy lacks a day that another
// one lived, or lived one twice: what was not lived by all cannot be compared.
func Pair(all []Observation, perYear float64) (Trials, error) {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Strategy, b.Strategy), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Day, b.Day))
	})
	t := Trials{PerYear: perYear}
	var first []Observation // of the first strategy
	for i, o := range sorted {
		if i == 0 || o.Strategy != sorted[i-1].Strategy {
			t.Names, t.Returns = append(t.Names, o.Strategy), append(t.Returns, nil)
		}
		last := len(t.Returns) - 1
		if last == 0 {
			if i > 0 && o.Seed == sorted[i-1].Seed && o.Day == sorted[i-1].Day {
				return Trials{}, fmt.Errorf("%w: %s lived day %d of seed %d twice", ErrTrials, o.Strategy, o.Day, o.Seed)
			}
			if i == 0 || o.Seed != sorted[i-1].Seed {
				t.Worlds = append(t.Worlds, i)
			}
			first = append(first, o)
		} else if at := len(t.Returns[last]); at >= len(first) || first[at].Seed != o.Seed || first[at].Day != o.Day {
			return Trials{}, fmt.Errorf("%w: %s and %s did not live the same days: day %d of seed %d", ErrTrials, o.Strategy, t.Names[0], o.Day, o.Seed)
		}
		t.Returns[last] = append(t.Returns[last], o.Return)
	}
	return t, t.Check()
}
