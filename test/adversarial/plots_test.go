package adversarial

import (
	"fmt"
	"math/big"
	"time"
)

// plot is what a life of a realm goes through, and what it is born with.
type plot struct {
	name  string
	has   estate
	lives func(*campaign)
	gated bool     // nothing is opened before it was predicted
	dies  *big.Int // base fee of the block that is read last before it dies; nil: a cheap one
}

// plots are all there are. Each has an account of the size at which its limits bind, but for
// the first, whose every kind has to have room in every state.
var plots = []plot{
	{name: "all states", has: estate{100_000, 500}, lives: (*campaign).campaigns},
	{name: "a gate", has: estate{20_000, 500}, lives: (*campaign).barred, gated: true},
	{name: "a death beyond the coin", has: estate{20_000, 500}, lives: (*campaign).settles, dies: dear},
	{name: "a death beyond the credit", has: estate{20_000, 500}, lives: (*campaign).settles, dies: fatal},
	{name: "sequences", has: estate{20_000, 5_000}, lives: (*campaign).sequences},
	{name: "a day", has: estate{200_000, 500}, lives: (*campaign).days},
	{name: "orders that wait", has: estate{200_000, 500}, lives: (*campaign).slow},
	{name: "exits", has: estate{20_000, 300_000}, lives: (*campaign).exits},
	{name: "sizes", has: estate{20_000, 1}, lives: (*campaign).sizes},
	{name: "words", has: estate{20_000, 500}, lives: (*campaign).worded},
}

// buying asks to buy for so many dollars.
func (c *campaign) buying(dollars uint64) []byte {
	p := c.buys(dollars*1_000_000 + c.rng.Uint64N(1_000_000))
	p["slippage_bps"] = "100"
	return body("swap", p, "")
}

// selling asks to sell so many thousandths of an ether.
func (c *campaign) selling(thousandths uint64, slippage int) []byte {
	return body("swap", swap(eth, usd, units(thousandths*1e15+c.rng.Uint64N(1e12)), slippage), "")
}

// sellsAll sells what was bought, in parts that the pool takes.
func (c *campaign) sellsAll() {
	for range 4 {
		held := new(big.Int).Quo(c.r.Holds(c.r.WETH), big.NewInt(1e15)).Uint64()
		if held < 600 {
			return
		}
		c.proposes("sell", c.selling(min(held-500, 15_000), 100), nil)
		c.r.calms()
	}
}

// days spends everything that a day allows before midnight, run by run of the process, and
// asks for more behind it.
func (c *campaign) days() {
	c.until(22, 30)
	c.proposes("buy", c.buying(10_400), nil)                                      // above an order
	c.proposes("buy", c.buying(2_000), func() { c.passesOnly(75 * time.Second) }) // an old permit
	c.r.forked = true
	c.proposes("buy", c.buying(2_000), nil)
	c.r.forked = false
	for run := range 3 {
		if run > 0 {
			c.reboots(uint64(run + 1)) //nolint:gosec // small
		}
		for range 5 {
			c.proposes("buy", c.buying(9_300), nil)
			c.r.calms()
		}
		c.sellsAll()
		c.rests()
		if run == 0 {
			c.until(23, 40)
		}
		c.state = midday
	}
	c.passes(24 * time.Hour)                                                                              // and a day later there is room again
	if got := c.proposes("buy", c.buying(5_000), nil); got != letThrough && c.custody.name == bare.name { // a day on a chain is another
		c.fails(fmt.Errorf("a day later nothing was bought"))
	}
	c.sellsAll()
	c.state = calm
}

// until lets time pass until an hour of the day, UTC.
func (c *campaign) until(hour, minutes int) {
	now := c.r.Now().UTC()
	at := time.Date(now.Year(), now.Month(), now.Day(), hour, minutes, 0, 0, time.UTC)
	if at.After(now) {
		c.passes(at.Sub(now))
	}
}

// passesOnly lets time pass, without a tick.
func (c *campaign) passesOnly(d time.Duration) { c.fails(c.r.WaitUntil(c.ctx, c.r.Now().Add(d))) }

// reboots begins another run of the process.
func (c *campaign) reboots(epoch uint64) {
	c.golem.Rebooted(epoch)
	c.audit.sessions = append(c.audit.sessions, start{c.r.Now().Unix(), c.r.Chain().Chain.Head().Number.Uint64()})
}

// slow has every purchase wait for longer than the Golem is patient: it counts all the same.
func (c *campaign) slow() {
	for n := range 7 {
		c.r.frozen = true
		c.proposes("buy", c.buying(9_600), nil)
		c.r.frozen = false
		c.passes(time.Minute)
		c.r.calms()
		if n == 3 {
			c.sellsAll()
		}
	}
	c.sellsAll()
}

// exits sells at any price, and more than the pool takes.
func (c *campaign) exits() {
	for _, slippage := range []int{101, 500, 3_000, 5_000} {
		c.proposes("sell", c.selling(1_000, slippage), nil)
	}
	for _, ether := range []uint64{20, 120, 200, 280} {
		c.proposes("sell", c.selling(ether*1_000, 100), nil)
		c.r.calms()
	}
	c.rests()
}

// sizes asks for liquidity, and for loans, of more than a share of the equity.
func (c *campaign) sizes() {
	tick := tickOf(c.golem.State().Positions().Reading) / 10 * 10
	for _, usdc := range []int64{5_600, 5_900, 9_000, 4_000} { // above the price USDC alone is asked for
		c.proposes("provide", body("add_liquidity", fields{
			"market": quote(onPool), "base_amount": quote("0"), "quote_amount": quote(fmt.Sprint(usdc * 1_000_000)),
			"tick_lower": fmt.Sprint(tick + 100), "tick_upper": fmt.Sprint(tick + 400), "slippage_bps": "100",
		}, ""), nil)
	}
	for _, usdc := range []int64{5_400, 9_000, 1_000} {
		c.proposes("supply", body("supply", fields{"market": quote("aave-v3"), "asset": quote(usd), "amount": quote(fmt.Sprint(usdc * 1_000_000))}, ""), nil)
	}
	c.rests()
	for _, k := range c.kinds() {
		if k.name == "leave" || k.name == "withdraw" {
			c.tries(k, nil)
		}
	}
}

// worded lets a model speak that says everything but what may be done, to a Golem that
// holds positions.
func (c *campaign) worded() {
	c.settles()
	c.mind.left = c.words
	for range 3 + 2*c.words/each {
		if c.mind.left == 0 {
			break
		}
		c.fails(c.ticks(1))
	}
	for _, a := range c.mind.done {
		c.cells[square{"words", a.layer, c.custody.name, calm}]++
	}
	c.tried += len(c.mind.done)
	if c.faults = append(c.faults, c.mind.slipped...); len(c.mind.done) < c.words*3/4 {
		c.fails(fmt.Errorf("%d of %d words were heard", len(c.mind.done), c.words))
	}
}
