package rule

import "fmt"

// Slot is one value that the rules of a strategy read: a variable, or an
// indicator over a window of Minutes.
type Slot struct {
	Var     Var
	Minutes int
	Dim     Dim
}

// Name returns the slot as it is written in a rule, as in "zscore(2h)".
func (s Slot) Name() string {
	if !s.Var.IsIndicator() {
		return s.Var.Name()
	}
	if s.Minutes%60 == 0 {
		return fmt.Sprintf("%s(%dh)", s.Var.Name(), s.Minutes/60)
	}
	return fmt.Sprintf("%s(%dm)", s.Var.Name(), s.Minutes)
}

// Slots is the set of values a strategy reads, each once, in order of first
// mention. The zero value is empty and ready.
type Slots struct {
	all []Slot
}

// All returns the slots; the index of a slot is what a condition holds. Not to
// be written.
func (s *Slots) All() []Slot { return s.all }

func (s *Slots) index(slot Slot) int {
	for i, have := range s.all {
		if have == slot {
			return i
		}
	}
	s.all = append(s.all, slot)
	return len(s.all) - 1
}

// Cell is the value of a slot at one tick; Why is not Known where there is none.
// Truths are 0 and 1, regimes their number, durations seconds.
type Cell struct {
	Value float64
	Why   Why
}

// Why says why a value is not known.
type Why uint8

// The reasons. The zero value is a known value.
const (
	Known Why = iota
	NotFilled
	NoPosition
	NoLiquidity
	DividedByZero
	NotFinite
	NoDebt
)

var whyTexts = [...]string{"", "the window is not filled yet", "there is no position", "there is no liquidity position", "division by zero", "not a finite number", "nothing is owed"}

// String says the reason in words; empty for Known.
func (w Why) String() string { return whyTexts[w] }
