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
	check(t, l.Funds.Fund("birth", noon, Funding{Credit: 50 * money.One, Tokens: []Amount{{Native, *uint256.NewInt(1_000_000)}}}))
	return l
}

// holding asserts what the Golem and its old keys hold, and that every unit is somewhere.
func holding(t *testing.T, l *Ledger, golem, left int64) {
	t.Helper()
	for account, want := range map[string]int64{Golem: golem, Left: left} {
		if got := l.books.book.Balance(account, Native); got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%s holds %s wei, want %d", account, got, want)
		}
	}
	for _, asset := range []string{Native, Credit} {
		if sum := l.books.book.Sum(asset); sum.Sign() != 0 {
			t.Errorf("%s sums to %s", asset, sum)
		}
	}
}

// spec: provisioning §9.1: coin that goes from one key to the next is the Golem's all the
// time; gone are the gas and what could not be sent, and a reorg brings both back.
func TestAHandOverCostsItsGasAndWhatStaysBehind(t *testing.T) {
	l := purse(t)
	check(t, l.Gas.Reserve("over", noon, money.One, false))
	check(t, l.Gas.Settle("over", noon, money.One/2, uint256.NewInt(21_000), uint256.NewInt(79)))
	holding(t, l, 978_921, 79)
	check(t, l.Gas.Return("over", noon))
	holding(t, l, 1_000_000, 0)
	check(t, l.Gas.Reserve("again", noon, money.One, false))
	check(t, l.Gas.Settle("again", noon, money.One/2, uint256.NewInt(21_000), none))
	holding(t, l, 979_000, 0)
}

// What is not worth handing over stays, and is booked once for each key.
func TestCoinThatIsLeftIsBookedOnce(t *testing.T) {
	l := purse(t)
	check(t, l.Wallet.Leave("0x1", noon, none))
	for range 2 {
		check(t, l.Wallet.Leave("0x2", noon, uint256.NewInt(400)))
	}
	check(t, l.Wallet.Leave("0x3", noon, uint256.NewInt(5)))
	holding(t, l, 999_595, 405)
}

// spec: provisioning §8.9: what went home is the owner's again, once, and every unit is
// somewhere.
func TestWhatGoesHomeIsTheOwnersOnce(t *testing.T) {
	l := purse(t)
	for range 2 {
		check(t, l.Wallet.Home("permit:1", noon, Amount{Native, *uint256.NewInt(400_000)}))
	}
	check(t, l.Wallet.Home("permit:2", noon, Amount{Native, *none}))
	holding(t, l, 600_000, 0)
	if owner := l.books.book.Balance(Owner, Native); owner.Cmp(big.NewInt(-600_000)) != 0 {
		t.Errorf("the owner gave %s", owner)
	}
}
