package rule

import (
	"slices"
	"strings"
)

// Slot is one value that the rules of a strategy read: a variable, or an
// indicator over a window of Minutes. Of is what it is of; no Ref is the strategy's
// first market, or its base token.
type Slot struct {
	Var     Var
	Minutes int
	Dim     Dim
	Of      [2]Ref
}

// Name returns the slot as it is written in a rule, as in "zscore(weth-usdc-5, 2h)".
func (s Slot) Name() string {
	args := s.subjects()
	if s.Var.IsIndicator() {
		args = append(args, span(s.Minutes))
	}
	if len(args) == 0 {
		return s.Var.Name()
	}
	return s.Var.Name() + "(" + strings.Join(args, ", ") + ")"
}

// subjects are the names of what the slot is of.
func (s Slot) subjects() (names []string) {
	for _, r := range s.Of {
		if r.Name != "" {
			names = append(names, r.Name)
		}
	}
	return names
}

// Slots is the set of values a strategy reads, each once, in order of first
// mention, and what they may be of. The zero value is empty and ready.
type Slots struct {
	Names Names
	all   []Slot
}

// All returns the slots; the index of a slot is what a condition holds. Not to
// be written.
func (s *Slots) All() []Slot { return s.all }

// Series are the assets and markets whose prices the indicators follow, in order of first
// mention.
func (s *Slots) Series() (all []Ref) {
	for _, slot := range s.all {
		for _, r := range slot.Of {
			if slot.Var.IsIndicator() && r.Name != "" && !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

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
	NotRead
	NoPrice
	NoRange
	InDoubt
)

var whyTexts = [...]string{"", "the window is not filled yet", "there is no position", "there is no liquidity position", "division by zero", "not a finite number", "nothing is owed", "what it names was not read", "nothing tells a price", "the market has no ranges, or none in use", "a price is in doubt"}

// String says the reason in words; empty for Known.
func (w Why) String() string { return whyTexts[w] }
