package statistics

// Row is one figure of several summaries, as a person reads it.
type Row struct {
	Name   string
	Values []string // in the order of the summaries
}

// rows are the figures that every summary has, in the order in which they are read.
var rows = []struct {
	name string
	of   func(Summary) string
}{
	{"return", func(s Summary) string { return s.TimeWeighted.Percent() }},
	{"money-weighted", func(s Summary) string { return s.MoneyWeighted.Percent() }},
	{"per year", func(s Summary) string { return s.Annual.Percent() }},
	{"deepest fall", func(s Summary) string { return Known(s.Risk.Drawdown.Depth).Percent() }},
	{"volatility", func(s Summary) string { return s.Risk.Volatility.Percent() }},
	{"Sharpe", func(s Summary) string { return s.Ratios.Sharpe.String() }},
	{"Sortino", func(s Summary) string { return s.Ratios.Sortino.String() }},
	{"Calmar", func(s Summary) string { return s.Ratios.Calmar.String() }},
	{"profit factor", func(s Summary) string { return s.Ratios.ProfitFactor.String() }},
	{"turnover", func(s Summary) string { return s.Did.Turnover.String() }},
	{"exposure", func(s Summary) string { return s.Did.Exposure.Percent() }},
	{"value at risk, 5 %", func(s Summary) string { return s.Risk.Tail5.VaR.Percent() }},
	{"shortfall, 5 %", func(s Summary) string { return s.Risk.Tail5.Shortfall.Percent() }},
}

// Rows puts summaries side by side: the figures, then each kind of cost that one of them has.
func Rows(of ...Summary) []Row {
	var all []Row
	for _, r := range rows {
		row := Row{Name: r.name}
		for _, s := range of {
			row.Values = append(row.Values, r.of(s))
		}
		all = append(all, row)
	}
	for _, kind := range kinds(of) {
		row := Row{Name: "paid for " + kind}
		for _, s := range of {
			row.Values = append(row.Values, s.paid(kind).Percent())
		}
		all = append(all, row)
	}
	return all
}

// paid is the share of the mean account that went for one kind of thing.
func (s Summary) paid(kind string) Figure {
	for _, c := range s.Did.Costs {
		if c.Kind == kind {
			return c.Share
		}
	}
	if _, seen := s.Did.Turnover.Get(); !seen {
		return Unknown(s.Did.Turnover.Why)
	}
	return Known(0)
}

// kinds are those of all costs, in the order in which they first stand.
func kinds(of []Summary) []string {
	var all []string
	met := map[string]bool{}
	for _, s := range of {
		for _, c := range s.Did.Costs {
			if !met[c.Kind] {
				met[c.Kind] = true
				all = append(all, c.Kind)
			}
		}
	}
	return all
}
