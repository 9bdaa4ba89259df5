package ledger

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/money"
)

// set funds the partitions with just these balances.
func set(t testing.TB, l *Ledger, balances map[Partition]money.USDC) {
	t.Helper()
	sum := money.USDC(0)
	for _, p := range partitions {
		sum += balances[p]
	}
	shares := Shares{}
	rest := money.Whole
	for _, p := range partitions[1:] {
		shares[p] = money.BPS(int64(balances[p]) * int64(money.Whole) / int64(sum))
		rest -= shares[p]
	}
	shares[ForLLM] = rest
	l.Budget.Follow(Plan{Shares: shares, Caps: Shares{ForLLM: money.Whole, ForGas: money.Whole, ForData: money.Whole, Legacy: money.Whole}})
	check(t, l.Funds.Fund("birth", noon, Funding{Credit: sum}))
	for p, want := range balances {
		has(t, l, p, want)
	}
}

func spend(t testing.TB, l *Ledger, p Partition, key string, amount money.USDC) {
	t.Helper()
	check(t, l.Spending.Reserve(noon, Spend{For: p, Key: key, Most: amount, Exempt: true}))
	check(t, l.Spending.Settle(key, noon, amount))
}

// spec: mortality §2.5 — models 1.0 at 0.2 a tick: they lack 1.0 and want 1.2; gas
// has 2.0 and gives 1.0, the half of it.
func TestTheLargestPartitionGivesHalfAtMost(t *testing.T) {
	l := New()
	set(t, l, map[Partition]money.USDC{ForLLM: 2 * money.One, ForGas: 2 * money.One, ForData: money.One, Legacy: 0})
	for tick := range uint64(5) {
		spend(t, l, ForLLM, fmt.Sprint(tick), 200_000)
		if tick < 4 {
			l.Balancer.close()
		}
	}
	check(t, l.Balancer.Tick(4, noon))
	if llm, gas := part(t, l, noon, ForLLM).Available, part(t, l, noon, ForGas).Available; llm != 2*money.One || gas != money.One {
		t.Errorf("models have %s, gas %s", llm, gas)
	}
}

// spec: mortality §2.5 — where the donor has enough, it gives what is missing and a
// fifth more; thirty ticks lie between two transfers to the same partition, and a
// tick has one.
func TestATransferIsFollowedByACooldown(t *testing.T) {
	l := New()
	set(t, l, map[Partition]money.USDC{ForLLM: 10 * money.One, ForGas: 5 * money.One, ForData: 5 * money.One, Legacy: 0})
	given := map[uint64]money.USDC{}
	before := part(t, l, noon, ForLLM).Available
	for tick := range uint64(80) {
		if tick < 55 {
			spend(t, l, ForGas, fmt.Sprint("gas", tick), 90_000)
		}
		spend(t, l, ForData, fmt.Sprint("data", tick), 1)
		check(t, l.Balancer.Tick(tick, noon))
		if now := part(t, l, noon, ForLLM).Available; now != before {
			given[tick], before = before-now, now
		}
	}
	// After tick 45 0.86 of 5.00 is left and 0.90 is due; after tick 75 0.098 is left,
	// and the 2.61 of the last fifty ticks are 0.522 in ten.
	if len(given) != 2 || given[45] != 48_000 || given[75] != 508_800 {
		t.Errorf("models gave %v, want 0.048 at tick 45 and 0.5088 at tick 75", given)
	}
}

// Over any spending credit is neither made nor lost, no partition is overdrawn, and
// nothing is taken from the legacy.
func TestRebalancingMovesCreditAndMakesNone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := funded(t, 3*money.One)
		if rapid.Bool().Draw(rt, "retrenched") {
			check(t, l.Budget.Retrench(noon))
		}
		legacy, key := part(t, l, noon, Legacy).Available, 0
		for tick := range uint64(120) {
			p := rapid.SampledFrom(rebalanced).Draw(rt, "partition")
			if amount := money.USDC(rapid.Int64Range(0, 60_000).Draw(rt, "amount")); amount <= l.books.free(p) {
				key++
				spend(t, l, p, fmt.Sprint(key), amount)
			}
			before := l.books.total()
			check(t, l.Balancer.Tick(tick, noon))
			if l.books.total() != before || l.Sum(Credit).Sign() != 0 {
				rt.Fatalf("tick %d: %s became %s", tick, before, l.books.total())
			}
			for _, q := range partitions {
				if l.books.credit(q.account()) < 0 {
					rt.Fatalf("%s is overdrawn", q)
				}
			}
		}
		if got := part(t, l, noon, Legacy).Available; got != legacy {
			rt.Fatalf("the legacy was %s and is %s", legacy, got)
		}
	})
}

// spec: mortality §2.5, §2.6 — below 15 % half of the credit is for the death, which
// is the only one to spend what is kept.
func TestRetrenchingKeepsTheReserveUntilDeath(t *testing.T) {
	l := funded(t, 10*money.One)
	l.Budget.Keep(9 * money.One)
	l.Budget.Keep(money.One) // is less
	check(t, l.Budget.Retrench(noon))
	check(t, l.Budget.Retrench(noon))
	has(t, l, Legacy, 5*money.One)
	if err := l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "a", Most: 1}); err != nil {
		t.Errorf("above the reserve: %v", err)
	}
	if err := l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "b", Most: 599_999}); err != nil {
		t.Errorf("above the reserve: %v", err)
	}
	check(t, l.Spending.Release("b", noon))
	l.Budget.Keep(10 * money.One)
	refused(t, l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "c", Most: 1}), ErrReserve, "out of the reserve")
	check(t, l.Budget.EnterTerminal(noon))
	check(t, l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "d", Most: 1}))
}

// What an exit of a living Golem lacks comes from the legacy last, a dying one's
// first.
func TestTheLegacyLendsLastToTheLiving(t *testing.T) {
	for dying, want := range map[bool]money.USDC{false: 5 * money.One, true: 4 * money.One} {
		l := funded(t, 10*money.One)
		check(t, l.Budget.Retrench(noon))
		if dying {
			check(t, l.Budget.EnterTerminal(noon))
		}
		check(t, l.Gas.Reserve("exit", noon, 2_500_000, true)) // gas has 1.50
		has(t, l, Legacy, want)
	}
}

// spec: mortality §2.7 — whatever was spent before and whenever they come: feeds of a
// dying Golem go to its legacy, to the last unit, and to nothing else.
func TestFeedsOfTheDyingOnlyEnlargeTheLegacyWheneverTheyCome(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := funded(t, 10*money.One)
		for n := range rapid.IntRange(0, 5).Draw(rt, "spent") {
			spend(t, l, ForGas, fmt.Sprint("gas", n), money.USDC(rapid.Int64Range(1, 50_000).Draw(rt, "gas")))
		}
		if rapid.Bool().Draw(rt, "retrenched") {
			check(t, l.Budget.Retrench(noon))
		}
		check(t, l.Budget.EnterTerminal(noon))
		free := map[Partition]money.USDC{}
		for _, p := range partitions {
			free[p] = part(t, l, noon, p).Available
		}
		for n := range rapid.IntRange(1, 8).Draw(rt, "feeds") {
			amount := money.USDC(rapid.Int64Range(0, 1_000_000*int64(money.One)).Draw(rt, "fed"))
			check(t, l.Funds.Feed(fmt.Sprint("fed", n), noon+int64(n)*3_600_000, amount))
			free[Legacy] += amount
			check(t, l.Budget.Retrench(noon))
			check(t, l.Budget.EnterTerminal(noon)) // neither divides what came
			for _, p := range partitions {
				if got := part(t, l, noon, p).Available; got != free[p] {
					rt.Fatalf("after %d feeds %s has %s, want %s", n+1, p, got, free[p])
				}
			}
		}
		if l.Sum(Credit).Sign() != 0 {
			rt.Fatal("credit was made")
		}
	})
}

// spec: mortality §2.7 — before Terminal a feed is credit, after it the death's.
func TestAFeedOfTheDyingEnlargesTheirDeathOnly(t *testing.T) {
	l := funded(t, 10*money.One)
	for range 2 {
		check(t, l.Funds.Feed("fed", noon, 2*money.One))
	}
	if got := l.books.total(); got != 12*money.One || part(t, l, noon, ForLLM).Available != 7_200_000 {
		t.Errorf("fed alive: %s", got)
	}
	check(t, l.Budget.EnterTerminal(noon))
	before, err := l.Funds.Standing(noon)
	check(t, err)
	for range 2 {
		check(t, l.Funds.Feed("fed dying", noon, 3*money.One))
	}
	after, err := l.Funds.Standing(noon)
	check(t, err)
	for i, p := range partitions {
		want := before.Parts[i].Available
		if p == Legacy {
			want += 3 * money.One
		}
		if after.Parts[i].Available != want {
			t.Errorf("%s: %s, want %s", p, after.Parts[i].Available, want)
		}
	}
	if after.Available+after.Committed != before.Available+before.Committed+3*money.One || l.Sum(Credit).Sign() != 0 {
		t.Errorf("%+v after %+v, sum %s", after, before, l.Sum(Credit))
	}
	for _, bad := range []money.USDC{-1, math.MinInt64} {
		refused(t, l.Funds.Feed("bad", noon, bad), ErrNegative, "fed ", bad)
	}
	refused(t, l.Funds.Feed("huge", noon, math.MaxInt64), money.ErrOverflow, "fed more than can be counted")
	check(t, l.Funds.Feed("nothing", noon, 0))
	if got := l.books.total(); got != 15*money.One {
		t.Errorf("bad feeds changed the credit to %s", got)
	}
}
