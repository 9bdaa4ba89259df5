package adversarial

import (
	"math/big"
	"slices"
	"time"

	"bardo.run/bardo/golem/host/turn"
)

// season is a state of the market, or of the life, through which a campaign goes.
type season struct {
	name  string
	comes func()
	each  func() // asks for every kind, in each mood
	ends  func()
	calm  bool // attempts of it that are refused at once are not of it
}

// seasons are all that a life can have while it goes on.
func (c *campaign) seasons() []season {
	none := func() {}
	return []season{
		{name: calm, comes: none, each: func() { c.rounds(nil) }, ends: none},
		{name: before, comes: none, each: c.pushed, ends: none},
		{name: between, comes: none, each: c.meddled, ends: none, calm: true},
		{name: about, comes: none, each: c.wrapped, ends: none, calm: true},
		{name: stale, comes: func() {
			c.r.silence(true)
			c.passes(feedAge * time.Second)
			c.passes(time.Minute)
		}, each: func() { c.rounds(nil) }, ends: func() {
			c.r.silence(false)
			c.passes(time.Minute)
		}},
		{name: midday, comes: func() {
			c.until(23, 58)
			c.passes(3 * time.Minute)
		}, each: func() { c.rounds(nil) }, ends: none},
		{name: stopped, comes: func() { c.r.says(turn.HaltOpening) }, each: func() { c.rounds(nil) }, ends: func() {
			c.r.says(turn.HaltFreeze)
			c.rounds(nil)
			c.r.says(turn.HaltNone)
			c.passes(time.Minute)
		}},
		{name: governs, comes: c.tires, each: func() { c.rounds(nil) }, ends: c.governed},
		{name: strange, comes: c.showers, each: c.strewn, ends: none},
	}
}

// pushed asks for every kind in a pool that somebody moved, up and down.
func (c *campaign) pushed() {
	for _, way := range c.ways(1, -1) {
		for _, k := range c.kinds() {
			c.r.pushes(way * push)
			c.tries(k, nil)
			c.r.calms()
		}
		if !c.ails {
			c.rests()
		}
	}
}

// ways are the numbers of a long life, and the first of them for one of `make test`.
func (c *campaign) ways(all ...int64) []int64 {
	if c.long {
		return all
	}
	return all[:1]
}

// meddled has somebody move the pool between preview and commit, and time pass once.
func (c *campaign) meddled() {
	for _, by := range pickBy(c.ails, []int64{1}, c.ways(400, 1, 150, -150, -400)) {
		for _, k := range c.kinds() {
			if k.name == "claim" { // so that there are fees, of which the move below adds little
				c.r.pushes(push)
				c.r.calms()
				c.passes(time.Minute)
			}
			c.tries(k, func() { c.r.pushes(by) })
			c.r.calms()
		}
		if c.ails {
			return
		}
		c.rests()
	}
	if !c.long {
		return
	}
	c.ceilings()
	c.settles()
	for _, k := range c.kinds() {
		c.tries(k, func() {
			c.r.pushes(60)
			c.fails(c.r.leaps(c.ctx, 75*time.Second))
		})
		c.r.calms()
	}
	c.rests()
}

// wrapped puts trades before and behind each order in its block.
func (c *campaign) wrapped() {
	if c.ails {
		return
	}
	for _, by := range c.ways(400, -40, 8, -400) {
		for _, k := range c.kinds() {
			c.r.around = by
			c.tries(k, nil)
			c.r.around = 0
			c.r.calms()
		}
		c.rests()
	}
}

// broke says that the gas that was read last is beyond what the key has.
func (c *campaign) broke() bool {
	seen := c.golem.State().Positions().Reading
	return seen.MaxFee.GtUint64(1e12)
}

// strewn asks for every kind of one who has strangers' gifts, and gets more of them between a
// preview and its commit.
func (c *campaign) strewn() {
	c.rounds(nil)
	if !c.long || c.ails {
		return
	}
	c.rests()
	c.makesRoom()
	c.rounds(c.r.gives)
}

// rounds tries every kind once.
func (c *campaign) rounds(meddles func()) {
	for _, k := range c.kinds() {
		c.tries(k, meddles)
	}
}

// rests lets an hour pass, so that no order is counted any more.
func (c *campaign) rests() { c.passes(61 * time.Minute) }

// settles opens what the exits of a state are to leave, and leaves room for another position
// beside two lending markets.
func (c *campaign) settles() {
	was := c.state
	c.state = calm
	c.makesRoom()
	for _, k := range c.kinds() {
		switch k.name {
		case "buy", "provide", "supply", "borrow", "supply morpho":
			c.tries(k, nil)
		}
	}
	c.state = was
}

// makesRoom closes the account's own positions until only one is left.
func (c *campaign) makesRoom() {
	was := c.state
	c.state = calm
	if own := c.owned(); len(own) > 1 {
		for _, p := range own[1:] {
			c.proposes("leave", body("remove_liquidity", fields{"position_id": quote(p.ID), "percent": "100", "slippage_bps": "100"}, ""), nil)
		}
	}
	c.state = was
}

// owned are the positions that the account opened itself.
func (c *campaign) owned() []turn.Position {
	return slices.DeleteFunc(slices.Clone(c.golem.State().Positions().Reading.Positions), func(p turn.Position) bool {
		return c.audit.ranges[p.ID] == [2]int64{} // somebody's gift
	})
}

// dust sells next to nothing.
func (c *campaign) dust() string {
	return c.proposes("sell", body("swap", swap(eth, usd, units(1e13+c.rng.Uint64N(1e13)), 50), ""), nil)
}

// tires trades until nothing may be opened.
func (c *campaign) tires() {
	was := c.state
	c.state = calm
	for range opensPerHour {
		c.dust()
	}
	c.state = was
}

// governed trades until nothing may be sent.
func (c *campaign) governed() {
	if !c.long {
		return
	}
	for range ordersPerHour + 3 {
		if c.dust() == "cage" {
			break
		}
	}
	c.rounds(nil)
}

// campaigns lives through all states.
func (c *campaign) campaigns() {
	for _, s := range c.seasons() {
		c.settles()
		c.rests()
		c.r.gifts(big.NewInt(1), big.NewInt(1))
		c.state = s.name
		s.comes()
		for _, m := range moods {
			c.under(m, s.each)
		}
		if !s.calm {
			if s.name == before {
				c.r.pushes(push)
			}
			c.storms(c.volley)
			c.r.calms()
		}
		s.ends()
		c.state = calm
		c.fails(c.audit.stands())
		c.rests()
	}
	c.settles()
}

// dying asks for everything of one who dies.
func (c *campaign) dying() {
	c.state = dies
	if c.broke() {
		c.rounds(nil)
		return
	}
	c.under(mood{mute: true}, func() { c.rounds(nil) })
	c.rounds(nil)
	c.storms(c.volley)
}

// barred asks for everything of one whose gate lets nothing open that nobody predicted.
func (c *campaign) barred() {
	for _, s := range c.seasons() {
		if s.calm {
			continue
		}
		c.state = s.name
		s.comes()
		if s.name == before {
			c.r.pushes(push)
		}
		for _, k := range c.talks() {
			if slices.Contains(openings, k.name) {
				c.offers(k.name, c.spoken(k))
			}
		}
		c.offers("words", body("swap", c.buys(1e18+c.rng.Uint64N(1e18)), ""))
		c.storms(c.volley)
		c.r.calms()
		if c.state = calm; s.name != governs {
			s.ends()
		}
		c.rests()
	}
}
