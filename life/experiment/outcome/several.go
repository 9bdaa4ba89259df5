package outcome

import (
	"slices"
	"strings"

	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/performance"
)

// What several lives as one can be.
const (
	InOneWorld = "set"
	InTurn     = "chain"
)

// Set is lives of one world as one, whose account is the sum of theirs: at each time at which one of them was read, what
// each was worth last. Holding is what each would have held, added up. There is at least one life; dir is the
// folder that theirs lie in.
func Set(dir string, of []*Lived) *Lived {
	l := several(InOneWorld, dir, " + ", of)
	l.told.Place.Together = "" // who else lived there is in it
	s := &l.told.Span
	for _, p := range of {
		if p.told.Span.To > s.To {
			s.To, s.Cause = p.told.Span.To, p.told.Span.Cause
		}
		s.Until = max(s.Until, p.told.Span.Until)
		if !slices.Equal(p.told.Held, l.told.Held) {
			l.told.Held = slices.Compact(slices.Sorted(slices.Values(slices.Concat(l.told.Held, p.told.Held))))
		}
	}
	if slices.ContainsFunc(of, func(p *Lived) bool { return !p.told.Span.Over() }) {
		s.Cause = ""
	}
	l.add(of)
	return l
}

// add makes the account of a set.
func (l *Lived) add(of []*Lived) {
	holding := make([][]float64, len(of))
	for i, p := range of {
		holding[i] = performance.Holding(p.points)
	}
	var held []performance.Point
	at := make([]int, len(of))
	for _, now := range times(of) {
		sum := performance.Point{Time: now}
		invested, coin, would := 0.0, 0.0, 0.0
		for i, p := range of {
			if len(p.points) == 0 {
				continue
			}
			for at[i]+1 < len(p.points) && p.points[at[i]+1].Time <= now {
				at[i]++
				sum.Flow += p.points[at[i]].Flow
			}
			sum.Equity += p.points[at[i]].Equity
			invested, coin, would = invested+p.activity.Invested[at[i]], coin+p.coin[at[i]], would+holding[i][at[i]]
		}
		l.points, l.coin, l.activity.Invested = append(l.points, sum), append(l.coin, coin), append(l.activity.Invested, invested)
		held = append(held, performance.Point{Time: now, Equity: would, Flow: sum.Flow})
	}
	for i, price := range performance.Index(held) { // with which holding by the sum is the sum of holding
		l.points[i].Price = price
	}
}

// times are those of all points, each once.
func times(of []*Lived) (all []int64) {
	for _, p := range of {
		for _, x := range p.points {
			all = append(all, x.Time)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Chain is lives that followed one another as one, each of which began with the capital and the credit that the one before
// left: their accounts one behind the other. What changes between two of them is the coin for gas alone, which is bought anew for the
// credit that is left and counts as money that came or went; what one could not sell is lost. Holding goes on as each would
// have held. market is the hash of the whole market, until when the last span is over, in unix milliseconds; unborn says why the
// next one did not begin, where there is one. There is at least one life, and all are over.
func Chain(dir string, of []*Lived, market string, until int64, unborn string) *Lived {
	l := several(InTurn, dir, ", then ", of)
	last := of[len(of)-1].told.Span
	l.told.Place.Market, l.told.Unborn = market, unborn
	l.told.Span.To, l.told.Span.Until, l.told.Span.Cause = last.To, until, last.Cause
	l.left = of[len(of)-1].left
	if held := [][]string{}; slices.ContainsFunc(of, func(p *Lived) bool { return !slices.Equal(p.told.Held, of[0].told.Held) }) {
		for _, p := range of {
			held = append(held, p.told.Held)
		}
		l.told.Held = []string{spoken(held)}
	}
	for _, p := range of {
		l.follow(p)
	}
	if n := len(l.points); n > 0 && l.points[n-1].Time < until {
		end := l.points[n-1]
		end.Time, end.Flow = until, 0
		l.points, l.coin, l.activity.Invested = append(l.points, end), append(l.coin, l.coin[n-1]), append(l.activity.Invested, 0)
	}
	return l
}

func spoken(held [][]string) string {
	all := make([]string, len(held))
	for i, h := range held {
		all[i] = strings.Join(h, ", ")
	}
	return strings.Join(all, "; then ")
}

// follow puts the account of a life behind those before it.
func (l *Lived) follow(p *Lived) {
	scale := 1.0
	for i, x := range p.points {
		if n := len(l.points); i == 0 && n > 0 {
			x.Flow = p.coin[0] - l.coin[n-1]
			if x.Price > 0 {
				scale = l.points[n-1].Price / x.Price
			}
		}
		x.Price *= scale
		l.points = append(l.points, x)
	}
	l.coin, l.activity.Invested = append(l.coin, p.coin...), append(l.activity.Invested, p.activity.Invested...)
}

// several is what lives as one have in common with each, and what they did in all.
func several(form, dir, and string, of []*Lived) *Lived {
	l := &Lived{told: of[0].told, activity: &statistics.Activity{}, parts: of}
	l.told.Form, l.told.Dir, l.told.Records, l.told.Did, l.told.Assumed = form, dir, "", Did{}, nil
	names := make([]string, len(of))
	for i, p := range of {
		names[i] = p.told.Golem
		l.told.Did.add(p.told.Did)
		for _, a := range p.told.Assumed {
			if !slices.Contains(l.told.Assumed, a) {
				l.told.Assumed = append(l.told.Assumed, a)
			}
		}
		a := p.activity
		l.activity.Bought, l.activity.Sold = l.activity.Bought+a.Bought, l.activity.Sold+a.Sold
		l.activity.Trips, l.activity.Costs = append(l.activity.Trips, a.Trips...), append(l.activity.Costs, a.Costs...)
	}
	l.told.Golem = strings.Join(names, and)
	return l
}

func (d *Did) add(o Did) {
	d.Orders, d.Trades, d.Trips = d.Orders+o.Orders, d.Trades+o.Trades, d.Trips+o.Trips
	d.Won, d.Lost = d.Won+o.Won, d.Lost+o.Lost
}
