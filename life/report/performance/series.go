package performance

import "math"

// Point is the portfolio at one moment. Equity includes Flow, the external money
// that came in (positive) or went out (negative) at this moment; both are in
// quote tokens. Price is that of one base token.
type Point struct {
	Time   int64 // unix milliseconds, not falling
	Price  float64
	Equity float64
	Flow   float64
}

// Index returns the growth of one unit from the first point on, chain-linked at
// every point so that external flows do not count as gain. While nothing is
// invested the index stands still; a flow into an empty portfolio opens a new
// period. A portfolio that lost everything stays at zero.
func Index(points []Point) []float64 {
	index := make([]float64, len(points))
	grown := 1.0
	for i, p := range points {
		if i > 0 && points[i-1].Equity > 0 {
			grown *= max(0, (p.Equity-p.Flow)/points[i-1].Equity)
		}
		index[i] = grown
	}
	return index
}

// TimeWeighted returns the time-weighted return of the span: 0.01 is 1 %. It is
// false where fewer than two points, or nothing invested, leave it undefined.
func TimeWeighted(points []Point) (float64, bool) {
	if len(points) < 2 {
		return 0, false
	}
	for _, p := range points[:len(points)-1] {
		if p.Equity > 0 {
			index := Index(points)
			return index[len(index)-1] - 1, true
		}
	}
	return 0, false
}

// Holding returns what each point would be worth had everything been put into
// the base token at the first price, without cost, and every flow at the price
// of its moment.
func Holding(points []Point) []float64 {
	worth := make([]float64, len(points))
	units := 0.0
	for i, p := range points {
		in := p.Flow
		if i == 0 {
			in = p.Equity
		}
		if p.Price > 0 {
			units += in / p.Price
		}
		worth[i] = units * p.Price
	}
	return worth
}

// Cash returns what each point would be worth had nothing ever been traded.
func Cash(points []Point) []float64 {
	worth := make([]float64, len(points))
	sum := 0.0
	for i, p := range points {
		if i == 0 {
			sum = p.Equity
		} else {
			sum += p.Flow
		}
		worth[i] = sum
	}
	return worth
}

// withEquity returns the points with other equities: a benchmark with the same
// flows.
func withEquity(points []Point, equity []float64) []Point {
	other := make([]Point, len(points))
	for i, p := range points {
		other[i] = Point{Time: p.Time, Price: p.Price, Equity: equity[i], Flow: p.Flow}
	}
	return other
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
