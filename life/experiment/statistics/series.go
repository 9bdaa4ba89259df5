package statistics

import (
	"errors"
	"fmt"
	"math"

	"bardo.run/bardo/life/report/performance"
)

// Series is the returns of equal periods, the first one first, each at least -1.
type Series struct {
	Returns []float64
	// PerYear is how many periods make a year: 365 where one is a day.
	PerYear float64
	// RiskFree is what money earned without risk, of a year: 0.04 is 4 %. It is above -1.
	RiskFree float64
}

// ErrSeries says that a series is none.
var ErrSeries = errors.New("statistics: not a series of returns")

// Check returns an error that names the first fault of the series.
func (s Series) Check() error {
	if !(s.PerYear > 0) || math.IsInf(s.PerYear, 0) {
		return fmt.Errorf("%w: %v periods make a year", ErrSeries, s.PerYear)
	}
	if !(s.RiskFree > -1) || math.IsInf(s.RiskFree, 0) {
		return fmt.Errorf("%w: a rate without risk of %v", ErrSeries, s.RiskFree)
	}
	for i, r := range s.Returns {
		if !(r >= -1) || math.IsInf(r, 0) {
			return fmt.Errorf("%w: return %d is %v", ErrSeries, i, r)
		}
	}
	return nil
}

// Years is the length of the span.
func (s Series) Years() float64 { return float64(len(s.Returns)) / s.PerYear }

// Return is what the whole span gained, compounded.
func (s Series) Return() Figure {
	if len(s.Returns) == 0 {
		return Unknown("no whole period")
	}
	index := s.index()
	return Known(index[len(index)-1] - 1)
}

// Annual is the compounded return of a year; unknown where the span is shorter, because what a
// few days gained says nothing about a year (GIPS).
func (s Series) Annual() Figure {
	if s.Years() < 1 {
		return Unknown("shorter than a year")
	}
	return s.compounded()
}

// compounded is the yearly return that the span's would come to.
func (s Series) compounded() Figure {
	whole, ok := s.Return().Get()
	if !ok {
		return s.Return()
	}
	return Known(math.Pow(1+whole, 1/s.Years()) - 1)
}

// Drawdown is the deepest fall of what one unit grew to. Its times are counts of periods: 0 is
// the beginning of the first.
func (s Series) Drawdown() performance.Drawdown {
	index := s.index()
	points := make([]performance.Point, len(index))
	for i, v := range index {
		points[i] = performance.Point{Time: int64(i), Equity: v}
	}
	return performance.DeepestDrawdown(points)
}

// index is what one unit grew to, before the first period and after each.
func (s Series) index() []float64 {
	index := make([]float64, 1, len(s.Returns)+1)
	index[0] = 1
	for _, r := range s.Returns {
		index = append(index, index[len(index)-1]*(1+r))
	}
	return index
}

// excess is the returns above the rate without risk.
func (s Series) excess() []float64 {
	free := math.Pow(1+s.RiskFree, 1/s.PerYear) - 1
	over := make([]float64, len(s.Returns))
	for i, r := range s.Returns {
		over[i] = r - free
	}
	return over
}
