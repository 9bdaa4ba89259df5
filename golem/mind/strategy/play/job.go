package play

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// job is one action of one rule or steer, with how far it has come.
type job struct {
	cause    string
	origin   turn.Origin
	name     string
	kind     rule.Kind
	action   rule.Action
	optional bool    // having nothing to act on is no news
	excess   *excess // of a reduction, which has no action; it never changes

	undivided bool // never goes in parts
	closes    bool // one of those that close all there is, and go on past what is refused
	behind    bool // one of them, that takes what was refused in earlier ticks
	later     bool // waits, though nothing of it was sent
	serial    int  // of its flight; 0: it has none
	halved    uint // how often a sale that is not divided was refused for its size
	halvable  bool // the last part could have been smaller
	dust      bool // leaves positions that are worth no transaction: there were no others
	order     order

	proposed bool
	begun    bool
	swapped  bool
	minted   bool
	touched  []string    // positions already closed or collected
	at       string      // the last of them
	budget   uint256.Int // what a new range may take, in quote units
	kept     uint256.Int // base units that were in the wallet before positions were closed
}

// copy returns the job as it is now.
func (j *job) copy() *job {
	c := *j
	c.touched = slices.Clone(j.touched)
	return &c
}

// step is a proposal with what it says, or the end of the job with why.
type step struct {
	body []byte
	say  string
}

func end(format string, args ...any) step { return step{say: fmt.Sprintf(format, args...)} }

func nameOf(r *rule.Rule) string {
	if r.Name == "" {
		return r.Kind.String()
	}
	return r.Kind.String() + " " + r.Name
}

// jobsOf returns the jobs of a rule under the name that triggered: after a reload
// the rule may stand at another line.
func jobsOf(cause string, r *rule.Rule) []*job {
	out := make([]*job, len(r.Do))
	for i, a := range r.Do {
		out[i] = &job{cause: cause, origin: turn.OriginRule, name: nameOf(r), kind: r.Kind, action: a, optional: len(r.Do) > 1}
	}
	return out
}

// next returns the job's next proposal on what the desk shows.
func (j *job) next(d desk) step {
	if j.excess != nil {
		if j.proposed {
			return step{}
		}
		return j.excess.reduce(d)
	}
	switch j.action.Verb {
	case rule.Buy:
		return j.buy(d)
	case rule.Sell:
		return j.sell(d)
	case rule.Provide:
		return j.provide(d)
	case rule.Recentre:
		return j.recentre(d)
	case rule.Withdraw:
		return j.withdraw(d)
	case rule.Claim:
		return j.claim(d)
	case rule.Lend:
		if j.proposed {
			return step{}
		}
		return d.lend(j.action)
	case rule.Recall:
		return j.recall(d)
	}
	return end("holds, as the rule says")
}

// nothing ends a job that has nothing to act on.
func (j *job) nothing(why string) step {
	if j.optional || j.proposed {
		return step{}
	}
	return step{say: why}
}

func (j *job) buy(d desk) step {
	if j.over() {
		return step{}
	}
	amount, why := d.entry(j.action, true)
	if why != "" {
		return step{say: why}
	}
	amount = j.cut(&d, amount, amount)
	return d.swap(j.action.On, d.pool.Quote(), d.pool.Base(), &amount)
}

func (j *job) sell(d desk) step {
	if j.over() {
		return step{}
	}
	held := d.wallet.base().Units
	amount := shareOf(&held, j.action.Share)
	if j.order.left > 0 {
		amount = held // a part of what was asked for when there was more
	}
	amount = j.spare(&held, amount)
	value := d.pool.value(&amount)
	if value.Lt(d.pool.half()) {
		return j.nothing("there is nothing to sell")
	}
	if j.closes && j.undivided {
		bite := d.bite(value, j.halved)
		amount = muldiv(&amount, &bite, &value)
	}
	amount = j.cut(&d, amount, value)
	return d.swap(j.action.On, d.pool.Base(), d.pool.Quote(), &amount)
}

func (j *job) withdraw(d desk) step {
	for _, p := range j.leaving(d) {
		if j.takes(d, p.ID) {
			return step{removeBody(p.ID, d.bounds.Slippage), "remove position " + p.ID}
		}
	}
	return j.nothing("there is no liquidity to withdraw")
}

func (j *job) claim(d desk) step {
	for i := range d.wallet.r.Positions {
		p := &d.wallet.r.Positions[i]
		if (!p.Fees0.IsZero() || !p.Fees1.IsZero()) && j.first(p.ID) {
			return step{claimBody(p.ID), "collect the fees of position " + p.ID}
		}
	}
	return j.nothing("there are no fees to collect")
}

// first reports, once for each id, that it is new.
func (j *job) first(id string) bool {
	if slices.Contains(j.touched, id) {
		return false
	}
	j.touched, j.at = append(j.touched, id), id
	return true
}

func (j *job) provide(d desk) step {
	if d.barred != "" {
		return end("%s", d.barred)
	}
	if !j.begun {
		budget, why := d.entry(j.action, false)
		if why != "" {
			return step{say: why}
		}
		j.begun, j.budget = true, budget
	}
	return j.mint(d)
}

// recentre closes every position, then opens one with what they were worth.
func (j *job) recentre(d desk) step {
	if !j.begun {
		if len(d.wallet.r.Positions) == 0 {
			return j.nothing("there is no liquidity to move")
		}
		if d.barred != "" {
			return end("%s", d.barred)
		}
		equity := d.wallet.equity()
		j.begun, j.kept, j.budget = true, d.wallet.base().Units, smallest(d.wallet.liquidity(), d.most(&equity, d.bounds.MaxPosition))
	}
	if !j.swapped {
		if closing := j.withdraw(d); closing.body != nil {
			return closing
		}
	}
	return j.mint(d)
}

// mint swaps once to the ratio of the range around the price, then adds.
func (j *job) mint(d desk) step {
	if j.minted {
		return step{}
	}
	t, err := d.pool.target(j.action.Width, &j.budget)
	if err != nil {
		return end("no range around the price: %v", err)
	}
	if !j.swapped {
		s, needed := j.balance(&d, t)
		if needed {
			j.swapped = j.order.left == 0
			return s
		}
		j.swapped, j.order.left = true, 0
	}
	j.minted = true
	return d.add(t)
}

// balance proposes the swap that a range needs first. A recentre sells what came
// out and does not fit the range; an entry sells only what it lacks in cash.
func (j *job) balance(d *desk, t target) (step, bool) {
	held := d.wallet.base().Units
	own := less(&held, &j.kept)
	if missing := less(&t.base, &own); d.pool.matters(&missing, &t) {
		return j.bring(d, &missing)
	}
	surplus := less(&own, &t.base)
	if j.action.Verb == rule.Provide {
		cash := d.wallet.cash().Units
		lacking := less(&t.quote, &cash)
		needed := d.pool.worth(&lacking)
		surplus = smallest(surplus, d.pool.withFee(&needed))
	}
	if d.pool.matters(&surplus, &t) {
		surplus = j.cut(d, surplus, d.pool.value(&surplus))
		return d.swap("", d.pool.Base(), d.pool.Quote(), &surplus), true
	}
	return step{}, false
}

// bring proposes the swap that brings in so many base units after the pool's fee, as far
// as the cash reaches.
func (j *job) bring(d *desk, base *uint256.Int) (step, bool) {
	value := d.pool.value(base)
	amount := smallest(d.pool.withFee(&value), d.wallet.cash().Units)
	if amount.Lt(d.pool.whole()) {
		return step{}, false
	}
	amount = j.cut(d, amount, amount)
	return d.swap("", d.pool.Quote(), d.pool.Base(), &amount), true
}
