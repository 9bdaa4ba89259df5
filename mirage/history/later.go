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
	if day < 1 || day > c.Days() {
		return c, fmt.Errorf("it is to begin with its day %d, and has days 1 to %d", day, c.Days())
	}
	at := first.startOf(day)
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

// Days is how many days of UTC its record touches.
func (c Config) Days() int {
	first := c.Markets[0]
	return int(dateOf(first.End().Add(-time.Minute)).Sub(dateOf(first.Start()))/(24*time.Hour)) + 1
}

// To is the world to the end of a day of its record, counted as From counts them: what goes on beyond is cut
// off there.
func (c Config) To(day int) (Config, error) {
	if day == c.Days() {
		return c, nil
	}
	if day < 1 || day > c.Days() {
		return c, fmt.Errorf("it is to end with its day %d, and has days 1 to %d", day, c.Days())
	}
	end := c.Markets[0].startOf(day + 1)
	note := fmt.Sprintf("it is lived to the end of its day %d: the %d minutes from %s on are left out", day, len(c.Markets[0].Minutes)-end, stamp(c.Markets[0].at(end)))
	c.Markets = slices.Clone(c.Markets)
	for i := range c.Markets {
		c.Markets[i].Minutes = c.Markets[i].Minutes[:end:end]
	}
	c.Markets[0].Notes = append(slices.Clip(c.Markets[0].Notes), note)
	c.Pulls, c.Lenders = sooner(c.Pulls, end*Phases), slices.Clone(c.Lenders)
	for i, l := range c.Lenders {
		c.Lenders[i].Uses = slices.DeleteFunc(slices.Clone(l.Uses), func(u Use) bool { return u.Block >= end*Phases })
	}
	return c, nil
}

// startOf is the index of the minute with which a day begins.
func (m Market) startOf(day int) int {
	return max(0, m.index(dateOf(m.Start()).Add(time.Duration(day-1)*24*time.Hour)))
}

// at is the time of a minute.
func (m Market) at(minute int) time.Time { return m.Start().Add(time.Duration(minute) * time.Minute) }

// sooner are what there is of pulls before a block.
func sooner(pulls []Pull, block int) (there []Pull) {
	for _, p := range pulls {
		if p.Start < block {
			p.Blocks = min(p.Blocks, block-p.Start)
			there = append(there, p)
		}
	}
	return there
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
