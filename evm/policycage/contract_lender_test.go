package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// held sets what the account has of something at the lender.
func (l *lab) stands(token common.Address, units int64) {
	l.state.SetState(token, common.BytesToHash(vault[:]), common.BigToHash(big.NewInt(units)))
}

// says sets what the lender says of the account: collateral and debt, and the health factor
// in thousandths.
func (l *lab) says(collateral, owed, health int64) {
	zero := new(big.Int)
	factor := new(big.Int).Mul(big.NewInt(health), big.NewInt(1e15))
	l.tells(lender, "getUserAccountData(address)", big.NewInt(collateral), big.NewInt(owed), zero, zero, zero, factor)
}

// What is lent comes back as a share of as many units, but for two that rounding may take.
func TestWhatIsLentIsThereUnitForUnit(t *testing.T) {
	for name, c := range map[string]struct {
		gives, share int64
		want         policycage.Kind
		numbers      []int64
	}{
		"all":                {1_000, 1_000, "", nil},
		"and interest":       {1_000, 1_100, "", nil},
		"two less":           {1_000, 998, "", nil},
		"three less":         {1_000, 997, "UnitsLost", []int64{1_000, 997}},
		"more than was said": {1_001, 1_001, "MovedMore", []int64{1_001, 1_000}},
		"a share that fell":  {3, -1, "UnitsLost", []int64{3, 0}},
		"less than was said": {10, 10, "", nil},
	} {
		l := newLab(t, nil)
		l.stands(share, 500)
		v := l.redeems(func() { l.gets(coins[0], -c.gives); l.gets(share, c.share) }, supplies(coins[0], 1_000, vault))
		if c.want != "" {
			l.stops(name, v, c.want, c.numbers...)
			continue
		}
		l.passes(name, v)
		if id := coins[0].Big(); l.cost(1) != 1_000 || l.open() != 1 || l.named(lender, id) != 1 || l.lost() != 0 {
			t.Errorf("%s: %d positions at %d, named %d, %d lost", name, l.open(), l.cost(1), l.named(lender, id), l.lost())
		}
	}
	l := newLab(t, nil)
	l.stands(share, 500)
	for range 2 {
		l.passes("lending", l.redeems(func() { l.gets(coins[0], -1_000); l.gets(share, 1_000) }, supplies(coins[0], 1_000, vault)))
	}
	if l.cost(1) != 2_000 || l.open() != 1 {
		t.Errorf("%d positions, the first at %d", l.open(), l.cost(1))
	}
}

// A withdrawal brings the units that its share loses, or what is missing is a loss as that of a sale;
// it leaves a debt enough collateral and a health from which nobody is liquidated, and takes its part
// off the position.
func TestAWithdrawalIsWholeAndLeavesNoDebtAtTheEdge(t *testing.T) {
	const lent, left, part = 1_000_000, 600_000, 400_000
	for name, c := range map[string]struct {
		share, comes             int64
		collateral, owed, health int64
		want                     policycage.Kind
		numbers                  []int64
		cost, open               int64
	}{
		"a part":                      {part, part, 0, 0, 0, "", nil, left, 1},
		"all":                         {lent, lent, 0, 0, 0, "", nil, 0, 0},
		"two less":                    {part, part - 2, 0, 0, 0, "", nil, left, 1},
		"three less":                  {part, part - 3, 0, 0, 0, "", nil, left, 1},
		"a fiftieth less":             {part, part - 8_000, 0, 0, 0, "", nil, left, 1},
		"and a unit more":             {part, part - 8_001, 0, 0, 0, "ValueLost", []int64{part, part - 8_001}, lent, 1},
		"nothing came":                {part, -9, 0, 0, 0, "ValueLost", []int64{part, 0}, lent, 1},
		"a share that grew":           {-5, part, 0, 0, 0, "", nil, lent, 1},
		"125 % of a debt":             {part, part, 1_250, 1_000, 1_200, "", nil, left, 1},
		"124.99 %":                    {part, part, 12_499, 10_000, 1_200, "CollateralRatioTooLow", []int64{12_499, 12_500}, lent, 1},
		"a health of 1.199":           {part, part, 9_999, 1_000, 1_199, "HealthTooLow", []int64{1_199e15, 1_200e15}, lent, 1},
		"without a debt, no health":   {part, part, 9_999, 0, 0, "", nil, left, 1},
		"the smallest debt at a risk": {part, part, 9_999, 1, 1_199, "HealthTooLow", nil, lent, 1},
	} {
		l := newLab(t, nil)
		l.passes("lending", l.redeems(func() { l.gets(coins[0], -lent); l.gets(share, lent) }, supplies(coins[0], lent, vault)))
		l.says(c.collateral, c.owed, c.health+1)
		v := l.redeems(func() {
			l.gets(coins[0], c.comes)
			l.gets(share, -c.share)
			l.says(c.collateral, c.owed, c.health)
		}, withdraws(coins[0], lent, vault))
		l.judged(name, v, c.want, c.numbers...)
		if l.cost(1) != c.cost || l.open() != c.open {
			t.Errorf("%s: %d positions at %d, want %d at %d", name, l.open(), l.cost(1), c.open, c.cost)
		}
		if short := max(0, c.share-c.comes); c.want == "" && short > 2 && l.lost() != (short+9_999)/10_000*10_000 { // it counts cents
			t.Errorf("%s: %d lost, of %d that are missing", name, l.lost(), short)
		}
	}
}

// What stands behind no debt may be taken out whatever stands behind the debts: they are paid
// with it. Only what makes a health factor worse has to leave it high enough.
func TestWhatSecuresNoDebtIsWithdrawn(t *testing.T) {
	for name, c := range map[string]struct {
		before, after int64
		want          policycage.Kind
	}{
		"as it was":        {1_050, 1_050, ""},
		"better":           {1_050, 1_051, ""},
		"worse":            {1_050, 1_049, "HealthTooLow"},
		"liquidated since": {900, 950, ""},
	} {
		l := newLab(t, nil)
		l.passes("lending", l.redeems(func() { l.gets(coins[0], -1_000); l.gets(share, 1_000) }, supplies(coins[0], 1_000, vault)))
		l.says(1_300, 1_000, c.before)
		v := l.redeems(func() {
			l.gets(coins[0], 400)
			l.gets(share, -400)
			l.says(1_300, 1_000, c.after)
		}, withdraws(coins[0], 1_000, vault))
		l.judged(name, v, c.want)
	}
}

// What is repaid takes as much off both kinds of debt, where there are two.
func TestWhatIsRepaidIsOffTheDebt(t *testing.T) {
	for name, c := range map[string]struct {
		stable        common.Address
		gives         int64
		off, offOther int64
		want          policycage.Kind
		numbers       []int64
	}{
		"all off one":           {stableDebt, 1_000, 1_000, 0, "", nil},
		"all off the other":     {stableDebt, 1_000, 0, 1_000, "", nil},
		"off both":              {stableDebt, 1_000, 400, 600, "", nil},
		"two less":              {stableDebt, 1_000, 400, 598, "", nil},
		"three less":            {stableDebt, 1_000, 400, 597, "UnitsLost", []int64{1_000, 997}},
		"one grew":              {stableDebt, 1_000, 1_000, -3, "UnitsLost", []int64{1_000, 997}},
		"a debt that grew":      {stableDebt, 3, -1, 0, "UnitsLost", []int64{3, 0}},
		"more than was said":    {stableDebt, 1_001, 1_001, 0, "MovedMore", []int64{1_001, 1_000}},
		"where there is no two": {common.Address{}, 1_000, 1_000, 0, "", nil},
		"and three less":        {common.Address{}, 1_000, 997, 0, "UnitsLost", []int64{1_000, 997}},
	} {
		l := newLab(t, nil)
		l.reserve(c.stable)
		l.stands(debt, 5_000)
		l.stands(stableDebt, 5_000)
		v := l.redeems(func() { l.gets(coins[0], -c.gives); l.gets(debt, -c.off); l.gets(stableDebt, -c.offOther) }, repays(coins[0], 1_000, vault))
		l.judged(name, v, c.want, c.numbers...)
		if l.open() != 0 || l.lost() != 0 {
			t.Errorf("%s: %d positions, %d lost", name, l.open(), l.lost())
		}
	}
}
