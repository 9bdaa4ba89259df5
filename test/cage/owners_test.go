package cage

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// lends has the owner lend all ether before the Golem does anything, and borrow so many dollars
// against it. The cage knows nothing of it.
func (r *robber) lends(borrows int64) {
	r.t.Helper()
	w, lender := r.w, bind.NewAavePool()
	does := func(data []byte) {
		if ret, _, err := r.do(w.account, w.lender, data); err != nil {
			r.t.Fatal(err, w.edition.kind(ret))
		}
	}
	all := r.balance(w.tokens[ether], w.account)
	if _, _, err := r.do(w.account, w.tokens[ether], approveCall(w.lender, all)); err != nil {
		r.t.Fatal(err)
	}
	does(lender.PackSupply(w.tokens[ether], all, w.account, 0))
	if borrows > 0 {
		does(lender.PackBorrow(w.tokens[cash], units(cash, borrows*1_000), big.NewInt(2), 0, w.account))
	}
	r.wealthy = nil
	r.check.exposure.slack.Add(r.check.exposure.slack, value(r.prices, ether, all))
	r.frees = func() {
		r.clock(pause)
		if debt := r.balance(w.debts[cash], w.account); debt.Sign() > 0 {
			r.redeems(step{kind: repay}, execution{w.tokens[cash], new(big.Int), approveCall(w.lender, debt)},
				execution{w.lender, new(big.Int), lender.PackRepay(w.tokens[cash], debt, big.NewInt(2), w.account)})
		}
		if r.balance(w.shares[ether], w.account).Sign() > 0 {
			r.redeems(step{kind: withdraw, a: ether}, execution{w.lender, new(big.Int), lender.PackWithdraw(w.tokens[ether], most(), w.account)})
		}
	}
}

// redeems is a move that has to pass.
func (r *robber) redeems(s step, calls ...execution) {
	r.t.Helper()
	if err := r.redeem([]step{s}, []redemption{{calls: calls}}); err != nil || r.refuse != "" {
		r.t.Fatalf("a %s: %v %s", s.kind, err, r.refuse)
	}
}

// What the owner opened by himself the cage does not count, and a debt hides none of what stands
// behind it: a thief buys beside it as much as the cage lets him, repays, withdraws, and sells
// all of it at the limit. The owner was told of that.
func TestWhatTheOwnerOpenedIsPartOfTheWorstDay(t *testing.T) {
	const one = money.One
	for name, c := range map[string]struct {
		usdc, milliether, borrows int64
		v                         worstday.Valuation
	}{
		"lent":                {8_920, 540, 0, worstday.Valuation{Worth: 10_000 * one, NotCash: 1_080 * one, Placed: 1_080 * one, Fed: true}},
		"lent, with a debt":   {5_200, 3_000, 4_800, worstday.Valuation{Worth: 11_200 * one, NotCash: 6_000 * one, Placed: 6_000 * one, Owed: 4_800 * one, Fed: true}},
		"in the wallet alone": {8_920, 540, -1, worstday.Valuation{Worth: 10_000 * one, NotCash: 1_080 * one, Fed: true}},
	} {
		t.Run(name, func(t *testing.T) {
			p := shippedTo(t, c.usdc, c.milliether)
			r := &robber{play: begin(newWorld(newKit(t), today(t), p), 0, tally{}), t: t}
			if c.borrows >= 0 {
				r.lends(c.borrows)
			}
			r.rob()
			lost, _, _ := r.worst()
			said := toldOf(p, c.v)
			reached := money.USDC(lost) + r.coin(keyed50) //nolint:gosec // small
			worstdaytest.Near(t, name, said, reached)
			t.Logf("%s of %s: %s", worstday.Dollars(reached), worstday.Dollars(said.Amount), said.Sentence())
		})
	}
}
