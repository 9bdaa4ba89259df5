package cage

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

const (
	chainsDay     = "200.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, as the cage on the chain counts, which allows more at 2024-10-05 15:00:00 UTC"
	chainsSession = "1000.000000 of the 1000.000000 USDC that may be lost in this session are lost, as the cage on the chain counts, until its owner begins another (bardo cage session)"
	stillWorks    = "ositions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold for at most 1.00% less than its worth"
)

// spec: DESIGN §12.29: where one sum allows nothing more, nothing is opened, and the refusal
// names that sum; where a millionth is left of both, what loses nothing is.
func TestASumThatIsSpentOpensNothing(t *testing.T) {
	for name, c := range map[string]struct {
		day, session money.USDC
		sum          string // empty: it may be opened
	}{
		"a millionth of both":       {1, 1, ""},
		"a millionth of the day":    {1, 0, chainsSession},
		"a millionth of a session":  {0, 1, chainsDay},
		"neither":                   {0, 0, chainsSession},
		"the day alone is spent":    {0, 1 << 50, chainsDay},
		"the session alone is over": {1 << 50, 0, chainsSession},
	} {
		r := chained(c.day, c.session)
		r.Fence.Loss.Lost, r.Fence.Loss.SessionLost = 200*money.One, 1_000*money.One
		r.Lending = []turn.Lending{lender(0, 0)}
		supply := Case{Action: lends(grammar.Supply, weth, 1e18), Seen: r, Now: noon}
		purchase := Case{Action: buy(), Seen: r, Now: noon}
		for what, refused := range map[string]*turn.Refusal{
			"a supply":              New(bounded()).CheckLoss(supply, turn.Simulation{Success: true}),
			"a purchase at a gain":  New(bounded()).CheckLoss(purchase, got(buy(), 10_200)),
			"before its simulation": New(bounded()).Before(purchase),
		} {
			if want := c.sum + ": nothing is opened; p" + stillWorks; (refused == nil) != (c.sum == "") || refused != nil && (refused.Code != CodeLoss || refused.Detail != want) {
				t.Errorf("%s, %s: %+v, want %q", name, what, refused, c.sum)
			}
		}
	}
}

// The refusal says what an opening may lose, to the millionth, and no loss where there is none.
func TestARefusalAtTheLimitSaysWhatMayBeLost(t *testing.T) {
	r := chained(0, 1<<50)
	root := new(uint256.Int).Lsh(uint256.NewInt(20_000), 96) // 2,500
	r = turntest.Moved(r, root.SubUint64(root, 10_000))
	k := Case{Action: buy(), Seen: r, Now: noon}
	k.Action.Slippage = 0
	for wei, want := range map[uint64]string{
		4e17 - 5e8: ": nothing that may lose 0.000002 USDC is opened; p", 4e17 - 1: ": nothing that may lose 0.000001 USDC is opened; p", 4e17: ": nothing is opened; p",
	} {
		refused := New(bounded()).CheckLoss(k, spent(1_000e6, wei))
		if code(refused) != CodeLoss || refused.Detail != chainsDay+want+stillWorks {
			t.Errorf("%d wei for 1,000 USDC: %+v", wei, refused)
		}
	}
}

// What reverted because it would lose too much is refused in the cage's words, with what it counts
// and what still works where that is known.
func TestWhatRevertedForItsLossSaysWhatIsLeft(t *testing.T) {
	const why = "the move would lose more than is left"
	counted := func(edit func(*turn.Fence)) turn.Reading {
		r := chained(money.One, 600*money.One)
		edit(r.Fence)
		return r
	}
	const move = "; one move may lose at most 2.00% of its value; "
	const day = "199.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, as the cage on the chain counts"
	const session = "400.000000 of the 1000.000000 USDC that may be lost in this session are lost, as the cage on the chain counts, until its owner begins another (bardo cage session)"
	for name, c := range map[string]struct {
		seen turn.Reading
		want string
	}{
		"no cage":             {seen(), why},
		"a cage without sums": {counted(func(f *turn.Fence) { f.Loss.Bounded = false }), why},
		"a cage":              {counted(func(*turn.Fence) {}), why + move + day + ", which allows more at 2024-10-05 15:00:00 UTC; and " + session + ". P" + stillWorks},
		"no time is known":    {counted(func(f *turn.Fence) { f.Loss.MoreAt = 0 }), why + move + day + "; and " + session + ". P" + stillWorks},
		"its own bound on it": {counted(func(f *turn.Fence) { f.Loss.Exit = 10_000 }), why + move + day + ", which allows more at 2024-10-05 15:00:00 UTC; and " + session + ". P" + stillWorks},
	} {
		refused := New(bounded()).Reverted(Case{Action: buy(), Seen: c.seen, Now: noon}, why)
		if code(refused) != CodeLoss || refused.Layer != Layer || refused.Detail != c.want {
			t.Errorf("%s: %+v\nwant %q", name, refused, c.want)
		}
	}
}

// spec: safety §1.4 S-7 and S-10: without a price nothing is lent or borrowed anew; what is lent
// comes back, debts are repaid, and what stands behind one may be raised.
func TestWithoutAPriceNothingIsLentAnew(t *testing.T) {
	mute, unpriced := rich(true, -1), unpriced(rich(false, 0))
	for name, c := range map[string]struct {
		seen turn.Reading
		want string
	}{
		"a silent feed":          {mute, "the price feed is silent: it has no answer"},
		"a pool without a price": {unpriced, "nothing tells the price of WETH at block 0"},
	} {
		for kind, opens := range map[grammar.Kind]bool{grammar.Supply: true, grammar.Borrow: true, grammar.Withdraw: false, grammar.Repay: false} {
			for _, owed := range []uint64{0, 100e6} {
				k := Case{Action: lends(kind, usdc, 1e6), Seen: c.seen, Now: noon}
				k.Seen.Lending = []turn.Lending{lender(1_000e6, owed)}
				// A loan, given or taken, is refused while nothing tells what stands behind it is worth.
				of := map[bool]wire.Code{true: CodeUnpriced}[kind == grammar.Borrow || kind == grammar.Supply && owed == 0]
				says(t, New(bounded()).CheckLoss(k, turn.Simulation{Success: true}), of, "%s, %s of USDC with a debt of %d", name, kind, owed)
				k.Action = lends(kind, weth, 1e15)
				refused := New(bounded()).CheckLoss(k, turn.Simulation{Success: true})
				want := c.want + ": nothing is opened and nothing sold before it has one again; positions can be left, lent money that secures no debt withdrawn, debts repaid"
				if !opens || kind == grammar.Supply && owed > 0 {
					want = ""
				}
				if (refused == nil) != (want == "") || refused != nil && (refused.Code != CodeUnpriced || refused.Detail != want) {
					t.Errorf("%s, %s with a debt of %d: %+v, want %q", name, kind, owed, refused, want)
				}
			}
		}
	}
}
