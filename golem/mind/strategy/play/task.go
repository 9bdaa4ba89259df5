package play

import (
	"fmt"
	"slices"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

// task is one action of a job, with how far it has come.
type task struct {
	duty   *duty
	action rule.Action
	behind bool // takes what was refused in earlier ticks, where all is closed

	proposed bool
	order    order
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
}

func end(format string, args ...any) step { return step{say: fmt.Sprintf(format, args...)} }

// next returns the task's next proposal on what the desk shows.
func (t *task) next(d desk) step {
	if x := t.duty.excess; x != nil {
		return t.once(x.reduce(d))
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
		return t.once(d.lend(t.action))
	case rule.Recall:
		return t.recall(d)
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
	amount, why := d.entry(t.action, true)
	if why != "" {
		return step{say: why}
	}
	amount = t.cut(&d, amount, amount)
	return d.swap(t.action.On, d.pool.Quote(), d.pool.Base(), &amount)
}

func (t *task) sell(d desk) step {
	if t.over() {
		return step{}
	}
	held := d.wallet.base().Units
	own := less(&held, &t.span.kept)
	amount := shareOf(&own, t.action.Share)
	if t.order.left > 0 {
		amount = held // a part of what was asked for when there was more
	}
	amount = t.order.spare(&held, amount)
	value := d.pool.value(&amount)
	if value.Lt(d.pool.half()) {
		return t.nothing("there is nothing to sell")
	}
	if t.duty.undivided {
		bite := d.bite(value, t.duty.halved)
		amount = muldiv(&amount, &bite, &value)
	}
	amount = t.cut(&d, amount, value)
	return d.swap(t.action.On, d.pool.Base(), d.pool.Quote(), &amount)
}

func (t *task) withdraw(d desk) step {
	for _, p := range t.leaving(d) {
		if t.takes(d, p.ID) {
			return step{removeBody(p.ID, d.bounds.Slippage), "remove position " + p.ID}
		}
	}
	return t.nothing("there is no liquidity to withdraw")
}

func (t *task) claim(d desk) step {
	for i := range d.wallet.r.Positions {
		p := &d.wallet.r.Positions[i]
		if (!p.Fees0.IsZero() || !p.Fees1.IsZero()) && t.tour.first(p.ID) {
			return step{claimBody(p.ID), "collect the fees of position " + p.ID}
		}
	}
	return t.nothing("there are no fees to collect")
}

// doing names what the last step was about.
func (t *task) doing() string {
	if t.action.Verb == rule.Sell {
		return sale
	}
	return t.tour.at
}
