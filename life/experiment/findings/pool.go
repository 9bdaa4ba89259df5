package findings

import (
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
)

// Pool is the summary of an arm. Of one life it is the life's; of several, returns, costs and what
// was done are those of a life on average, the fall is the deepest of all, and ratios, volatility
// and tail rest on the periods of all.
func Pool(lives []outcome.Outcome, period int64) statistics.Summary {
	return pool(lives, period, outcome.Outcome.Periods, func(b statistics.Beside) statistics.Summary { return b.Life })
}

func pool(lives []outcome.Outcome, period int64, returns func(outcome.Outcome, int64) []float64, of func(statistics.Beside) statistics.Summary) statistics.Summary {
	if len(lives) == 1 {
		return of(lives[0].Figures)
	}
	const several = "of several lives"
	series := statistics.Series{PerYear: float64(365*outcome.Day) / float64(period)}
	each := make([]statistics.Summary, len(lives))
	var won, lost float64
	for i, o := range lives {
		each[i] = of(o.Figures)
		series.Returns = append(series.Returns, returns(o, period)...)
		won, lost = won+o.Did.Won, lost+o.Did.Lost
	}
	sum := series.Summary()
	sum.Start, sum.End, sum.Annual, sum.Ratios.Calmar = statistics.Unknown(several), statistics.Unknown(several), statistics.Unknown(several), statistics.Unknown(several)
	sum.Return = mean(each, func(s statistics.Summary) statistics.Figure { return s.Return })
	sum.TimeWeighted = mean(each, func(s statistics.Summary) statistics.Figure { return s.TimeWeighted })
	sum.MoneyWeighted = mean(each, func(s statistics.Summary) statistics.Figure { return s.MoneyWeighted })
	sum.Risk.Drawdown = each[0].Risk.Drawdown
	for _, s := range each {
		if s.Risk.Drawdown.Depth > sum.Risk.Drawdown.Depth {
			sum.Risk.Drawdown = s.Risk.Drawdown
		}
	}
	sum.Did.Turnover = mean(each, func(s statistics.Summary) statistics.Figure { return s.Did.Turnover })
	sum.Did.Exposure = mean(each, func(s statistics.Summary) statistics.Figure { return s.Did.Exposure })
	sum.Did.Costs = costs(each)
	sum.Ratios.ProfitFactor = statistics.Unknown(sum.Did.Turnover.Why)
	if sum.Did.Turnover.Why == "" {
		sum.Ratios.ProfitFactor = statistics.ProfitFactor([]float64{won, -lost})
	}
	return sum
}

// mean is that of a figure; unknown where one is, for its reason.
func mean(of []statistics.Summary, figure func(statistics.Summary) statistics.Figure) statistics.Figure {
	sum := 0.0
	for _, s := range of {
		x, ok := figure(s).Get()
		if !ok {
			return figure(s)
		}
		sum += x
	}
	return statistics.Known(sum / float64(len(of)))
}

// costs are the mean amount and share of each kind, in the order of the first life's.
func costs(of []statistics.Summary) []statistics.Cost {
	var all []statistics.Cost
	for i, c := range of[0].Did.Costs {
		amount := 0.0
		for _, s := range of {
			amount += s.Did.Costs[i].Amount
		}
		c.Amount = amount / float64(len(of))
		c.Share = mean(of, func(s statistics.Summary) statistics.Figure { return s.Did.Costs[i].Share })
		all = append(all, c)
	}
	return all
}
