package performance

// Figures are the performance of one portfolio over one span. A nil return is
// one that the input does not determine.
type Figures struct {
	Start         float64     `json:"start"`
	End           float64     `json:"end"`
	Flows         float64     `json:"flows"` // net external money after the start
	TimeWeighted  *float64    `json:"time_weighted"`
	MoneyWeighted *float64    `json:"money_weighted"`
	Drawdown      Drawdown    `json:"drawdown"`
	Volatility    *Volatility `json:"volatility"`
}

// Gain is what the portfolio gained in quote tokens: the end less the start and
// all that came in since.
func (f Figures) Gain() float64 { return f.End - f.Start - f.Flows }

// Of computes the figures of the points.
func Of(points []Point) Figures {
	var f Figures
	if len(points) == 0 {
		return f
	}
	f.Start, f.End = points[0].Equity, points[len(points)-1].Equity
	for _, p := range points[1:] {
		f.Flows += p.Flow
	}
	f.TimeWeighted = known(TimeWeighted(points))
	f.MoneyWeighted = known(MoneyWeighted(points))
	f.Drawdown = DeepestDrawdown(points)
	if v, ok := VolatilityOf(points); ok {
		f.Volatility = &v
	}
	return f
}

// Compared is a portfolio beside the two things one could have done instead with
// the same money at the same times.
type Compared struct {
	Life    Figures `json:"life"`
	Holding Figures `json:"holding"`
	Cash    Figures `json:"cash"`
}

// Compare computes all three.
func Compare(points []Point) Compared {
	holding, cash := Instead(points)
	return Compared{Life: Of(points), Holding: Of(holding), Cash: Of(cash)}
}

// Instead returns the portfolios of those who did one of the two other things, with
// the same flows at the same times.
func Instead(points []Point) (holding, cash []Point) {
	return withEquity(points, Holding(points)), withEquity(points, Cash(points))
}

func known(x float64, ok bool) *float64 {
	if !ok || !finite(x) {
		return nil
	}
	return &x
}
