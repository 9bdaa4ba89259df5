package findings

import (
	"fmt"
	"time"

	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
)

// stand is arms beside one another, period by period.
type stand struct {
	arms    []Arm
	period  int64
	apart   string // why they cannot be told apart; empty where they can
	returns [][]float64
	holding [][]float64
	worlds  []int // the periods at which a life begins
	hours   []int // whole ones of each life that every arm has
	cut     bool  // some life is longer than that
}

func newStand(arms []Arm) stand {
	s := stand{arms: arms, apart: apart(arms), period: arms[0].Lives[0].Period}
	if s.apart != "" {
		return s
	}
	hours := common(arms)
	s.hours = hours
	for _, a := range arms {
		var own, held []float64
		for i, o := range a.Lives {
			s.cut = s.cut || len(o.Hours) > hours[i]
			own = append(own, moved(a, o.Hours[:hours[i]], s.period)...)
			held = append(held, outcome.Compound(o.Holding[:hours[i]], s.period)...)
		}
		s.returns, s.holding = append(s.returns, own), append(s.holding, held)
	}
	at := 0
	for _, h := range hours {
		if n := h / int(s.period/outcome.Hour); n > 0 {
			s.worlds = append(s.worlds, at)
			at += n
		}
	}
	return s
}

// came is what a life of an arm returned on average: as far as every arm has lived, where some lived
// longer than others.
func (s stand) came(i int) statistics.Figure {
	if !s.cut {
		return Pool(s.arms[i].Lives, s.period).Return
	}
	sum := 0.0
	for j, o := range s.arms[i].Lives {
		worth := 1.0
		for _, r := range o.Hours[:s.hours[j]] {
			worth *= 1 + r
		}
		sum += worth - 1
	}
	return statistics.Known(sum / float64(len(s.hours)))
}

// moved are the returns of a life for telling arms apart: none where the arm never did anything,
// whatever the coin that lies there for gas came to.
func moved(a Arm, hours []float64, period int64) []float64 {
	if a.orders() == 0 {
		hours = make([]float64, len(hours))
	}
	return outcome.Compound(hours, period)
}

// apart says why arms did not live the same markets at the same times.
func apart(arms []Arm) string {
	first := arms[0]
	for i, o := range first.Lives {
		if o.Place.Market == "" {
			return fmt.Sprintf("%s lived on a chain, where no two lives stand at the same times", first.Name)
		}
		if i > 0 && compare(o.Place, first.Lives[i-1].Place) == 0 {
			return fmt.Sprintf("%s lived %s twice", first.Name, where(o.Place))
		}
	}
	for _, a := range arms[1:] {
		if len(a.Lives) != len(first.Lives) {
			return fmt.Sprintf("%s has %s and %s has %d", first.Name, count(len(first.Lives), "life", "lives"), a.Name, len(a.Lives))
		}
		for i, o := range a.Lives {
			p := first.Lives[i]
			switch {
			case compare(o.Place, p.Place) != 0 && where(o.Place) == where(p.Place):
				return fmt.Sprintf("%s and %s lived %s, and not the same minutes of it or among the same others", first.Name, a.Name, where(p.Place))
			case compare(o.Place, p.Place) != 0:
				return fmt.Sprintf("%s lived %s and %s lived %s", first.Name, where(p.Place), a.Name, where(o.Place))
			case o.Span.From != p.Span.From:
				return fmt.Sprintf("%s was born at %s and %s at %s", first.Name, minute(p.Span.From), a.Name, minute(o.Span.From))
			}
		}
	}
	return ""
}

// minute tells a time, in unix milliseconds, as people read it.
func minute(at int64) string { return time.UnixMilli(at).UTC().Format("2006-01-02 15:04") }

// common is, of each life, how many whole hours every arm has.
func common(arms []Arm) []int {
	hours := make([]int, len(arms[0].Lives))
	for i := range hours {
		hours[i] = len(arms[0].Lives[i].Hours)
		for _, a := range arms {
			hours[i] = min(hours[i], len(a.Lives[i].Hours))
		}
	}
	return hours
}

// perYear is how many periods make a year.
func (s stand) perYear() float64 { return float64(365*outcome.Day) / float64(s.period) }

// trials are the arms as package luck takes them, each above what it is judged against.
func (s stand) trials(against string) (luck.Trials, error) {
	var seen []luck.Observation
	for j, a := range s.arms {
		if against == Holding && a.orders() == 0 { // it is below or above holding by what it did not do
			continue
		}
		for i, begin := range s.worlds {
			end := len(s.returns[j])
			if i+1 < len(s.worlds) {
				end = s.worlds[i+1]
			}
			for at := begin; at < end; at++ {
				above := 0.0
				if against == Holding {
					above = s.holding[j][at]
				}
				seen = append(seen, luck.Observation{Strategy: a.Name, Seed: uint64(i), Day: at - begin, Return: s.returns[j][at] - above})
			}
		}
	}
	return luck.Pair(seen, s.perYear())
}

// untouched is how many periods a share of so many percent is.
func untouched(periods, percent int) int { return periods * percent / 100 }

// periods is how many there are.
func (s stand) periods() int {
	if len(s.returns) == 0 {
		return 0
	}
	return len(s.returns[0])
}
