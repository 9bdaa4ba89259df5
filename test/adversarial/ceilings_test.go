package adversarial

import (
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// ceilings asks for what no price can hurt, and for a mint, each with what it moves as the most
// that it may move, and moves the price between preview and commit: then it moves more.
func (c *campaign) ceilings() {
	c.settles()
	was := c.state
	c.state = calm
	lend := func(what, market, wei string) []byte {
		return body(what, fields{"market": quote(market), "asset": quote(eth), "amount": quote(wei)}, "")
	}
	c.proposes("supply", lend("supply", "aave-v3", "90000000000000000"), nil)
	c.proposes("borrow", lend("borrow", "aave-v3", "3000000000000000"), nil)
	c.proposes("supply morpho", lend("supply", "morpho-blue", "40000000000000000"), nil)
	c.state = was
	c.ceiled("supply", lend("supply", "aave-v3", "10000000000000000"), 150)
	c.ceiled("borrow", lend("borrow", "aave-v3", "2000000000000000"), 150)
	c.ceiled("repay", lend("repay", "aave-v3", "1000000000000000"), 150)
	c.ceiled("withdraw", lend("withdraw", "aave-v3", "5000000000000000"), 150)
	c.ceiled("supply morpho", lend("supply", "morpho-blue", "10000000000000000"), 150)
	c.ceiled("withdraw morpho", lend("withdraw", "morpho-blue", "5000000000000000"), 150)
	c.ceiled("provide", c.providing(300_000_000), 1)
	c.ceiled("provide", c.providing(300_000_000), -1)
	c.ceiled("leave", c.onOwn("remove_liquidity", 30), 3)
	c.ceiled("claim", c.onOwn("claim_fees", 0), 3)
	c.proposes("repay", lend("repay", "aave-v3", "all"), nil)
	c.rests()
}

// ceiled does so for one of a kind; the price moves by so many basis points.
func (c *campaign) ceiled(name string, says []byte, by int64) {
	if says == nil {
		return
	}
	d := drafted(says)
	p, err := c.direct.Preview(c.ctx, turn.Proposal{Body: append(d.says(), blanks(c.rng)...), Origin: turn.OriginModel})
	if err != nil || p.Refusal != nil || p.Simulation.Value == 0 {
		c.fails(err)
		return
	}
	d.constraints = fmt.Sprintf(`{"max_value_usd":%s}`, quote(p.Simulation.Value.String()))
	c.proposes(name, d.says(), func() { c.r.pushes(by) })
	c.r.calms()
}
