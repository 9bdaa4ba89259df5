package statistics

// Summary is what a series alone determines: of the account, of money that came and went, and
// of what was done it says that it is not known.
func (s Series) Summary() Summary {
	const alone = "not known of returns alone"
	sum := Summary{
		Periods: len(s.Returns), Years: s.Years(),
		Start: Unknown(alone), End: Unknown(alone), Return: s.Return(),
		TimeWeighted: s.Return(), MoneyWeighted: Unknown(alone), Annual: s.Annual(),
		Risk: Risk{
			Volatility: s.Volatility(), Drawdown: s.Drawdown(),
			Tail5: s.Tail(50), Tail1: s.Tail(10),
		},
		Ratios: Ratios{
			Sharpe: s.Sharpe(), Sortino: s.Sortino(), Calmar: s.Calmar(),
			ProfitFactor: Unknown(alone), ByPeriods: ProfitFactor(s.Returns), Positive: Positive(s.Returns),
		},
		Did: Did{Turnover: Unknown(alone), Exposure: Unknown(alone)},
	}
	m, why := spread(s.Returns)
	sum.Risk.Skewness, sum.Risk.Kurtosis = Unknown(why), Unknown(why)
	if why == "" {
		sum.Risk.Skewness, sum.Risk.Kurtosis = Known(m.Skewness), Known(m.Kurtosis)
	}
	return sum
}
