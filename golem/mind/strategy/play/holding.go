package play

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// AtRisk is what a reading has at risk in quote tokens: liquidity, what is lent, and base
// tokens, whatever is owed.
func AtRisk(r turn.Reading) float64 {
	d := desk{pool: &r.Pool, r: &r}
	sum := d.exposed()
	return money.Float(&sum, r.Pool.Quote().Decimals)
}

// exposed counts what AtRisk does.
func (d desk) exposed() (sum uint256.Int) {
	for _, h := range d.holdings() {
		sum.Add(&sum, &h.value)
	}
	return sum
}

// holding is one thing at risk, with what it is worth. reduce proposes to take so much of
// it off, which is no more than all; parts says that the market may not take it at once.
type holding struct {
	value  uint256.Int
	reduce func(over *uint256.Int) step
	parts  bool
}

// holdings are all that is at risk and worth a transaction, the largest first.
func (d desk) holdings() (all []holding) {
	for i := range d.r.Positions {
		p := &d.r.Positions[i]
		value := d.valueOf(p)
		all = append(all, holding{value: value, reduce: func(over *uint256.Int) step { return d.removePart(p, over, &value) }})
	}
	for i := range d.r.Lending {
		l := &d.r.Lending[i]
		for _, r := range l.Reserves {
			value := d.valued(r.Token, &r.Supplied)
			all = append(all, holding{value: value, reduce: func(over *uint256.Int) step { return d.recallPart(l, r, over, &value) }})
		}
	}
	base := d.base()
	value := d.value(&base.Units)
	all = append(all, holding{value: value, parts: true, reduce: func(over *uint256.Int) step { return d.sellPart(&base.Units, over, &value) }})
	all = slices.DeleteFunc(all, func(h holding) bool { return h.value.Lt(d.whole()) })
	slices.SortStableFunc(all, func(a, b holding) int { return b.value.Cmp(&a.value) })
	return all
}

// valued is what units of one of the pool's tokens are worth.
func (d desk) valued(t turn.Token, units *uint256.Int) uint256.Int {
	if t.Address == d.pool.Base().Address {
		return d.value(units)
	}
	return *units
}

// valueOf is what a position is worth with its fees.
func (d desk) valueOf(p *turn.Position) uint256.Int {
	var a0, a1 uint256.Int
	quote, base := d.pair(*a0.Add(&p.Amount0, &p.Fees0), *a1.Add(&p.Amount1, &p.Fees1))
	value := d.value(&base)
	return *value.Add(&value, &quote)
}

// portion is how many of the units that are worth a value must go, for over of it to go;
// all of them where less than a quote token would stay.
func (d desk) portion(units, over, value *uint256.Int) uint256.Int {
	if left := less(value, over); left.Lt(d.whole()) {
		return *units
	}
	return muldiv(units, over, value)
}

func (d desk) removePart(p *turn.Position, over, value *uint256.Int) step {
	hundred := uint256.NewInt(100)
	percent := d.portion(hundred, over, value)
	share := min(percent.Uint64()+1, 100) // rounded up
	return step{removePartBody(p.ID, share, d.bounds.Slippage), fmt.Sprintf("remove %d %% of position %s", share, p.ID)}
}

func (d desk) sellPart(units, over, value *uint256.Int) step {
	amount := d.portion(units, over, value)
	return d.swap(d.pool.Base(), d.pool.Quote(), &amount)
}

// recallPart repays what is owed to the market as far as the wallet reaches, or else takes
// out: a deposit may stand behind a debt.
func (d desk) recallPart(l *turn.Lending, r turn.Reserve, over, value *uint256.Int) step {
	for _, debt := range l.Reserves {
		if text := d.payment(debt, over); text != "" {
			return step{lendBody("repay", l.Protocol, debt.Token, text), "repay " + debt.Token.Symbol + " to " + l.Protocol}
		}
	}
	amount := d.portion(&r.Supplied, over, value)
	text := amount.Dec()
	if amount.Eq(&r.Supplied) {
		text = "all"
	}
	return step{
		lendBody("withdraw", l.Protocol, r.Token, text),
		fmt.Sprintf("withdraw %s %s from %s", money.FormatUnits(&amount, r.Token.Decimals), r.Token.Symbol, l.Protocol),
	}
}

// payment is what the wallet can pay of a debt for over of it; empty where that is not worth
// a transaction.
func (d desk) payment(debt turn.Reserve, over *uint256.Int) string {
	held := d.holding(debt.Token).Units
	if debt.Owed.IsZero() || held.IsZero() {
		return ""
	}
	value := d.valued(debt.Token, &held)
	held = d.portion(&held, over, &value)
	text, paid := payable(&debt.Owed, &held), smallest(debt.Owed, held)
	if value = d.valued(debt.Token, &paid); text != "all" && value.Lt(d.whole()) {
		return ""
	}
	return text
}
