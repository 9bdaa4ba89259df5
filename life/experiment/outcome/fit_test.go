package outcome

import (
	"testing"

	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/performance"
)

// A life that died early stands still until its paid time is over; one that goes on ends where it
// is. Both begin with the minute of their birth.
func TestAnAccountReachesFromTheBirthToTheEndOfThePaidTime(t *testing.T) {
	a := report.Account{
		Points:   []performance.Point{{Time: 6_000, Price: 10, Equity: 100}, {Time: Hour, Price: 11, Equity: 110}},
		Invested: []float64{5, 50}, Coin: []float64{1, 2},
	}
	dead := Span{To: Hour, Until: 3 * Hour, Cause: "stochastic"}
	points, invested, coin := dead.fit(a)
	if len(points) != 4 || len(invested) != 4 || points[0].Time != 0 || points[0].Equity != 100 || points[3] != (performance.Point{Time: 3 * Hour, Price: 11, Equity: 110}) || invested[0] != 5 || invested[3] != 0 || len(coin) != 4 || coin[0] != 1 || coin[3] != 2 {
		t.Errorf("%+v %v", points, invested)
	}
	if r := performance.Returns(points, Hour); len(r) != 3 || r[0] == 0 || r[1] != 0 || r[2] != 0 {
		t.Errorf("%v", r)
	}
	if !dead.Early() {
		t.Error("it did not die early")
	}
	going := Span{To: Hour, Until: 3 * Hour}
	if points, _, _ := going.fit(a); len(points) != 3 || going.Early() || going.Over() {
		t.Errorf("%+v", points)
	}
	late := Span{To: 3*Hour + 12_000, Until: 3 * Hour, Cause: "ttl"}
	a.Points[1].Time = 3*Hour + 12_000
	if points, _, _ := late.fit(a); points[len(points)-1].Time != 3*Hour || late.Early() {
		t.Errorf("%+v", points)
	}
	if points, invested, coin := dead.fit(report.Account{}); points != nil || invested != nil || coin != nil {
		t.Error("an account of nothing")
	}
}
