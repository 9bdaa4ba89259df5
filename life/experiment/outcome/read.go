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

// Lived is a life that was read, or several as one, before its period is chosen.
type Lived struct {
	told     Outcome              // all of it that does not rest on a period
	points   []performance.Point  // the account
	coin     []float64            // of the account, the coin for gas at each point
	activity *statistics.Activity // what it did beside
	left     biography.Left
	parts    []*Lived // the lives that it consists of, where it is several
}

// Open reads the life in a folder, which may go on meanwhile.
func Open(dir string) (*Lived, error) {
	whole, err := biography.ReadWhole(dir)
	if err != nil {
		return nil, err
	}
	all := &whole.Life
	l := &Lived{left: whole.Left, told: Outcome{
		Golem: all.Subject.Strategy.Name, Dir: dir, Span: spanOf(whole), Did: did(all),
		Numeraire: all.Subject.Numeraire, Held: all.Results.Held, Assumed: all.Subject.Place.Assumptions,
	}}
	if l.told.Place, err = placeOf(dir, all.Subject.Place); err != nil {
		return nil, err
	}
	var invested []float64
	l.points, invested, l.coin = l.told.Span.fit(whole.Account)
	l.activity = activity(whole, invested)
	l.told.Records, err = digest(dir)
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
	return Place{Kind: p.Kind, Name: p.Source, Days: p.Days, Seed: p.Seed, Market: p.Market, Together: p.Together}, nil
}

func spanOf(w biography.Whole) Span {
	s := Span{From: w.Born - w.Born%minute, To: w.Life.Subject.To, Until: w.Until}
	if d := w.Life.Fate.Death; d != nil {
		s.Cause = d.Cause
	}
	return s
}

// fit lets an account begin with the minute of the birth and, where the life is over, reach to the
// end of its paid time. It returns what was invested and what was the coin for gas beside the points.
func (s Span) fit(a report.Account) (points []performance.Point, invested, coin []float64) {
	points, invested, coin = a.Points, a.Invested, a.Coin
	if len(points) == 0 {
		return points, invested, coin
	}
	if first := points[0]; first.Time > s.From {
		first.Time = s.From
		points, invested, coin = slices.Insert(points, 0, first), slices.Insert(invested, 0, invested[0]), slices.Insert(coin, 0, coin[0])
	}
	if !s.Over() {
		return points, invested, coin
	}
	for i := range points {
		points[i].Time = min(points[i].Time, s.Until)
	}
	if last := points[len(points)-1]; last.Time < s.Until {
		last.Time, last.Flow = s.Until, 0
		points, invested, coin = append(points, last), append(invested, 0), append(coin, coin[len(coin)-1])
	}
	return points, invested, coin
}

// Hours is how many whole hours the life has returns of.
func (l *Lived) Hours() int { return len(performance.Returns(l.points, Hour)) }

// Left is what it left for who comes next, if it is over.
func (l *Lived) Left() biography.Left { return l.left }

// Outcome is what an experiment keeps of it, with the figures of a period.
func (l *Lived) Outcome(period int64) (Outcome, error) {
	figures, err := statistics.Compare(statistics.Life{Points: l.points, Period: period, Activity: l.activity})
	if err != nil {
		return Outcome{}, fmt.Errorf("%s: %w", l.told.Dir, err)
	}
	holding, _ := performance.Instead(l.points)
	o := l.told
	o.Period, o.Figures = period, figures
	o.Hours, o.Holding = performance.Returns(l.points, Hour), performance.Returns(holding, Hour)
	for _, p := range l.parts {
		part, err := p.Outcome(period)
		if err != nil {
			return o, err
		}
		o.Members = append(o.Members, part)
	}
	return o, nil
}

// did counts what a life did.
func did(l *report.Life) (d Did) {
	a := l.Acts
	d.Trades, d.Orders = len(a.Trades), len(a.Trades)+len(a.Liquidity)+len(a.Lending)+len(a.Coin)
	for _, t := range l.Results.Trips.Closed {
		d.Trips++
		d.Won += max(0, t.PnL)
		d.Lost += max(0, -t.PnL)
	}
	return d
}

// activity is what the life did beside what it was worth.
func activity(w biography.Whole, invested []float64) *statistics.Activity {
	c := w.Life.Money.Costs
	a := &statistics.Activity{
		Bought: w.Account.Bought, Sold: w.Account.Sold, Invested: invested,
		Costs: []statistics.Cost{
			{Kind: "gas", Amount: usd(c.Gas)},
			{Kind: "swap fees", Amount: c.Fees},
			{Kind: "price impact", Amount: c.Impact},
			{Kind: "time", Amount: usd(c.Compute)},
			{Kind: "models and data", Amount: usd(c.Inference)},
		},
	}
	for _, t := range w.Life.Results.Trips.Closed {
		a.Trips = append(a.Trips, t.PnL)
	}
	return a
}

func usd(a money.USDC) float64 { return float64(a) / float64(money.One) }
