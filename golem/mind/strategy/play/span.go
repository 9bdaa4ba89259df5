package play

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

// span is how far the opening of a range has come.
type span struct {
	begun   bool
	swapped bool
	buying  bool // the last proposal buys for the range
	bought  bool // something was bought for it
	minted  bool
	budget  uint256.Int // what the range may take, in quote units
	kept    uint256.Int // base units that were in the wallet before positions were closed
	had     uint256.Int // base units that were in the wallet before the range was bought for, or units of what is lent
	fits    size        // what the budget was cut from
	to      string      // the lending market that something is moved to, whose rate that changes
}

// broken says that a swap was made for a range which was then not opened, or for a second move that
// was not made.
func (t *task) broken() bool {
	return t.span.bought || t.hop.stage == inward && t.duty.opens()
}

// undo is the job that sells what was bought for the range of a task that broke, or what it left
// between two moves.
func (t *task) undo(cause string) *job {
	if t.hop.stage != straight {
		j := newJob(cause, duty{origin: t.duty.origin, name: t.duty.name + ", undone", kind: rule.Exit, optional: true},
			rule.Action{Verb: rule.Sell, Share: rule.Whole, Of: rule.OfPosition, Asset: t.hop.over.Handle()})
		j.tasks[0].span.kept = t.hop.had
		return j
	}
	j := newJob(cause, duty{origin: t.duty.origin, name: t.duty.name + ", undone", kind: rule.Exit, optional: true},
		rule.Action{Verb: rule.Sell, Share: rule.Whole, Of: rule.OfPosition, On: t.action.On})
	j.tasks[0].span.kept = t.span.had
	return j
}

func (t *task) provide(d desk) step {
	if d.barred != "" {
		return end("%s", d.barred)
	}
	if !t.span.begun {
		m := d.wallet.ranged(t.action.On)
		wanted, why := wantedBy(&d, t.action)
		if why != "" {
			return step{say: why}
		}
		fits := d.entry(wanted, m.Base, way{market: m}, false)
		if fits.why != "" {
			return step{say: fits.why}
		}
		t.span = span{begun: true, budget: fits.amount, had: d.wallet.base(m), fits: fits}
	}
	return t.mint(d).sized(t.span.fits, d.wallet.numeraire())
}

// movesOf are a task for each market in which liquidity lies, in the order of the markets.
func movesOf(t *task, d desk) (all []*task, stays []string) {
	for i := range d.wallet.r.Markets {
		m := market{&d.wallet.r.Markets[i]}
		if len(d.wallet.within(m)) == 0 {
			continue
		}
		one := t.copy()
		one.every, one.action.On = false, m.Handle
		all = append(all, &one)
	}
	if len(all) == 0 && !t.duty.optional {
		stays = []string{"there is no liquidity to move"}
	}
	return all, stays
}

// recentre closes every position in a market, then opens one with what they were worth.
func (t *task) recentre(d desk) step {
	if m := d.wallet.ranged(t.action.On); !t.span.begun {
		switch {
		case len(d.wallet.within(m)) == 0:
			return t.nothing("there is no liquidity to move in " + m.Handle)
		case m.Range == nil || m.Range.Whole:
			return end("the liquidity in %s lies over all prices, and is not moved", m.Handle)
		case m.Quote.Address != d.wallet.numeraire().Address:
			return end("the liquidity in %s is not moved, for that is not priced in %s", m.Handle, d.wallet.numeraire().Symbol)
		}
		if d.barred != "" {
			return end("%s", d.barred)
		}
		budget, stays := movable(t, d, m)
		if stays != "" {
			return end("the liquidity in %s stays: %s", m.Handle, stays)
		}
		t.span = span{begun: true, kept: d.wallet.base(m), budget: budget}
	}
	if !t.span.swapped {
		if closing := t.withdraw(d); closing.body != nil {
			return closing
		}
	}
	return t.mint(d)
}

// mint swaps once to the ratio of the range around the price, then adds.
func (t *task) mint(d desk) step {
	if t.span.minted {
		return step{}
	}
	// What the first step cost is not there any more: the limit is that of what is left.
	m := d.wallet.ranged(t.action.On)
	if m.Quote.Address != d.wallet.numeraire().Address {
		return end("the market %s is not priced in %s", m.Handle, d.wallet.numeraire().Symbol)
	}
	held := d.wallet.base(m)
	budget := rangeable(&d, t, m, t.span.budget, less(&held, &t.span.kept))
	r, err := m.target(t.action.Width, &budget)
	if err != nil {
		return end("no range around the price: %v", err)
	}
	if !t.span.swapped {
		s, needed := t.balance(&d, r)
		if needed {
			t.span.swapped = t.order.left == 0
			return s
		}
		t.span.swapped, t.order.left = true, 0
		return t.mint(d) // at what the range may take without one
	}
	opening := d.add(m, r)
	t.span.minted = opening.body != nil
	return opening
}

// balance proposes the swap that a range needs first. A recentre sells what came
// out and does not fit the range; an entry sells only what it lacks in cash.
func (t *task) balance(d *desk, r target) (step, bool) {
	m := d.wallet.ranged(t.action.On)
	missing, surplus := lacking(t, d, m, r)
	switch {
	case !missing.IsZero():
		return t.bring(d, m, &missing)
	case !surplus.IsZero():
		surplus = t.cut(d, m, surplus, m.value(&surplus))
		return d.swap(m, "", m.Base, m.Quote, &surplus), true
	}
	return step{}, false
}

// lacking is what the wallet lacks of the base tokens of a range, or has too many of, where that is worth a swap.
func lacking(t *task, d *desk, m market, r target) (missing, surplus uint256.Int) {
	held := d.wallet.base(m)
	own := less(&held, &t.span.kept)
	if missing = less(&r.base, &own); m.matters(&missing, &r) {
		return missing, surplus
	}
	surplus = less(&own, &r.base)
	if t.action.Verb == rule.Provide {
		cash := d.wallet.cash()
		short := less(&r.quote, &cash)
		needed := m.worth(&short)
		surplus = smallest(surplus, m.withFee(m.Base, &needed))
	}
	if !m.matters(&surplus, &r) {
		surplus.Clear()
	}
	return uint256.Int{}, surplus
}

// bring proposes the swap that brings in so many base units after the market's fee, as far
// as the cash reaches.
func (t *task) bring(d *desk, m market, base *uint256.Int) (step, bool) {
	value := m.value(base)
	amount := smallest(m.withFee(m.Quote, &value), d.wallet.cash())
	if amount.Lt(d.wallet.whole()) {
		return step{}, false
	}
	if t.span.buying = true; t.order.left == 0 && !t.span.bought {
		t.span.had = d.wallet.base(m)
	}
	amount = t.cut(d, m, amount, amount)
	return d.swap(m, "", m.Quote, m.Base, &amount), true
}
