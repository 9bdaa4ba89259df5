package adversarial

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
)

// A campaign is a life among enemies: of every kind of action one that would be carried out
// on a calm day, in every state of the market, and the attacks that stand beside it.

// States of a market, and of the life in it.
const (
	calm    = "calm"
	before  = "moved before"
	between = "moved between"
	about   = "moved around"
	stale   = "stale feed"
	midday  = "midnight"
	strange = "strangers' gifts"
	stopped = "halted"
	governs = "governor"
	dies    = "dying"
)

// square is a cell of the table: a kind of action in a state of the market, and the layer
// that stopped it, or carried.
type square struct{ kind, layer, custody, state string }

// letThrough is the layer of what was let through.
const letThrough = "carried out"

// campaign is a denizen's life as it goes on.
type campaign struct {
	*denizen
	ctx    context.Context //nolint:containedctx // of one test
	active *lifecycle.Active
	state  string
	cells  map[square]int
	faults []string
	tried  int
	bent   int    // of them with one field changed
	words  int    // that a model says
	only   string // the kind that is asked for; empty: all are
	ails   bool   // something does
	mute   bool   // between a preview and its commit the node falls silent; without that, at once
	volley int    // storms of each state
	steps  int    // of a sequence
	long   bool   // it goes through all that a state has
}

// begins brings a denizen to life.
func (d *denizen) begins(ctx context.Context) (*campaign, func() error, error) {
	j, err := d.record()
	if err != nil {
		return nil, nil, err
	}
	if err := d.opens(j, d.reaches()); err != nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	d.limits = []inForce{{0, d.boot.Policy}}
	c := &campaign{denizen: d, ctx: ctx, state: calm, cells: map[square]int{}}
	if c.active, err = lifecycle.Provision(d.golem, dyingFoe{c}).Activate(ctx); err == nil {
		err = c.ticks(1)
	}
	return c, j.Close, err
}

// dyingFoe acts between the phases of a death.
type dyingFoe struct{ c *campaign }

func (dyingFoe) Moved(_, _ lifecycle.State, _ lifecycle.Cause) {}

// Passed implements lifecycle.Observer.
func (f dyingFoe) Passed(p lifecycle.Phase, _ error) {
	if p == lifecycle.Acceptance {
		f.c.dying()
	}
}

// ticks lets it live.
func (c *campaign) ticks(n int) error {
	for range n {
		if err := c.active.Tick(c.ctx); err != nil {
			return err
		}
	}
	return nil
}

// passes lets time pass, and the Golem see what became of it.
func (c *campaign) passes(d time.Duration) {
	c.fails(c.r.WaitUntil(c.ctx, c.r.Now().Add(d)))
	c.fails(c.ticks(1))
}

func (c *campaign) fails(err error) {
	if err != nil {
		c.faults = append(c.faults, c.state+": "+err.Error())
	}
}

// kind is a kind of action, and how one of it is asked for; nil where there is nothing that
// it could be asked of.
type kind struct {
	name string
	says func(c *campaign) []byte
}

// kinds are those that are asked for; which of them its custody can do, its lists say.
func (c *campaign) kinds() []kind {
	return slices.DeleteFunc(c.everything(), func(k kind) bool { return c.only != "" && k.name != c.only })
}

// everything are all kinds that there are.
func (c *campaign) everything() []kind {
	lend := func(what, asset, amount string, on string) []byte {
		return body(what, fields{"market": quote(on), "asset": quote(asset), "amount": quote(amount)}, "")
	}
	some := func(most int64) string { return fmt.Sprint(1_000_000 + c.rng.Int64N(most*1_000_000)) }
	wei := func() *uint256.Int { return uint256.NewInt(1e16 + c.rng.Uint64N(5e16)) }
	on := func(p fields, market string) []byte {
		p["market"] = quote(market)
		return body("swap", p, "")
	}
	all := []kind{
		{"buy", func(c *campaign) []byte { return on(c.buys(10_000_000+c.rng.Uint64N(300_000_000)), onPool) }},
		{"provide", func(c *campaign) []byte { return c.providing(300_000_000) }},
		{"supply", func(*campaign) []byte {
			return lend("supply", usd, fmt.Sprint(150_000_000+c.rng.Int64N(150_000_000)), "aave-v3")
		}},
		{"borrow", func(*campaign) []byte { return lend("borrow", usd, some(20), "aave-v3") }},
		{"claim", func(c *campaign) []byte { return c.onOwn("claim_fees", 0) }},
		{"sell", func(*campaign) []byte { return on(swap(eth, usd, wei(), 50), onPool) }},
		{"repay", func(*campaign) []byte { return lend("repay", usd, "all", "aave-v3") }},
		{"withdraw", func(*campaign) []byte { return lend("withdraw", usd, some(10), "aave-v3") }},
		{"leave", func(c *campaign) []byte { return c.onOwn("remove_liquidity", []int{30, 100}[c.rng.IntN(2)]) }},
	}
	all = append(all, kind{"supply morpho", func(*campaign) []byte { return lend("supply", usd, some(200), "morpho-blue") }},
		kind{"withdraw morpho", func(*campaign) []byte { return lend("withdraw", usd, some(1), "morpho-blue") }})
	for _, x := range []string{onV2, onV4} {
		name := x[len(x)-2:]
		all = append(all, kind{"buy " + name, func(c *campaign) []byte { return on(c.buys(10_000_000+c.rng.Uint64N(100_000_000)), x) }},
			kind{"sell " + name, func(*campaign) []byte { return on(swap(eth, usd, wei(), 50), x) }})
	}
	return all
}

// providing asks for liquidity around the price, of so many millionths of a dollar.
func (c *campaign) providing(most uint64) []byte {
	tick := tickOf(c.golem.State().Positions().Reading) / 10 * 10
	usdc := most/4 + c.rng.Uint64N(most/4)
	weth := new(big.Int).Quo(new(big.Int).Mul(new(big.Int).SetUint64(usdc*100), big.NewInt(1e18)), c.r.price)
	wide := int32(200 + 10*c.rng.IntN(200)) //nolint:gosec // small
	return body("add_liquidity", fields{
		"market": quote(onPool), "base_amount": quote(weth.String()), "quote_amount": quote(fmt.Sprint(usdc)),
		"tick_lower": fmt.Sprint(tick - wide), "tick_upper": fmt.Sprint(tick + wide), "slippage_bps": fmt.Sprint(pick(c.rng, 50, 100)),
	}, "")
}

// onOwn asks for something of one of the account's own positions; nil where it has none.
func (c *campaign) onOwn(what string, percent int) []byte {
	held := c.owned()
	if len(held) == 0 {
		return nil
	}
	p := fields{"position_id": quote(held[c.rng.IntN(len(held))].ID)}
	if percent > 0 {
		p["percent"], p["slippage_bps"] = fmt.Sprint(percent), fmt.Sprint(pick(c.rng, 50, 100))
	}
	return body(what, p, "")
}

// tries asks for one of a kind; meddles is what the adversary does between preview and commit.
func (c *campaign) tries(k kind, meddles func()) string {
	says := k.says(c)
	if says == nil {
		return ""
	}
	return c.proposes(k.name, says, meddles)
}

// proposes previews a model's proposal, and commits it where it may.
func (c *campaign) proposes(name string, says []byte, meddles func()) string {
	layer, _ := c.asks(name, turn.Proposal{Body: says, Origin: turn.OriginModel}, meddles)
	return layer
}

// asks previews a proposal, and commits it under the permit that it returns where it may.
func (c *campaign) asks(name string, says turn.Proposal, meddles func()) (layer, permit string) {
	c.tried++
	c.r.mute = c.mute && meddles == nil
	says.Body = append(says.Body, blanks(c.rng)...)
	p, err := c.direct.Preview(c.ctx, says)
	if err != nil {
		c.fails(fmt.Errorf("preview %s: %w", name, err))
		return "", ""
	}
	a := attempt{}
	if p.Refusal != nil {
		a.stopped(turn.Action{Preview: p, Status: turn.StatusBlocked})
		return c.told(name, a, pickBy(c.state == between || c.state == about, calm, c.state), p.Refusal.Detail), ""
	}
	wrapped := c.r.wrapped
	ask := asking{route: says.Route, said: says.Origin == turn.OriginModel, given: c.r.Now().UnixMilli(), givenIn: c.r.scanned}
	if meddles != nil {
		meddles()
		c.r.mute = c.mute
	}
	ask.readIn = c.golem.State().Positions().Reading.Block.Number
	ask.used, ask.usedIn, ask.forked, ask.committed = c.r.Now().UnixMilli(), c.r.Chain().Chain.Head().Number.Uint64(), c.r.forked, true
	c.audit.asked[p.PermitID] = ask
	x, err := c.direct.Commit(c.ctx, p.PermitID)
	if err != nil {
		c.fails(fmt.Errorf("commit %s: %w", name, err))
		return "", ""
	}
	c.r.seals()
	if !a.stopped(turn.Action{Preview: p, Execution: &x, Status: x.Status}) {
		a.layer = letThrough
	}
	detail := ""
	if x.Refusal != nil {
		detail = x.Refusal.Detail
	}
	state := pickBy(c.state == about && c.r.wrapped == wrapped, calm, c.state) // nobody can put trades around what is not sent
	return c.told(name, a, state, detail), p.PermitID
}

// told takes a cell down.
func (c *campaign) told(name string, a attempt, state, detail string) string {
	c.cells[square{name, a.layer, c.custody.name, state}]++
	if c.loud != nil {
		c.loud("%-16s %-14s %s %s %.90s", name, state, a.layer, a.code, detail)
	}
	return a.layer
}
