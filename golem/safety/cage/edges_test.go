package cage

import (
	"math"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// worst is what a purchase of 1,000 USDC may lose that returns 9,990 of 10,000: its slippage,
// and what the pool takes.
const worst money.USDC = 5_995_000

// chained is a reading with a cage on the chain that leaves so much to be lost.
func chained(day, session money.USDC) turn.Reading {
	r := seen()
	r.Fence = &turn.Fence{
		Ends: 1 << 40, Caged: true, PerTransaction: 1 << 50, DayLeft: 1 << 50, Position: 10_000, Concentration: 10_000, Drawdown: 10_000, Positions: 9,
		Loss: turn.FenceLoss{
			Bounded: true, Move: 200, Exit: 100, Left: day, SessionLeft: session, MoreAt: 1_728_140_400,
			Day: 200 * money.One, Lost: max(0, 200*money.One-day), Session: 1_000 * money.One, SessionLost: max(0, 1_000*money.One-session),
		},
	}
	return r
}

// spec: DESIGN §12.29: what may just be lost is allowed, to the millionth, and the refusal names
// the sum that is spent and who keeps it.
func TestASumOfLossesHoldsToItsLastMillionth(t *testing.T) {
	const chainDay, chainSession = "USDC that may be lost in 24 hours are lost, as the cage on the chain counts", "USDC that may be lost in this session are lost, as the cage on the chain counts"
	const ownDay, ownRun = "USDC that may be lost in 24 hours are lost, which allows it again", "USDC that one run of the process may lose are lost"
	much := money.USDC(1 << 50)
	for name, c := range map[string]struct {
		seen  turn.Reading
		early money.USDC // lost two days ago
		today money.USDC
		says  string // empty: it may be lost
	}{
		"nothing was lost":                    {seen(), 0, 0, ""},
		"just enough on the chain":            {chained(worst, worst), 0, 0, ""},
		"a millionth less of its day":         {chained(worst-1, worst), 0, 0, "194.005001 of the 200.000000 " + chainDay},
		"a millionth less of its session":     {chained(worst, worst-1), 0, 0, "994.005001 of the 1000.000000 " + chainSession},
		"just enough of the day":              {seen(), 0, 200*money.One - worst, ""},
		"a millionth less of the day":         {seen(), 0, 200*money.One - worst + 1, "194.005001 of the 200.000000 " + ownDay},
		"just enough of the run":              {seen(), 1_000*money.One - worst, 0, ""},
		"a millionth less of the run":         {seen(), 1_000*money.One - worst + 1, 0, "994.005001 of the 1000.000000 " + ownRun},
		"just enough of the run, not the day": {seen(), 801*money.One - worst, 199 * money.One, "199.000000 of the 200.000000 " + ownDay},
		"more than the day":                   {seen(), 0, 300 * money.One, "300.000000 of the 200.000000 " + ownDay},
		"the day, within a cage with more":    {chained(much, much), 0, 199 * money.One, ownDay},
		"the run, within a cage with more":    {chained(much, much), 999 * money.One, 0, ownRun},
		"the day, within one that bounds none": {
			func() turn.Reading { r := chained(0, 0); r.Fence.Loss.Bounded = false; return r }(), 0, 199 * money.One, ownDay,
		},
	} {
		gate, k := New(bounded()), Case{Action: buy(), Seen: c.seen, Now: noon}
		gate.lose("early", k, c.early, noon-2*day)
		gate.lose("today", k, c.today, noon)
		r := gate.CheckLoss(k, got(k.Action, 9_990))
		if (r == nil) != (c.says == "") || r != nil && (r.Code != CodeLoss || !strings.Contains(r.Detail, c.says)) {
			t.Errorf("%s: %+v, want %q", name, r, c.says)
		}
	}
	gate, k := New(bounded()), Case{Action: buy(), Seen: seen(), Now: noon}
	gate.lose("all", k, 5_000*money.One, noon)
	p, err := loss.At(k.Seen, loss.Ages{}, usdc.Address, weth.Address)
	if l := gate.left(k, p); err != nil || l != (room{0, 0, 200 * money.One, 1_000 * money.One}) {
		t.Errorf("behind more than all %+v is left, %v", l, err)
	}
}

// spec: safety §1.4 S-7: the stricter bound on exits holds, the owner's or the chain's.
func TestASaleAtTheLimitKeepsTheStricterBound(t *testing.T) {
	r := chained(0, 0)
	r.Fence.Loss.Exit = 50
	r.Assets[1].Units = *uint256.NewInt(1e18)
	k := Case{Action: sell(), Seen: r, Now: noon}
	if refused := New(bounded()).CheckLoss(k, got(k.Action, 9_990)); code(refused) != CodeLoss || !strings.Contains(refused.Detail, "a sale then loses at most 0.50%") {
		t.Errorf("0.6 %% by the chain's bound: %+v", refused)
	}
	r.Fence.Loss.Exit = 100
	says(t, New(bounded()).CheckLoss(k, got(k.Action, 9_990)), "", "0.6 %% of one per cent")
}

// spec: safety §1.4 S-10: what has no price is not bought, in a pool without one nothing is
// opened, and nothing sold for cash in a life: what it loses is counted at what was believed last, and where
// that is too long ago nobody knows it. A death ends.
func TestWhatHasNoPriceIsNotOpened(t *testing.T) {
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	k.Action.TokenIn = other
	if r := New(bounded()).CheckLoss(k, got(buy(), 9_990)); code(r) != CodeUnpriced || !strings.Contains(r.Detail, "nothing tells the price of token "+other.Hex()+" at block 0") {
		t.Errorf("another token: %+v", r)
	}
	r := unpriced(seen())
	says(t, New(bounded()).CheckLoss(Case{Action: buy(), Seen: r, Now: noon}, got(buy(), 9_990)), CodeUnpriced, "opening where nothing is traded")
	for _, c := range []struct {
		about           string
		dying, believed bool
		paid            uint64
		want            wire.Code
	}{
		{about: "nothing was believed", paid: 9_990, want: CodeUnpriced},
		{about: "nothing was believed, at a death", dying: true, paid: 1},
		{about: "for what it was worth", believed: true, paid: 9_990},
		{about: "for next to nothing", believed: true, paid: 1, want: CodeLoss},
		{about: "for next to nothing, at a death", dying: true, believed: true, paid: 1, want: CodeLoss},
	} {
		r := unpriced(seen())
		if c.believed {
			was := seen()
			r.Block.Time, r.Assets[1].Believed = 1_000, &turn.Believed{Rate: was.Assets[1].Rate, Price: was.Assets[1].Price, Time: 10, Since: 20}
		}
		says(t, New(bounded()).CheckLoss(Case{Action: sell(), Seen: r, Now: noon, Dying: c.dying}, got(sell(), c.paid)), c.want, "selling where nothing is traded: %s", c.about)
	}
}

// The minimum of an order is of what it receives of its token, whatever else moves with it.
func TestTheMinimumIsOfWhatIsReceived(t *testing.T) {
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	s := got(k.Action, 9_990)
	s.Deltas = []turn.Delta{s.Deltas[1], s.Deltas[0], {Token: other, Units: *uint256.NewInt(1)}, {Token: weth.Address, Out: true, Units: *uint256.NewInt(1)}}
	c := New(bounded())
	c.CountLoss("one", k, s)
	if v := c.lost.Today(noon); v != worst {
		t.Errorf("%s may be lost, want %s", v, worst)
	}
}

// spec: DESIGN §12.29: an order that never went out lost nothing, whether or not there is a price
// now; of one that did the worst counts until its price is known.
func TestWhatIsNotKnownStaysTheWorst(t *testing.T) {
	unpriced := unpriced(seen())
	for status, want := range map[turn.Status]money.USDC{turn.StatusBlocked: 0, turn.StatusCancelled: 0, turn.StatusExecuted: worst, turn.StatusFailed: worst, turn.StatusPending: worst} {
		c, k := New(bounded()), Case{Action: buy(), Seen: seen(), Now: noon}
		c.CountLoss("one", k, got(k.Action, 9_990))
		k.Seen = unpriced
		if c.SettleLoss("one", k, turn.Execution{Status: status, Deltas: got(k.Action, 9_990).Deltas}, noon); c.lost.Today(noon) != want {
			t.Errorf("%s, without a price: %s counts, want %s", status, c.lost.Today(noon), want)
		}
		if k.Seen = seen(); status == turn.StatusBlocked || status == turn.StatusCancelled {
			c.SettleLoss("one", k, turn.Execution{Status: status, Deltas: got(k.Action, 9_000).Deltas}, noon)
			if v := c.lost.Today(noon); v != 0 {
				t.Errorf("%s, whatever it was to move: %s counts", status, v)
			}
		}
	}
	c, k := New(bounded()), Case{Action: buy(), Seen: unpriced, Now: noon}
	if c.CountLoss("two", k, got(k.Action, 9_990)); c.lost.Today(noon) != 0 || len(c.Losses(noon)) != 1 {
		t.Errorf("judged without a price: %+v", c.Losses(noon))
	}
	k = Case{Action: leave(7), Seen: seen(), Now: noon}
	c = New(bounded())
	c.CountLoss("three", k, turn.Simulation{})
	if c.SettleLoss("three", k, turn.Execution{Status: turn.StatusExecuted}, noon); len(c.Losses(noon)) != 0 {
		t.Errorf("what leaves a position: %+v", c.Losses(noon))
	}
}

// A mint loses by what it gave of both tokens and nothing else: what came back, and other tokens,
// are no part of it.
func TestAMintLosesByWhatItGave(t *testing.T) {
	a := provide()
	a.TickLower, a.TickUpper = 199_000, 201_000
	gave, paid := uint256.NewInt(1_000e6), uint256.NewInt(3e17)
	k := Case{Action: a, Seen: seen(), Now: noon}
	p, err := loss.At(k.Seen, loss.Ages{}, usdc.Address, weth.Address)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := p.MintedLoss(&k.Seen.Markets[0], a.TickLower, a.TickUpper, gave, paid)
	deltas := []turn.Delta{
		{Token: usdc.Address, Out: true, Units: *gave},
		{Token: weth.Address, Out: true, Units: *paid},
		{Token: other, Out: true, Units: *uint256.NewInt(1)},
		{Token: usdc.Address, Units: *uint256.NewInt(2)},
		{Token: weth.Address, Units: *uint256.NewInt(3)},
	}
	for _, order := range [][]turn.Delta{deltas, {deltas[1], deltas[0], deltas[2], deltas[4], deltas[3]}} {
		if got := realCase(p, k, order); got != want || got == p.NetLoss(order) || want <= 0 {
			t.Errorf("%s lost, want %s", got, want)
		}
	}
}

// spec: safety §14: the words name the limit and what closing has left; an order counts for its
// whole hour, also when another is sent in its last millisecond.
func TestTheRateSaysWhatIsLeft(t *testing.T) {
	r := rated(20).Before(Case{Action: buy(), Seen: seen(), Now: noon})
	if code(r) != CodeRate || r.Detail != "20 orders in the last hour, the limit for opening is 20; closing goes on to 50" {
		t.Errorf("%+v", r)
	}
	r = rated(50).Before(Case{Action: sell(), Seen: seen(), Now: noon})
	if code(r) != CodeRate || r.Detail != "50 orders in the last hour, more than 50 are never sent" {
		t.Errorf("%+v", r)
	}
	c := rated(18)
	c.sent = append([]int64{noon - hour + 1}, c.sent...)
	c.Sent(Case{Now: noon})
	says(t, c.Before(Case{Action: buy(), Seen: seen(), Now: noon}), CodeRate, "the first of 20 was forgotten")
}

// spec: safety §7.4: what was opened counts for its whole day, and sums that cannot be counted
// are above every limit.
func TestWhatWasOpenedCountsToItsLastMillisecond(t *testing.T) {
	c, k := New(limits()), Case{Action: buy(), Seen: seen(), Now: noon - day + 1}
	c.Committed(k, 3)
	k.Now = noon
	if c.Committed(k, 4); c.spent.inDay(noon) != 7 {
		t.Errorf("%d were opened within the day", c.spent.inDay(noon))
	}
	for name, spend := range map[string]func(*Cage){
		"of the session": func(c *Cage) { c.spent.session = math.MaxInt64 },
		"of the day":     func(c *Cage) { c.spent.opened = []spending{{noon, math.MaxInt64}} },
	} {
		p := limits()
		p.PerSession, p.PerDay = math.MaxInt64, math.MaxInt64
		c := New(p)
		if spend(c); code(c.affordable(k, 1)) != CodeSpend {
			t.Errorf("a sum %s beyond all numbers is no limit", name)
		}
	}
}

// spec: chain §2, safety §5: the least that can be said against an action is enough.
func TestTheLeastObjectionIsEnough(t *testing.T) {
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	k.Seen.Lag = turn.Lag{Ahead: 1}
	says(t, New(limits()).Before(k), CodeStale, "a second in the future")
	k = Case{Action: buy(), Seen: seen(), Now: noon}
	k.Action.Constraints.MaxValue = 1
	says(t, New(limits()).After(k, spent(2, 1)), CodeNarrowed, "beyond a millionth")
	p, _ := lending()
	withdrawal := Case{Action: lends(grammar.Withdraw, usdc, 1), Seen: seen(), Now: noon} // of a market that was not read
	says(t, New(p).After(withdrawal, turn.Simulation{Success: true}), CodeHealth, "a withdrawal from nowhere")
}

// A value beyond all numbers is thought of as the most there is, never as nothing.
func TestAStakeBeyondAllNumbersIsTheMost(t *testing.T) {
	r := turntest.Moved(seen(), uint256.NewInt(4_295_128_739)) // the least price a pool can have
	a := provide()
	a.Base = new(uint256.Int).SetAllOne()
	if s, ok := Stake(Case{Action: a, Seen: r, Now: noon}); !ok || s.Value < math.MaxFloat64 {
		t.Errorf("%+v, %v", s, ok)
	}
}
