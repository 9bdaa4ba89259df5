package statistics

import (
	"errors"
	"fmt"

	"bardo.run/bardo/life/report/performance"
)

const millisPerYear = 365 * 86_400_000

// Life is what a summary is made from.
type Life struct {
	Points   []performance.Point // the account, times not falling
	Period   int64               // of one return, in milliseconds
	RiskFree float64             // of a year
	Activity *Activity           // nil where it is not known
}

// Summary is one life, or one strategy over several lives, in figures.
type Summary struct {
	Periods       int     `json:"periods"`
	Years         float64 `json:"years"`
	Start         Figure  `json:"start"` // what the account was worth
	End           Figure  `json:"end"`
	Return        Figure  `json:"return"`         // what the span gained over what was put in
	TimeWeighted  Figure  `json:"time_weighted"`  // of the span
	MoneyWeighted Figure  `json:"money_weighted"` // of the span
	Annual        Figure  `json:"annual"`
	Risk          Risk    `json:"risk"`
	Ratios        Ratios  `json:"ratios"`
	Did           Did     `json:"did"`
}

// Risk is how much it went up and down.
type Risk struct {
	Volatility Figure               `json:"volatility"` // of a year
	Drawdown   performance.Drawdown `json:"drawdown"`   // times in milliseconds; of a series, in periods
	Skewness   Figure               `json:"skewness"`
	Kurtosis   Figure               `json:"kurtosis"`
	Tail5      Tail                 `json:"tail_5_percent"`
	Tail1      Tail                 `json:"tail_1_percent"`
}

// Ratios are return beside risk.
type Ratios struct {
	Sharpe       Figure `json:"sharpe"`
	Sortino      Figure `json:"sortino"`
	Calmar       Figure `json:"calmar"`
	ProfitFactor Figure `json:"profit_factor"` // of round trips
	ByPeriods    Figure `json:"profit_factor_of_periods"`
	Positive     Figure `json:"positive_periods"`
}

// Did is what a life traded, held and paid.
type Did struct {
	Turnover Figure `json:"turnover"`
	Exposure Figure `json:"exposure"`
	Costs    []Cost `json:"costs"`
}

// Beside is a life and what one could have done instead with the same money at the same times.
type Beside struct {
	Life    Summary `json:"life"`
	Holding Summary `json:"holding"`
	Cash    Summary `json:"cash"`
}

// Compare computes all three. It returns an error where the points are no account.
func Compare(l Life) (Beside, error) {
	life, err := Of(l)
	if err != nil {
		return Beside{}, err
	}
	holding, cash := performance.Instead(l.Points)
	b := Beside{Life: life}
	if b.Holding, err = Of(l.with(holding)); err != nil {
		return Beside{}, fmt.Errorf("holding: %w", err)
	}
	if b.Cash, err = Of(l.with(cash)); err != nil {
		return Beside{}, fmt.Errorf("cash: %w", err)
	}
	return b, nil
}

// with is a life that had other points; what it did is not known.
func (l Life) with(points []performance.Point) Life {
	return Life{Points: points, Period: l.Period, RiskFree: l.RiskFree}
}

// Series is the returns of the life's whole periods.
func (l Life) Series() (Series, error) {
	if l.Period <= 0 {
		return Series{}, fmt.Errorf("%w: a period of %d ms", ErrSeries, l.Period)
	}
	s := Series{Returns: performance.Returns(l.Points, l.Period), PerYear: millisPerYear / float64(l.Period), RiskFree: l.RiskFree}
	return s, s.Check()
}

// Of computes the figures of a life. Drawdown and returns of the span see every point, the
// other figures whole periods.
func Of(l Life) (Summary, error) {
	s, err := l.Series()
	if err != nil {
		return Summary{}, err
	}
	for i := 1; i < len(l.Points); i++ {
		if l.Points[i].Time < l.Points[i-1].Time {
			return Summary{}, fmt.Errorf("point %d: %w", i, errBack)
		}
	}
	sum := s.Summary()
	f := performance.Of(l.Points)
	sum.Start, sum.End = Unknown("no account"), Unknown("no account")
	if len(l.Points) > 0 {
		sum.Start, sum.End = Known(f.Start), Known(f.End)
	}
	sum.Return = ratio(f.Gain(), f.Start+paidIn(l.Points), "nothing was put in")
	sum.TimeWeighted = given(f.TimeWeighted, "nothing invested, or one value of the account")
	sum.MoneyWeighted = given(f.MoneyWeighted, "no rate fits what went in and out")
	sum.Risk.Drawdown = f.Drawdown
	const unseen = "not known what was traded"
	sum.Ratios.ProfitFactor, sum.Did.Turnover, sum.Did.Exposure = Unknown(unseen), Unknown(unseen), Unknown(unseen)
	if a := l.Activity; a != nil {
		sum.Ratios.ProfitFactor = ProfitFactor(a.Trips)
		sum.Did = Did{Turnover: a.Turnover(l.Points), Exposure: a.Exposure(l.Points), Costs: a.costs(l.Points)}
	}
	return sum, nil
}

var errBack = errors.New("statistics: time goes back")

// paidIn is the money that came in after the start; what went out is none of it.
func paidIn(points []performance.Point) float64 {
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += max(0, points[i].Flow)
	}
	return sum
}

func given(x *float64, why string) Figure {
	if x == nil {
		return Unknown(why)
	}
	return Known(*x)
}
