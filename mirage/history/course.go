package history

import "github.com/holiman/uint256"

// course is the way that the market takes through its history: the plan of this minute,
// and how much of what the day recorded is still to be traded.
type course struct {
	market    Market
	planner   Planner
	lastOfDay []bool       // of the minutes
	ref       *uint256.Int // where the pool would stand if nobody else had traded
	minute    int          // that today is the plan of; -1: none
	today     Plan
}

// turn plans a minute, and answers false where it is planned already.
func (c *course) turn(i int, m Minute) bool {
	if c.minute == i {
		return false
	}
	c.today, c.minute = c.planner.Plan(c.ref, m), i
	return true
}

// over reports whether the history has ended before this minute.
func (c *course) over() bool { return c.minute >= c.market.length() }

// moves returns what the market does in one phase of this minute, given the figures of its
// day so far, nil before its first close. The pool is held so many ticks away from its record.
// It changes nothing.
func (c *course) moves(v *venue, m Minute, day *Day, phase, shift int) *script {
	s := v.script()
	s.end, s.sender = v.price, c.sender(m, phase)
	held := v.held
	if c.today.Moves[phase] {
		s.liquidity(held, c.today.Walk)
		held = c.today.Walk
	}
	goal := visit(v.price, c.today.Ticks[phase]+shift)
	if !goal.Eq(v.price) {
		s.swapTo(goal)
	}
	if phase != PhaseClose {
		return s
	}
	due := c.due(v, m, day, goal, held, shift)
	s.liquidity(held, m.Liquidity)
	active := new(uint256.Int).Add(m.Liquidity, v.others(m.Close+shift))
	visits := c.market.Spec.toAndFro(goal, m.shifted(shift), active, due, c.market.Spec.valuer(m.Close))
	for _, price := range visits {
		s.swapTo(price)
	}
	if len(visits) > 0 { // the fees of these trades are the market's own
		s.collect()
	}
	return s
}

// sender tells who sends the trades of a phase.
func (c *course) sender(m Minute, phase int) func(int) int {
	return func(trade int) int { return c.planner.Trader(m.Time, phase, trade) }
}

// due returns the value that the market still has to trade in a minute after it walked
// to its close: what the day recorded so far and did not yet pay. Only a minute with
// recorded inflow trades it, and the last of the day, so that quiet minutes stay quiet.
func (c *course) due(v *venue, m Minute, day *Day, goal, held *uint256.Int, shift int) *uint256.Int {
	none := new(uint256.Int)
	if c.over() || m.Missing || (c.today.Recorded.IsZero() && !c.lastOfDay[c.minute]) {
		return none
	}
	active := new(uint256.Int).Add(held, v.others(m.Close+shift))
	in0, in1 := inflow(v.price, goal, active, c.market.Spec.Fee)
	paid := c.market.Spec.valuer(m.Close).of(in0.Add(in0, v.in0), in1.Add(in1, v.in1))
	owed := c.today.Recorded.Clone()
	if day != nil {
		owed.Add(owed, day.Recorded)
		paid.Add(paid, day.Paid)
	}
	if owed.Lt(paid) {
		return none
	}
	return owed.Sub(owed, paid)
}
