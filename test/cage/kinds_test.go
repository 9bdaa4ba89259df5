package cage

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
)

// both makes the second grant one to a local key, of so many dollars a day, beside the first in
// its cage.
func (w *world) both(b *built, daily uint64) {
	w.profile.daily = daily
	w.keyed(b, 1, 9)
	w.profile.daily = 0
	w.grant()
}

// Why an account has grants of one kind: the cage knows nothing of a redemption under a grant to a
// local key. Made by a token that calls out when it is moved, within a swap under the other, what
// such a redemption withdraws from a lender counts as what the swap received.
func TestAGrantOfAnotherKindHidesWhatASwapLoses(t *testing.T) {
	b := newKit(t)
	w := newWorld(b, today(t), profiles[3])
	w.both(b, 1_000)
	p, lender, at := begin(w, 0, tally{}), bind.NewAavePool(), w.pools[4]
	lent, amount := units(cash, 3_000_000), units(bitcoin, 20) // of 1,200 dollars
	p.always(w.account, w.tokens[cash], approveCall(w.lender, lent))
	p.always(w.account, w.lender, lender.PackSupply(w.tokens[cash], lent, w.account, 0))
	root := scaled(fairRoot(at, p.prices), 1) // a bitcoin is worth next to nothing there
	if at.token0 != bitcoin {
		root = scaled(fairRoot(at, p.prices), 100_000_000)
	}
	p.moveTo(w.thief, at, root)
	sale := []execution{
		{w.tokens[bitcoin], new(big.Int), approveCall(w.router, amount)},
		{w.router, new(big.Int), swapCall(w, bitcoin, cash, at.fee, amount, w.account)},
	}
	if no := p.sends(sale...); no != "LossLimitReached" && no != "ValueLost" {
		t.Fatalf("by itself: %q", no)
	}
	before, hook := p.wealth().total, common.BytesToAddress([]byte("cage trap"))
	withdrawal := execution{w.lender, new(big.Int), lender.PackWithdraw(w.tokens[cash], units(cash, 1_200_000), w.account)}
	p.SetCode(hook, trap(w.manager, w.redeem(redemption{grant: 1, key: keys - 1, calls: []execution{withdrawal}})), tracing.CodeChangeUnspecified)
	p.SetState(w.tokens[bitcoin], hookSlot, common.BytesToHash(hook[:]))
	p.end()
	no := p.sends(sale...)
	if lost := new(big.Int).Sub(before, p.wealth().total); no != "" || lost.Cmp(dollars(1_100)) < 0 {
		t.Errorf("it hides nothing any more, and grants of two kinds need not be refused: %q, %s dollars lost", no, show(lost))
	}
}
