package findings

import (
	"fmt"

	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
)

// mostPaired is how many arms stand each against each; of more, the best of many is judged.
const mostPaired = 12

// Pair is how far one arm is above another, of what a life returns on average: 0.01 is a
// percentage point. Low and High hold the difference with 95 %, those of all pairs at once.
type Pair struct {
	Better     string            `json:"better"`
	Worse      string            `json:"worse"`
	Difference statistics.Figure `json:"difference"`
	Low        statistics.Figure `json:"low"`
	High       statistics.Figure `json:"high"`
	Block      float64           `json:"mean_block"` // of the resamples, in periods
}

// sure reports whether the interval leaves out that there is no difference.
func (p Pair) sure() bool {
	low, ok := p.Low.Get()
	return ok && low > 0
}

// pairs are the differences between every two arms, by the paired resamples of package luck.
func (s stand) pairs(q Question) ([]Pair, error) {
	if len(s.arms) < 2 || len(s.arms) > mostPaired {
		return nil, nil
	}
	var all []Pair
	for i := range s.arms {
		for j := i + 1; j < len(s.arms); j++ {
			all = append(all, s.pair(i, j))
		}
	}
	if s.periods() < luck.Fewest {
		return all, nil
	}
	differences, err := s.differences()
	if err != nil {
		return nil, err
	}
	v, err := luck.Judge(differences, luck.Rules{Seed: q.Seed})
	if err != nil {
		return nil, fmt.Errorf("compare each with each: %w", err)
	}
	for k := range all {
		all[k].hold(v.Strategies[k], s)
		all[k].Block = v.Block
	}
	return all, nil
}

// pair is two arms by what a life of theirs returned on average, and why nothing more is known.
func (s stand) pair(i, j int) Pair {
	a, b := s.arms[i], s.arms[j]
	x, _ := s.came(i).Get()
	y, _ := s.came(j).Get()
	if x < y {
		a, b, x, y = b, a, y, x
	}
	none := statistics.Unknown(s.short())
	return Pair{Better: a.Name, Worse: b.Name, Difference: statistics.Known(x - y), Low: none, High: none}
}

// short says that there are too few periods for an interval.
func (s stand) short() string {
	return fmt.Sprintf("%s are too few for an interval, it takes %d", count(s.periods(), noun(s.period), noun(s.period)+"s"), luck.Fewest)
}

// differences are the returns of the second of each pair less those of the first.
func (s stand) differences() (luck.Trials, error) {
	all := luck.Trials{PerYear: s.perYear(), Worlds: s.worlds}
	for i := range len(s.arms) - 1 {
		others := luck.Trials{PerYear: s.perYear(), Returns: s.returns[i+1:]}
		for _, b := range s.arms[i+1:] {
			others.Names = append(others.Names, b.Name+" − "+s.arms[i].Name)
		}
		less, err := others.Against(s.returns[i])
		if err != nil {
			return all, err
		}
		all.Names, all.Returns = append(all.Names, less.Names...), append(all.Returns, less.Returns...)
	}
	return all, nil
}

// hold puts the interval of a mean difference around the difference of what was returned.
func (p *Pair) hold(of luck.Strategy, s stand) {
	low, ok := of.Low.Get()
	high, _ := of.High.Get()
	if !ok {
		p.Low = statistics.Unknown("hour by hour they never differed")
		p.High = p.Low
		return
	}
	life := float64(s.periods()) / float64(len(s.worlds)) / s.perYear()
	at, _ := p.Difference.Get()
	half := (high - low) / 2 * life
	p.Low, p.High = statistics.Known(at-half), statistics.Known(at+half)
}

func noun(period int64) string {
	if period == outcome.Day {
		return "day"
	}
	return "hour"
}
