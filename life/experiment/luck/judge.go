package luck

import (
	"math"

	"bardo.run/bardo/life/experiment/statistics"
)

// Fewest is how many periods a verdict needs: below it three of four tests rest on a handful of days.
const Fewest = 40

// Judge says whether the best of the trials is better than luck. It returns an error where the
// trials or the rules are none; what is too short or never moved has a verdict that says so.
func Judge(t Trials, r Rules) (Verdict, error) {
	r = r.filled()
	if err := t.Check(); err != nil {
		return Verdict{}, err
	}
	if err := r.check(t.Periods()); err != nil {
		return Verdict{}, err
	}
	chosen, untouched := t.cut(t.Periods() - r.Untouched)
	j := newJudgement(chosen)
	v := j.verdict()
	switch {
	case len(j.moved) == 0:
		return v.short("movement", "no strategy moved: there is nothing to judge"), nil
	case chosen.Periods() < Fewest:
		return v.short("length", sayShort(chosen.Periods())), nil
	}
	j.deflate(&v)
	j.resample(&v, r)
	v.Overfitting = overfitting(j.returns(), r.Parts)
	if r.Untouched > 0 {
		v.Untouched = look(untouched, j.moved[j.best])
	}
	v.decide(r.Significance)
	return v, nil
}

// judgement is the trials with what all tests use.
type judgement struct {
	trials  Trials
	moved   []int                // the strategies whose returns differ
	moments []statistics.Moments // of these
	best    int                  // index into moved
}

func newJudgement(t Trials) judgement {
	j := judgement{trials: t}
	for i, r := range t.Returns {
		if m, ok := statistics.MomentsOf(r); ok {
			j.moved, j.moments = append(j.moved, i), append(j.moments, m)
		}
	}
	for k := range j.moments {
		if j.sharpe(k) > j.sharpe(j.best) {
			j.best = k
		}
	}
	return j
}

// sharpe is the ratio of one period.
func (j judgement) sharpe(k int) float64 { return j.moments[k].Mean / j.moments[k].Deviation }

// returns are those of the strategies that moved.
func (j judgement) returns() [][]float64 {
	all := make([][]float64, len(j.moved))
	for k, i := range j.moved {
		all[k] = j.trials.Returns[i]
	}
	return all
}

// verdict is what is known before the tests.
func (j judgement) verdict() Verdict {
	v := Verdict{
		Tried: j.trials.tried(), Still: len(j.trials.Names) - len(j.moved), Periods: j.trials.Periods(),
		Strategies: make([]Strategy, len(j.trials.Names)),
	}
	const still = "its returns never differed"
	for i, name := range j.trials.Names {
		no := statistics.Unknown(still)
		v.Strategies[i] = Strategy{Name: name, Sharpe: no, Mean: no, Low: no, High: no, Probability: no}
	}
	for k, i := range j.moved {
		v.Strategies[i].Sharpe = j.yearly(j.sharpe(k))
		v.Strategies[i].Mean = statistics.Known(j.moments[k].Mean * j.trials.PerYear)
		no := statistics.Unknown("too few periods to judge") // until they are resampled
		v.Strategies[i].Low, v.Strategies[i].High, v.Strategies[i].Probability = no, no, no
	}
	if len(j.moved) > 0 {
		v.Best, v.Sharpe = j.trials.Names[j.moved[j.best]], j.yearly(j.sharpe(j.best))
	}
	return v
}

// yearly is a ratio of one period as that of a year.
func (j judgement) yearly(ratio float64) statistics.Figure {
	return statistics.Known(ratio * math.Sqrt(j.trials.PerYear))
}

// deflate makes the test by formula. What goes for one strategy whose periods follow from one
// another goes for fewer independent ones.
func (j judgement) deflate(v *Verdict) {
	best := j.trials.Returns[j.moved[j.best]]
	m := j.moments[j.best]
	v.Independent = independent(best)
	r := Record{Sharpe: j.sharpe(j.best), Periods: v.Independent, Skewness: m.Skewness, Kurtosis: m.Kurtosis}
	threshold := ExpectedBest(v.Tried, j.variance())
	v.ExpectedBest = j.yearly(threshold)
	v.Probabilistic, v.Deflated = r.Probabilistic(0), r.Probabilistic(threshold)
	v.MinimumYears = r.MinimumPeriods(threshold, 0.95)
	if n, ok := v.MinimumYears.Get(); ok {
		v.MinimumYears = statistics.Known(n * float64(len(best)) / v.Independent / j.trials.PerYear)
	}
}

// variance is that of the ratios of all that moved, as of a sample.
func (j judgement) variance() float64 {
	mean, squares := 0.0, 0.0
	for k := range j.moved {
		mean += j.sharpe(k) / float64(len(j.moved))
	}
	for k := range j.moved {
		squares += (j.sharpe(k) - mean) * (j.sharpe(k) - mean)
	}
	return squares / max(1, float64(len(j.moved)-1))
}

// resample makes the test by resampling, and the intervals.
func (j judgement) resample(v *Verdict, r Rules) {
	returns := j.returns()
	v.Block = r.Block
	if v.Block == 0 {
		v.Block = block(returns)
	}
	w := newWalk(j.trials, v.Block, r.Seed.Stream("luck"))
	drawn := newPanel(returns).resample(w, r.Resamples)
	root := math.Sqrt(float64(v.Periods))
	statistic := make([]float64, len(j.moved))
	for k := range statistic {
		statistic[k] = j.sharpe(k) * root
	}
	far := reach(drawn, r.Significance)
	share := float64(v.Tried) / float64(len(j.trials.Names)) // of those tried elsewhere nothing is known
	for k, p := range adjusted(statistic, drawn) {
		s, m := &v.Strategies[j.moved[k]], j.moments[k]
		s.Probability = statistics.Known(min(1, p*share))
		s.Low = statistics.Known((m.Mean - far*m.Deviation/root) * j.trials.PerYear)
		s.High = statistics.Known((m.Mean + far*m.Deviation/root) * j.trials.PerYear)
	}
	v.Probability = v.Strategies[j.moved[j.best]].Probability
}

// block is the mean over the strategies of the length that each one asks for.
func block(returns [][]float64) float64 {
	sum := 0.0
	for _, r := range returns {
		sum += blockLength(r)
	}
	return sum / float64(len(returns))
}

// look looks at the best one in the periods that chose nothing.
func look(t Trials, best int) *Untouched {
	s := statistics.Series{Returns: t.Returns[best], PerYear: t.PerYear}
	u := Untouched{Periods: t.Periods(), Return: s.Return(), Sharpe: s.Sharpe()}
	u.Probabilistic = statistics.Unknown("it did not move")
	if m, ok := statistics.MomentsOf(s.Returns); ok {
		r := Record{Sharpe: m.Mean / m.Deviation, Periods: independent(s.Returns), Skewness: m.Skewness, Kurtosis: m.Kurtosis}
		u.Probabilistic = r.Probabilistic(0)
	}
	return &u
}
