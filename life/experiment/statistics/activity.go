package statistics

import (
	"slices"
	"strings"

	"bardo.run/bardo/life/report/performance"
)

// Activity is what a life did, beside what its account was worth. All amounts are in the
// numeraire, at the prices of their moments.
type Activity struct {
	Bought, Sold float64   // in all
	Invested     []float64 // in the market at each point of the account: positions, not cash
	Trips        []float64 // what each round trip that ended gained
	Costs        []Cost    // above nothing
}

// Cost is money that went for one kind of thing: gas, fees, time, thinking.
type Cost struct {
	Kind   string  `json:"kind"`
	Amount float64 `json:"amount"`
	Share  Figure  `json:"share"` // of the mean account
}

// MeanEquity is what the account was worth on average over time, each value lasting until the
// next; unknown where no time passed.
func MeanEquity(points []performance.Point) Figure {
	return overTime(points, func(i int) float64 { return points[i].Equity })
}

// Turnover is half of what was bought and sold over the mean account: 1 where all of it was
// exchanged once, there and back.
func (a Activity) Turnover(points []performance.Point) Figure {
	mean, ok := MeanEquity(points).Get()
	if !ok {
		return MeanEquity(points)
	}
	return ratio((a.Bought+a.Sold)/2, mean, "an empty account")
}

// Exposure is the share of the account that stood in the market on average over time; an empty
// account has nothing there. It is above 1 where more was invested than the account was worth.
func (a Activity) Exposure(points []performance.Point) Figure {
	if len(a.Invested) != len(points) {
		return Unknown("not known what was invested")
	}
	return overTime(points, func(i int) float64 {
		if points[i].Equity <= 0 {
			return 0
		}
		return a.Invested[i] / points[i].Equity
	})
}

// overTime is the mean of what holds from each point until the next.
func overTime(points []performance.Point, at func(int) float64) Figure {
	sum, span := 0.0, 0.0
	for i := 1; i < len(points); i++ {
		lasted := float64(points[i].Time - points[i-1].Time)
		sum, span = sum+at(i-1)*lasted, span+lasted
	}
	if len(points) == 0 {
		return Unknown("no account")
	}
	return ratio(sum, span, "no time passed")
}

// costs sums up by kind, in the order of their names.
func (a Activity) costs(points []performance.Point) []Cost {
	var sums []Cost
	for _, c := range a.Costs {
		i, found := slices.BinarySearchFunc(sums, c.Kind, func(s Cost, kind string) int { return strings.Compare(s.Kind, kind) })
		if !found {
			sums = slices.Insert(sums, i, Cost{Kind: c.Kind})
		}
		sums[i].Amount += c.Amount
	}
	for i, c := range sums {
		sums[i].Share = MeanEquity(points)
		if mean, ok := sums[i].Share.Get(); ok {
			sums[i].Share = ratio(c.Amount, mean, "an empty account")
		}
	}
	return sums
}
