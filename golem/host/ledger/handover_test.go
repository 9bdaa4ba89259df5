package ledger

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// purse has a million wei and some credit.
func purse(t *testing.T) *Ledger {
	t.Helper()
	l := New()
	check(t, l.Fund("birth", noon, Funding{Credit: 50 * money.One, Tokens: []Amount{{Native, *uint256.NewInt(1_000_000)}}}))
	return l
}

// holds asserts what the Golem and its old keys hold, and that every unit is somewhere.
func holds(t *testing.T, l *Ledger, golem, left int64) {
	t.Helper()
	for account, want := range map[string]int64{Golem: golem, Left: left} {
		if got := l.book.Balance(account, Native); got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%s holds %s wei, want %d", account, got, want)
		}
	}
	for _, asset := range []string{Native, Credit} {
		if sum := l.book.Sum(asset); sum.Sign() != 0 {
			t.Errorf("%s sums to %s", asset, sum)
		}
	}
}

// spec: provisioning §9.1: coin that goes from one key to the next is the Golem's all the
// time; gone are the gas and what could not be sent, and a reorg brings both back.
func TestAHandOverCostsItsGasAndWhatStaysBehind(t *testing.T) {
	l := purse(t)
	check(t, l.ReserveGas("over", noon, money.One, false))
	check(t, l.SettleHandOver("over", noon, money.One/2, uint256.NewInt(21_000), uint256.NewInt(79)))
	holds(t, l, 978_921, 79)
	check(t, l.ReturnGas("over", noon))
	holds(t, l, 1_000_000, 0)
	check(t, l.ReserveGas("again", noon, money.One, false))
	check(t, l.SettleHandOver("again", noon, money.One/2, uint256.NewInt(21_000), new(uint256.Int)))
	holds(t, l, 979_000, 0)
}

// What is not worth handing over stays, and is booked once for each key.
func TestCoinThatIsLeftIsBookedOnce(t *testing.T) {
	l := purse(t)
	check(t, l.Leave("0x1", noon, new(uint256.Int)))
	for range 2 {
		check(t, l.Leave("0x2", noon, uint256.NewInt(400)))
	}
	check(t, l.Leave("0x3", noon, uint256.NewInt(5)))
	holds(t, l, 999_595, 405)
}
