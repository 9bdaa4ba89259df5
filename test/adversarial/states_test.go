package adversarial

import (
	"math/big"
	"time"

	"bardo.run/bardo/golem/host/turn"
)

// stateful are the states of a market and how each is brought about.
func (c *campaign) stateful() []struct {
	name string
	do   func()
} {
	return []struct {
		name string
		do   func()
	}{
		{calm, func() { c.rounds(nil) }},
		{before, func() {
			for _, way := range []int64{1, -1} {
				for _, k := range c.kinds() {
					c.r.pushes(way * c.custody.push())
					c.tries(k, nil)
					c.r.calms()
				}
			}
		}},
		{between, func() {
			for _, by := range []int64{60, 300, -300} {
				for _, k := range c.kinds() {
					c.tries(k, func() { c.r.pushes(by) })
					c.r.calms()
				}
				c.rests()
			}
		}},
		{about, func() {
			for _, by := range []int64{-40, 400, -400} {
				for _, k := range c.kinds() {
					c.r.around = by
					c.tries(k, nil)
					c.r.around = 0
					c.r.calms()
				}
				c.rests()
			}
		}},
		{stale, func() {
			c.r.silent = true
			c.passes(feedAge * time.Second)
			c.passes(time.Minute)
			c.rounds(nil)
			c.r.silent = false
			c.passes(time.Minute)
		}},
		{stopped, func() {
			for _, level := range []turn.Halt{turn.HaltOpening, turn.HaltFreeze} {
				c.r.says(level)
				c.rounds(nil)
			}
			c.r.says(turn.HaltNone)
			c.passes(time.Minute)
		}},
		{governs, c.governed},
	}
}

// rounds tries every kind once.
func (c *campaign) rounds(meddles func()) {
	for _, k := range c.kinds() {
		c.tries(k, meddles)
	}
}

// rests lets an hour pass, so that no order is counted any more.
func (c *campaign) rests() { c.passes(61 * time.Minute) }

// settles opens what the exits of a state are to leave.
func (c *campaign) settles() {
	was := c.state
	c.state = calm
	for _, k := range c.kinds() {
		switch k.name {
		case "leave": // room for another position
			if len(c.golem.State().Positions().Reading.Positions) > 3 {
				c.leaves()
			}
		}
	}
	for _, k := range c.kinds() {
		switch k.name {
		case "buy", "provide", "supply", "borrow", "supply morpho":
			c.tries(k, nil)
		}
	}
	c.state = was
}

// leaves closes positions until only one is left.
func (c *campaign) leaves() {
	held := c.golem.State().Positions().Reading.Positions
	for _, p := range held[1:] {
		c.proposes("leave", body("remove_liquidity", fields{"position_id": quote(p.ID), "percent": "100", "slippage_bps": "100"}, ""), nil)
	}
}

// governed trades until nothing may be opened, and then until nothing may be sent.
func (c *campaign) governed() {
	dust := func() []byte { return body("swap", swap(c.r.WETH, c.r.USDC, units(1e13+c.rng.Uint64N(1e13)), 50), "") }
	for n := range ordersPerHour + 3 {
		if n == opensPerHour {
			c.rounds(nil) // closing goes on
		}
		if c.proposes("sell", dust(), nil) == "cage" {
			break
		}
	}
	c.rounds(nil)
}

// campaigns lives through all states.
func (c *campaign) campaigns() {
	for _, s := range c.stateful() {
		c.settles()
		c.state = s.name
		c.r.gifts(big.NewInt(1), big.NewInt(1))
		s.do()
		c.state = calm
		c.fails(c.audit.stands())
		c.rests()
	}
}
