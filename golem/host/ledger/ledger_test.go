package ledger

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"testing"

	"github.com/holiman/uint256"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

const (
	usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359"
	weth = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619"
	noon = int64(19_582)*msPerDay + msPerDay/2
)

var none = new(uint256.Int)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func funded(t testing.TB, credit money.USDC) *Ledger {
	t.Helper()
	l := New()
	check(t, l.Funds.Fund("birth", noon, Funding{Time: 5 * money.One, Credit: credit, Tokens: []Amount{
		{usdc, *uint256.NewInt(1_000_000_000)}, {weth, *uint256.NewInt(2e18)}, {Native, *uint256.NewInt(1e18)},
	}}))
	return l
}

func part(t testing.TB, l *Ledger, at int64, p Partition) Part {
	t.Helper()
	s, err := l.Funds.Standing(at)
	check(t, err)
	for _, x := range s.Parts {
		if x.Partition == p {
			return x
		}
	}
	t.Fatalf("no partition %s", p)
	return Part{}
}

// has holds what is available of a partition to what should be.
func has(t testing.TB, l *Ledger, p Partition, want money.USDC) {
	t.Helper()
	if got := part(t, l, noon, p).Available; got != want {
		t.Errorf("%s has %s, want %s", p, got, want)
	}
}

// refused holds an error to the one that is due.
func refused(t testing.TB, err, want error, about ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", fmt.Sprint(about...), err, want)
	}
}

// spec: chain §7 point 8: a rollup's fee for data is known when it was taken. What it came
// to is booked, also where it is more than was set aside and than the gas partition has.
func TestWhatGasDidCostIsBookedAlsoAboveTheReservation(t *testing.T) {
	for _, c := range []struct{ cost, lent money.USDC }{{300_000, 0}, {2_500_000, 0}, {2_700_000, 200_000}, {10_000_000, 7_500_000}, {12_000_000, 7_500_000}} {
		l := funded(t, 10*money.One)
		check(t, l.Gas.Reserve("tx", noon, 250_000, false))
		check(t, l.Gas.Settle("tx", noon, c.cost, uint256.NewInt(12_345), none))
		gas := part(t, l, noon, ForGas)
		spent := min(c.cost, 10_000_000) // no more credit than there is
		if want := 2_500_000 - spent + c.lent; gas.Available != want || gas.Spent != spent || gas.Committed != 0 {
			t.Errorf("%s paid: %+v, want %s left", c.cost, gas, want)
		}
		if got := l.Wallet.Holdings(Native); got.Cmp(big.NewInt(1e18-12_345)) != 0 {
			t.Errorf("the wallet holds %s wei", got)
		}
		check(t, l.Gas.Return("tx", noon))
		if got := l.Wallet.Holdings(Native); got.Cmp(big.NewInt(1e18)) != 0 {
			t.Errorf("taken back: %s wei", got)
		}
	}
}

// spec: heartbeat §7.4 — partitions llm 60 %, gas 25 %, data 15 % of credits.
// spec: mortality §2.5 — terminal allocation 30/15/5/50, one way.
func TestCreditIsDividedAmongThePartitions(t *testing.T) {
	l := funded(t, 10_000_001)
	for p, want := range map[Partition]money.USDC{ForLLM: 6_000_001, ForGas: 2_500_000, ForData: 1_500_000, Legacy: 0} {
		has(t, l, p, want)
	}
	for range 2 {
		check(t, l.Budget.EnterTerminal(noon))
		for p, want := range map[Partition]money.USDC{ForLLM: 3_000_002, ForGas: 1_500_000, ForData: 500_000, Legacy: 5_000_000} {
			if got := part(t, l, noon, p).Available; got < want-1 || got > want {
				t.Errorf("terminal: %s has %s, want %s", p, got, want)
			}
		}
	}
	check(t, l.Funds.Fund("more", noon, Funding{Credit: 100}))
	has(t, l, Legacy, 5_000_050)
}

func TestSharesMustSumToTheWhole(t *testing.T) {
	if _, err := (Shares{ForLLM: 6_000, ForGas: 3_000}).split(1); err == nil {
		t.Error("90 % were taken for the whole")
	}
}

// spec: heartbeat §7.4 — each with a daily cap (20/30/25 % of its balance);
// §7.1 — until 00:00 UTC or top-up.
func TestNoPartitionPassesItsDailyCapByOneUnit(t *testing.T) {
	for p, limit := range map[Partition]money.USDC{ForLLM: 1_200_000, ForGas: 750_000, ForData: 375_000} {
		l := funded(t, 10*money.One)
		check(t, l.Spending.Reserve(noon, Spend{For: p, Key: "a", Most: limit - 1}))
		refused(t, l.Spending.Reserve(noon, Spend{For: p, Key: "b", Most: 2}), ErrDailyCap, p, ": one unit above the cap while the rest is committed")
		check(t, l.Spending.Settle("a", noon, limit-11))
		check(t, l.Spending.Reserve(noon, Spend{For: p, Key: "c", Most: 11}))
		check(t, l.Spending.Settle("c", noon, 11))
		refused(t, l.Spending.Reserve(noon, Spend{For: p, Key: "d", Most: 1}), ErrDailyCap, p, ": one unit above the cap")
		if x := part(t, l, noon, p); x.Spent != limit || x.Cap != limit || x.Room != 0 {
			t.Errorf("%s: %+v", p, x)
		}
		check(t, l.Spending.Reserve(noon, Spend{For: p, Key: "safety-critical", Most: 1, Exempt: true}))
		check(t, l.Spending.Release("safety-critical", noon))
		midnight := noon + msPerDay/2
		refused(t, l.Spending.Reserve(midnight-1, Spend{For: p, Key: "e", Most: 1}), ErrDailyCap, p, ": a millisecond before midnight")
		check(t, l.Spending.Reserve(midnight, Spend{For: p, Key: "f", Most: 1}))
		refused(t, l.Spending.Reserve(midnight-1, Spend{For: p, Key: "g", Most: limit}), ErrDailyCap, p, ": a clock that went back gave a second day")
	}
	l := funded(t, 10*money.One)
	check(t, l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "a", Most: 1_200_000}))
	check(t, l.Funds.Fund("top-up", noon, Funding{Credit: 10 * money.One}))
	check(t, l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "b", Most: 1_200_000}))
	refused(t, l.Spending.Reserve(noon, Spend{For: ForLLM, Key: "c", Most: 1}), ErrDailyCap, "after the top-up")
}

// spec: heartbeat §7.3 — start: available → committed; success: committed −=
// actual, remainder back; failure: all back.
func TestACommitmentEndsInWhatWasSpent(t *testing.T) {
	l := funded(t, 10*money.One)
	check(t, l.Gas.Reserve("tx", noon, 700_000, false))
	x := part(t, l, noon, ForGas)
	if x.Committed != 700_000 || x.Available != 1_800_000 {
		t.Fatalf("committed: %+v", x)
	}
	check(t, l.Gas.Settle("tx", noon, 300_000, uint256.NewInt(12_345), none))
	x = part(t, l, noon, ForGas)
	if x.Committed != 0 || x.Available != 2_200_000 || x.Spent != 300_000 {
		t.Fatalf("settled: %+v", x)
	}
	refused(t, l.Gas.Settle("tx", noon, 300_000, uint256.NewInt(12_345), none), double.ErrNoHold, "settled twice")
	if wei := l.Wallet.Holdings(Native); wei.Cmp(big.NewInt(1e18-12_345)) != 0 {
		t.Fatalf("%s wei left", wei)
	}
	check(t, l.Gas.Reserve("failed", noon, 400_000, false))
	check(t, l.Spending.Release("failed", noon))
	if y := part(t, l, noon, ForGas); y != x {
		t.Fatalf("after a failure: %+v, want %+v", y, x)
	}
	if err := l.Gas.Settle("unknown", noon, 1, none, none); !errors.Is(err, double.ErrNoHold) {
		t.Fatalf("got %v", err)
	}
}

// spec: mortality §2.5 — an exhausted gas partition defers the transaction,
// safety-critical ones exempt; safety §1.4 S-7 — no budget stops an exit.
func TestAnExitIsPaidWhileAnyCreditIsLeft(t *testing.T) {
	for _, terminal := range []bool{false, true} {
		l := funded(t, 10*money.One)
		if terminal {
			check(t, l.Budget.EnterTerminal(noon))
		}
		for i := range 100 { // 0.10 each: all there is
			key := fmt.Sprint("exit", i)
			check(t, l.Gas.Reserve(key, noon, 100_000, true))
			check(t, l.Gas.Reserve(key, noon, 100_000, true)) // asked again, held once
			check(t, l.Gas.Settle(key, noon, 100_000, none, none))
		}
		s, err := l.Funds.Standing(noon)
		check(t, err)
		if s.Available != 0 || s.Committed != 0 || l.Sum(Credit).Sign() != 0 {
			t.Errorf("terminal %v: %+v", terminal, s)
		}
		refused(t, l.Gas.Reserve("one more", noon, 1, true), double.ErrOverdrawn, "terminal ", terminal, ": more was reserved than there is")
	}
}

func TestOnlyWhatAnExitLacksIsLent(t *testing.T) {
	l := funded(t, 10*money.One)
	check(t, l.Spending.Reserve(noon, Spend{For: ForData, Key: "feed", Most: 300_000}))
	check(t, l.Gas.Reserve("held", noon, 700_000, false))
	refused(t, l.Gas.Reserve("entry", noon, 2_000_000, false), ErrDailyCap, "an entry was lent to")
	check(t, l.Gas.Reserve("exit", noon, 4_000_000, true)) // 1.8 are free for gas, 1.2 for data
	for p, want := range map[Partition]money.USDC{ForLLM: 5_000_000, ForGas: 0, ForData: 0} {
		has(t, l, p, want)
	}
	if err := l.Gas.Reserve("too much", noon, 5_000_001, true); !errors.Is(err, double.ErrOverdrawn) {
		t.Errorf("got %v", err)
	}
	has(t, l, ForLLM, 5_000_000)
}

// spec: safety §1.5 (6) — with 0.30 USD left of operating balance every
// non-settlement spend is refused; 0.31 USD lets at most 0.01 USD through.
func TestTheReserveIsKeptForDying(t *testing.T) {
	l := New()
	plan := DefaultPlan()
	plan.Shares, plan.Reserve = Shares{ForGas: money.Whole}, 300_000
	plan.Caps[ForGas] = money.Whole
	l.Budget.Follow(plan)
	check(t, l.Funds.Fund("birth", noon, Funding{Credit: 310_000}))
	refused(t, l.Gas.Reserve("entry", noon, 10_001, false), ErrReserve, "a spend that touches the reserve")
	check(t, l.Gas.Reserve("entry", noon, 10_000, false))
	check(t, l.Gas.Settle("entry", noon, 10_000, none, none))
	refused(t, l.Gas.Reserve("another", noon, 1, false), ErrReserve, "with 0.30 left")
	check(t, l.Gas.Reserve("exit", noon, 100_000, true))
	check(t, l.Spending.Release("exit", noon))
	check(t, l.Budget.EnterTerminal(noon))
	check(t, l.Gas.Reserve("settle", noon, 300_000, true))
}

func TestAnOwnersPlanDividesAndCapsTheCredit(t *testing.T) {
	l := New()
	l.Budget.Follow(Plan{Shares: Shares{ForLLM: 1_000, ForGas: 8_000, ForData: 1_000}, Caps: Shares{ForGas: 5_000}})
	check(t, l.Funds.Fund("birth", noon, Funding{Credit: 10 * money.One}))
	if x := part(t, l, noon, ForGas); x.Available != 8*money.One || x.Cap != 4*money.One {
		t.Errorf("%+v", x)
	}
}

// spec: heartbeat §7 — available + committed ≤ on_chain after any interleaving
// of 1 000 random operations.
func TestAvailableAndCommittedNeverExceedWhatIsOnChain(t *testing.T) {
	var spent, released int
	for life := range uint64(30) {
		l := New()
		seed := life
		next := func(n uint64) uint64 {
			seed = seed*6364136223846793005 + 1442695040888963407
			return (seed >> 33) % n
		}
		truth := money.USDC(1 + next(50_000_000))
		check(t, l.Funds.Fund("birth", noon, Funding{Credit: truth}))
		at := noon
		for i := range 1_000 {
			at += int64(next(3 * 3_600_000))
			key := fmt.Sprint(uint64(i)/20*20 + next(8)) // a key is used up in time
			p := partitions[next(3)]
			amount := money.USDC(next(60_000))
			switch next(6) {
			case 0, 1:
				l.Spending.Reserve(at, Spend{For: p, Key: key, Most: amount, Exempt: next(20) == 0})
			case 2, 3:
				if l.Spending.Settle(key, at, amount/4) == nil {
					truth -= amount / 4
					spent++
				}
			case 4:
				l.Spending.Release(key, at)
			case 5: // something outside moved the truth
				if i%7 == 0 {
					truth = max(0, truth+money.USDC(next(2_000_000))-1_000_000)
				}
				gone, err := l.Funds.Reconcile(at, truth)
				check(t, err)
				released += len(gone)
			}
			s, err := l.Funds.Standing(at)
			check(t, err)
			if s.Available+s.Committed > truth || s.Available < 0 || l.Sum(Credit).Sign() != 0 {
				t.Fatalf("life %d, after %d operations: %+v, on chain %s", life, i, s, truth)
			}
		}
	}
	if spent < 1_000 || released == 0 {
		t.Fatalf("%d settlements, %d reservations released: too dull", spent, released)
	}
}

func TestTradesPositionsAndFeesKeepEverySumAtZero(t *testing.T) {
	l := funded(t, 10*money.One)
	u := func(v uint64) uint256.Int { return *uint256.NewInt(v) }
	check(t, l.Wallet.PostSwap(Swap{Key: "0xaa", At: noon, In: Amount{usdc, u(200_000_000)}, Out: Amount{weth, u(1e17)}, Fee: u(100_000)}))
	check(t, l.Wallet.PostSwap(Swap{Key: "0xaa", At: noon, In: Amount{usdc, u(200_000_000)}, Out: Amount{weth, u(1e17)}, Fee: u(100_000)}))
	check(t, l.Wallet.PostLiquidity(Liquidity{Key: "0xbb", At: noon, Position: "12", Amounts: []Amount{{usdc, u(300_000_000)}, {weth, u(5e17)}}}))
	check(t, l.Wallet.CollectFees("0xcc", noon, "12", []Amount{{usdc, u(777)}, {weth, u(0)}}))
	check(t, l.Wallet.PostLiquidity(Liquidity{Key: "0xdd", At: noon, Position: "12", Removed: true, Amounts: []Amount{{usdc, u(400_000_000)}, {weth, u(4e17)}}}))
	check(t, l.Funds.ChargeCompute(0, noon, 25_000))
	check(t, l.Funds.ChargeCompute(0, noon, 25_000))
	check(t, l.Funds.ChargeCompute(1, noon, 25_000))
	if got := l.Wallet.Holdings(usdc); got.Cmp(big.NewInt(1_000_000_000-200_000_000-300_000_000+777+400_000_000)) != 0 {
		t.Errorf("the wallet holds %s of USDC", got)
	}
	if got := l.Wallet.Holdings(weth); got.Cmp(big.NewInt(2e18+1e17-5e17+4e17)) != 0 {
		t.Errorf("the wallet holds %s of WETH", got)
	}
	for _, asset := range []string{usdc, weth, Native, Credit} {
		if sum := l.Sum(asset); sum.Sign() != 0 {
			t.Errorf("%s sums to %s", asset, sum)
		}
	}
	s, err := l.Funds.Standing(noon)
	check(t, err)
	if s.Time != 5*money.One-50_000 || l.books.credit(Compute) != 50_000 {
		t.Errorf("time left %s, consumed %s", s.Time, l.books.credit(Compute))
	}
	refused(t, l.Funds.ChargeCompute(2, noon, 5*money.One), double.ErrOverdrawn, "more time was charged than was paid")
	if err := l.Wallet.PostSwap(Swap{Key: "0xee", In: Amount{usdc, u(1)}, Fee: u(2), Out: Amount{weth, u(1)}}); err == nil {
		t.Error("a fee above what was given was booked")
	}
	refused(t, l.Wallet.Home("home", noon, Amount{usdc, u(2_000_000_000)}), double.ErrOverdrawn, "more left than was held")
	if err := l.Funds.Fund("absurd", noon, Funding{Time: 1 << 62, Credit: 1 << 62}); !errors.Is(err, money.ErrOverflow) {
		t.Errorf("got %v", err)
	}
}

func TestALifeComputedAgainHasTheSameBooks(t *testing.T) {
	dir := t.TempDir()
	live := func(l *Ledger, ticks uint64) {
		check(t, l.Funds.Fund("birth", noon, Funding{Time: money.One, Credit: money.One}))
		for tick := range ticks {
			at := noon + int64(tick)*60_000
			check(t, l.Funds.ChargeCompute(tick, at, 10))
			key := fmt.Sprint("tx", tick)
			check(t, l.Gas.Reserve(key, at, 100, false))
			check(t, l.Gas.Settle(key, at, 50, none, none))
		}
	}
	l, err := Open(dir, Options{})
	check(t, err)
	live(l, 20)
	check(t, l.Close())
	l, err = Open(dir, Options{})
	check(t, err)
	live(l, 10)
	check(t, l.EndRepeat())
	want := l.Balances()
	check(t, l.Close())
	book, err := Read(dir)
	check(t, err)
	defer book.Close()
	if got := book.Balances(); !reflect.DeepEqual(got, want) {
		t.Fatalf("stored %v, want %v", got, want)
	}
}

func BenchmarkChargeCompute(b *testing.B) {
	l, err := Open(b.TempDir(), Options{})
	check(b, err)
	check(b, l.Funds.Fund("birth", noon, Funding{Time: 1 << 50}))
	tick := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		check(b, l.Funds.ChargeCompute(tick, noon, 3))
		tick++
	}
}

// Found in review: a reorg of yesterday's order freed what was spent today.
func TestGasThatComesBackFromYesterdayFreesNothingToday(t *testing.T) {
	l := funded(t, 100*money.One)
	midnight := (noon/msPerDay + 1) * msPerDay
	for _, o := range []struct {
		key string
		at  int64
	}{{"a", midnight - 1_000}, {"b", midnight + 1_000}} {
		check(t, l.Gas.Reserve(o.key, o.at, 5*money.One, false))
		check(t, l.Gas.Settle(o.key, o.at, 5*money.One, uint256.NewInt(1), none))
	}
	for _, back := range []struct {
		key  string
		left money.USDC
	}{{"a", 5 * money.One}, {"b", 0}} {
		check(t, l.Gas.Return(back.key, midnight+2_000))
		if got := part(t, l, midnight+2_001, ForGas).Spent; got != back.left {
			t.Errorf("behind %s: %s were spent today, the books say %s", back.key, back.left, got)
		}
	}
}
