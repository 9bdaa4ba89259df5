package cage

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// A delegation without a cage bounds nothing but its end: the policy alone decides, and its
// digest is the policy's.
func TestADelegationWithoutACageLeavesThePolicy(t *testing.T) {
	bare := seen()
	bare.Fence = &turn.Fence{Ends: 1 << 40, Policy: [32]byte{9}}
	c := New(limits())
	k := Case{Action: buy(), Seen: bare, Now: noon}
	says(t, c.judge(k, spent(uint64(500*money.One), 25e16)), "", "a purchase")
	if c.Digest(bare) != c.Digest(seen()) {
		t.Error("what bounds nothing is in the digest")
	}
	if got := c.ValueLimit(k, money.One); got != money.One {
		t.Errorf("it leaves %s", got)
	}
	wide := fenced(func(f *turn.Fence) { f.Positions = 1 << 40 })
	says(t, New(limits()).Before(Case{Action: provide(), Seen: wide}), "", "a cage that allows any number of positions")
}

// spec: safety §2.1 — a write may move no more than what each limit leaves at this moment.
func TestAWriteMayMoveWhatTheLimitsLeave(t *testing.T) {
	p := limits()
	p.PerTransaction, p.PerSession, p.PerDay = 90*money.One, 1_000*money.One, 100*money.One
	c := New(p)
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	if got := c.ValueLimit(k, 500*money.One); got != 90*money.One {
		t.Errorf("before: %s, want the transaction's", got)
	}
	c.Committed(k, 60*money.One)
	if got := c.ValueLimit(k, 500*money.One); got != 40*money.One {
		t.Errorf("behind 60 of 100 a day: %s", got)
	}
	c.Committed(k, 60*money.One)
	if got := c.ValueLimit(k, 500*money.One); got != 0 {
		t.Errorf("behind more than the day: %s", got)
	}
	if got := c.ValueLimit(Case{Action: sell(), Seen: seen(), Now: noon}, 500*money.One); got != 500*money.One {
		t.Errorf("an exit: %s", got)
	}
}

// A policy of no fence on a chain that tells of none is whole; under a fence that must be
// there an exit passes without it, the other rules being asked still.
func TestAMissingFenceShutsNoExitAndSkipsNoRule(t *testing.T) {
	for _, fencedPolicy := range []bool{false, true} {
		p := limits()
		p.Fenced = fencedPolicy
		says(t, New(p).Before(Case{Action: sell(), Seen: seen()}), "", "fenced %v, a sale", fencedPolicy)
		wide := sell()
		wide.Slippage = p.MaxSlippage + 1
		says(t, New(p).Before(Case{Action: wide, Seen: seen()}), CodeSlippage, "fenced %v, a sale at any price", fencedPolicy)
	}
}

// spec: safety §7.6 (again before a mint when it is older than 10 blocks) — a reading of the
// cage is ten blocks old at most when the order is simulated; an enclave's session has no block.
func TestAReadingOfTheCageIsTenBlocksOldAtMost(t *testing.T) {
	for age, want := range map[uint64]wire.Code{10: "", 11: CodeFence, 12: CodeFence} {
		for _, session := range []bool{false, true} {
			r := fenced(func(f *turn.Fence) { f.Session = session })
			r.Block.Number = 1_000
			s := spent(uint64(500*money.One), 25e16)
			s.Block.Number = 1_000 + age
			got := New(limits()).After(Case{Action: buy(), Seen: r, Now: noon}, s)
			if session && got != nil || !session && code(got) != want {
				t.Errorf("%d blocks, session %v: %+v, want %q", age, session, got, want)
			}
			if got != nil && !strings.Contains(got.Detail, "at block 1000, 1"+string(rune('0'+age-10))+" blocks ago; 10 are allowed") {
				t.Errorf("it says %q", got.Detail)
			}
		}
	}
}

// A market in use is a position: it counts against how many may be open, once.
func TestAMarketInUseIsAPosition(t *testing.T) {
	p, r := lending()
	p.MaxPositions = 1
	for name, c := range map[string]struct {
		market turn.Lending
		want   wire.Code
	}{"idle": {lender(0, 0), ""}, "supplied": {lender(5, 0), CodePositions}, "owed": {lender(0, 5), CodePositions}} {
		r.Lending = []turn.Lending{c.market}
		says(t, New(p).Before(Case{Action: provide(), Seen: r}), c.want, "%s, a position", name)
		says(t, New(p).Before(Case{Action: buy(), Seen: r}), "", "%s, a purchase, which is none", name)
		says(t, New(p).Before(Case{Action: lends(grammar.Supply, usdc, 1), Seen: r}), "", "%s, more in the same market", name)
	}
	r.Lending, r.Positions = []turn.Lending{lender(0, 0)}, []turn.Position{{ID: "7", Value: 5}}
	says(t, New(p).Before(Case{Action: lends(grammar.Supply, usdc, 1), Seen: r}), CodePositions, "a market beside a position")
}

// A health factor is written in ten-thousandths, rounded down.
func TestAHealthFactorIsWrittenInTenThousandths(t *testing.T) {
	for units, want := range map[string]string{"1500000000000000000": "1.5", "1499999999999999999": "1.4999", "1234500000000000000": "1.2345", "99999999999999": "0"} {
		if got := factor(uint256.MustFromDecimal(units).ToBig()); got != want {
			t.Errorf("%s: %q, want %q", units, got, want)
		}
	}
	if got := tenThousandths(15_000).String(); got != "1500000000000000000" {
		t.Errorf("1.5 is %s", got)
	}
}

// What lies in markets is worth something, what is owed is taken off, and receipts and debt
// tokens move them both ways; a market without such tokens is moved by the token itself.
func TestReceiptsAndDebtsMoveTheBook(t *testing.T) {
	r := seen()
	r.Lending = []turn.Lending{lender(400, 100)}
	units := func(n uint64) uint256.Int { return *uint256.NewInt(n) }
	for name, c := range map[string]struct {
		deltas     []turn.Delta
		lent, owed int64
	}{
		"a receipt":        {[]turn.Delta{{Token: aUSDC, Units: units(7)}}, 407, 100},
		"one given back":   {[]turn.Delta{{Token: aUSDC, Out: true, Units: units(7)}}, 393, 100},
		"a debt":           {[]turn.Delta{{Token: dUSDC, Units: units(7)}}, 400, 107},
		"one paid back":    {[]turn.Delta{{Token: dUSDC, Out: true, Units: units(7)}}, 400, 93},
		"another's token":  {[]turn.Delta{{Token: other, Units: units(7)}}, 400, 100},
		"the zero address": {[]turn.Delta{{Token: common.Address{}, Units: units(7)}}, 400, 100},
	} {
		b, _ := newBook(r)
		for _, d := range c.deltas {
			if known := b.noted(d); known != (d.Token == aUSDC || d.Token == dUSDC) {
				t.Errorf("%s: known %v", name, known)
			}
		}
		if b.lent().Int64() != c.lent || b.owed.Int64() != c.owed || b.equity().Int64() != 10_000e6+c.lent-c.owed {
			t.Errorf("%s: lent %s, owed %s, equity %s", name, b.lent(), b.owed, b.equity())
		}
	}
	bare := seen()
	bare.Lending = []turn.Lending{isolated(400, 100, 0)}
	for kind, c := range map[grammar.Kind]struct {
		out        bool
		lent, owed int64
	}{grammar.Supply: {true, 407, 100}, grammar.Withdraw: {false, 393, 100}, grammar.Borrow: {false, 400, 107}, grammar.Repay: {true, 400, 93}} {
		a := lends(kind, usdc, 7)
		a.Market, a.Protocol = morphoblue.Name, morphoblue.Name
		b, _ := newBook(bare)
		if len(b.notes) != 0 {
			t.Errorf("a market without tokens has notes: %v", b.notes)
		}
		moved := []turn.Delta{{Token: usdc.Address, Out: c.out, Units: units(7)}, {Token: other, Out: c.out, Units: units(5)}}
		b.booked(Case{Action: a, Seen: bare}, moved)
		if b.lent().Int64() != c.lent || b.owed.Int64() != c.owed {
			t.Errorf("%s of 7: lent %s, owed %s", kind, b.lent(), b.owed)
		}
		b, _ = newBook(bare)
		b.booked(Case{Action: buy(), Seen: bare}, moved)
		if b.lent().Int64() != 400 || b.owed.Int64() != 100 {
			t.Errorf("a swap moved the market: lent %s, owed %s", b.lent(), b.owed)
		}
	}
}

// A position and what is lent hold both tokens; what is not there is not held.
func TestWhatIsHeldIsCounted(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*turn.Reading)
		want int
	}{
		"cash":    {func(*turn.Reading) {}, 1},
		"nothing": {func(r *turn.Reading) { r.Assets[0].Units.Clear() }, 0},
		"both":    {func(r *turn.Reading) { r.Assets[1].Units = *uint256.NewInt(1e18) }, 2},
		"a position": {func(r *turn.Reading) {
			r.Positions = []turn.Position{{ID: "7", Market: exchange, Quote: *uint256.NewInt(1)}}
		}, 2},
		"lent": {func(r *turn.Reading) { r.Assets[0].Units.Clear(); r.Lending = []turn.Lending{lender(1, 0)} }, 1},
		"owed": {func(r *turn.Reading) { r.Lending = []turn.Lending{lender(0, 1)} }, 1},
	} {
		r := seen()
		c.edit(&r)
		b, _ := newBook(r)
		if got := b.assets(); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
