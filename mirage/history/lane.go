package history

import (
	"context"
	"fmt"

	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/holiman/uint256"
)

// lane is one recorded market of a world: its pool, the way through its history, and the
// accounts that take it.
type lane struct {
	market Market
	course course
	venue  venue
	hands  []*hand // one a trader
	gauge  gauge
	stats  Figures
	now    int    // that minute is; -1: none
	minute Minute // which several ask for, four times
}

// at returns the record of a minute.
func (l *lane) at(minute int) Minute {
	if l.now != minute {
		l.now, l.minute = minute, l.market.Minute(minute)
	}
	return l.minute
}

// newLane is a lane before its first block. It shares no memory with the plan that the opening price is of,
// which an image that is put into it would change.
func newLane(c Config, m Market, opening *uint256.Int) *lane {
	opening = opening.Clone()
	planner, last := Planner{Spec: m.Spec, Seed: c.Seed, Traders: c.Traders}, lastOfDays(m.Minutes)
	m = m.lived()
	return &lane{
		market: m, stats: newFigures(m.Spec), now: -1,
		course: course{market: m, planner: planner, lastOfDay: last, ref: opening, minute: -1},
		venue:  venue{price: opening, held: new(uint256.Int)},
	}
}

// settle takes over the lane's deployed pool and accounts.
func (l *lane) settle(n *node.Node, plan deploy.Plan, pool int, at deploy.Exchange) error {
	l.venue.account, l.venue.pool = at.Accounts[0], at.Address
	l.gauge = gauge{node: n, pool: at.Address}
	for k, account := range at.Accounts {
		key, err := plan.TraderKey(pool, k)
		if err != nil {
			return err
		}
		l.hands = append(l.hands, &hand{chain: n.Chain, key: key, owner: addressOf(key), account: account})
	}
	return nil
}

// moves is what the market does in a block, held so many ticks away from its record.
func (l *lane) moves(minute, phase, shift int) *script {
	m := l.at(minute)
	if l.course.turn(minute, m) {
		l.venue.in0, l.venue.in1 = new(uint256.Int), new(uint256.Int)
	}
	return l.course.moves(&l.venue, m, l.stats.day(m), phase, shift)
}

// back is the return of a closing block to where the market's steps, or a pull behind them, ended.
func (l *lane) back(steps *script, end *uint256.Int) *script {
	s := l.venue.script()
	s.sender, s.swaps = steps.sender, steps.swaps
	s.swapTo(end)
	return s
}

// close checks what every minute promises, held so many ticks away, and books its figures.
func (l *lane) close(ctx context.Context, minute, shift int) error {
	m := l.at(minute)
	if err := l.gauge.check(ctx, m.shifted(shift), &l.venue); err != nil {
		return fmt.Errorf("%s: %w", l.stats.Handle, err)
	}
	if l.course.over() {
		return nil
	}
	paid := l.market.Spec.valuer(m.Close).of(l.venue.in0, l.venue.in1)
	l.stats.close(m, l.course.today, paid)
	return nil
}

// figures returns what happened so far.
func (l *lane) figures() Figures {
	f := l.stats.copy()
	f.Swaps, f.Repegs, f.Others = l.venue.swaps, l.venue.repegs, l.venue.foreign
	return f
}
