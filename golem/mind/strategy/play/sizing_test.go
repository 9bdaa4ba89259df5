package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// caged is a source whose orders a cage judges, too.
type caged struct {
	fixed
	cage    *cage.Cage
	outside bool
}

func (c caged) Left(seen turn.Reading) (left []Left, outside bool) {
	for _, l := range c.cage.Left(seen, 0) {
		left = append(left, Left(l))
	}
	return left, c.outside
}

func (c caged) Count(seen turn.Reading) (Estate, bool) {
	k, ok := cage.Count(seen)
	return Estate{k.Equity, k.Risk, k.Lent, func(t turn.Token, units *uint256.Int) uint256.Int { return k.Value(t.Address, units) }}, ok
}

// cageOf holds as much as a strategy does, and lets so much be spent at once and in a day.
func cageOf(s *strategy.Strategy, once, sum money.USDC) *cage.Cage {
	return cage.New(cage.Policy{
		MaxPosition: s.Bounds.MaxPosition, MaxConcentration: s.Bounds.MaxDeployed, MaxAssets: 9, MaxPositions: 9,
		PerTransaction: once, PerSession: sum, PerDay: sum,
		Loss: cage.LossLimits{Day: money.Whole, Session: money.Whole, Move: money.Whole, Exit: money.Whole},
	})
}

// judged is what the cage says of a purchase or a supply that was proposed, if it comes to the market's price
// less its fee.
func judged(t interface{ Fatalf(string, ...any) }, c *cage.Cage, r turn.Reading, body []byte) *turn.Refusal {
	a, err := grammar.Parse(body, &r)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	s := turn.Simulation{Success: true}
	switch a.Kind {
	case grammar.Supply:
		l, _ := r.Lender(a.Market)
		at, _ := l.Reserve(a.Asset)
		s.Deltas = []turn.Delta{{Token: a.Asset, Units: *a.Amount, Out: true}, {Token: at.Receipt, Units: *new(uint256.Int).AddUint64(a.Amount, 1)}}
		s.Value = money.USDC(a.Amount.Uint64())
	default:
		m, _ := r.Market(a.Market)
		got := market{m}.worth(a.AmountIn)
		got = muldiv(&got, uint256.NewInt(uint64(1_000_000-m.Fee(a.TokenIn))), million)
		s.Deltas = []turn.Delta{{Token: a.TokenIn, Units: *a.AmountIn, Out: true}, {Token: a.TokenOut, Units: got}}
		worth, _ := r.Value(a.TokenOut, &got)
		s.Value = money.USDC(max(a.AmountIn.Uint64(), worth.Uint64()))
	}
	return c.After(cage.Case{Action: a, Seen: r}, s)
}

// priced gives a paper market a feed that is so many hundredths of a percent off the market, and another
// market of the same two tokens below it.
func priced(m *paper, feed, below int64) {
	answer := uint64(m.r.Primary().Price * 1e8 * float64(10_000+feed) / 10_000)
	m.r = turntest.Fed(m.r, weth.Address, &turn.Feed{Price: float64(answer) / 1e8, Answer: *uint256.NewInt(answer), Decimals: 8})
	other := *m.r.Primary()
	other.Handle, other.Protocol, other.Range = "weth-usdc-5-v4", "uniswap-v4", nil
	other.Rate = muldiv(&other.Rate, uint256.NewInt(uint64(10_000-below)), uint256.NewInt(10_000))
	m.r.Markets = append(m.r.Markets, other)
}

// What is cut to the limits passes them, wherever the feed is and in whatever market it is bought.
func TestWhatIsCutToTheLimitsIsNotRefusedByThem(t *testing.T) {
	cut := map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		s := compiled(t, "```rule entry dip\nwhen true do "+rapid.SampledFrom([]string{
			"buy 2000 usdc", "buy 2000 usdc of weth in weth-usdc-5-v4", "buy 2000 usdc of weth", "lend 2000 usdc",
		}).Draw(r, "do")+"\n```\n")
		s.Bounds.MaxPosition, s.Bounds.MaxDeployed, s.Bounds.Slippage = money.BPS(rapid.IntRange(100, 9_000).Draw(r, "position")), money.BPS(rapid.IntRange(100, 9_000).Draw(r, "deployed")), 50
		m := newLender(t, 1_000)
		m.earn(weth.Address, uint256.NewInt(rapid.Uint64Range(0, 3e17).Draw(r, "weth")))
		m.r.Lending[0].Reserves[0].Supplied = *uint256.NewInt(rapid.Uint64Range(0, 200e6).Draw(r, "lent"))
		m.revalue()
		priced(m, rapid.Int64Range(-300, 300).Draw(r, "feed"), rapid.Int64Range(-200, 200).Draw(r, "below"))
		c := cageOf(s, money.USDC(rapid.IntRange(1, 1_000).Draw(r, "once"))*money.One, money.USDC(rapid.IntRange(1, 1_000).Draw(r, "sum"))*money.One)
		d, err := New(caged{fixed{s}, c, false}).Deliberate(t.Context(), turn.Brief{Tier: turn.T2, Seen: turn.Observation{Reading: m.r}, Triggers: fire(s, rule.Entry)})
		check(t, err)
		if d.Proposal == nil {
			cut[d.Thought.Summary[strings.LastIndex(d.Thought.Summary, ":")+2:][:9]]++
			return
		}
		cut[d.Proposal.Cut[strings.LastIndex(d.Proposal.Cut, " ")+1:]]++
		if why := judged(r, c, m.r, d.Proposal.Body); why != nil {
			r.Fatalf("%s: %s (%s)", d.Thought.Summary, why.Detail, why.Code)
		}
	})
	for _, by := range []string{"max_position", "max_deployed", "safety.spending_limits.per_transaction", "safety.spending_limits.per_day"} {
		if cut[by] == 0 && by != "safety.spending_limits.per_day" || len(cut) < 4 {
			t.Errorf("nothing was cut by %s: %v", by, cut)
		}
	}
}

// A tick of the life that showed it: a market below the feed gives more than was paid.
func TestWhatIsBoughtBelowThePriceCountsForWhatItIsWorth(t *testing.T) {
	s := compiled(t, "```rule entry v4\nwhen true do buy 2000 usdc of weth in weth-usdc-5-v4\n```\n")
	m := newLender(t, 10_000)
	priced(m, 0, 20)
	size := func(outside bool) uint64 {
		d, err := New(caged{fixed{s}, cageOf(s, 1e12, 1e12), outside}).Deliberate(t.Context(), turn.Brief{Tier: turn.T2, Seen: turn.Observation{Reading: m.r}, Triggers: fire(s, rule.Entry)})
		check(t, err)
		a, err := grammar.Parse(d.Proposal.Body, &m.r)
		check(t, err)
		if why := judged(t, cageOf(s, 1e12, 1e12), m.r, d.Proposal.Body); why != nil {
			t.Errorf("%s: %s", d.Thought.Summary, why.Detail)
		}
		return a.AmountIn.Uint64()
	}
	s.Bounds.MaxDeployed = 1_000
	if here, there := size(false), size(true); here < 997e6 || here > 998e6+1e4 || there < here*9_989/10_000 || there > here*9_991/10_000 {
		t.Errorf("of a room of 1,000 USDC it takes %d where no price moves, and %d where one does", here, there)
	}
}

// A large fund buys as much as one transaction may spend, and says what it wanted.
func TestASpendingLimitCutsAnOrder(t *testing.T) {
	s := basketOf(t, "weth 12% wbtc 10% rest usdc, band 1%")
	for name, c := range map[string]struct {
		once, sum money.USDC
		orders    int
		says      string
	}{
		"one transaction":    {1_000 * money.One, 1e12, 2, "cut from 1260.630315 USDC to 1000 by safety.spending_limits.per_transaction"},
		"what is left":       {1e12, 1_100 * money.One, 2, "cut from 1260.630315 USDC to 1100 by what is left of safety.spending_limits.per_session"},
		"nothing is left":    {1e12, 1, 0, "WETH stays below its share: what is left of safety.spending_limits.per_session leaves less than 1 USDC"},
		"too little is left": {1e12, 1_100_000, 0, "leaves 1.1 of 1260.630315 USDC, of which gas would take more than 1 %"},
	} {
		m := hoard(t, 10_000)
		done, thoughts := m.play(New(caged{fixed{s}, cageOf(s, c.once, c.sum), false}), 0, fire(s, rule.Manage))
		if len(done) != c.orders || !strings.Contains(said(thoughts), c.says) {
			t.Errorf("%s: %s: %s", name, asked(done), said(thoughts))
		}
	}
}

// What gas would eat is not sent for the rest that a limit leaves; what a rule asks for itself is.
func TestNoRestIsBoughtThatGasEats(t *testing.T) {
	for wish, want := range map[string]string{
		"buy 200 usdc":  "max_position leaves 2.5 of 200 USDC, of which gas would take more than 1 %",
		"lend 200 usdc": "max_position leaves 2.499998 of 200 USDC, of which gas would take more than 1 %",
		"buy 2 usdc":    "swap 2 USDC into WETH",
		"lend 2 usdc":   "supply 2 USDC to aave-v3",
	} {
		s := compiled(t, fmt.Sprintf("```rule entry dip\nwhen true do %s\n```\n", wish))
		s.Bounds.MaxPosition = 25
		m := newLender(t, 1_000)
		m.r.GasPrice = *uint256.NewInt(1_000e9) // a swap costs 0.126 USDC
		if _, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry)); !strings.Contains(thoughts[0].Summary, want) {
			t.Errorf("%s: %s", wish, thoughts[0].Summary)
		}
	}
}

// An asset of a basket whose order a limit refuses keeps the others from nothing; what would stop them too ends
// the pass.
func TestARefusedAssetKeepsNoOtherFromItsShare(t *testing.T) {
	for code, want := range map[wire.Code]string{
		wire.CodeSafetySpendingLimitExceeded: "swap blocked swap blocked",
		wire.CodeSafetyPriceImpact:           "swap blocked swap blocked",
		wire.CodeSafetyGasPartition:          "swap blocked",
		wire.CodeSafetyHalted:                "swap blocked",
	} {
		s := basketOf(t, "weth 12% wbtc 10% rest usdc, band 1%")
		m := hoard(t, 10_000)
		m.refuse["swap"], m.code = turn.StatusBlocked, code
		_, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Manage))
		if m.did(string(code), want); strings.Contains(said(thoughts), "WETH is passed over") != (len(want) > 12) {
			t.Errorf("%s: %s", code, said(thoughts))
		}
	}
}
