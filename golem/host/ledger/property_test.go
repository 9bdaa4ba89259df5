package ledger

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"github.com/holiman/uint256"
)

// course drives a ledger at random, and a second bookkeeping of the simplest kind beside
// it that says what every operation must come to.
type course struct {
	t      *testing.T
	l      *Ledger
	random *rand.Rand
	at     int64
	n      uint64

	balance, base, spent, held map[Partition]money.USDC
	x402                       money.USDC
	open                       []Spend
	unknown                    map[string]bool
	over                       []string
	tokens                     map[string]int64
	allowed, refused           int
}

// the plan of a course, which lets a day pay by x402 less than models and data may cost.
var coursePlan = Plan{Shares: DefaultPlan().Shares, Caps: DefaultPlan().Caps, X402: 800}

func newCourse(t *testing.T, l *Ledger) *course {
	t.Helper()
	c := &course{
		t: t, l: l, random: seed.Seed(17).Stream("money"), at: noon,
		balance: map[Partition]money.USDC{}, base: map[Partition]money.USDC{}, spent: map[Partition]money.USDC{}, held: map[Partition]money.USDC{},
		unknown: map[string]bool{}, tokens: map[string]int64{usdc: 5_000_000, weth: 5_000_000, Native: 5_000_000},
	}
	l.Budget.Follow(coursePlan)
	amount := func(asset string) Amount { return Amount{asset, *uint256.NewInt(5_000_000)} }
	check(t, l.Funds.Fund("birth", c.at, Funding{Time: 1 << 40, Tokens: []Amount{amount(usdc), amount(weth), amount(Native)}}))
	c.fund(40_000)
	return c
}

func (c *course) key(what string) string { return fmt.Sprint(what, c.n) }

func (c *course) fund(amount money.USDC) {
	check(c.t, c.l.Funds.Fund(c.key("fund"), c.at, Funding{Credit: amount}))
	check(c.t, c.l.Funds.Fund(c.key("fund"), c.at, Funding{Credit: amount})) // booked once
	gas, data := amount*25/100, amount*15/100
	for p, part := range map[Partition]money.USDC{ForLLM: amount - gas - data, ForGas: gas, ForData: data} {
		c.balance[p] += part
		c.base[p] += part
	}
}

// step does one operation.
func (c *course) step() {
	c.n++
	switch r := c.random.IntN(100); {
	case r < 45 && len(c.open) < 40:
		c.reserve()
	case r < 85 && len(c.open) > 0:
		c.end()
	case r < 87 && len(c.over) > 0: // an operation that is over comes again
		if err := c.l.Spending.Reserve(c.at, Spend{For: ForGas, Key: c.over[c.random.IntN(len(c.over))], Most: 1, Exempt: true}); !errors.Is(err, ErrDone) {
			c.t.Fatalf("operation %d came again: %v", c.n, err)
		}
	case r < 89:
		c.fund(money.USDC(c.random.IntN(4_000)))
	case r < 90:
		c.midnight()
	case r < 92:
		check(c.t, c.l.Funds.ChargeCompute(c.n, c.at, money.USDC(c.random.IntN(9))))
	default:
		c.trade()
	}
}

// reserve asks for a spending, and knows the answer.
func (c *course) reserve() {
	s := Spend{
		For: []Partition{ForLLM, ForGas, ForData}[c.random.IntN(3)], Key: c.key("op"), Most: money.USDC(c.random.IntN(500)),
		Exempt: c.random.IntN(12) == 0,
	}
	s.X402 = s.For != ForGas && c.random.IntN(2) == 0
	var want error
	limit := c.base[s.For] * money.USDC(coursePlan.Caps[s.For]) / 10_000
	strangers := (c.base[ForLLM]+c.base[ForData])*money.USDC(coursePlan.X402)/10_000 - c.x402
	for _, o := range c.open {
		if o.X402 {
			strangers -= o.Most
		}
	}
	switch {
	case !s.Exempt && s.Most > limit-c.spent[s.For]-c.held[s.For]:
		want = ErrDailyCap
	case s.X402 && s.Most > strangers:
		want = ErrX402
	case s.Most > c.balance[s.For]-c.held[s.For]:
		want = double.ErrOverdrawn
	}
	before := c.l.Spending.preflight(c.at, s)
	err := c.l.Spending.Reserve(c.at, s)
	var refused *Refused
	if !errors.Is(err, want) || err != nil && !errors.As(err, &refused) || (before == nil) != (err == nil) {
		c.t.Fatalf("operation %d, %+v: %v after %v, want %v", c.n, s, err, before, want)
	}
	if err != nil {
		c.refused++
		return
	}
	check(c.t, c.l.Spending.Reserve(c.at, s)) // held once
	c.allowed++
	c.held[s.For] += s.Most
	c.open = append(c.open, s)
}

// end settles, releases, or does not know.
func (c *course) end() {
	i := c.random.IntN(len(c.open))
	s := c.open[i]
	switch c.random.IntN(5) {
	case 0:
		check(c.t, c.l.Spending.Pend(s.Key, c.at))
		c.unknown[s.Key] = true
		return
	case 1:
		check(c.t, c.l.Spending.Release(s.Key, c.at))
	default:
		actual := money.USDC(c.random.Int64N(int64(s.Most) + 1))
		if err := c.l.Spending.Settle(s.Key, c.at, s.Most+1); !errors.Is(err, double.ErrExceedsHold) {
			c.t.Fatalf("operation %d took more than was held: %v", c.n, err)
		}
		check(c.t, c.l.Spending.Settle(s.Key, c.at, actual))
		c.balance[s.For] -= actual
		c.spent[s.For] += actual
		if s.X402 {
			c.x402 += actual
		}
	}
	if err := c.l.Spending.Settle(s.Key, c.at, 0); !errors.Is(err, double.ErrNoHold) {
		c.t.Fatalf("operation %d was settled twice: %v", c.n, err)
	}
	c.held[s.For] -= s.Most
	delete(c.unknown, s.Key)
	c.over = append(c.over, s.Key)
	c.open = append(c.open[:i], c.open[i+1:]...)
}

func (c *course) midnight() {
	c.at += msPerDay
	c.x402 = 0
	for p, b := range c.balance {
		c.base[p], c.spent[p] = b, 0
	}
}

// trade swaps, and what the wallet does not hold is refused whole.
func (c *course) trade() {
	assets := []string{usdc, weth, Native}
	i := c.random.IntN(3)
	in, out, units := assets[i], assets[(i+1)%3], c.random.Int64N(4_000_000)
	s := Swap{Key: c.key("swap"), At: c.at, In: Amount{in, *uint256.NewInt(uint64(units))}, Out: Amount{out, *uint256.NewInt(uint64(units / 2))}, Fee: *uint256.NewInt(uint64(units / 500))}
	err := c.l.Wallet.PostSwap(s)
	if (err == nil) != (units <= c.tokens[in]) {
		c.t.Fatalf("operation %d swaps %d of %d: %v", c.n, units, c.tokens[in], err)
	}
	if err == nil {
		check(c.t, c.l.Wallet.PostSwap(s)) // booked once
		c.tokens[in] -= units
		c.tokens[out] += units / 2
	}
}

// holds checks what is true after every operation.
func (c *course) holds() {
	s, err := c.l.Funds.Standing(c.at)
	check(c.t, err)
	var doubt money.USDC
	for _, o := range c.open {
		if c.unknown[o.Key] {
			doubt += o.Most
		}
	}
	if s.Pending != doubt {
		c.t.Fatalf("operation %d: %+v, %s pending", c.n, s, doubt)
	}
	for _, p := range s.Parts[:3] {
		if p.Available != c.balance[p.Partition]-c.held[p.Partition] || p.Available < 0 || p.Committed != c.held[p.Partition] || p.Spent != c.spent[p.Partition] {
			c.t.Fatalf("operation %d: %+v; want %s held of %s, %s spent", c.n, p, c.held[p.Partition], c.balance[p.Partition], c.spent[p.Partition])
		}
	}
	for asset, units := range c.tokens {
		if got := c.l.Wallet.Holdings(asset); got.Int64() != units {
			c.t.Fatalf("operation %d: the wallet holds %s of %s, want %d", c.n, got, asset, units)
		}
	}
}

// zero checks that every asset sums to zero.
func (c *course) zero() {
	for _, asset := range []string{usdc, weth, Native, Credit} {
		if sum := c.l.Sum(asset); sum.Sign() != 0 {
			c.t.Fatalf("operation %d: %s sums to %s", c.n, asset, sum)
		}
	}
}

// DESIGN §4 (Money), heartbeat §7: over any sequence of operations every asset sums to
// zero, no hold is more than a balance, nobody passes a cap of the day, a key books once,
// and what is unknown stays held. A million of them with BARDO_LONG=1.
func TestAnySequenceOfOperationsKeepsTheMoney(t *testing.T) {
	count := 100_000
	if os.Getenv("BARDO_LONG") != "" {
		count = 1_000_000
	}
	c := newCourse(t, New())
	for range count {
		c.step()
		c.holds()
		c.zero()
	}
	t.Logf("%d operations; %d spendings allowed, %d refused, %d open at the end", count, c.allowed, c.refused, len(c.open))
	if c.allowed < count/20 || c.refused < count/20 {
		t.Error("too few of one kind")
	}
}

// A life that is computed again at any moment has the same books, and goes on as if
// nothing had been.
func TestARestartAtAnyMomentHasTheSameBooks(t *testing.T) {
	const count = 4_000
	whole := newCourse(t, New())
	for range count {
		whole.step()
	}
	dir, random := t.TempDir(), seed.Seed(18).Stream("restarts")
	restarts := 0
	for done := 0; done < count; restarts++ {
		l, err := Open(dir, Options{})
		check(t, err)
		until := min(done+1+random.IntN(400), count)
		c := newCourse(t, l)
		for n := range until {
			if c.step(); n == done { // everything that was stored has come again
				c.holds()
			}
		}
		c.holds()
		c.zero()
		done = until
		if random.IntN(2) == 0 {
			check(t, durable(l))
		}
		check(t, l.Close())
		if done == count && !reflect.DeepEqual(l.Balances(), whole.l.Balances()) {
			t.Fatal("the books are others")
		}
	}
	t.Logf("%d operations with %d restarts", count, restarts)
	if restarts < 10 {
		t.Error("too few restarts")
	}
}
