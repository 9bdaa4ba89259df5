package booking

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// What a reorg took back leaves no trace in a balance, whatever was booked; and what
// comes after it under a name of its own is booked like any other.
// spec: heartbeat §3 step 8, DESIGN §3 "A unit of money"
func TestWhatAReorgTookBackLeavesNoTrace(t *testing.T) {
	for name, act := range map[string]turn.Action{
		"a swap":              done("swap", "p1", inMarket, paid(usdc, 100), got(weth, 1)),
		"liquidity that went": done("add_liquidity", "p1", `{}`, paid(usdc, 100)),
		"liquidity that came": done("remove_liquidity", "p1", `{"params":{"position_id":"12"}}`, got(usdc, 100), got(weth, 3)),
		"fees":                done("claim_fees", "p1", `{"params":{"position_id":"12"}}`, got(usdc, 5)),
	} {
		t.Run(name, func(t *testing.T) {
			d, books := setUp(t)
			before, credit := standing(books), d.Credit.Remaining()
			x := turn.Execution{Cost: money.One / 2, GasWei: *uint256.NewInt(3e14)}
			check(t, errors.Join(d.Gas.ReserveGas("p1", money.One, false), d.Gas.SettleGas("p1", x), d.Tokens.Executed(act, seen())))
			once := standing(books)
			if once == before {
				t.Fatal("nothing was booked")
			}
			check(t, errors.Join(d.Tokens.TakenBack(act), d.Gas.ReturnGas("p1")))
			if now := standing(books); now != before {
				t.Errorf("after it was taken back %s, before %s", now, before)
			}
			if d.Credit.Remaining() != credit || d.Gas.Paid() != 0 {
				t.Errorf("credit %s of %s, gas %s", d.Credit.Remaining(), credit, d.Gas.Paid())
			}
			again := act
			second := *act.Execution
			second.PermitID = "p1#1"
			again.Execution = &second
			check(t, errors.Join(d.Gas.ReserveGas("p1/gas-1", money.One, true), d.Gas.SettleGas("p1/gas-1", x), d.Tokens.Executed(again, seen())))
			if now := standing(books); now != once {
				t.Errorf("after it came again %s, the first time %s", now, once)
			}
		})
	}
}

// A name that begins like another is another.
func TestOnlyTheOrdersOwnBookingsAreTakenBack(t *testing.T) {
	d, books := setUp(t)
	one, ten := done("swap", "p1", inMarket, paid(usdc, 100), got(weth, 1)), done("swap", "p10", inMarket, paid(usdc, 70), got(weth, 1))
	check(t, d.Tokens.Executed(ten, seen()))
	before := fmt.Sprint(books.Balances())
	check(t, errors.Join(d.Tokens.Executed(one, seen()), d.Tokens.TakenBack(one)))
	if now := fmt.Sprint(books.Balances()); now != before {
		t.Errorf("%s, want %s", now, before)
	}
	if err := d.Gas.ReturnGas("p1"); err == nil {
		t.Error("gas that was never settled came back")
	}
}

// standing is every account that is not empty.
func standing(books *ledger.Ledger) string {
	lines := []string{}
	for _, line := range books.Balances() {
		if line.Balance.Sign() != 0 {
			lines = append(lines, fmt.Sprint(line))
		}
	}
	return strings.Join(lines, ", ")
}
