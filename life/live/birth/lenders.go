package birth

import (
	"fmt"
	"slices"

	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/mirage/history"
)

// CheckLenders returns a warning for each rule of a strategy that lends where a world has no such lender.
func CheckLenders(s *strategy.Strategy, w history.Config) (all []strategy.Problem) {
	for _, r := range s.Rules {
		for _, a := range r.Do {
			if a.Verb != rule.Lend {
				continue
			}
			if len(w.Lenders) == 0 {
				all = append(all, strategy.Problem{Line: r.Line, Col: 1, Message: fmt.Sprintf("%q never acts: that world has no lender", a)})
			} else if a.On != "" && a.On != rule.Best && !slices.ContainsFunc(w.Lenders, func(l history.Lender) bool { return l.Protocol == a.On }) {
				all = append(all, strategy.Problem{Line: r.Line, Col: 1, Message: fmt.Sprintf("%q never acts: that world has no %s", a, a.On)})
			}
		}
	}
	return all
}
