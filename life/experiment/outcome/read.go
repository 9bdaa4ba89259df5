package outcome

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/live/provenance"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/performance"
)

// Lived is a life that was read, before its period is chosen.
type Lived struct {
	dir     string
	place   Place
	whole   biography.Whole
	points  []performance.Point
	invest  []float64
	records string
}

// Open reads the life in a folder, which may go on meanwhile.
func Open(dir string) (*Lived, error) {
	whole, err := biography.ReadWhole(dir)
	if err != nil {
		return nil, err
	}
	l := &Lived{dir: dir, whole: whole}
	if l.place, err = placeOf(dir, whole.Life.Subject.Place); err != nil {
		return nil, err
	}
	l.points, l.invest = l.span().fit(whole.Account)
	l.records, err = digest(dir)
	return l, err
}

func placeOf(dir string, told report.Place) (Place, error) {
	p, err := provenance.ReadPlan(filepath.Join(dir, home.LifeFile))
	if errors.Is(err, os.ErrNotExist) {
		return Place{Kind: report.Live, Name: told.Name}, nil
	}
	if err != nil {
		return Place{}, err
	}
	return Place{Kind: p.Kind, Name: p.Source, Days: p.Days, Seed: p.Seed, Market: p.Market}, nil
}

func (l *Lived) span() Span {
	s := Span{From: l.whole.Born - l.whole.Born%minute, To: l.whole.Life.Subject.To, Until: l.whole.Until}
	if d := l.whole.Life.Fate.Death; d != nil {
		s.Cause = d.Cause
	}
	return s
}

// fit lets an account begin with the minute of the birth and, where the life is over, reach to the
// end of its paid time.
func (s Span) fit(a report.Account) ([]performance.Point, []float64) {
	points, invested := a.Points, a.Invested
	if len(points) == 0 {
		return points, invested
	}
	if first := points[0]; first.Time > s.From {
		first.Time = s.From
		points, invested = slices.Insert(points, 0, first), slices.Insert(invested, 0, invested[0])
	}
	if !s.Over() {
		return points, invested
	}
	for i := range points {
		points[i].Time = min(points[i].Time, s.Until)
	}
	if last := points[len(points)-1]; last.Time < s.Until {
		last.Time, last.Flow = s.Until, 0
		points, invested = append(points, last), append(invested, 0)
	}
	return points, invested
}

// Hours is how many whole hours the life has returns of.
func (l *Lived) Hours() int { return len(performance.Returns(l.points, Hour)) }

// Outcome is what an experiment keeps of it, with the figures of a period.
func (l *Lived) Outcome(period int64) (Outcome, error) {
	all := &l.whole.Life
	figures, err := statistics.Compare(statistics.Life{Points: l.points, Period: period, Activity: l.activity()})
	if err != nil {
		return Outcome{}, fmt.Errorf("%s: %w", l.dir, err)
	}
	holding, _ := performance.Instead(l.points)
	o := Outcome{
		Golem: all.Subject.Strategy.Name, Dir: l.dir, Place: l.place, Span: l.span(), Period: period, Figures: figures,
		Hours: performance.Returns(l.points, Hour), Holding: performance.Returns(holding, Hour),
		Numeraire: all.Subject.Numeraire, Held: all.Results.Held, Assumed: all.Subject.Place.Assumptions, Records: l.records,
	}
	a := all.Acts
	o.Did.Trades, o.Did.Orders = len(a.Trades), len(a.Trades)+len(a.Liquidity)+len(a.Lending)+len(a.Coin)
	for _, t := range all.Results.Trips.Closed {
		o.Did.Trips++
		o.Did.Won += max(0, t.PnL)
		o.Did.Lost += max(0, -t.PnL)
	}
	return o, nil
}

// activity is what the life did beside what it was worth.
func (l *Lived) activity() *statistics.Activity {
	c := l.whole.Life.Money.Costs
	a := &statistics.Activity{
		Bought: l.whole.Account.Bought, Sold: l.whole.Account.Sold, Invested: l.invest,
		Costs: []statistics.Cost{
			{Kind: "gas", Amount: usd(c.Gas)},
			{Kind: "swap fees", Amount: c.Fees},
			{Kind: "price impact", Amount: c.Impact},
			{Kind: "time", Amount: usd(c.Compute)},
			{Kind: "models and data", Amount: usd(c.Inference)},
		},
	}
	for _, t := range l.whole.Life.Results.Trips.Closed {
		a.Trips = append(a.Trips, t.PnL)
	}
	return a
}

func usd(a money.USDC) float64 { return float64(a) / float64(money.One) }
