package booking

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// shows is a reading of a wallet at a block.
func shows(block, units uint64, wei int64) turn.Reading {
	return turn.Reading{
		Block: turn.Block{Number: block, Hash: common.Hash{byte(block)}}, Native: *uint256.NewInt(uint64(wei)),
		Assets: []turn.Asset{{Token: turn.Token{Address: usdc, Decimals: 6}, Units: *uint256.NewInt(units)}, {Token: turn.Token{Address: weth, Decimals: 18}}},
	}
}

// told is what the desk has to tell since it was asked last.
func told(t *testing.T, d *Desk) string {
	t.Helper()
	news, faults := d.Strays.News()
	if len(faults) != 0 {
		t.Fatal(faults)
	}
	var all []string
	for _, n := range news {
		all = append(all, fmt.Sprintf("%s %s %s@%d", n.Kind, map[string]string{usdc.Hex(): "usdc", weth.Hex(): "weth"}[n.Asset], n.Units.Dec(), n.Block.Number))
	}
	return strings.Join(all, ", ")
}

// compare shows a new desk the readings, and holds it to what it then has to tell and whether it lacks something.
func compare(t *testing.T, name string, readings []turn.Reading, want string, lacks bool) *ledger.Ledger {
	t.Helper()
	d, books := setUp(t)
	for _, r := range readings {
		d.Strays.Compare(r)
	}
	if got := told(t, d); got != want || (d.Strays.Missing() != "") != lacks {
		t.Errorf("%s: told %q, want %q; lacks %q", name, got, want, d.Strays.Missing())
	}
	if sum := books.Sum(usdc.Hex()); sum.Sign() != 0 {
		t.Errorf("%s: USDC sums to %s", name, sum)
	}
	return books
}

// spec: heartbeat §7.3, safety §1.4 S-10 — the chain is the truth: what it holds and no
// order explains is booked by its name when two blocks show it, and what is missing is
// doubted from the first.
func TestADifferenceIsBookedWhenTwoBlocksShowIt(t *testing.T) {
	const all = 10_000e6
	for name, c := range map[string]struct {
		readings []turn.Reading
		told     string
		lacks    bool
		external int64
		missing  int64
	}{
		"nothing":                   {[]turn.Reading{shows(1, all, 5e17), shows(2, all, 5e17)}, "", false, 0, 0},
		"more, once":                {[]turn.Reading{shows(1, all+1, 5e17)}, "", false, 0, 0},
		"more, in one block":        {[]turn.Reading{shows(1, all+1, 5e17), shows(1, all+1, 5e17)}, "", false, 0, 0},
		"more":                      {[]turn.Reading{shows(1, all+1, 5e17), shows(2, all+1, 5e17)}, "deposit usdc 1@2", false, -1, 0},
		"more, and more":            {[]turn.Reading{shows(1, all+1, 5e17), shows(2, all+3, 5e17), shows(3, all+3, 5e17)}, "deposit usdc 1@2, deposit usdc 2@3", false, -3, 0},
		"more, and less of it":      {[]turn.Reading{shows(1, all+9, 5e17), shows(2, all+4, 5e17), shows(3, all+4, 5e17)}, "deposit usdc 4@2", false, -4, 0},
		"less, under dust":          {[]turn.Reading{shows(1, all-70, 5e17), shows(2, all-69, 5e17), shows(3, all-68, 5e17)}, "missing usdc 69@2", true, 0, 69},
		"less, once":                {[]turn.Reading{shows(1, all-1, 5e17)}, "", true, 0, 0},
		"less, and right again":     {[]turn.Reading{shows(1, all-1, 5e17), shows(2, all, 5e17), shows(3, all-1, 5e17)}, "", true, 0, 0},
		"less":                      {[]turn.Reading{shows(1, all-7, 5e17), shows(2, all-7, 5e17)}, "missing usdc 7@2", true, 0, 7},
		"less, and part of it back": {[]turn.Reading{shows(1, all-7, 5e17), shows(2, all-7, 5e17), shows(3, all-2, 5e17), shows(4, all-2, 5e17)}, "missing usdc 7@2, returned usdc 5@4", true, 0, 2},
		"less, and more than it back": {
			[]turn.Reading{shows(1, all-7, 5e17), shows(2, all-7, 5e17), shows(3, all+1, 5e17), shows(4, all+1, 5e17)},
			"missing usdc 7@2, returned usdc 7@4, deposit usdc 1@4", false, -1, 0,
		},
		"all of it":            {[]turn.Reading{shows(1, 0, 5e17), shows(2, 0, 5e17)}, "missing usdc 10000000000@2", true, 0, all},
		"a chain that is left": {[]turn.Reading{left(shows(1, 0, 5e17)), left(shows(2, 0, 5e17))}, "", false, 0, 0},
	} {
		books := compare(t, name, c.readings, c.told, c.lacks)
		expect(t, books, ledger.External, usdc.Hex(), c.external)
		expect(t, books, ledger.Unexplained, usdc.Hex(), c.missing)
	}
}

func left(r turn.Reading) turn.Reading {
	r.Reorg = turn.Reorg{From: 1, To: 2, Depth: 1}
	return r
}

// A node that is behind what is booked does not know of it.
func TestAReadingBehindTheBooksIsNotComparedWithThem(t *testing.T) {
	d, books := setUp(t)
	x := turn.Execution{GasWei: *uint256.NewInt(1000), Block: turn.Block{Number: 9}}
	check(t, d.Gas.ReserveGas("permit-1", money.One, false))
	check(t, d.Gas.SettleGas("permit-1", x))
	for n := range uint64(9) {
		d.Strays.Compare(shows(n, 10_000e6, 5e17)) // the gas is not paid yet
	}
	if got := told(t, d); got != "" || d.Strays.Missing() != "" {
		t.Fatalf("told %q, lacks %q", got, d.Strays.Missing())
	}
	d.Strays.Compare(shows(9, 10_000e6, 5e17-1000))
	d.Strays.Compare(shows(10, 10_000e6, 5e17-1001))
	d.Strays.Compare(shows(11, 10_000e6, 5e17-1001))
	if got := told(t, d); got != "missing  1@11" || books.Wallet.Holdings(ledger.Native).Cmp(big.NewInt(5e17-1001)) != 0 {
		t.Errorf("told %q, the books hold %s wei", got, books.Wallet.Holdings(ledger.Native))
	}
}

// Found in review: a wei of a gift in a repayment made a deposit of the whole debt token.
func TestADebtThatIsPaidBackWithAGiftIsNoMoney(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Tokens.Executed(lendingAction("borrow", "p1", 11, 5_000e6), lendingSeen(10, 0, 0)))
	check(t, d.Tokens.Executed(lendingAction("repay", "p2", 21, 15_000e6+1), lendingSeen(20, 0, 15_000e6+1)))
	if got := told(t, d); got != "deposit usdc 1@21" {
		t.Errorf("told %q", got)
	}
	expect(t, books, ledger.External, dUSDC.Hex(), 0)
	expect(t, books, ledger.Golem, dUSDC.Hex(), 0)
}

// Found in review: one receipt that named an absurd block put an end to all comparing.
func TestAReceiptOfABlockToComeHidesNothingForLong(t *testing.T) {
	d, _ := setUp(t)
	d.Strays.Read(turn.Block{Number: 10})
	check(t, d.Gas.ReserveGas("p", money.One, false))
	check(t, d.Gas.SettleGas("p", turn.Execution{PermitID: "p", Cost: 1, GasWei: *uint256.NewInt(1), Block: turn.Block{Number: 1 << 62}}))
	d.Strays.Compare(shows(10+ahead-1, 0, 1))
	if why := d.Strays.Missing(); why != "" {
		t.Errorf("a reading before the outcome is compared: %s", why)
	}
	d.Strays.Compare(shows(10+ahead, 0, 1))
	if d.Strays.Missing() == "" {
		t.Error("all money is gone, and nothing is missing")
	}
}

// Found in review: a log of a stranger's token took the place of what the order paid.
func TestALogOfAStrangersTokenIsNotBooked(t *testing.T) {
	d, books := setUp(t)
	fake := usdc
	fake[0] = 9
	check(t, d.Tokens.Executed(done("swap", "p", inMarket, paid(usdc, 1_000e6), got(weth, 5e17), paid(fake, 1e19)), seen()))
	if got := told(t, d); got != "" {
		t.Errorf("told %q", got)
	}
	expect(t, books, ledger.Golem, usdc.Hex(), 9_000e6)
	expect(t, books, ledger.External, fake.Hex(), 0)
}

// Gas that is dearer than all credit takes what there is, beside a gift that stays with an
// old key.
func TestGasBeyondAllCreditTakesWhatThereIs(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Gas.ReserveGas("p", money.One, false))
	check(t, d.Gas.SettleGas("p", turn.Execution{PermitID: "p", Cost: 1_000_000 * money.One, GasWei: *uint256.NewInt(5e17), Left: *uint256.NewInt(3)}))
	expect(t, books, ledger.External, ledger.Native, -3)
	expect(t, books, ledger.Left, ledger.Native, 3)
	if left := d.Credit.Remaining(); left != 0 {
		t.Errorf("%s of the credit are left", left)
	}
}

// Where no further block comes, a difference is booked after a few comparisons all the same; until
// then it is unsure.
func TestADifferenceOnAChainThatStandsStillIsBookedInTheEnd(t *testing.T) {
	d, _ := setUp(t)
	for n := range still {
		if news, _ := d.Strays.News(); len(news) != 0 {
			t.Fatalf("booked after %d comparisons", n)
		}
		d.Strays.Compare(shows(1, 10_000e6+5, 5e17))
		if unsure, _, _ := d.Strays.Unsure(); n < still-1 && (len(unsure) != 1 || unsure[0].Units.Uint64() != 5) || n == still-1 && len(unsure) != 0 {
			t.Errorf("after %d comparisons %v is unsure", n+1, unsure)
		}
	}
	if said := told(t, d); said != "deposit usdc 5@1" {
		t.Errorf("told %q", said)
	}
}

// What leaves an account whose owner sent a transaction meanwhile is his withdrawal, and stops
// nothing; what leaves it without one may be a thief's, who has the Golem's key.
func TestWhatTheOwnerTakesOutIsNotMissing(t *testing.T) {
	const all = 10_000e6
	by := func(r turn.Reading, moves uint64) turn.Reading {
		r.Fence = &turn.Fence{Moves: moves}
		return r
	}
	unread := func(r turn.Reading) turn.Reading {
		r.Fence = &turn.Fence{Moves: 9, Unread: "the cage is silent"}
		return r
	}
	for name, c := range map[string]struct {
		readings []turn.Reading
		told     string
		lacks    bool
	}{
		"by its owner":               {[]turn.Reading{by(shows(1, all, 5e17), 3), by(shows(2, all-7, 5e17), 4), by(shows(3, all-7, 5e17), 4)}, "withdrawn usdc 7@3", false},
		"by its owner, and twice":    {[]turn.Reading{by(shows(1, all, 5e17), 3), by(shows(2, all-7, 5e17), 4), by(shows(3, all-7, 5e17), 4), by(shows(4, all-9, 5e17), 5), by(shows(5, all-9, 5e17), 5)}, "withdrawn usdc 7@3, withdrawn usdc 2@5", false},
		"by its owner, once unread":  {[]turn.Reading{by(shows(1, all, 5e17), 3), unread(shows(2, all-7, 5e17)), by(shows(3, all-7, 5e17), 4)}, "withdrawn usdc 7@3", false},
		"by another":                 {[]turn.Reading{by(shows(1, all, 5e17), 3), by(shows(2, all-7, 5e17), 3), by(shows(3, all-7, 5e17), 3)}, "missing usdc 7@3", true},
		"by another, before he came": {[]turn.Reading{by(shows(1, all, 5e17), 3), by(shows(2, all-7, 5e17), 3), by(shows(3, all-7, 5e17), 4)}, "missing usdc 7@3", true},
		"by another, after him":      {[]turn.Reading{by(shows(1, all, 5e17), 3), by(shows(2, all-7, 5e17), 4), by(shows(3, all-7, 5e17), 4), by(shows(4, all-9, 5e17), 4), by(shows(5, all-9, 5e17), 4)}, "withdrawn usdc 7@3, missing usdc 2@5", true},
		"before the books agreed":    {[]turn.Reading{by(shows(2, all-7, 5e17), 4), by(shows(3, all-7, 5e17), 5)}, "missing usdc 7@3", true},
		"coin of the key's":          {[]turn.Reading{by(shows(1, all, 5e17), 3), by(shows(2, all, 4e17), 4), by(shows(3, all, 4e17), 4)}, "missing  100000000000000000@3", true},
		"unread":                     {[]turn.Reading{unread(shows(1, all, 5e17)), by(shows(2, all-7, 5e17), 4), by(shows(3, all-7, 5e17), 4)}, "missing usdc 7@3", true},
	} {
		compare(t, name, c.readings, c.told, c.lacks)
	}
}
