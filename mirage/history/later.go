package history

import (
	"fmt"
	"slices"
	"time"
)

// From is the world from a day of its record on: days are those of UTC, and the first is 1. It has the minutes that the
// whole world has from there on, what its lenders have lent by then, and the rest of a pull that goes on. It begins with the first minute
// of that day that every market has recorded.
func (c Config) From(day int) (Config, error) {
	if day == 1 {
		return c, nil
	}
	first := c.Markets[0]
	days := int(dateOf(first.End().Add(-time.Minute)).Sub(dateOf(first.Start()))/(24*time.Hour)) + 1
	if day < 1 || day > days {
		return c, fmt.Errorf("it is to begin with its day %d, and has days 1 to %d", day, days)
	}
	at := first.index(dateOf(first.Start()).Add(time.Duration(day-1) * 24 * time.Hour))
	missing := func(m Market) bool { return m.Minutes[at].Missing }
	for at < len(first.Minutes) && slices.ContainsFunc(c.Markets, missing) {
		at++
	}
	if at == len(first.Minutes) {
		return c, fmt.Errorf("it is to begin with its day %d, from which on nothing is recorded", day)
	}
	c.Markets = slices.Clone(c.Markets)
	for i := range c.Markets {
		c.Markets[i].Minutes = c.Markets[i].Minutes[at:]
	}
	note := fmt.Sprintf("it is lived from its day %d on: the %d minutes before %s are left out", day, at, stamp(c.Markets[0].Start()))
	c.Markets[0].Notes = append(slices.Clip(c.Markets[0].Notes), note)
	c.Pulls, c.Lenders = later(c.Pulls, at*Phases), slices.Clone(c.Lenders)
	for i, l := range c.Lenders {
		c.Lenders[i].Uses = l.from(at * Phases)
	}
	return c, nil
}

// later are what is left of pulls from a block on.
func later(pulls []Pull, block int) (left []Pull) {
	for _, p := range pulls {
		end := p.Start + p.Blocks - block
		if p.Start = max(0, p.Start-block); p.Start < end {
			p.Blocks = end - p.Start
			left = append(left, p)
		}
	}
	return left
}

// from are the lender's uses from a block on, the one that holds there among them.
func (l Lender) from(block int) (left []Use) {
	for _, u := range l.Uses {
		u.Block -= block
		if u.Block <= 0 {
			u.Block, left = 0, nil
		}
		left = append(left, u)
	}
	return left
}
