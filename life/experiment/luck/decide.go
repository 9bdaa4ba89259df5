package luck

import "fmt"

// decide makes the verdict of the tests.
func (v *Verdict) decide(level float64) {
	v.add(v.beats(level))
	v.add(v.stands(level))
	v.add(v.chosen())
	if v.Untouched != nil {
		v.add(v.lasted())
	}
	v.Better = true
	for _, r := range v.Reasons {
		v.Better = v.Better && r.Passed
	}
}

func (v *Verdict) add(r Reason) { v.Reasons = append(v.Reasons, r) }

// short is the verdict where there is too little to judge.
func (v Verdict) short(test, says string) Verdict {
	v.add(Reason{Test: test, Says: says})
	return v
}

func sayShort(periods int) string {
	return fmt.Sprintf("%d periods are too few to tell anything from luck; it takes %d", periods, Fewest)
}

// beats is the test by resampling.
func (v *Verdict) beats(level float64) Reason {
	p, ok := v.Probability.Get()
	return Reason{
		Test: "best of luck", Passed: ok && p <= level,
		Says: fmt.Sprintf("the best of %d strategies without an edge looks as good in %s of the resamples; at most %.1f %% may", v.Tried, v.Probability.Percent(), level*100),
	}
}

// stands is the deflated Sharpe ratio.
func (v *Verdict) stands(level float64) Reason {
	p, ok := v.Deflated.Get()
	return Reason{
		Test: "deflated Sharpe ratio", Passed: ok && p > 1-level,
		Says: fmt.Sprintf("a Sharpe ratio of %s a year, where the best of %d is expected to have %s by luck alone: it is more with a probability of %s; above %.1f %% is needed",
			v.Sharpe, v.Tried, v.ExpectedBest, v.Deflated.Percent(), (1-level)*100),
	}
}

// chosen is the cross-validation. Where there was nothing to choose from, it passes.
func (v *Verdict) chosen() Reason {
	const test = "backtest overfitting"
	p, ok := v.Overfitting.Probability.Get()
	if !ok {
		return Reason{Test: test, Passed: v.Tried == 1, Says: "no cross-validation: " + v.Overfitting.Probability.Why}
	}
	return Reason{
		Test: test, Passed: p < 0.5,
		Says: fmt.Sprintf("what was best in half of the time was no better than the middle in the other half in %s of %d ways to halve it; below 50 %% is needed",
			v.Overfitting.Probability.Percent(), v.Overfitting.Ways),
	}
}

// lasted is the look at what chose nothing.
func (v *Verdict) lasted() Reason {
	ratio, ok := v.Untouched.Sharpe.Get()
	return Reason{
		Test: "untouched part", Passed: ok && ratio > 0,
		Says: fmt.Sprintf("in the last %d periods, which chose nothing, it had a Sharpe ratio of %s a year; above 0 is needed", v.Untouched.Periods, v.Untouched.Sharpe),
	}
}
