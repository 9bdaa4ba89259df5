package booking

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
)

var aUSDC, dUSDC = common.HexToAddress("0xa1"), common.HexToAddress("0xd1")

// lendingAction is an executed action on USDC in a block.
func lendingAction(kind, permit string, block, units uint64) turn.Action {
	body := fmt.Sprintf(`{"type":%q,"params":{"market":"aave-v3","asset":"usdc","amount":"1"},"constraints":{}}`, kind)
	act := done(kind, permit, body)
	out := kind == "supply" || kind == "repay"
	note := map[string]turn.Delta{
		"supply": got(aUSDC, units), "withdraw": paid(aUSDC, units), "borrow": got(dUSDC, units), "repay": paid(dUSDC, units),
	}[kind]
	act.Execution.Deltas = []turn.Delta{note, {Token: usdc, Out: out, Units: *uint256.NewInt(units)}}
	act.Execution.Block.Number = block
	return act
}

// lendingSeen is a reading in which so much is supplied and owed.
func lendingSeen(block, supplied, owed uint64) turn.Reading {
	r := seen()
	r.Block.Number = block
	r.Lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{{
		Token: r.Numeraire(), Receipt: aUSDC, DebtToken: dUSDC, Supplied: *uint256.NewInt(supplied), Owed: *uint256.NewInt(owed),
	}}}}
	return r
}

// loanStep is an action booked on a reading, and what the accounts of USDC hold after it.
type loanStep struct {
	act                                turn.Action
	seen                               turn.Reading
	wallet, lent, debt, interestIncome int64
}

// follow books one step after another.
func follow(t *testing.T, steps []loanStep) {
	t.Helper()
	d, books := setUp(t)
	asset := usdc.Hex()
	for _, step := range steps {
		check(t, d.Tokens.Executed(step.act, step.seen))
		expect(t, books, ledger.Golem, asset, 10_000e6+step.wallet)
		expect(t, books, ledger.Lent, asset, step.lent)
		expect(t, books, ledger.Debt, asset, step.debt)
		expect(t, books, ledger.Interest, asset, -step.interestIncome)
		if books.Sum(asset).Sign() != 0 {
			t.Errorf("%s: the books sum to %s", step.act.Preview.Kind, books.Sum(asset))
		}
	}
}

// spec: DESIGN §3 "A unit of money"
func TestALoansWholeCourseIsBooked(t *testing.T) {
	follow(t, []loanStep{
		{lendingAction("supply", "p1", 11, 4000), lendingSeen(10, 0, 0), -4000, 4000, 0, 0},
		{lendingAction("borrow", "p2", 21, 1000), lendingSeen(20, 4030, 0), -3000, 4030, -1000, 30},
		{lendingAction("repay", "p3", 31, 1025), lendingSeen(30, 4050, 1020), -4025, 4050, 0, 50 - 25},
		{lendingAction("withdraw", "p4", 41, 4055), lendingSeen(40, 4052, 0), 30, 0, 0, 55 - 25},
	})
}

// Two actions of one tick are booked on one reading, which the second is not in.
func TestAReadingOlderThanTheBooksAccruesNothing(t *testing.T) {
	d, books := setUp(t)
	check(t, d.Tokens.Executed(lendingAction("supply", "p1", 11, 4000), lendingSeen(10, 0, 0)))
	check(t, d.Tokens.Executed(lendingAction("borrow", "p2", 12, 1000), lendingSeen(10, 0, 0)))
	expect(t, books, ledger.Lent, usdc.Hex(), 4000)
	expect(t, books, ledger.Debt, usdc.Hex(), -1000)
	expect(t, books, ledger.Interest, usdc.Hex(), 0)
}

func TestALendingActionThatAReorgTookBackLeavesNoTrace(t *testing.T) {
	for _, kind := range []string{"supply", "withdraw", "borrow", "repay"} {
		d, books := setUp(t)
		check(t, d.Tokens.Executed(lendingAction("supply", "p1", 11, 4000), lendingSeen(10, 0, 0)))
		check(t, d.Tokens.Executed(lendingAction("borrow", "p2", 12, 1000), lendingSeen(11, 4000, 0)))
		before, act := standing(books), lendingAction(kind, "p3", 21, 500)
		check(t, d.Tokens.Executed(act, lendingSeen(20, 4010, 1003)))
		if standing(books) == before {
			t.Fatalf("%s: nothing was booked", kind)
		}
		check(t, d.Tokens.TakenBack(act))
		if now := standing(books); now != before {
			t.Errorf("%s: after it was taken back %s, before %s", kind, now, before)
		}
	}
}

// Whatever happens in whatever order, the wallet on the books is what moved, the
// sums are zero, and after a reading the accounts are what the chain says.
func TestTheBooksFollowALendingMarket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, books := setUp(t)
		asset, wallet, supplied, owed := usdc.Hex(), uint64(10_000e6), uint64(0), uint64(0)
		for i := range rapid.IntRange(1, 20).Draw(t, "actions") {
			block := uint64(10 * (i + 1))
			if i > 0 {
				supplied += supplied / rapid.Uint64Range(100, 1e9).Draw(t, "earns")
				owed += owed / rapid.Uint64Range(100, 1e9).Draw(t, "grows")
			}
			r := lendingSeen(block, supplied, owed)
			kind := rapid.SampledFrom([]string{"supply", "withdraw", "borrow", "repay"}).Draw(t, "kind")
			limit := map[string]uint64{"supply": wallet / 2, "withdraw": supplied, "borrow": 1e9, "repay": min(owed, wallet)}[kind]
			if limit == 0 {
				continue
			}
			units := rapid.Uint64Range(1, limit).Draw(t, "units")
			check(t, d.Tokens.Executed(lendingAction(kind, fmt.Sprint("p", i), block+1, units), r))
			switch kind {
			case "supply":
				wallet, supplied = wallet-units, supplied+units
			case "withdraw":
				wallet, supplied = wallet+units, supplied-units
			case "borrow":
				wallet, owed = wallet+units, owed+units
			case "repay":
				wallet, owed = wallet-units, owed-units
			}
			for account, want := range map[string]*big.Int{
				ledger.Golem: new(big.Int).SetUint64(wallet), ledger.Lent: new(big.Int).SetUint64(supplied), ledger.Debt: new(big.Int).Neg(new(big.Int).SetUint64(owed)),
			} {
				if have := big.NewInt(balance(books, account, asset)); have.Cmp(want) != 0 {
					t.Fatalf("%s holds %s, want %s", account, have, want)
				}
			}
			if books.Sum(asset).Sign() != 0 {
				t.Fatalf("the books sum to %s", books.Sum(asset))
			}
		}
	})
}

// Two markets hold the same asset: the accounts are what both say of it, and interest in
// one is not taken for the other's.
func TestTwoMarketsShareTheAccountsOfAnAsset(t *testing.T) {
	two := func(block uint64, aave, morpho [2]uint64) turn.Reading {
		r := lendingSeen(block, aave[0], aave[1])
		other := lendingSeen(block, morpho[0], morpho[1]).Lending[0]
		other.Handle, other.Protocol, other.Loan, other.Reserves[0].Receipt, other.Reserves[0].DebtToken = "morpho-blue", "morpho-blue", usdc, common.Address{}, common.Address{}
		r.Lending = append(r.Lending, other)
		return r
	}
	on := func(kind, permit string, block, units uint64) turn.Action {
		act := lendingAction(kind, permit, block, units)
		act.Proposal.Body = bytes.Replace(act.Proposal.Body, []byte("aave-v3"), []byte("morpho-blue"), 1)
		act.Execution.Deltas = act.Execution.Deltas[1:] // no token stands for it
		return act
	}
	follow(t, []loanStep{
		{lendingAction("supply", "p1", 11, 4000), two(10, [2]uint64{}, [2]uint64{}), -4000, 4000, 0, 0},
		{on("supply", "p2", 21, 1000), two(20, [2]uint64{4030, 0}, [2]uint64{}), -5000, 5030, 0, 30},
		{on("borrow", "p3", 31, 500), two(30, [2]uint64{4040, 0}, [2]uint64{1005, 0}), -4500, 5045, -500, 45},
		{lendingAction("borrow", "p4", 41, 100), two(40, [2]uint64{4040, 0}, [2]uint64{1005, 510}), -4400, 5045, -610, 35},
		{on("repay", "p5", 51, 512), two(50, [2]uint64{4040, 100}, [2]uint64{1005, 512}), -4912, 5045, -100, 33},
		{on("withdraw", "p6", 61, 1006), two(60, [2]uint64{4044, 101}, [2]uint64{1006, 0}), -3906, 4044, -101, 37},
	})
}
