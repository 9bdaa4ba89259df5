package play

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// refill is the gas limit of what moving a range takes behind the removal, which no share of a day holds up: a
// swap and an opening, with the approvals before them; audited is what a grant's checks take beside it.
const (
	refill  = 1_200_000
	audited = 900_000
)

// movable is what of the liquidity in a market can be opened again, or why it stays: the limits, the gas and what
// else is known are asked before anything is taken out. To open less than half of it again it is not moved.
func movable(t *task, d desk, m market) (budget uint256.Int, stays string) {
	all, unit, kept := d.wallet.worthOf(d.wallet.within(m)), d.wallet.numeraire(), d.wallet.base(m)
	then := removed(d.wallet.r, m.Handle)
	d.wallet = walletOf(&then)
	held := d.wallet.base(m)
	budget = rangeable(&d, t, m, all, less(&held, &kept))
	for _, l := range spendable(&d, countsOf(&d, way{market: m}, m.Base), 2) {
		budget = smallest(budget, l.room)
	}
	if half := new(uint256.Int).Rsh(&all, 1); budget.Lt(half) {
		return budget, fmt.Sprintf("the limits would let only %s of %s %s be opened again", money.FormatUnits(&budget, unit.Decimals), money.FormatUnits(&all, unit.Decimals), unit.Symbol)
	}
	if d.fuels != nil {
		gas := uint64(refill)
		if d.wallet.r.Fence != nil {
			gas += audited
		}
		if why := d.fuels(gas, then); why != "" {
			return budget, why
		}
	}
	if d.foretell == nil {
		return budget, ""
	}
	return budget, reopened(t.copy(), d, m, budget, kept)
}

// rangeable is what of a budget may go into a range, beside base tokens of its own, which are at risk already.
func rangeable(d *desk, t *task, m market, budget, own uint256.Int) uint256.Int {
	w := way{market: m}
	budget = smallest(budget, d.most(d.bounds.MaxPosition, m.Base, w))
	r, err := m.target(t.action.Width, &budget)
	if err != nil {
		return budget
	}
	c := countedBy(d)
	most := bpsOf(&c.Equity, d.bounds.MaxDeployed)
	room := countsOf(d, w, m.Base).spend(less(&most, &c.Risk))
	mine := m.value(&own)
	fits := smallest(budget, *mine.Add(&mine, &room))
	if r.quote.IsZero() || t.action.Verb == rule.Recentre && !t.span.swapped { // what it has too many of is sold first
		return fits
	}
	return smallest(fits, muldiv(&room, &budget, &r.quote))
}

// reopened says why the swap or the opening of a range would be refused, once the liquidity is taken out; empty
// where nothing speaks against them.
func reopened(t task, d desk, m market, budget, kept uint256.Int) string {
	r, err := m.target(t.action.Width, &budget)
	if err != nil {
		return fmt.Sprintf("no range around the price: %v", err)
	}
	t.span.kept = kept
	in, out := m.Quote, m.Base
	missing, surplus := lacking(&t, &d, m, r)
	amount := m.value(&missing)
	amount = smallest(m.withFee(in, &amount), d.wallet.cash())
	gets := missing
	if missing.IsZero() {
		in, out, amount = m.Base, m.Quote, surplus
		gets = m.value(&surplus)
		gets = muldiv(&gets, uint256.NewInt(uint64(1_000_000-min(m.Fee(in.Address), 999_999))), million)
	}
	then := *d.wallet.r
	if !amount.IsZero() {
		if why := d.foretell(d.swap(m, "", in, out, &amount).body, then); why != "" {
			return "the swap to its ratio would be refused: " + why
		}
		then = exchanged(then, in, out, &amount, &gets)
		d.wallet = walletOf(&then)
	}
	opening := d.add(m, r)
	if opening.body == nil {
		return ""
	}
	if why := d.foretell(opening.body, then); why != "" {
		return "its opening would be refused: " + why
	}
	return ""
}

// removed is a reading as it will be once all liquidity in a market is taken out.
func removed(now *turn.Reading, handle string) turn.Reading {
	then := *now
	then.Assets, then.Positions = slices.Clone(now.Assets), nil
	m, ok := now.Market(handle)
	for _, p := range now.Positions {
		if !ok || p.Market != handle {
			then.Positions = append(then.Positions, p)
			continue
		}
		for i := range then.Assets {
			a := &then.Assets[i]
			switch a.Token.Address {
			case m.Base.Address:
				a.Units.Add(a.Units.Add(&a.Units, &p.Base), &p.BaseFees)
			case m.Quote.Address:
				a.Units.Add(a.Units.Add(&a.Units, &p.Quote), &p.QuoteFees)
			}
		}
	}
	return then
}

// exchanged is a reading as it will be once so much of a token is swapped.
func exchanged(now turn.Reading, in, out turn.Token, amount, gets *uint256.Int) turn.Reading {
	now.Assets = slices.Clone(now.Assets)
	for i := range now.Assets {
		switch a := &now.Assets[i]; a.Token.Address {
		case in.Address:
			a.Units = less(&a.Units, amount)
		case out.Address:
			a.Units.Add(&a.Units, gets)
		}
	}
	return now
}
