package statistics

// Row is one figure of several summaries, as a person reads it.
type Row struct {
	Name   string
	Share  bool     // its values are shares, shown in hundredths
	Values []Figure // in the order of the summaries
}

// Text is one of the values, as it is written.
func (r Row) Text(i int) string {
	if r.Share {
		return r.Values[i].Percent()
	}
	return r.Values[i].String()
}

// rows are the figures that every summary has, in the order in which they are read.
var rows = []struct {
	name  string
	share bool
	of    func(Summary) Figure
}{
	{"return", true, func(s Summary) Figure { return s.Return }},
	{"time-weighted", true, func(s Summary) Figure { return s.TimeWeighted }},
	{"money-weighted", true, func(s Summary) Figure { return s.MoneyWeighted }},
	{"per year", true, func(s Summary) Figure { return s.Annual }},
	{"deepest fall", true, func(s Summary) Figure { return Known(s.Risk.Drawdown.Depth) }},
	{"volatility", true, func(s Summary) Figure { return s.Risk.Volatility }},
	{"Sharpe", false, func(s Summary) Figure { return s.Ratios.Sharpe }},
	{"Sortino", false, func(s Summary) Figure { return s.Ratios.Sortino }},
	{"Calmar", false, func(s Summary) Figure { return s.Ratios.Calmar }},
	{"profit factor", false, func(s Summary) Figure { return s.Ratios.ProfitFactor }},
	{"turnover", false, func(s Summary) Figure { return s.Did.Turnover }},
	{"exposure", true, func(s Summary) Figure { return s.Did.Exposure }},
	{"value at risk, 5 %", true, func(s Summary) Figure { return s.Risk.Tail5.VaR }},
	{"shortfall, 5 %", true, func(s Summary) Figure { return s.Risk.Tail5.Shortfall }},
}

// Rows puts summaries side by side: the figures, then each kind of cost that one of them has.
func Rows(of ...Summary) []Row {
	var all []Row
	for _, r := range rows {
		row := Row{Name: r.name, Share: r.share}
		for _, s := range of {
			row.Values = append(row.Values, r.of(s))
		}
		all = append(all, row)
	}
	for _, kind := range kinds(of) {
		row := Row{Name: "paid for " + kind, Share: true}
		for _, s := range of {
			row.Values = append(row.Values, s.paid(kind))
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
