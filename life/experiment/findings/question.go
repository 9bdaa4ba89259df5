package findings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/outcome"
)

// Arm is one of what is compared.
type Arm struct {
	Name string
	// Form is outcome.InOneWorld or InTurn where several lives are the arm together, and Of are the strategies of those.
	Form  string
	Of    []string
	Lives []outcome.Outcome // one in each place
}

// orders is how many its lives carried out.
func (a Arm) orders() (n int) {
	for _, o := range a.Lives {
		n += o.Did.Orders
	}
	return n
}

// Question is what is asked of lives.
type Question struct {
	Arms []Arm
	// Against is what the arms are judged against for luck: Cash or Holding.
	Against string
	// Many has the best arm judged as the best of many, as that of more than a few always is; else
	// each stands against each.
	Many      bool
	Untouched int       // percent of the periods, at the end, that choose nothing
	Tried     int       // arms that were tried in all, where more were than are here
	Folds     int       // steps in which the periods before are walked through; 0: none
	Seed      seed.Seed // of the resamples
	Plan      string    // the hash of what was planned; empty where nothing was
}

// What arms are judged against.
const (
	Cash    = "cash"
	Holding = "holding"
)

// ErrNothing says that there is nothing to compare.
var ErrNothing = errors.New("findings: no life to compare")

// Period is that on which lives are to be compared: a day where an arm has enough of them to be
// told from luck, else an hour. Hours are the whole ones of each life of one arm.
func Period(hours []int) int64 {
	days := 0
	for _, h := range hours {
		days += h / 24
	}
	if days >= luck.Fewest {
		return outcome.Day
	}
	return outcome.Hour
}

// ordered are the arms by name and their lives by place; a fault names what stands twice.
func (q Question) ordered() ([]Arm, error) {
	arms := slices.Clone(q.Arms)
	slices.SortStableFunc(arms, func(a, b Arm) int { return cmp.Compare(a.Name, b.Name) })
	if len(arms) == 0 {
		return nil, ErrNothing
	}
	for i := range arms {
		a := &arms[i]
		if len(a.Lives) == 0 {
			return nil, fmt.Errorf("%w of %s", ErrNothing, a.Name)
		}
		if i > 0 && a.Name == arms[i-1].Name {
			return nil, fmt.Errorf("findings: %s stands twice", a.Name)
		}
		for _, o := range a.Lives {
			if o.Period != arms[0].Lives[0].Period {
				return nil, fmt.Errorf("findings: the figures of %s rest on periods of %d ms, and others on %d", a.Name, o.Period, arms[0].Lives[0].Period)
			}
		}
		a.Lives = slices.Clone(a.Lives)
		slices.SortStableFunc(a.Lives, func(x, y outcome.Outcome) int { return compare(x.Place, y.Place) })
	}
	return arms, nil
}

func compare(a, b outcome.Place) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Days, b.Days), cmp.Compare(a.Market, b.Market), cmp.Compare(a.Together, b.Together))
}
