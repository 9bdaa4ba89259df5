package sheet

import (
	"time"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
)

// column is one of a table with a line a life; the names stay. Its values are all texts, whole
// numbers, seeds, times or figures.
type column struct {
	name string
	of   func(findings.Life) any
}

// columns are those that every life has.
var columns = []column{
	{"arm", func(l findings.Life) any { return l.Arm }},
	{"strategy", func(l findings.Life) any { return l.Golem }},
	{"place", func(l findings.Life) any { return l.Place.Kind }},
	{"name", func(l findings.Life) any { return l.Place.Name }},
	{"seed", func(l findings.Life) any { return l.Place.Seed }},
	{"from", func(l findings.Life) any { return time.UnixMilli(l.Span.From).UTC() }},
	{"to", func(l findings.Life) any { return time.UnixMilli(l.Span.To).UTC() }},
	{"cause_of_death", func(l findings.Life) any { return l.Span.Cause }},
	{"orders", func(l findings.Life) any { return int64(l.Did.Orders) }},
	{"trades", func(l findings.Life) any { return int64(l.Did.Trades) }},
	{"round_trips", func(l findings.Life) any { return int64(l.Did.Trips) }},
	{"start", of(func(s statistics.Summary) statistics.Figure { return s.Start })},
	{"end", of(func(s statistics.Summary) statistics.Figure { return s.End })},
	{"return", of(func(s statistics.Summary) statistics.Figure { return s.Return })},
	{"time_weighted", of(func(s statistics.Summary) statistics.Figure { return s.TimeWeighted })},
	{"money_weighted", of(func(s statistics.Summary) statistics.Figure { return s.MoneyWeighted })},
	{"holding_return", func(l findings.Life) any { return l.Figures.Holding.Return }},
	{"cash_return", func(l findings.Life) any { return l.Figures.Cash.Return }},
	{"drawdown", of(func(s statistics.Summary) statistics.Figure { return statistics.Known(s.Risk.Drawdown.Depth) })},
	{"volatility", of(func(s statistics.Summary) statistics.Figure { return s.Risk.Volatility })},
	{"sharpe", of(func(s statistics.Summary) statistics.Figure { return s.Ratios.Sharpe })},
	{"sortino", of(func(s statistics.Summary) statistics.Figure { return s.Ratios.Sortino })},
	{"calmar", of(func(s statistics.Summary) statistics.Figure { return s.Ratios.Calmar })},
	{"profit_factor", of(func(s statistics.Summary) statistics.Figure { return s.Ratios.ProfitFactor })},
	{"turnover", of(func(s statistics.Summary) statistics.Figure { return s.Did.Turnover })},
	{"exposure", of(func(s statistics.Summary) statistics.Figure { return s.Did.Exposure })},
	{"value_at_risk_5", of(func(s statistics.Summary) statistics.Figure { return s.Risk.Tail5.VaR })},
	{"shortfall_5", of(func(s statistics.Summary) statistics.Figure { return s.Risk.Tail5.Shortfall })},
	{"gas", paid("gas")},
	{"swap_fees", paid("swap fees")},
	{"price_impact", paid("price impact")},
	{"time", paid("time")},
	{"models_and_data", paid("models and data")},
	{"replay", func(l findings.Life) any { return l.Command }},
}

func of(figure func(statistics.Summary) statistics.Figure) func(findings.Life) any {
	return func(l findings.Life) any { return figure(l.Figures.Life) }
}

// paid is the amount that went for one kind of thing.
func paid(kind string) func(findings.Life) any {
	return func(l findings.Life) any {
		for _, c := range l.Figures.Life.Did.Costs {
			if c.Kind == kind {
				return statistics.Known(c.Amount)
			}
		}
		return statistics.Unknown("not known what was paid")
	}
}
