package luck

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Trials is everything that was tried, over the same periods.
type Trials struct {
	// Names are those of the strategies, each once.
	Names []string
	// Returns are those of each strategy, in the order of Names: simple returns of equal
	// periods, or what they are above something else's in the same periods.
	Returns [][]float64
	// PerYear is how many periods make a year.
	PerYear float64
	// Worlds are the periods at which a world of its own begins, rising, the first one 0; none
	// where all follow one another. No block reaches from one world into another.
	Worlds []int
	// Tried is how many strategies were tried in all, where more were than are here; 0 where
	// these are all.
	Tried int
}

// ErrTrials says that trials cannot be judged.
var ErrTrials = errors.New("luck: not trials")

// Check returns an error that names the first fault.
func (t Trials) Check() error {
	if len(t.Returns) == 0 || len(t.Names) != len(t.Returns) {
		return fmt.Errorf("%w: %d names for the returns of %d strategies", ErrTrials, len(t.Names), len(t.Returns))
	}
	if !(t.PerYear > 0) || math.IsInf(t.PerYear, 0) {
		return fmt.Errorf("%w: %v periods make a year", ErrTrials, t.PerYear)
	}
	if t.Tried != 0 && t.Tried < len(t.Names) {
		return fmt.Errorf("%w: %d were tried, and here are %d", ErrTrials, t.Tried, len(t.Names))
	}
	met := map[string]bool{}
	for i, r := range t.Returns {
		if len(r) != t.Periods() {
			return fmt.Errorf("%w: %s has %d periods, %s has %d", ErrTrials, t.Names[i], len(r), t.Names[0], t.Periods())
		}
		if met[t.Names[i]] {
			return fmt.Errorf("%w: %s stands twice", ErrTrials, t.Names[i])
		}
		met[t.Names[i]] = true
		if at := slices.IndexFunc(r, func(x float64) bool { return !(math.Abs(x) <= most) }); at >= 0 {
			return fmt.Errorf("%w: return %d of %s is %v", ErrTrials, at, t.Names[i], r[at])
		}
	}
	return t.checkWorlds()
}

// most is the largest return that is one: its fourth power is a float.
const most = 1e9

func (t Trials) checkWorlds() error {
	for i, w := range t.Worlds {
		if i == 0 && w != 0 || i > 0 && w <= t.Worlds[i-1] || w >= t.Periods() {
			return fmt.Errorf("%w: world %d begins at period %d", ErrTrials, i, w)
		}
	}
	return nil
}

// Periods is how many each strategy has.
func (t Trials) Periods() int {
	if len(t.Returns) == 0 {
		return 0
	}
	return len(t.Returns[0])
}

// tried is the number of trials to correct for.
func (t Trials) tried() int { return max(t.Tried, len(t.Names)) }

// Against returns the trials as what each strategy returned above something else in the same
// periods: holding, cash at a rate, or another strategy.
func (t Trials) Against(other []float64) (Trials, error) {
	if len(other) != t.Periods() {
		return Trials{}, fmt.Errorf("%w: %d periods against %d", ErrTrials, t.Periods(), len(other))
	}
	above := make([][]float64, len(t.Returns))
	for i, r := range t.Returns {
		if len(r) != len(other) {
			return Trials{}, fmt.Errorf("%w: %d periods against %d", ErrTrials, len(r), len(other))
		}
		for k, x := range r {
			above[i] = append(above[i], x-other[k])
		}
	}
	t.Returns = above
	return t, t.Check()
}

// cut returns the first n periods and the others.
func (t Trials) cut(n int) (first, last Trials) {
	first, last = t, t
	first.Returns, last.Returns, first.Worlds, last.Worlds = nil, nil, nil, nil
	for _, r := range t.Returns {
		first.Returns, last.Returns = append(first.Returns, r[:n]), append(last.Returns, r[n:])
	}
	for _, w := range t.Worlds {
		if w < n {
			first.Worlds = append(first.Worlds, w)
		} else {
			last.Worlds = append(last.Worlds, w-n)
		}
	}
	if len(t.Worlds) > 0 && (len(last.Worlds) == 0 || last.Worlds[0] != 0) {
		last.Worlds = slices.Insert(last.Worlds, 0, 0)
	}
	return first, last
}
