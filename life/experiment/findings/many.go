package findings

import (
	"cmp"
	"fmt"
	"slices"

	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/statistics"
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
	t.Tried = max(q.Tried, len(s.arms))
	v, err := luck.Judge(t, luck.Rules{Seed: q.Seed, Untouched: untouched(s.periods(), q.Untouched)})
	return &v, err
}

// ofMany says which of many did best, against what, and whether it is more than luck.
func (f Findings) ofMany(s stand) string {
	best, how := f.best(), ""
	if f.Verdict != nil {
		if f.Verdict.Best == "" {
			return "No arm's returns ever differed, so that there is nothing to tell apart."
		}
		best, how = f.column(f.Verdict.Best), " by its Sharpe ratio"
	}
	own, _ := best.Summary.Return.Get()
	held, _ := f.beside(Holding, s).Get()
	base := 0.0
	if f.Against == Holding {
		base = held
	}
	said := fmt.Sprintf("%s did best%s%s: %s %s", best.Name, among(len(s.arms)), how, signed(best.Summary.Return), f.over(s))
	if own <= base {
		none := fmt.Sprintf("None of %d arms did better than %s: %s was the best%s, ", len(s.arms), cmp.Or(f.Against, Cash), best.Name, how)
		if len(s.arms) == 1 {
			none = fmt.Sprintf("%s did no better than %s: ", best.Name, cmp.Or(f.Against, Cash))
		}
		said = none + signed(best.Summary.Return) + " " + f.over(s)
	}
	said += fmt.Sprintf(", where holding returned %s and cash nothing", signed(statistics.Known(held)))
	if next := f.runnerUp(); next != nil {
		said += fmt.Sprintf(", and %s than %s, the next by that ratio", moreOrLess(best.Summary.Return, next.Summary.Return), next.Name)
	}
	if f.Verdict == nil { // there is no whole period
		return fmt.Sprintf("%s; how sure that is cannot be said, because %s%s.", said, s.short(), f.assuming(s))
	}
	return fmt.Sprintf("%s; %s%s.", said, certainty(f.Verdict, f.Against), f.assuming(s))
}

// beside is what holding or cash returned on average, of the lives of the first arm.
func (f Findings) beside(name string, s stand) statistics.Figure {
	for _, c := range f.Columns {
		if !c.Arm && (c.Name == name || c.Name == name+" ("+s.arms[0].Name+")") {
			return c.Summary.Return
		}
	}
	return statistics.Known(0)
}

// certainty is how sure a verdict is, in a clause. Where tests fail the first of them says why.
func certainty(v *luck.Verdict, against string) string {
	p, ok := v.Probability.Get()
	if !ok {
		return "how sure that is cannot be said, because " + v.Reasons[len(v.Reasons)-1].Says
	}
	above := "against " + cmp.Or(against, Cash)
	if v.Better {
		return fmt.Sprintf("%s that is better than luck by every test (the best of %d without an edge looks as good in %.1f %% of the resamples)", above, v.Tried, p*100)
	}
	failed := slices.DeleteFunc(slices.Clone(v.Reasons), func(r luck.Reason) bool { return r.Passed })
	return fmt.Sprintf("%s that is no better than luck by %s (%s)", above, count(len(failed), "test", "tests")+fmt.Sprintf(" of %d", len(v.Reasons)), failed[0].Says)
}

// runnerUp is the arm with the highest ratio but the best; nil where none moved.
func (f Findings) runnerUp() *Column {
	if f.Verdict == nil {
		return nil
	}
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
