package findings

import (
	"fmt"

	"bardo.run/bardo/life/experiment/luck"
)

// verdict judges the best of all arms. A record too short to judge has one that says so.
func (s stand) verdict(q Question) (*luck.Verdict, error) {
	if s.periods() == 0 {
		return nil, nil
	}
	t, err := s.trials(q.Against)
	if err != nil {
		return nil, err
	}
	v, err := luck.Judge(t, luck.Rules{Seed: q.Seed, Untouched: s.untouched(q.Untouched)})
	return &v, err
}

// ofMany says which of many did best, and whether it is more than luck.
func (f Findings) ofMany(s stand) string {
	v := f.Verdict
	if v.Best == "" {
		return "No arm's returns ever differed, so that there is nothing to tell apart."
	}
	c := f.column(v.Best)
	said := fmt.Sprintf("%s did best%s, %s %s", v.Best, among(len(s.arms)), signed(c.Summary.Return), f.over(s))
	if next := f.runnerUp(); next != nil {
		said += fmt.Sprintf(", %s than %s, the next by Sharpe ratio", moreOrLess(c.Summary.Return, next.Summary.Return), next.Name)
	}
	return fmt.Sprintf("%s; %s%s.", said, certainty(v, f.Against), f.assuming(s))
}

// certainty is how sure a verdict is, in a clause.
func certainty(v *luck.Verdict, against string) string {
	above := "against cash"
	if against == Holding {
		above = "against holding"
	}
	p, ok := v.Probability.Get()
	switch {
	case !ok:
		return "how sure that is cannot be said, because " + v.Reasons[len(v.Reasons)-1].Says
	case v.Better:
		return fmt.Sprintf("%s that is better than luck by every test (the best of %d without an edge looks as good in %.1f %% of the resamples)", above, v.Tried, p*100)
	}
	return fmt.Sprintf("%s that is no better than luck (the best of %d without an edge looks as good in %.1f %% of the resamples)", above, v.Tried, p*100)
}

// runnerUp is the arm with the highest ratio but the best; nil where none moved.
func (f Findings) runnerUp() *Column {
	var next *luck.Strategy
	highest := 0.0
	for i := range f.Verdict.Strategies {
		s := &f.Verdict.Strategies[i]
		if ratio, ok := s.Sharpe.Get(); ok && s.Name != f.Verdict.Best && (next == nil || ratio > highest) {
			next, highest = s, ratio
		}
	}
	if next == nil {
		return nil
	}
	return f.column(next.Name)
}

func among(arms int) string {
	if arms < 2 {
		return ""
	}
	return fmt.Sprintf(" of %d arms", arms)
}

// warned says where choosing the best was of no use.
func warned(v *luck.Verdict) (notes []string) {
	if v == nil || v.Better || v.Best == "" {
		return nil
	}
	for _, r := range v.Reasons {
		if !r.Passed {
			notes = append(notes, fmt.Sprintf("Not passed, %s: %s.", r.Test, r.Says))
		}
	}
	if _, ok := v.Probability.Get(); ok {
		notes = append(notes, "The best of many is no better than luck here: to live by it is to bet on chance.")
	}
	return notes
}
