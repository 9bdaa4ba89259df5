package findings

import (
	"fmt"

	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
)

// Walk is what came of choosing the best arm by earlier periods and living the next ones by it.
// Periods at the end that choose nothing are left out.
type Walk struct {
	Steps []Step `json:"steps"`
	// Chosen is what the arms that were chosen returned in all steps, Average what all arms did on
	// average, and Hindsight what the arm did that was best in these steps.
	Chosen    statistics.Figure `json:"chosen"`
	Average   statistics.Figure `json:"average"`
	Hindsight statistics.Figure `json:"hindsight"`
	Says      string            `json:"says"`
}

// Step is one of them: periods before From choose, those up to To judge.
type Step struct {
	From   int               `json:"from"`
	To     int               `json:"to"`
	Arm    string            `json:"arm"`
	Return statistics.Figure `json:"return"`
}

// walk cuts the periods into one more part than there are steps; each step is chosen by all parts
// before its own, by the highest Sharpe ratio.
func (s stand) walk(q Question) *Walk {
	all := s.periods() - untouched(s.periods(), q.Untouched)
	part := all / (q.Folds + 1)
	w := &Walk{}
	if err := walkable(all, s.period, q.Folds); err != nil {
		no := statistics.Unknown(err.Error())
		return &Walk{Chosen: no, Average: no, Hindsight: no, Says: "There is no walk: " + err.Error() + "."}
	}
	begin := all - q.Folds*part
	chosen, arms := []float64{}, make([][]float64, len(s.arms))
	for from := begin; from < all; from += part {
		j := s.best(from)
		own := s.returns[j][from : from+part]
		w.Steps = append(w.Steps, Step{From: from, To: from + part, Arm: s.arms[j].Name, Return: s.series(own).Return()})
		chosen = append(chosen, own...)
	}
	best, sum := 0.0, 0.0
	for j := range arms {
		x, _ := s.series(s.returns[j][begin:all]).Return().Get()
		if sum += x; j == 0 || x > best {
			best = x
		}
	}
	w.Chosen, w.Average, w.Hindsight = s.series(chosen).Return(), statistics.Known(sum/float64(len(arms))), statistics.Known(best)
	w.Says = fmt.Sprintf("Chosen by all that was before, in %s, the best arm returned %s; all arms on average %s, and the one that was best there, which nobody knew before, %s.",
		count(q.Folds, "step", "steps"), signed(w.Chosen), signed(w.Average), signed(w.Hindsight))
	return w
}

// Walkable returns an error where an arm whose lives have so many whole hours cannot be walked
// through in so many steps, with a share in percent left out at the end.
func Walkable(hours []int, folds, percent int) error {
	if folds == 0 {
		return nil
	}
	period, all := Period(hours), 0
	for _, h := range hours {
		all += h / int(period/outcome.Hour)
	}
	return walkable(all-untouched(all, percent), period, folds)
}

func walkable(periods int, period int64, folds int) error {
	if periods/(folds+1) >= 2 {
		return nil
	}
	return fmt.Errorf("%s cannot be walked through in %s, each takes 2 and so do those before", count(periods, noun(period), noun(period)+"s"), count(folds, "step", "steps"))
}

func (s stand) series(returns []float64) statistics.Series {
	return statistics.Series{Returns: returns, PerYear: s.perYear()}
}

// best is the arm with the highest ratio in the first periods; the first of all where none moved.
func (s stand) best(periods int) int {
	best, highest, found := 0, 0.0, false
	for j := range s.arms {
		ratio, ok := s.series(s.returns[j][:periods]).Sharpe().Get()
		if ok && (!found || ratio > highest) {
			best, highest, found = j, ratio, true
		}
	}
	return best
}
