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
		Balances: []turn.Balance{{Token: turn.Token{Address: usdc, Decimals: 6}, Units: *uint256.NewInt(units)}, {Token: turn.Token{Address: weth, Decimals: 18}}},
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
		"more, and more":            {[]turn.Reading{shows(1, all+1, 5e17), shows(2, all+3, 5e17), shows(3, all+3, 5e17)}, "deposit usdc 3@3", false, -3, 0},
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
		d, books := setUp(t)
		for _, r := range c.readings {
			d.Strays.Compare(r)
		}
		if got := told(t, d); got != c.told || (d.Strays.Missing() != "") != c.lacks {
			t.Errorf("%s: told %q, want %q; lacks %q", name, got, c.told, d.Strays.Missing())
		}
		expect(t, books, ledger.External, usdc.Hex(), c.external)
		expect(t, books, ledger.Unexplained, usdc.Hex(), c.missing)
		if sum := books.Sum(usdc.Hex()); sum.Sign() != 0 {
			t.Errorf("%s: USDC sums to %s", name, sum)
		}
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
	if err := d.Gas.ReserveGas("permit-1", money.One, false); err != nil {
		t.Fatal(err)
	}
	if err := d.Gas.SettleGas("permit-1", x); err != nil {
		t.Fatal(err)
	}
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
	if err := d.Tokens.Executed(lendingAction("borrow", "p1", 11, 5_000e6), lendingSeen(10, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := d.Tokens.Executed(lendingAction("repay", "p2", 21, 15_000e6+1), lendingSeen(20, 0, 15_000e6+1)); err != nil {
		t.Fatal(err)
	}
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
	if err := d.Gas.ReserveGas("p", money.One, false); err != nil {
		t.Fatal(err)
	}
	if err := d.Gas.SettleGas("p", turn.Execution{PermitID: "p", Cost: 1, GasWei: *uint256.NewInt(1), Block: turn.Block{Number: 1 << 62}}); err != nil {
		t.Fatal(err)
	}
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
	if err := d.Tokens.Executed(done("swap", "p", `{}`, paid(usdc, 1_000e6), got(weth, 5e17), paid(fake, 1e19)), seen()); err != nil {
		t.Fatal(err)
	}
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
	if err := d.Gas.ReserveGas("p", money.One, false); err != nil {
		t.Fatal(err)
	}
	if err := d.Gas.SettleGas("p", turn.Execution{PermitID: "p", Cost: 1_000_000 * money.One, GasWei: *uint256.NewInt(5e17), Left: *uint256.NewInt(3)}); err != nil {
		t.Fatal(err)
	}
	expect(t, books, ledger.External, ledger.Native, -3)
	expect(t, books, ledger.Left, ledger.Native, 3)
	if left := d.Credit.Remaining(); left != 0 {
		t.Errorf("%s of the credit are left", left)
	}
}
