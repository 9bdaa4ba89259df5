package strategy

import (
	"fmt"

	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// Review returns what deserves the owner's attention in a strategy that compiles, in the
// order of the file: the warnings of Compile, and rules that hold never, act never, act
// once, or bet on a forecast that nothing checks.
func (s *Strategy) Review() Problems {
	found := append(Problems(nil), s.Warnings...)
	ranges := make([]rule.Range, len(s.Slots))
	for i, slot := range s.Slots {
		ranges[i] = slot.Range()
	}
	for _, r := range s.Rules {
		warn := func(format string, args ...any) {
			found = append(found, Problem{Line: r.Line, Col: 1, Message: fmt.Sprintf(format, args...)})
		}
		chance := r.When.Foresee(s.Slots, ranges)
		switch {
		case chance == rule.Never:
			warn("%s never triggers: its condition cannot hold, whatever the market does; docs/strategy.md says what each value can be", s.title(r))
			continue
		case r.Kind != rule.Entry:
			continue
		case r.When.Foresee(s.Slots, s.opening(r, ranges)) == rule.Never:
			warn("%s never acts: its condition holds only beyond the limits, where nothing is opened (max_position %s, max_deployed %s, max_drawdown %s)",
				s.title(r), short(s.Bounds.MaxPosition), short(s.Bounds.MaxDeployed), short(s.Bounds.MaxDrawdown))
		}
		if r.Cooldown == 0 && !s.holds(r) {
			again := "acts once each time its condition becomes true, and not again while it stays true"
			if chance == rule.Always {
				again = "acts once in its life, for its condition is always true"
			}
			warn("%s has no cooldown, so it %s; add a line like: cooldown 1h", s.title(r), again)
		}
		if r.Forecasts(s.Slots) && (s.Gate == "" || s.Gate == "off") {
			warn(`%s bets on a forecast, and nothing holds it back when forecasts are often wrong; write gate = "enforce" under [risk], or gate = "shadow" to have it noted only`, s.title(r))
		}
	}
	rule.SortProblems(found)
	return found
}

// opening are the ranges in which an entry can open something under the limits.
func (s *Strategy) opening(r *rule.Rule, ranges []rule.Range) []rule.Range {
	out := append([]rule.Range(nil), ranges...)
	for i, slot := range s.Slots {
		switch slot.Var {
		case rule.VarDrawdown:
			out[i].High = share(s.Bounds.MaxDrawdown)
		case rule.VarExposure: // only what buys adds to it
			if all(r, rule.Buy) {
				out[i].High = share(min(s.Bounds.MaxPosition, s.Bounds.MaxDeployed))
			}
		}
	}
	return out
}

func share(b money.BPS) float64 { return float64(b) / float64(money.Whole) }

func all(r *rule.Rule, v rule.Verb) bool {
	for _, a := range r.Do {
		if a.Verb != v {
			return false
		}
	}
	return true
}

// holds reports whether a rule only writes down that it triggered.
func (s *Strategy) holds(r *rule.Rule) bool { return all(r, rule.Hold) }

// title names a rule as its file does.
func (s *Strategy) title(r *rule.Rule) string {
	if r.Name == "" {
		return r.Kind.String()
	}
	return r.Kind.String() + " " + r.Name
}
