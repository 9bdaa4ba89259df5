package play

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// task is one action of a job, with how far it has come.
type task struct {
	duty   *duty
	action rule.Action
	behind bool // takes what was refused in earlier ticks, where all is closed
	every  bool // is of several assets or markets, each with a task of its own once its turn comes
	leg    *leg // of a basket; nil: it is none

	token    turn.Token // that a sale sells; none: the primary market's base, when its turn comes
	leaves   bool       // sells where the token's market is deepest
	proposed bool
	order    order
	direct   bool // goes straight: the first move of a route was refused
	hop      hop
	tour     tour
	span     span
}

// copy returns the task as it is now.
func (t *task) copy() task {
	c := *t
	c.tour.touched = slices.Clone(t.tour.touched)
	return c
}

// step is a proposal with what it says, or the end of the task with why.
type step struct {
	body []byte
	say  string
	cut  string // of what the rule asks for; empty: nothing was
}

func end(format string, args ...any) step { return step{say: fmt.Sprintf(format, args...)} }

// next returns the task's next proposal on what the desk shows.
func (t *task) next(d desk) step {
	if t.hop.between() {
		if s, ok := t.carry(d); ok {
			return s
		}
	}
	if x := t.duty.excess; x != nil {
		return t.once(x.reduce(t, d))
	}
	switch t.action.Verb {
	case rule.Buy:
		return t.buy(d)
	case rule.Sell:
		return t.sell(d)
	case rule.Provide:
		return t.provide(d)
	case rule.Recentre:
		return t.recentre(d)
	case rule.Withdraw:
		return t.withdraw(d)
	case rule.Claim:
		return t.claim(d)
	case rule.Lend:
		return t.lend(d)
	case rule.Rebalance:
		return t.even(d)
	case rule.Recall:
		return t.recall(d)
	case rule.Unwrap, rule.Wrap:
		return t.once(convert(t, d))
	}
	return end("holds, as the rule says")
}

// once proposes a step, and nothing behind it.
func (t *task) once(s step) step {
	if t.proposed {
		return step{}
	}
	return s
}

// nothing ends a task that has nothing to act on.
func (t *task) nothing(why string) step {
	if t.duty.optional || t.proposed {
		return step{}
	}
	return step{say: why}
}

func (t *task) buy(d desk) step {
	if t.over() {
		return step{}
	}
	m, token, none := d.place(t.action)
	wanted, why := wantedBy(&d, t.action)
	if why != "" {
		return step{say: why}
	}
	if t.order.left > 0 {
		wanted = smallest(wanted, t.order.open)
	}
	fits, w := boughtOf(t, &d, m, token, wanted)
	if fits.why != "" {
		return step{say: fits.why}
	}
	if none.say != "" && !w.routed() {
		return none
	}
	amount := t.cut(&d, w.narrow(d.wallet), fits.amount, fits.amount)
	return d.trade(t, w, t.action.On, d.wallet.numeraire(), token, &amount).sized(fits, d.wallet.numeraire())
}

// boughtOf is what of an amount may be spent on a token, and how it is best spent: what a market below the
// price gives counts for more than one above it.
func boughtOf(t *task, d *desk, m market, token turn.Token, amount uint256.Int) (size, way) {
	fits := d.entry(amount, token, way{market: m}, true)
	if fits.why != "" {
		return fits, way{market: m}
	}
	w := wayOf(t, d, m, d.wallet.numeraire(), token, &fits.amount)
	if w.routed() || w.Market != m.Market {
		fits = d.entry(amount, token, w, true)
	}
	return fits, w
}

func (t *task) sell(d desk) step {
	if t.over() {
		return step{}
	}
	m, why := t.place(d)
	held := d.wallet.r.Held(t.token.Address)
	own := less(&held, &t.span.kept)
	amount := shareOf(&own, t.action.Share)
	if t.order.left > 0 {
		amount = held // a part of what was asked for when there was more
	}
	amount = t.order.spare(&held, amount)
	value := d.wallet.value(t.token, &amount)
	w := wayOf(t, &d, m, t.token, d.wallet.numeraire(), &amount)
	if t.leaves && t.duty.undivided {
		w = w.passing(d.wallet.r, t.token, &amount, t.duty.passed)
	}
	switch {
	case value.Lt(d.wallet.half()):
		return t.nothing("there is nothing to sell")
	case why.say != "" && !w.routed():
		return why
	case t.duty.undivided:
		bite := d.bite(w.narrow(d.wallet), value, t.duty.halved)
		amount = muldiv(&amount, &bite, &value)
	}
	amount = t.cut(&d, w.narrow(d.wallet), amount, value)
	return d.trade(t, w, t.action.On, t.token, d.wallet.numeraire(), &amount)
}

// wayOf is how what a rule leaves open is traded; one that names no asset, or a market, means that one.
func wayOf(t *task, d *desk, m market, in, out turn.Token, amount *uint256.Int) way {
	if t.action.On != "" || t.action.Asset == "" && !t.leaves && t.leg == nil && t.duty.excess == nil {
		return way{market: m}
	}
	return d.way(t, m, in, out, amount)
}

// place is where a sale sells, or why it does not. It notes what it sells.
func (t *task) place(d desk) (market, step) {
	if t.leaves {
		m, err := d.exit(t.token)
		if err != nil {
			return m, end("%v", err)
		}
		return m, step{}
	}
	m, token, why := d.place(t.action)
	t.token = token
	return m, why
}

// spread is a task for each asset: of a basket what is off its share, of ranges that are moved each
// market in which there are some, and of what closes all each that is worth selling, the dearest first; and what stays because nobody buys it.
func spreadOf(t *task, d desk) (all []*task, stays []string) {
	switch t.action.Verb {
	case rule.Rebalance:
		return legsOf(t, d)
	case rule.Recentre:
		return movesOf(t, d)
	}
	assets := slices.Clone(d.wallet.exposures())
	slices.SortStableFunc(assets, func(a, b turn.Asset) int {
		x, y := d.wallet.value(a.Token, &a.Units), d.wallet.value(b.Token, &b.Units)
		return y.Cmp(&x)
	})
	for _, a := range assets {
		if !d.sellable(a) {
			_, err := d.exit(a.Token)
			if !a.Units.IsZero() {
				stays = append(stays, err.Error()+"; it stays")
			}
			continue
		}
		one := t.copy()
		one.token, one.every, one.leaves = a.Token, false, true
		all = append(all, &one)
	}
	return all, stays
}

func (t *task) withdraw(d desk) step {
	for _, p := range t.leaving(d) {
		if t.takes(d, p.ID) {
			return step{body: removeBody(p.ID, d.bounds.Slippage), say: "remove position " + p.ID}
		}
	}
	return t.nothing("there is no liquidity to withdraw")
}

func (t *task) claim(d desk) step {
	for i := range d.wallet.r.Positions {
		p := &d.wallet.r.Positions[i]
		if (!p.BaseFees.IsZero() || !p.QuoteFees.IsZero()) && t.tour.first(p.ID) {
			return step{body: claimBody(p.ID), say: "collect the fees of position " + p.ID}
		}
	}
	return t.nothing("there are no fees to collect")
}

// sells says that a task takes what it holds of its token to the market.
func (t *task) sells() bool { return t.action.Verb == rule.Sell || t.leg != nil && t.leg.sells }

// doing names what the last step was about.
func (t *task) doing() string {
	if t.action.Verb == rule.Sell {
		return selling(t.token)
	}
	return t.tour.at
}
