package cage

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// What a reading comes to is told at the prices that the limits go by: of the feed, and not of the market.
func TestAReadingIsCountedAsTheLimitsCountIt(t *testing.T) {
	r := fed(three(1e18, 0), &turn.Feed{Price: 2_200, Answer: *uint256.NewInt(2_200e8), Decimals: 8})
	r.Lending = []turn.Lending{{Handle: "aave-v3", Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(500e6), Owed: *uint256.NewInt(100e6)}}}}
	c, ok := Count(r)
	if !ok {
		t.Fatal("all of it has a price")
	}
	value := c.Value(weth.Address, uint256.NewInt(5e17))
	if c.Equity.Uint64() != 12_600e6 || c.Risk.Uint64() != 2_700e6 || c.Lent.Uint64() != 500e6 || value.Uint64() != 1_100e6 {
		t.Errorf("equity %s, risk %s, lent %s, half a WETH %s", c.Equity.Dec(), c.Risk.Dec(), c.Lent.Dec(), value.Dec())
	}
	r.Lending[0].Reserves[0].Owed = *uint256.NewInt(50_000e6)
	if c, _ = Count(r); !c.Equity.IsZero() {
		t.Error("who owes more than there is has some equity")
	}
	if _, ok := Count(unpriced(three(1e18, 0))); ok {
		t.Error("what has no price is counted")
	}
}

// What is left is what an order of just so much is not refused for, and one of a little more is.
func TestWhatIsLeftToSpendIsWhatPasses(t *testing.T) {
	p := broad()
	p.PerTransaction, p.PerSession, p.PerDay, p.MaxPosition, p.MaxConcentration = 900*money.One, 1_500*money.One, 1_000*money.One, money.Whole, money.Whole
	c := New(p)
	a, s := trade(exchange, usdc, 1, weth, 1)
	passes := func(value money.USDC) bool {
		s.Value = value
		return c.judge(Case{Action: a, Seen: three(0, 0), Now: noon}, s) == nil
	}
	for _, spent := range []money.USDC{0, 400 * money.One, 550 * money.One} {
		c.Committed(Case{Action: a, Seen: three(0, 0), Now: noon}, spent)
		least := money.USDC(1 << 62)
		for _, l := range c.Left(three(0, 0), noon) {
			least = min(least, l.Value)
		}
		if least <= 0 || !passes(least) || passes(least+1) {
			t.Errorf("behind %s more, %s are left", spent, least)
		}
	}
	if l := c.Left(three(0, 0), noon+day); l[2].Value != 1_000*money.One || l[1].Value != 550*money.One || !l[0].Once || l[1].Once {
		t.Errorf("a day later: %+v", l)
	}
	r := three(0, 0)
	r.Fence = &turn.Fence{Caged: true, Exits: true, PerTransaction: 100 * money.One, DayLeft: 300 * money.One, Position: 1, Concentration: 2}
	if l := c.Left(r, noon); len(l) != 5 || l[0].Value != 100*money.One || l[3].Value != 300*money.One || l[4].Value != 150*money.One {
		t.Errorf("under a grant: %+v", l)
	}
	if position, all := c.Shares(r); position != 1 || all != 2 {
		t.Errorf("under a grant: %s and %s", position, all)
	}
}
