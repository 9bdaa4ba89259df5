package signing_test

import (
	"errors"
	"testing"
	"time"

	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

var errSilent = errors.New("the feed is silent")

// losing is a guard of an account of 10,000 dollars, of which a day may lose 200, whose moves
// lose what lost says of 1,000 dollars.
func losing(t *testing.T, lost *money.USDC) (*signing.Guard, *clock.Simulated) {
	t.Helper()
	b, c, p := book(t), clock.NewSimulated(start), policy(t)
	p.MaxPerDay = 1_000_000 * money.One
	of := prices(func(caveat.Call) (money.USDC, error) { return 1, nil })
	of.Loss = func(call caveat.Call) (signing.Move, error) {
		a, err := b.Read(call)
		return signing.Move{Given: 1_000 * money.One, Worst: *lost, Equity: 10_000 * money.One, Sells: a.TokenOut == at("USDC")}, err
	}
	g, err := signing.NewGuard(p, b, of, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, c
}

// spec: DESIGN §12.29, safety §1.4 S-7
func TestAGuardBoundsWhatADayLoses(t *testing.T) {
	lost := 20 * money.One
	g, c := losing(t, &lost)
	for n := range uint64(9) {
		want(t, g.Transaction(usd(n, 1)), "")
	}
	want(t, g.Transaction(usd(8, 1)), "") // a replacement counts once
	lost++
	want(t, g.Transaction(usd(9, 1)), "one move loses at most 2.00%")
	want(t, g.Transaction(sell(9, 1)), "one move loses at most 2.00%")
	lost = 20 * money.One
	want(t, g.Transaction(usd(9, 1)), "")
	want(t, g.Transaction(usd(10, 1)), "200.000000 of the 200.000000 USDC that may be lost in 24 hours are lost, and it may lose 20.000000: positions can be left, and what is held be sold for at most 1.00% less than its worth; more is allowed at 2026-03-02T12:00:00Z")
	want(t, g.Transaction(sell(10, 1)), "are lost")
	lost = 10 * money.One
	want(t, g.Transaction(sell(10, 1)), "")  // near its worth
	for _, lost = range []money.USDC{1, 0} { // what loses nothing could be sold, and bought again
		want(t, g.Transaction(usd(11, 1)), "are lost")
	}
	lost = 1
	want(t, g.Transaction(send("USDC", owner, 5)), "")
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour-time.Millisecond))
	want(t, g.Transaction(usd(11, 1)), "are lost")
	for n := range uint64(11) { // what is under way counts until it is known
		g.Settle(n, start, func(caveat.Call) money.USDC { return 20 * money.One })
	}
	_ = c.WaitUntil(t.Context(), start.Add(24*time.Hour))
	want(t, g.Transaction(usd(11, 1)), "")
}

func TestAReceiptTakesThePlaceOfTheWorst(t *testing.T) {
	lost := 20 * money.One
	g, _ := losing(t, &lost)
	want(t, g.Transaction(usd(0, 1)), "")
	g.Settle(0, start, func(c caveat.Call) money.USDC {
		if c.Target != at("SwapRouter") {
			t.Errorf("it is asked of %s", c.Target)
		}
		return 3 * money.One
	})
	g.Settle(7, start, func(caveat.Call) money.USDC { return 99 * money.One }) // not ours
	if v := g.Lost(); v != 3*money.One {
		t.Errorf("%s are lost", v)
	}
	if g.Settle(0, start, nil); g.Lost() != 20*money.One {
		t.Errorf("after a reorg %s are lost", g.Lost())
	}
	g.Remember(usd(1, 1), start)
	g.Remember(usd(1, 1), start)
	if v := g.Lost(); v != 40*money.One {
		t.Errorf("behind a restart %s are lost", v)
	}
}

// What cannot be told is refused, and counts as the dearest that may be where it was signed.
func TestALossThatCannotBeToldIsRefused(t *testing.T) {
	blind := prices(func(caveat.Call) (money.USDC, error) { return 1, nil })
	blind.Loss = func(caveat.Call) (signing.Move, error) { return signing.Move{}, errSilent }
	g, err := signing.NewGuard(policy(t), book(t), blind, clock.NewSimulated(start), nil)
	if err != nil {
		t.Fatal(err)
	}
	want(t, g.Transaction(usd(0, 1)), "what it may lose cannot be told: the feed is silent")
	want(t, g.Transaction(sell(0, 1)), "cannot be told")
	if g.Remember(usd(0, 1), start); g.Lost() != 1_000*money.One {
		t.Errorf("%s count", g.Lost())
	}
}
