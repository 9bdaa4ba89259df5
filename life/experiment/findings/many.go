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
	t.Tried = q.Tried
	v, err := luck.Judge(t, luck.Rules{Seed: q.Seed, Untouched: untouched(s.periods(), q.Untouched)})
	return &v, err
}

// ofMany says which of many did best, and whether it is more than luck.
func (f Findings) ofMany(s stand) string {
	if f.Verdict == nil { // there is no whole period
		return fmt.Sprintf("%s did best%s, %s %s; how sure that is cannot be said, because %s%s.",
			f.best().Name, among(len(s.arms)), signed(f.best().Summary.Return), f.over(s), s.short(), f.assuming(s))
	}
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
func warned(v *luck.Verdict) []string {
	if v == nil || v.Better {
		return nil
	}
	if _, judged := v.Probability.Get(); !judged {
		return nil
	}
	return []string{"The best of many is no better than luck here: to live by it is to bet on chance."}
}

// drawn says what a judgement rests on.
func (f Findings) drawn(q Question) []string {
	block := 0.0
	if f.Verdict != nil {
		block = f.Verdict.Block
	} else if len(f.Pairs) > 0 {
		block = f.Pairs[0].Block
	}
	if block == 0 {
		return nil
	}
	return []string{fmt.Sprintf("what is said of luck rests on the returns of whole %ss, drawn again within each life in blocks of %.1f on average (seed %d): "+
		"it speaks of markets like those that were lived, and knows of no others", noun(f.Period), block, q.Seed)}
}
