package rule

import (
	"fmt"
	"slices"
)

// Kind says what a rule is for. Rules of one tick are played in the order stop,
// exit, manage, entry.
type Kind uint8

// The kinds of rules, most urgent first.
const (
	Stop Kind = iota
	Exit
	Manage
	Entry
)

// Kinds are the words after ```rule, indexed by Kind.
var Kinds = [...]string{"stop", "exit", "manage", "entry"}

// String returns the kind's word.
func (k Kind) String() string { return Kinds[k] }

// KindOf returns the kind with that word.
func KindOf(word string) (Kind, bool) {
	for i, k := range Kinds {
		if k == word {
			return Kind(i), true
		}
	}
	return 0, false
}

// Rule is one checked rule. It is immutable.
type Rule struct {
	Kind     Kind
	Name     string // "" where the fence gives none
	Line     int    // of the first line inside the fence
	Text     string // on one line, without comments
	When     *Condition
	Do       []Action
	Cooldown int64 // milliseconds, 0 for none
}

// ID names the rule and its line in the file, as in "rule:exit-take-profit@41".
func (r *Rule) ID() string {
	if r.Name == "" {
		return fmt.Sprintf("rule:%s@%d", r.Kind, r.Line)
	}
	return fmt.Sprintf("rule:%s-%s@%d", r.Kind, r.Name, r.Line)
}

// retryMs is after what time a stop, exit or manage rule whose condition stays
// true is tried again, where it names no cooldown.
const retryMs = 5 * 60_000

// Retry returns the milliseconds after which the rule triggers again while its
// condition stays true: its cooldown; else five minutes where the rule closes or
// moves everything, so that a refused exit is not lost; else 0 for never.
func (r *Rule) Retry() int64 {
	if r.Cooldown > 0 || r.Kind == Entry {
		return r.Cooldown
	}
	for _, a := range r.Do {
		if a.Verb == Hold || (a.Verb == Sell && !a.All()) {
			return 0
		}
	}
	return retryMs
}

// Trades are the handles of the assets that the rule's actions name, each once.
func (r *Rule) Trades() (all []string) {
	add := func(asset string) {
		if asset != "" && !slices.Contains(all, asset) {
			all = append(all, asset)
		}
	}
	for _, a := range r.Do {
		add(a.Asset)
		if IsMarket(a.On) {
			m := Names{}.market(a.On)
			add(m.Base)
			add(m.Quote)
		}
		if a.Basket == nil {
			continue
		}
		for _, w := range a.Basket.Weights {
			add(w.Asset)
		}
	}
	return all
}
