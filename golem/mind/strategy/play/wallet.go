package play

import (
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// wallet is what a reading shows of what is held, lent and owed, with what it is worth.
type wallet struct {
	pool pool
	r    *turn.Reading
}

func walletOf(r *turn.Reading) wallet { return wallet{pool{&r.Pool}, r} }

// AtRisk is what a reading has at risk in quote tokens: liquidity, what is lent, and base
// tokens, whatever is owed.
func AtRisk(r turn.Reading) float64 {
	sum := walletOf(&r).exposed()
	return money.Float(&sum, r.Pool.Quote().Decimals)
}

func (w wallet) holding(t turn.Token) turn.Balance {
	for _, b := range w.r.Balances {
		if b.Token.Address == t.Address {
			return b
		}
	}
	return turn.Balance{Token: t}
}

func (w wallet) base() turn.Balance { return w.holding(w.pool.Base()) }
func (w wallet) cash() turn.Balance { return w.holding(w.pool.Quote()) }

// liquidity returns the value of all positions with their fees.
func (w wallet) liquidity() uint256.Int {
	var sum uint256.Int
	for i := range w.r.Positions {
		value := w.pool.valueOf(&w.r.Positions[i])
		sum.Add(&sum, &value)
	}
	return sum
}

// lent returns what lies in lending markets and what is owed there.
func (w wallet) lent() (lent, owed uint256.Int) {
	for _, l := range w.r.Lending {
		for _, r := range l.Reserves {
			supplied, debt := w.pool.valued(r.Token, &r.Supplied), w.pool.valued(r.Token, &r.Owed)
			lent.Add(&lent, &supplied)
			owed.Add(&owed, &debt)
		}
	}
	return lent, owed
}

// deployed is what lies in positions, lending markets and base tokens, whatever is owed.
func (w wallet) deployed() uint256.Int {
	sum, base := w.liquidity(), w.base()
	value := w.pool.value(&base.Units)
	lent, _ := w.lent()
	return *sum.Add(&sum, &value).Add(&sum, &lent)
}

// equity is everything but the native coin, which is there for gas.
func (w wallet) equity() uint256.Int {
	sum, cash := w.deployed(), w.cash()
	_, owed := w.lent()
	return less(sum.Add(&sum, &cash.Units), &owed)
}

// holding is one thing at risk, with what it is worth: a position, a reserve of a lending
// market, or, where both are nil, the base tokens.
type holding struct {
	value    uint256.Int
	position *turn.Position
	market   *turn.Lending
	reserve  turn.Reserve
}

// holdings are all that is at risk and worth a transaction, the largest first.
func (w wallet) holdings() (all []holding) {
	for i := range w.r.Positions {
		p := &w.r.Positions[i]
		all = append(all, holding{value: w.pool.valueOf(p), position: p})
	}
	for i := range w.r.Lending {
		l := &w.r.Lending[i]
		for _, r := range l.Reserves {
			all = append(all, holding{value: w.pool.valued(r.Token, &r.Supplied), market: l, reserve: r})
		}
	}
	base := w.base()
	all = append(all, holding{value: w.pool.value(&base.Units)})
	all = slices.DeleteFunc(all, func(h holding) bool { return h.value.Lt(w.pool.whole()) })
	slices.SortStableFunc(all, func(a, b holding) int { return b.value.Cmp(&a.value) })
	return all
}

// exposed counts what AtRisk does.
func (w wallet) exposed() (sum uint256.Int) {
	for _, h := range w.holdings() {
		sum.Add(&sum, &h.value)
	}
	return sum
}

// closable says that there still is what was refused under a name.
func (w wallet) closable(id string) bool {
	for _, l := range w.r.Lending {
		for _, r := range l.Reserves {
			if id == repaying(l, r) && !r.Owed.IsZero() || id == recalling(l, r) && !r.Supplied.IsZero() {
				return true
			}
		}
	}
	base := w.base().Units
	value := w.pool.value(&base)
	return id == sale && !value.Lt(w.pool.half()) ||
		slices.ContainsFunc(w.r.Positions, func(p turn.Position) bool { return p.ID == id })
}
