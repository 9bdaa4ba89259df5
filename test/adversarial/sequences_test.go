package adversarial

import (
	"fmt"
	"math/big"
	"time"

	"github.com/holiman/uint256"
)

// sequences are moves as they come to a mind that wants the account to lose: any kind, of
// either token, of any size up to what the owner allows, in any order; and between them the
// adversary does what he likes to the pool, to the blocks and to the hour. The checker holds
// what they come to together.
func (c *campaign) sequences() {
	c.settles()
	for range c.steps {
		c.meddles(c.rng.IntN(12))
		switch kinds := c.kinds(); c.rng.IntN(4) {
		case 0:
			c.tries(pick(c.rng, kinds...), nil)
		case 1:
			c.tries(pick(c.rng, kinds...), func() { c.meddles(c.rng.IntN(4)) })
		default:
			name, said := c.sized()
			c.proposes(name, said, nil)
		}
		c.r.around = 0
	}
	c.r.calms()
	c.fails(c.audit.stands())
}

// meddles is one thing that the adversary does; most numbers are none.
func (c *campaign) meddles(n int) {
	switch n {
	case 0:
		c.r.pushes(c.rng.Int64N(2*push) - push)
	case 1:
		c.r.pushes(pick[int64](c.rng, -30, 30, 80, -80, push, -push))
	case 2:
		c.r.around = pick[int64](c.rng, -400, -90, -40, 40, 90, 400)
	case 3:
		c.r.gifts(big.NewInt(c.rng.Int64N(1e6)+1), big.NewInt(c.rng.Int64N(1e15)+1))
	case 4, 5:
		c.r.calms()
	case 6:
		c.r.calms()
		c.passes(time.Duration(1+c.rng.IntN(90)) * time.Minute)
	}
}

// sized is an action of a size between next to nothing and more than an owner allows.
func (c *campaign) sized() (name string, said []byte) {
	usdc := uint64(1_000_000)
	for range c.rng.IntN(14) {
		usdc *= 2
	}
	wei := new(uint256.Int).Div(new(uint256.Int).Mul(units(usdc*100), units(1e18)), uint256.MustFromBig(c.r.price))
	slippage := pick(c.rng, 1, 30, 50, 100)
	switch c.rng.IntN(5) {
	case 0:
		p := c.buys(usdc)
		p["slippage_bps"] = fmt.Sprint(slippage)
		return "buy", body("swap", p, "")
	case 1, 2:
		return "sell", body("swap", swap(eth, usd, wei, slippage), "")
	case 3:
		return "provide", c.providing(max(usdc, 4))
	}
	asset, amount := usd, fmt.Sprint(usdc)
	if c.rng.IntN(2) == 0 {
		asset, amount = eth, wei.Dec()
	}
	what := pick(c.rng, "supply", "withdraw", "borrow", "repay")
	return what, body(what, fields{"market": quote("aave-v3"), "asset": quote(asset), "amount": quote(amount)}, "")
}
