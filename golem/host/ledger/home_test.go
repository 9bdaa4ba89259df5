package ledger

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"
)

// spec: provisioning §8.9: what went home is the owner's again, once, and every unit is
// somewhere.
func TestWhatGoesHomeIsTheOwnersOnce(t *testing.T) {
	l := purse(t)
	for range 2 {
		check(t, l.Home("permit:1", noon, Amount{Native, *uint256.NewInt(400_000)}))
	}
	check(t, l.Home("permit:2", noon, Amount{Native, *new(uint256.Int)}))
	holds(t, l, 600_000, 0)
	if owner := l.book.Balance(Owner, Native); owner.Cmp(big.NewInt(-600_000)) != 0 {
		t.Errorf("the owner gave %s", owner)
	}
}
