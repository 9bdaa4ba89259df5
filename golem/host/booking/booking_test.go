package booking

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

const (
	birth = 1_700_000_000_000
	death = birth + 3*86_400_000
)

var (
	usdc = common.HexToAddress("0xaa")
	weth = common.HexToAddress("0xbb")
)

// setUp returns the desk of a Golem with 10,000 USDC, half a native coin and 50
// of credit for three days.
func setUp(t rapid.TB) (*Desk, *ledger.Ledger) {
	t.Helper()
	books := ledger.New()
	d, err := Open(books, func() int64 { return birth }, Birth{
		Start: birth, Until: death, Paid: 3_600_001, Credit: 50 * money.One,
		Tokens: []ledger.Amount{{Asset: usdc.Hex(), Units: *uint256.NewInt(10_000e6)}, {Asset: ledger.Native, Units: *uint256.NewInt(5e17)}},
	})
	check(t, err)
	return d, books
}

func seen() turn.Reading {
	r := turntest.Pool{
		Token0:      turn.Token{Address: usdc, Symbol: "USDC", Decimals: 6},
		Token1:      turn.Token{Address: weth, Symbol: "WETH", Decimals: 18},
		QuoteIsZero: true, FeePips: 500,
	}.Seen(nil, nil)
	r.Positions = []turn.Position{
		{ID: "11", Market: "weth-usdc-5", QuoteFees: *uint256.NewInt(1)},
		{ID: "12", Market: "weth-usdc-5", QuoteFees: *uint256.NewInt(70), BaseFees: *uint256.NewInt(900)},
	}
	return r
}

// inMarket is the body of a swap in the market of seen.
const inMarket = `{"params":{"market":"weth-usdc-5"}}`

func done(kind, permit, body string, deltas ...turn.Delta) turn.Action {
	return turn.Action{
		Proposal: turn.Proposal{Body: []byte(body)}, Preview: turn.Preview{Kind: kind}, Status: turn.StatusExecuted,
		Execution: &turn.Execution{PermitID: permit, Status: turn.StatusExecuted, Deltas: deltas},
	}
}

func paid(token common.Address, units uint64) turn.Delta {
	return turn.Delta{Token: token, Out: true, Units: *uint256.NewInt(units)}
}

func got(token common.Address, units uint64) turn.Delta {
	return turn.Delta{Token: token, Units: *uint256.NewInt(units)}
}

func balance(books *ledger.Ledger, account, asset string) int64 {
	for _, line := range books.Balances() {
		if line.Account == account && line.Asset == asset {
			return line.Balance.Int64()
		}
	}
	return 0
}

func expect(t *testing.T, books *ledger.Ledger, account, asset string, want int64) {
	t.Helper()
	if have := balance(books, account, asset); have != want {
		t.Errorf("%s holds %d of %s, want %d", account, have, asset, want)
	}
}

func TestBirthFundsTimeCreditAndWallet(t *testing.T) {
	d, books := setUp(t)
	expect(t, books, ledger.Time, ledger.Credit, 3_600_001)
	expect(t, books, ledger.Golem, usdc.Hex(), 10_000e6)
	if d.Credit.Endowment() != 50*money.One || d.Credit.Remaining() != 50*money.One || d.Credit.Lowest() != 1 || d.Gas.Paid() != 0 {
		t.Errorf("endowment %s, remaining %s, lowest %v, gas %s", d.Credit.Endowment(), d.Credit.Remaining(), d.Credit.Lowest(), d.Gas.Paid())
	}
}

func TestABirthWithoutTimeIsRefused(t *testing.T) {
	for _, until := range []int64{birth, birth - 1} {
		if _, err := Open(ledger.New(), func() int64 { return birth }, Birth{Start: birth, Until: until, Paid: 1}); err == nil {
			t.Errorf("paid time until %d was accepted", until-birth)
		}
	}
}

func TestASwapGoesThroughConversionAndItsFeeIsBooked(t *testing.T) {
	d, books := setUp(t)
	act := done("swap", "p1", inMarket, paid(usdc, 1_000_001_999), got(weth, 5e17))
	check(t, d.Tokens.Executed(act, seen()))
	expect(t, books, ledger.Golem, usdc.Hex(), 10_000e6-1_000_001_999)
	expect(t, books, ledger.Golem, weth.Hex(), 5e17)
	expect(t, books, ledger.Fees, usdc.Hex(), 500_000) // 500 pips of 1,000.001999, rounded down
	expect(t, books, ledger.Conversion, usdc.Hex(), 1_000_001_999-500_000)
	expect(t, books, ledger.Conversion, weth.Hex(), -5e17)
}

func TestLiquidityGoesToTheMarketAndComesBackWithFees(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Tokens.Executed(done("add_liquidity", "p1", `{}`, paid(usdc, 4000)), seen()))
	expect(t, books, ledger.Market, usdc.Hex(), 4000)
	out := done("remove_liquidity", "p2", `{"params":{"position_id":"12"}}`, got(usdc, 3070), got(weth, 1900))
	check(t, d.Tokens.Executed(out, seen()))
	expect(t, books, ledger.Golem, usdc.Hex(), 10_000e6-4000+3070)
	expect(t, books, ledger.Golem, weth.Hex(), 1900)
	expect(t, books, ledger.Fees, usdc.Hex(), -70)
	expect(t, books, ledger.Fees, weth.Hex(), -900)
	expect(t, books, ledger.Market, usdc.Hex(), 1000)
	expect(t, books, ledger.Market, weth.Hex(), -1000)
}

func TestWhatAPositionPaysIsSplitIntoFeesAndPrincipal(t *testing.T) {
	for name, c := range map[string]struct {
		kind, id              string
		units                 uint64
		wantFees, wantReturns int64
	}{
		"a claim is fees only":                  {"claim_fees", "12", 500, 500, 0},
		"less than was owed is fees only":       {"remove_liquidity", "12", 69, 69, 0},
		"exactly what was owed":                 {"remove_liquidity", "12", 70, 70, 0},
		"the rest is principal":                 {"remove_liquidity", "12", 71, 70, 1},
		"another position's fees are its own":   {"remove_liquidity", "11", 71, 1, 70},
		"a position nobody read has no fees":    {"remove_liquidity", "99", 71, 0, 71},
		"an unreadable body claims no position": {"remove_liquidity", `"`, 71, 0, 71},
	} {
		t.Run(name, func(t *testing.T) {
			d, books := setUp(t)
			check(t, d.Tokens.Executed(done(c.kind, "p", `{"params":{"position_id":"`+c.id+`"}}`, got(usdc, c.units)), seen()))
			expect(t, books, ledger.Fees, usdc.Hex(), -c.wantFees)
			expect(t, books, ledger.Market, usdc.Hex(), -c.wantReturns)
		})
	}
}

// spec: DESIGN §3 "A unit of money": a tick books all its actions on one reading, and
// what that says a position had earned is collected once.
func TestFeesOfAPositionAreCollectedOncePerReading(t *testing.T) {
	d, books := setUp(t)
	next := seen()
	next.Block.Number++
	for i, c := range []struct {
		act          turn.Action
		on           turn.Reading
		fees, market int64
	}{
		{done("claim_fees", "p1", `{"params":{"position_id":"12"}}`, got(usdc, 70)), seen(), 70, 0},
		{done("remove_liquidity", "p2", `{"params":{"position_id":"12"}}`, got(usdc, 1000)), seen(), 70, 1000},
		{done("remove_liquidity", "p3", `{"params":{"position_id":"11"}}`, got(usdc, 10)), seen(), 71, 1009},
		{done("remove_liquidity", "p4", `{"params":{"position_id":"12"}}`, got(usdc, 500)), next, 141, 1439},
		{done("remove_liquidity", "p5", `{"params":{"position_id":"12"}}`, got(usdc, 500)), next, 141, 1939},
	} {
		for range 2 { // booked again, as by a life that is resumed
			check(t, d.Tokens.Executed(c.act, c.on))
		}
		t.Logf("action %d", i+1)
		expect(t, books, ledger.Fees, usdc.Hex(), -c.fees)
		expect(t, books, ledger.Market, usdc.Hex(), -c.market)
	}
}

func TestWhatWasNotExecutedIsNotBooked(t *testing.T) {
	d, books := setUp(t)
	before := fmt.Sprint(books.Balances())
	acts := []turn.Action{{Preview: turn.Preview{Kind: "swap"}, Status: turn.StatusBlocked}}
	for _, status := range []turn.Status{turn.StatusBlocked, turn.StatusFailed, turn.StatusPending, turn.StatusCancelled, turn.StatusDeferred} {
		act := done("swap", "p", inMarket, paid(usdc, 100), got(weth, 1))
		act.Status, act.Execution.Status = status, status
		if status == turn.StatusFailed { // what moved something all the same is booked
			act.Execution.Deltas = nil
		}
		acts = append(acts, act)
	}
	for _, act := range acts {
		if err := d.Tokens.Executed(act, seen()); err != nil {
			t.Errorf("%s: %v", act.Status, err)
		}
	}
	if after := fmt.Sprint(books.Balances()); after != before {
		t.Errorf("the books changed from %s to %s", before, after)
	}
}

// spec: DESIGN §3 "A unit of money": an order whose last transaction fails has moved what it
// moved, and its books are those of one that went well.
func TestWhatAFailedOrderMovedIsBooked(t *testing.T) {
	for name, act := range map[string]turn.Action{
		"a swap":              done("swap", "p", inMarket, paid(usdc, 100), got(weth, 1)),
		"liquidity that went": done("add_liquidity", "p", `{}`, paid(usdc, 100)),
		"liquidity that came": done("remove_liquidity", "p", `{"params":{"position_id":"12"}}`, got(usdc, 100), got(weth, 3)),
	} {
		well, books := setUp(t)
		bad, others := setUp(t)
		before := fmt.Sprint(books.Balances())
		check(t, well.Tokens.Executed(act, seen()))
		x := *act.Execution
		x.Status = turn.StatusFailed
		act.Status, act.Execution = turn.StatusFailed, &x
		check(t, bad.Tokens.Executed(act, seen()))
		if got, want := fmt.Sprint(others.Balances()), fmt.Sprint(books.Balances()); got != want || got == before {
			t.Errorf("%s: the books are %s, want %s", name, got, want)
		}
	}
}

func TestBookingAnActionAgainChangesNothing(t *testing.T) {
	d, books := setUp(t)
	for _, act := range []turn.Action{
		done("swap", "p1", inMarket, paid(usdc, 100), got(weth, 1)),
		done("remove_liquidity", "p2", `{"params":{"position_id":"12"}}`, got(usdc, 100)),
	} {
		check(t, d.Tokens.Executed(act, seen()))
		once := fmt.Sprint(books.Balances())
		if err := d.Tokens.Executed(act, seen()); err != nil || fmt.Sprint(books.Balances()) != once {
			t.Errorf("%s again: %v, %s then %v", act.Preview.Kind, err, once, books.Balances())
		}
	}
}

func TestGasIsReservedSettledOrReleased(t *testing.T) {
	d, books := setUp(t)
	for _, id := range []string{"a", "b"} {
		check(t, d.Gas.ReserveGas(id, money.One, false))
	}
	x := turn.Execution{Cost: money.One / 2, GasWei: *uint256.NewInt(3e14)}
	check(t, errors.Join(d.Gas.SettleGas("a", x), d.Gas.ReleaseGas("b")))
	expect(t, books, ledger.Gas, ledger.Credit, int64(money.One/2))
	expect(t, books, ledger.Gas, ledger.Native, 3e14)
	expect(t, books, ledger.Golem, ledger.Native, 5e17-3e14)
	if want := 50*money.One - money.One/2; d.Credit.Remaining() != want || d.Gas.Paid() != money.One/2 {
		t.Errorf("remaining %s, gas %s", d.Credit.Remaining(), d.Gas.Paid())
	}
	if err := d.Gas.SettleGas("a", x); !errors.Is(err, double.ErrNoHold) || d.Gas.Paid() != money.One/2 {
		t.Errorf("settled twice: %v, gas %s", err, d.Gas.Paid())
	}
	// 12.5 of gas: 12 of them are left, so 0.96 of the least share.
	if got := d.Credit.Lowest(); got != 0.96 {
		t.Errorf("lowest %v, want 0.96", got)
	}
}

func TestOnlyAnExitPassesTheDaysCap(t *testing.T) {
	d, _ := setUp(t)
	if err := d.Gas.ReserveGas("entry", 4*money.One, false); !errors.Is(err, ledger.ErrDailyCap) {
		t.Errorf("an entry above the cap: %v", err)
	}
	if err := d.Gas.ReserveGas("exit", 4*money.One, true); err != nil {
		t.Errorf("an exit above the cap: %v", err)
	}
}

// spec: mortality §2.5 — the legacy is spent by the death protocol, and only by it.
func TestASettlementIsPaidFromTheLegacy(t *testing.T) {
	d, books := setUp(t)
	check(t, errors.Join(d.Gas.ReserveGas("exits", 12*money.One, true), dies(d, 19*money.One), dies(d, 19*money.One)))
	expect(t, books, "golem:legacy", ledger.Credit, 19e6)
	if err := d.Gas.ReserveGas("entry", 6*money.One, false); !errors.Is(err, ledger.ErrDailyCap) {
		t.Errorf("an entry of a dying Golem: %v", err)
	}
	check(t, d.Gas.ReserveGas("settle", 19*money.One, true))
	expect(t, books, "golem:legacy", ledger.Credit, 19e6-(19e6-5.7e6))
}

// dies begins the death of who kept nothing, and holds its budget.
func dies(d *Desk, want money.USDC) error {
	if budget, err := d.Gas.Dying(0); err != nil || budget != want {
		return fmt.Errorf("budget %s, want %s (%w)", budget, want, err)
	}
	return nil
}

// spec: mortality §9.3 — gas may pass the limits of a living Golem, and never the
// budget of the death.
func TestNoSettlementPassesTheBudgetOfTheDeath(t *testing.T) {
	d, _ := setUp(t)
	check(t, errors.Join(d.Gas.ReserveGas("before", 2*money.One, true), d.Gas.SettleGas("before", turn.Execution{Cost: 2 * money.One})))
	if err := dies(d, 24*money.One); err != nil { // half of the 48 that are left
		t.Fatal(err)
	}
	if err := d.Gas.ReserveGas("dear", 24*money.One+1, true); !errors.Is(err, ErrDeathBudget) {
		t.Errorf("above the budget: %v", err)
	}
	check(t, errors.Join(d.Gas.ReserveGas("all", 24*money.One, true), d.Gas.SettleGas("all", turn.Execution{Cost: 23 * money.One})))
	if err := d.Gas.ReserveGas("rest", money.One+1, true); !errors.Is(err, ErrDeathBudget) || !strings.Contains(err.Error(), "1.000000 of 24.000000 are left") {
		t.Errorf("above what is left of it: %v", err)
	}
	if err := d.Gas.ReserveGas("rest", money.One, true); err != nil {
		t.Error(err)
	}
	rich, _ := setUp(t)
	if budget, err := rich.Gas.Dying(40 * money.One); err != nil || budget != 40*money.One {
		t.Errorf("with 40 kept for it: %s, %v", budget, err)
	}
}

// A receipt is the truth: what the wallet paid beyond what the books hold came from outside.
// The same outcome again books nothing, and the readings find what is left of the gift.
//
// spec: heartbeat §7.3, safety §1.4 S-10
func TestWhatWasPaidWithAGiftIsBooked(t *testing.T) {
	const all = 10_000e6
	const lent = `{"params":{"market":"aave-v3","asset":"usdc"}}`
	for name, act := range map[string]turn.Action{
		"swap":      done("swap", "p", inMarket, paid(usdc, all+3), got(weth, 1)),
		"liquidity": done("add_liquidity", "p", `{}`, paid(usdc, all+3)),
		"supply":    done("supply", "p", lent, paid(usdc, all+3)),
		"half way":  failed(done("supply", "p", lent, paid(usdc, all+3))),
	} {
		d, books := setUp(t)
		d.Strays.Compare(shows(1, all+5, 5e17))
		act.Execution.Block.Number = 2
		for range 2 {
			if err := d.Tokens.Executed(act, seen()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if said := told(t, d); said != "deposit usdc 3@2" || d.Strays.Missing() != "" {
			t.Errorf("%s: told %q, lacks %q", name, said, d.Strays.Missing())
		}
		expect(t, books, ledger.Golem, usdc.Hex(), 0)
		for n := range uint64(2) {
			after := shows(3+n, 2, 5e17)
			after.Assets[1].Units.SetUint64(uint64(balance(books, ledger.Golem, weth.Hex()))) //nolint:gosec // not negative
			d.Strays.Compare(after)
		}
		if said := told(t, d); said != "deposit usdc 2@3" || d.Strays.Missing() != "" {
			t.Errorf("%s: afterwards told %q, lacks %q", name, said, d.Strays.Missing())
		}
		if err := d.Tokens.TakenBack(act); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		expect(t, books, ledger.External, usdc.Hex(), -5)
		expect(t, books, ledger.Golem, usdc.Hex(), all+5)
	}
}

func failed(act turn.Action) turn.Action {
	act.Status, act.Execution.Status = turn.StatusFailed, turn.StatusFailed
	return act
}

// Coin is like tokens: what pays for gas, goes to the owner or stays with an old key was
// there, also where the gas was more than was set aside for it.
func TestAGiftOfCoinIsBookedWhereItIsPaid(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Gas.ReserveGas("p", money.One, false))
	check(t, d.Gas.SettleGas("p", turn.Execution{PermitID: "p", Cost: 2 * money.One, GasWei: *uint256.NewInt(5e17 + 1)}))
	for range 2 {
		check(t, d.Tokens.Home(turn.Execution{PermitID: "q", Sent: *uint256.NewInt(7), Deltas: []turn.Delta{paid(usdc, 10_000e6+2)}}))
	}
	for range 2 {
		check(t, d.Tokens.Leave("an old key", uint256.NewInt(5), turn.Block{Number: 3}))
	}
	if got := told(t, d); got != "deposit  1@0, deposit  7@0, deposit usdc 2@0, deposit  5@3" {
		t.Errorf("told %q", got)
	}
	if left := d.Credit.Remaining(); left != 48*money.One || d.Gas.Paid() != 2*money.One {
		t.Errorf("%s of the credit are left, %s paid for gas", left, d.Gas.Paid())
	}
	expect(t, books, ledger.External, ledger.Native, -13)
	expect(t, books, ledger.Left, ledger.Native, 5)
	expect(t, books, ledger.Golem, usdc.Hex(), 0)
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
