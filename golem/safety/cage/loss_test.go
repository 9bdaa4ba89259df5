package cage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
)

// bounded are the limits with the shipped ones on losses.
func bounded() Policy {
	p := limits()
	p.Loss.Day, p.Loss.Session, p.Loss.Move, p.Loss.Exit, p.FeedAge.Rest = 200, 1_000, 200, 100, 1_200
	return p
}

// got is a simulation of a swap of 1,000 USDC worth that returns bps of it.
func got(a grammar.Action, bps uint64) turn.Simulation {
	paid, back, units := usdc.Address, weth.Address, 1000e6
	if a.TokenIn == weth.Address {
		paid, back = weth.Address, usdc.Address
		return turn.Simulation{Success: true, Value: 1_000 * money.One, Deltas: []turn.Delta{
			{Token: paid, Out: true, Units: *uint256.NewInt(5e17)}, {Token: back, Units: *uint256.NewInt(bps * 1e5)},
		}}
	}
	return turn.Simulation{Success: true, Value: 1_000 * money.One, Deltas: []turn.Delta{
		{Token: paid, Out: true, Units: *uint256.NewInt(uint64(units))}, {Token: back, Units: *uint256.NewInt(bps * 5e13)},
	}}
}

// lose has the cage count that so much was really lost.
func (c *Cage) lose(id string, k Case, v money.USDC, now int64) {
	c.CountLoss(id, k, got(k.Action, 9_950))
	c.SettleLoss(id, k, turn.Execution{Status: turn.StatusExecuted, Deltas: []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(uint64(v))}}}, now)
}

// spec: safety §1.4 S-7, DESIGN §12.29
func TestAtTheDaysLossNothingIsOpenedAndExitsPass(t *testing.T) {
	c, r := New(bounded()), seen()
	r.Assets[1].Units = *uint256.NewInt(1e18) // 2,000 USDC: 240 may be lost in a day
	r.Positions = []turn.Position{{ID: "7"}}
	open, exit := Case{Action: buy(), Seen: r, Now: noon}, Case{Action: sell(), Seen: r, Now: noon}
	if refused := c.judge(open, got(open.Action, 9_960)); refused != nil {
		t.Fatalf("below the limit: %+v", refused)
	}
	c.lose("one", open, 239*money.One, noon)
	refused := c.judge(open, got(open.Action, 9_960))
	if code(refused) != CodeLoss {
		t.Fatalf("at the limit: %+v", refused)
	}
	for _, says := range []string{"239.000000 of the 240.000000 USDC that may be lost in 24 hours are lost", "allows it again at 2024-10-05 12:00:00 UTC", "nothing that may lose", "positions can be left", "sold for at most 1.00% less"} {
		if !strings.Contains(refused.Detail, says) {
			t.Errorf("%q does not say %q", refused.Detail, says)
		}
	}
	says(t, c.judge(exit, got(exit.Action, 9_960)), "", "a sale near its worth")
	if refused := c.judge(exit, got(exit.Action, 9_940)); code(refused) != CodeLoss || !strings.Contains(refused.Detail, "a sale then loses at most 1.00%") {
		t.Errorf("a sale beyond the exit's bound: %+v", refused)
	}
	for _, a := range []grammar.Action{leave(7), {Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(7)}} {
		says(t, c.judge(Case{Action: a, Seen: r, Now: noon}, turn.Simulation{Success: true}), "", "%s", a.Kind)
	}
	open.Now = noon + day
	says(t, c.judge(open, got(open.Action, 9_960)), "", "a day later")
}

// What opens and loses nothing could be sold beyond the limit, and opened again: at the limit
// none of it is. What secures a debt is.
func TestAtTheLimitNothingIsOpenedThatLosesNothing(t *testing.T) {
	c, r := New(bounded()), seen()
	c.lose("all", Case{Action: buy(), Seen: r, Now: noon}, 201*money.One, noon)
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}}}}
	free := turn.Simulation{Success: true, Value: 100 * money.One}
	supply := grammar.Action{Kind: grammar.Supply, Market: aavev3.Name, Protocol: aavev3.Name, Asset: weth.Address}
	for name, a := range map[string]struct {
		grammar.Action
		s turn.Simulation
	}{
		"a purchase for more than it is worth": {buy(), got(buy(), 10_200)},
		"a loan to be sold":                    {grammar.Action{Kind: grammar.Borrow, Market: aavev3.Name, Protocol: aavev3.Name, Asset: weth.Address}, free},
		"a loan to a market":                   {supply, free},
	} {
		refused := c.CheckLoss(Case{Action: a.Action, Seen: r, Now: noon}, a.s)
		if code(refused) != CodeLoss || !strings.Contains(refused.Detail, ": nothing is opened; positions can be left") || !strings.Contains(refused.Detail, "allows it again at 2024-10-05 12:00:00 UTC") {
			t.Errorf("%s: %+v", name, refused)
		}
	}
	for _, a := range []grammar.Action{{Kind: grammar.Repay}, {Kind: grammar.Withdraw}} {
		says(t, c.CheckLoss(Case{Action: a, Seen: r, Now: noon}, free), "", "%s", a.Kind)
	}
	sale := Case{Action: sell(), Seen: r, Now: noon}
	says(t, c.CheckLoss(sale, got(sale.Action, 10_200)), "", "a sale for more than it is worth")
	r.Lending[0].Account.Debt = *uint256.NewInt(1e8)
	says(t, c.CheckLoss(Case{Action: supply, Seen: r, Now: noon}, free), "", "what secures a debt")
}

// Midnight ends no window, and a new run of the process ends its own sum alone.
func TestNoDayWhereverItBeginsLosesMore(t *testing.T) {
	c, r := New(bounded()), seen()
	late := int64(20_001)*day - 60_000
	k := Case{Action: buy(), Seen: r, Now: late}
	c.lose("before", k, 198*money.One, late)
	c.NewSession()
	k.Now = late + 120_000
	says(t, c.judge(k, got(k.Action, 9_960)), CodeLoss, "behind midnight, and a restart")
	for i := range 5 {
		c.lose("day "+string(rune('a'+i)), k, 199*money.One, k.Now)
		k.Now += 2 * day
	}
	refused := c.judge(k, got(k.Action, 9_960))
	if code(refused) != CodeLoss || !strings.Contains(refused.Detail, "995.000000 of the 1000.000000 USDC that one run of the process may lose are lost") {
		t.Errorf("a run of ten days: %+v", refused)
	}
	c.NewSession()
	says(t, c.judge(k, got(k.Action, 9_960)), "", "the next run")
}

func TestAWorstCaseCountsUntilTheReceiptSaysWhatWasLost(t *testing.T) {
	c, r := New(bounded()), seen()
	k := Case{Action: buy(), Seen: r, Now: noon}
	sim := got(k.Action, 9_990)
	c.CountLoss("one", k, sim)
	if v := c.lost.Today(noon); v != 5_995_000 { // of 1,000: the slippage, and what the pool takes
		t.Errorf("before the receipt %s count", v)
	}
	c.SettleLoss("one", k, turn.Execution{Status: turn.StatusPending}, noon)
	if v := c.lost.Today(noon + 9*day); v != 5_995_000 {
		t.Errorf("while it is pending %s count", v)
	}
	c.SettleLoss("one", k, turn.Execution{Status: turn.StatusExecuted, Deltas: sim.Deltas}, noon+5)
	if v := c.lost.Today(noon + 5); v != money.One {
		t.Errorf("behind the receipt %s count", v)
	}
	c.ReopenLoss("one", noon+6)
	if v := c.lost.Today(noon + 6); v != 5_995_000 {
		t.Errorf("after a reorg %s count", v)
	}
	c.SettleLoss("one", k, turn.Execution{Status: turn.StatusBlocked}, noon+7)
	if v := c.lost.Today(noon+7) + c.lost.Session(); v != 0 {
		t.Errorf("of what was never sent %s count", v)
	}
	a := provide()
	k.Action = a
	c.CountLoss("two", k, pooled(1000e6))
	if v := c.lost.Today(noon + 7); v != 5*money.One {
		t.Errorf("a mint counts %s", v)
	}
}

func TestOneMoveLosesNoMoreThanItsShare(t *testing.T) {
	p := bounded()
	p.Loss.Day, p.Loss.Session = 10_000, 10_000
	c, k := New(p), Case{Action: buy(), Seen: seen(), Now: noon}
	says(t, c.judge(k, got(k.Action, 9_860)), "", "190 of 10,000")
	if r := c.judge(k, got(k.Action, 9_840)); code(r) != CodeLoss || !strings.Contains(r.Detail, "one move loses at most 2.00%") {
		t.Errorf("209 of 10,000: %+v", r)
	}
}

// A feed that stands while the pool moves is why a purchase loses: the refusal names both prices.
func TestARefusedLossNamesAFeedThatIsOffThePool(t *testing.T) {
	r := seen()
	r.Assets[1].Price, r.Block.Time = 2_000, 5_000
	for price, off := range map[uint64]bool{1_900: true, 1_995: false} {
		r = fed(r, &turn.Feed{Price: float64(price), Updated: 4_000, Answer: *uint256.NewInt(price * 1e8), Decimals: 8})
		refused := New(bounded()).judge(Case{Action: buy(), Seen: r, Now: noon}, got(buy(), 9_000))
		want := fmt.Sprintf("; WETH trades at 2000.00 and its price feed says %d.00", price)
		if code(refused) != CodeLoss || strings.Contains(refused.Detail, want) != off {
			t.Errorf("a feed at %d: %+v", price, refused)
		}
	}
}

// A bent pool gives a position away where a feed knows better; a feed that is silent lets
// nothing be opened or sold, and positions be left.
func TestAFeedIsWhatLossesAreCountedAt(t *testing.T) {
	r := seen()
	r.Block.Time, r.Positions = 5_000, []turn.Position{{ID: "7"}}
	r = fed(r, &turn.Feed{Price: 1_900, Updated: 4_000, Answer: *uint256.NewInt(1_900e8), Decimals: 8})
	for name, a := range map[string]grammar.Action{"a purchase": buy(), "liquidity": provide()} {
		s := got(a, 10_000)
		if a.Kind == grammar.AddLiquidity {
			s = pooled(1000e6)
		}
		says(t, New(bounded()).judge(Case{Action: a, Seen: r, Now: noon}, s), CodeLoss, "%s at 2,000 while the feed says 1,900", name)
	}
	r.Block.Time = 5_201
	for _, a := range []grammar.Action{buy(), sell()} {
		refused := New(bounded()).judge(Case{Action: a, Seen: r, Now: noon}, got(a, 10_000))
		if code(refused) != CodeUnpriced || !strings.Contains(refused.Detail, "nothing is opened and nothing sold before it has one again; positions can be left") {
			t.Errorf("%s with a feed of yesterday: %+v", a.TokenIn, refused)
		}
	}
	says(t, New(bounded()).judge(Case{Action: leave(7), Seen: r, Now: noon}, turn.Simulation{Success: true}), "", "leaving")
}

func TestTheStricterOfBothCagesBoundsTheLoss(t *testing.T) {
	fence := *chained(100*money.One, 100*money.One).Fence
	fence.Loss.Lost, fence.Loss.SessionLost = 199*money.One, 999*money.One
	for name, c := range map[string]struct {
		edit func(*turn.Fence)
		says string
	}{
		"all is left":    {func(*turn.Fence) {}, ""},
		"the day":        {func(f *turn.Fence) { f.Loss.Left = money.One }, "199.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, as the cage on the chain counts, which allows more at 2024-10-05 15:00:00 UTC: nothing that may lose "},
		"the session":    {func(f *turn.Fence) { f.Loss.SessionLeft = money.One }, "999.000000 of the 1000.000000 USDC that may be lost in this session are lost, as the cage on the chain counts, until its owner begins another"},
		"one move":       {func(f *turn.Fence) { f.Loss.Move = 80 }, "one move loses at most 0.80%"},
		"nothing is set": {func(f *turn.Fence) { f.Loss.Bounded, f.Loss.Left, f.Loss.SessionLeft, f.Loss.Move = false, 0, 0, 0 }, ""},
	} {
		f, r := fence, seen()
		c.edit(&f)
		r.Fence = &f
		k := Case{Action: buy(), Seen: r, Now: noon}
		refused := New(bounded()).judge(k, got(k.Action, 9_960))
		if c.says == "" && refused != nil || c.says != "" && (code(refused) != CodeLoss || !strings.Contains(refused.Detail, c.says)) {
			t.Errorf("%s: %+v", name, refused)
		}
	}
}

// Where the cage on the chain lets nothing more be lost, whoever lost it, the program says so
// before it simulates what would only revert; what does not open is not asked about.
//
// spec: DESIGN §12.29
func TestWhatTheCageOnTheChainCountsIsRefusedBeforeASimulation(t *testing.T) {
	spent := *chained(0, 600*money.One).Fence
	spent.Loss.Lost, spent.Loss.Exit = 201*money.One, 50
	const works = ": nothing is opened; positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold for at most 0.50% less than its worth"
	for name, c := range map[string]struct {
		edit func(*turn.Fence)
		want string // empty: it passes
	}{
		"the day":           {func(*turn.Fence) {}, "201.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, as the cage on the chain counts, which allows more at 2024-10-05 15:00:00 UTC" + works},
		"the session":       {func(f *turn.Fence) { f.Loss.Left, f.Loss.SessionLost, f.Loss.SessionLeft = 1, 1_000*money.One, 0 }, "1000.000000 of the 1000.000000 USDC that may be lost in this session are lost, as the cage on the chain counts, until its owner begins another (bardo cage session)" + works},
		"a unit is left":    {func(f *turn.Fence) { f.Loss.Left = 1 }, ""},
		"no bound is known": {func(f *turn.Fence) { f.Loss.Bounded = false }, ""},
	} {
		f, r := spent, seen()
		c.edit(&f)
		r.Fence, r.Positions = &f, []turn.Position{{ID: "7"}}
		refused := New(bounded()).Before(Case{Action: buy(), Seen: r, Now: noon})
		if c.want == "" && refused != nil || c.want != "" && (code(refused) != CodeLoss || refused.Detail != c.want) {
			t.Errorf("%s: %+v", name, refused)
		}
		for _, a := range []grammar.Action{sell(), leave(7)} {
			says(t, New(bounded()).Before(Case{Action: a, Seen: r, Now: noon}), "", "%s, %s", name, a.Kind)
		}
	}
}
