package sheet

import (
	"cmp"
	"strconv"
	"time"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
)

// column is one of a table with a line a life, and one for several as one before theirs; the names stay. Its values are all texts, whole
// numbers, seeds, times or figures.
type column struct {
	name string
	of   func(line) any
}

// line is a life, several as one, or one of those.
type line struct {
	findings.Life
	form string // of what is an arm together; life is one alone
	part int    // of which it is one, from 1; 0: it is all
}

// lines are those of all lives; behind several as one stand its members.
func lines(f findings.Findings) (all []line) {
	for _, l := range f.Lives {
		form := cmp.Or(l.Form, "life")
		all = append(all, line{l, form, 0})
		for i, m := range l.Members {
			all = append(all, line{findings.Life{Arm: l.Arm, Outcome: m}, form, i + 1})
		}
	}
	return all
}

// no is the part of a line, as it is written.
func (l line) no() string {
	if l.part == 0 {
		return ""
	}
	return strconv.Itoa(l.part)
}

// columns are those that every life has.
var columns = []column{
	{"arm", func(l line) any { return l.Arm }},
	{"strategy", func(l line) any { return l.Golem }},
	{"place", func(l line) any { return l.Place.Kind }},
	{"name", func(l line) any { return l.Place.Name }},
	{"seed", func(l line) any { return l.Place.Seed }},
	{"form", func(l line) any { return l.form }},
	{"part", func(l line) any { return l.no() }},
	{"from", func(l line) any { return time.UnixMilli(l.Span.From).UTC() }},
	{"to", func(l line) any { return time.UnixMilli(l.Span.To).UTC() }},
	{"cause_of_death", func(l line) any { return l.Span.Cause }},
	{"orders", func(l line) any { return int64(l.Did.Orders) }},
	{"trades", func(l line) any { return int64(l.Did.Trades) }},
	{"round_trips", func(l line) any { return int64(l.Did.Trips) }},
	{"start", of(func(s statistics.Summary) statistics.Figure { return s.Start })},
	{"end", of(func(s statistics.Summary) statistics.Figure { return s.End })},
	{"return", of(func(s statistics.Summary) statistics.Figure { return s.Return })},
	{"time_weighted", of(func(s statistics.Summary) statistics.Figure { return s.TimeWeighted })},
	{"money_weighted", of(func(s statistics.Summary) statistics.Figure { return s.MoneyWeighted })},
	{"holding_return", func(l line) any { return l.Figures.Holding.Return }},
	{"cash_return", func(l line) any { return l.Figures.Cash.Return }},
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
	{"replay", func(l line) any { return l.Command }},
}

func of(figure func(statistics.Summary) statistics.Figure) func(line) any {
	return func(l line) any { return figure(l.Figures.Life) }
}

// paid is the amount that went for one kind of thing.
func paid(kind string) func(line) any {
	return func(l line) any {
		for _, c := range l.Figures.Life.Did.Costs {
			if c.Kind == kind {
				return statistics.Known(c.Amount)
			}
		}
		return statistics.Unknown("not known what was paid")
	}
}
