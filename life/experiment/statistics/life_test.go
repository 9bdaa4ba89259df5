package statistics_test

import (
	"testing"

	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/performance"
)

func life() statistics.Life {
	return statistics.Life{
		Period: day,
		Points: []performance.Point{
			{Time: 0, Price: 10, Equity: 1000},
			{Time: 3 * day, Price: 12, Equity: 2000, Flow: 1000},
			{Time: 4 * day, Price: 11, Equity: 1900},
		},
		Activity: &statistics.Activity{
			Bought: 1500, Sold: 1000, Invested: []float64{500, 0, 1900}, Trips: []float64{3, -1},
			Costs: []statistics.Cost{{Kind: "time", Amount: 5}, {Kind: "gas", Amount: 10}, {Kind: "time", Amount: 20}},
		},
	}
}

func TestActivityIsWeighedByTime(t *testing.T) {
	both, err := statistics.Compare(life())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "mean account", statistics.MeanEquity(life().Points), 1250)
	equal(t, "turnover", both.Life.Did.Turnover, 1250.0/1250)
	equal(t, "exposure", both.Life.Did.Exposure, 0.5*3/4)
	equal(t, "profit factor", both.Life.Ratios.ProfitFactor, 3)
	costs := both.Life.Did.Costs
	if len(costs) != 2 || costs[0].Kind != "gas" || costs[1].Kind != "time" || costs[1].Amount != 25 {
		t.Fatalf("%+v", costs)
	}
	equal(t, "time's share", costs[1].Share, 0.02)
	equal(t, "holding at the end", both.Holding.End, (100+1000.0/12)*11)
	equal(t, "holding", both.Holding.TimeWeighted, 0.1)
	equal(t, "cash", both.Cash.TimeWeighted, 0)
	unknown(t, "cash's Sharpe", both.Cash.Ratios.Sharpe, "returned the same")
	equal(t, "what 2,000 came to", both.Life.Return, -0.05)
	equal(t, "money-weighted of cash", both.Cash.MoneyWeighted, 0)
	equal(t, "start", both.Life.Start, 1000)
	equal(t, "end", both.Life.End, 1900)
	equal(t, "the fall", statistics.Known(both.Life.Risk.Drawdown.Depth), 0.05)
	if both.Life.Risk.Drawdown.Bottom != 4*day {
		t.Errorf("the bottom is at %d", both.Life.Risk.Drawdown.Bottom)
	}
}

func TestAnAccountWithoutTimeOrMoneySaysSo(t *testing.T) {
	l := statistics.Life{Period: day, Activity: &statistics.Activity{}}
	s, err := statistics.Of(l)
	if err != nil {
		t.Fatal(err)
	}
	unknown(t, "start", s.Start, "no account")
	unknown(t, "turnover", s.Did.Turnover, "no account")
	l.Points = []performance.Point{{Equity: 0}, {Time: day}}
	if s, err = statistics.Of(l); err != nil {
		t.Fatal(err)
	}
	unknown(t, "turnover of nothing", s.Did.Turnover, "empty account")
	unknown(t, "return of nothing", s.TimeWeighted, "nothing invested")
	unknown(t, "exposure", s.Did.Exposure, "not known")
	l.Points = l.Points[:1]
	if s, err = statistics.Of(l); err != nil {
		t.Fatal(err)
	}
	unknown(t, "turnover of a moment", s.Did.Turnover, "no time passed")
	for name, l := range map[string]statistics.Life{
		"no period":       {Points: life().Points},
		"time goes back":  {Period: day, Points: []performance.Point{{Time: day, Equity: 1}, {Equity: 1}}},
		"rate of minus 2": {Period: day, RiskFree: -2},
	} {
		if _, err := statistics.Compare(l); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRowsStandSideBySide(t *testing.T) {
	both, err := statistics.Compare(life())
	if err != nil {
		t.Fatal(err)
	}
	table := statistics.Rows(both.Life, both.Cash)
	want := map[string][2]string{
		"return":        {"-5.000 %", "0.000 %"},
		"time-weighted": {"-5.000 %", "0.000 %"},
		"turnover":      {"1.000", "– (not known what was traded)"},
		"exposure":      {"37.500 %", "– (not known what was traded)"},
		"paid for gas":  {"0.800 %", "– (not known what was traded)"},
		"paid for time": {"2.000 %", "– (not known what was traded)"},
		"deepest fall":  {"5.000 %", "0.000 %"},
		"Calmar":        {"", "– (shorter than thirty days)"},
	}
	for _, row := range table {
		for i, w := range want[row.Name] {
			if len(row.Values) != 2 || w != "" && row.Text(i) != w {
				t.Errorf("%s: %q, want %q", row.Name, row.Text(i), w)
			}
		}
		delete(want, row.Name)
	}
	if len(want) != 0 {
		t.Errorf("no rows %v in %v", want, table)
	}
}
