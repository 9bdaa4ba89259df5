package sheet

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
)

// column is one of a file of values, a line a life; the names stay.
type column struct {
	name string
	of   func(findings.Life) string
}

// columns are those that every life has. A figure that is not known is empty.
var columns = []column{
	{"arm", func(l findings.Life) string { return l.Arm }},
	{"strategy", func(l findings.Life) string { return l.Golem }},
	{"place", func(l findings.Life) string { return l.Place.Kind }},
	{"name", func(l findings.Life) string { return l.Place.Name }},
	{"seed", func(l findings.Life) string { return strconv.FormatUint(l.Place.Seed, 10) }},
	{"from", func(l findings.Life) string { return moment(l.Span.From) }},
	{"to", func(l findings.Life) string { return moment(l.Span.To) }},
	{"cause_of_death", func(l findings.Life) string { return l.Span.Cause }},
	{"orders", func(l findings.Life) string { return strconv.Itoa(l.Did.Orders) }},
	{"trades", func(l findings.Life) string { return strconv.Itoa(l.Did.Trades) }},
	{"round_trips", func(l findings.Life) string { return strconv.Itoa(l.Did.Trips) }},
	{"start", of(func(s statistics.Summary) statistics.Figure { return s.Start })},
	{"end", of(func(s statistics.Summary) statistics.Figure { return s.End })},
	{"return", of(func(s statistics.Summary) statistics.Figure { return s.Return })},
	{"time_weighted", of(func(s statistics.Summary) statistics.Figure { return s.TimeWeighted })},
	{"money_weighted", of(func(s statistics.Summary) statistics.Figure { return s.MoneyWeighted })},
	{"holding_return", func(l findings.Life) string { return number(l.Figures.Holding.Return) }},
	{"cash_return", func(l findings.Life) string { return number(l.Figures.Cash.Return) }},
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
	{"replay", func(l findings.Life) string { return l.Command }},
}

func of(figure func(statistics.Summary) statistics.Figure) func(findings.Life) string {
	return func(l findings.Life) string { return number(figure(l.Figures.Life)) }
}

// paid is the amount that went for one kind of thing.
func paid(kind string) func(findings.Life) string {
	return func(l findings.Life) string {
		for _, c := range l.Figures.Life.Did.Costs {
			if c.Kind == kind {
				return number(statistics.Known(c.Amount))
			}
		}
		return ""
	}
}

func number(f statistics.Figure) string {
	x, ok := f.Get()
	if !ok {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func moment(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }

// CSV writes a line a life, below a header.
func CSV(out io.Writer, f findings.Findings) error {
	w := csv.NewWriter(out)
	line := make([]string, len(columns))
	for i, c := range columns {
		line[i] = c.name
	}
	_ = w.Write(line) // Flush keeps the error
	for _, l := range f.Lives {
		for i, c := range columns {
			line[i] = c.of(l)
		}
		_ = w.Write(line)
	}
	w.Flush()
	return w.Error()
}

// IsCSV reports whether a text begins as CSV writes it.
func IsCSV(text []byte) bool {
	return bytes.HasPrefix(text, []byte(columns[0].name+","+columns[1].name+","+columns[2].name+","))
}
