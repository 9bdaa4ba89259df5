package play

import (
	"fmt"
	"math"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// Reduction is the name of the trigger that takes off what is too much at risk, from the
// largest holding, one step a tick. Like Emergency it is no rule of any STRATEGY.md.
const Reduction = "reduction"

// The values of that trigger beside Part: what may be at risk, in quote tokens, and how
// many of the largest holdings are passed over, because they could not be reduced.
const (
	Most = "most"
	Rank = "rank"
)

// AtRisk is what a reading has at risk in quote tokens: liquidity, what is lent, and base
// tokens, whatever is owed.
func AtRisk(r *turn.Reading) float64 {
	d := desk{pool: &r.Pool, r: r}
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
		held := d.holding(debt.Token).Units
		if debt.Owed.IsZero() || held.IsZero() {
			continue
		}
		worth := d.valued(debt.Token, &held)
		some := d.portion(&held, over, &worth)
		some = smallest(some, held)
		return step{lendBody("repay", l.Protocol, debt.Token, payable(&debt.Owed, &some)), "repay " + debt.Token.Symbol + " to " + l.Protocol}
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

// excess is what one trigger of a reduction asks for.
type excess struct {
	most float64 // that may be at risk, in quote tokens
	rank int
	part rule.PPM // of a sale, that is made at once
}

// reducing is the job of a reduction.
func reducing(t turn.Trigger) *job {
	x := excess{part: part(t)}
	for _, v := range t.Values {
		switch v.Name {
		case Most:
			x.most = v.Value
		case Rank:
			x.rank = int(v.Value)
		}
	}
	return &job{cause: t.Rule, origin: turn.OriginRule, name: Reduction, kind: rule.Stop, excess: &x}
}

// reduce proposes one step, on what is at risk now.
func (j *job) reduce(d desk) step {
	if j.proposed {
		return step{}
	}
	all, sum, most := d.holdings(), d.exposed(), d.units(j.excess.most)
	over := less(&sum, &most)
	if len(all) == 0 || over.Lt(d.whole()) {
		return end("no more is at risk than may be")
	}
	h := all[j.excess.rank%len(all)]
	over = smallest(over, h.value)
	if h.parts {
		over = shareOf(&over, j.excess.part)
	}
	return h.reduce(&over)
}

// units are quote tokens in raw units, rounded down to a millionth of one.
func (d desk) units(quote float64) uint256.Int {
	if !(quote > 0) {
		return uint256.Int{}
	}
	return muldiv(uint256.NewInt(uint64(min(quote*1e6, math.MaxInt64))), d.whole(), million)
}
