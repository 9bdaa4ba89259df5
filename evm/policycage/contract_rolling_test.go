package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"
)

// sixHours is the step in which a day's sum is kept, in seconds.
const sixHours = 21_600

// What was added counts in cents, rounded up, until its six-hour step lies wholly more
// than 24 hours back: then it is free again, and not a second before.
func TestASumForgetsBySixHours(t *testing.T) {
	l := newLab(t, nil)
	zero := l.now / sixHours * sixHours
	at := func(second uint64) {
		l.now = zero + second
		for i := range 3 {
			l.price(i, 1e8)
		}
	}
	for i, step := range []struct {
		second        uint64
		loses         int64
		day, session  int64 // in cents, after it
		spends, spent int64 // in micro-dollars; in cents
	}{
		{0, 1, 1, 1, 1, 1},
		{1, 10_000, 2, 2, 10_000, 2},
		{sixHours - 1, 10_001, 4, 4, 9_999, 3},
		{sixHours, 70_000, 11, 11, 40_000, 7},
		{2*sixHours + 5, 0, 11, 11, 0, 7},
		{3 * sixHours, 1_000_000, 111, 111, 100_000, 17},
		{5*sixHours - 1, 0, 111, 111, 0, 17}, // the first step still counts
		{5 * sixHours, 0, 107, 111, 0, 14},   // and now no more
		{5*sixHours + 1, 10_000, 108, 112, 0, 14},
		{6*sixHours - 1, 0, 108, 112, 0, 14},
		{6 * sixHours, 0, 101, 112, 10_000, 11},
		{8*sixHours - 1, 20_000, 103, 114, 0, 11},
		{8 * sixHours, 0, 3, 114, 0, 1},
		{11 * sixHours, 0, 2, 114, 0, 0},
		{40 * sixHours, 0, 0, 114, 0, 0},
		{40 * sixHours, 10_000, 1, 115, 10_000, 1},
		{45*sixHours - 1, 0, 1, 115, 0, 1},
		{1_000 * sixHours, 20_000, 2, 117, 20_000, 2},
	} {
		at(step.second)
		if step.loses > 0 {
			l.must(guard, l.cage, l.codec.PackSettleMove(big.NewInt(100*step.loses), big.NewInt(99*step.loses), false))
		}
		if step.spends > 0 {
			l.must(guard, l.cage, l.codec.PackValidateTrade(coins[0], coins[1], big.NewInt(step.spends)))
		}
		if l.lost() != step.day*10_000 || l.number(l.codec.PackSessionLost()) != step.session*10_000 || l.number(l.codec.PackDailySpent()) != step.spent*10_000 {
			t.Errorf("step %d: %d lost, %d in the session, %d spent; want %d, %d and %d cents", i, l.lost(), l.number(l.codec.PackSessionLost()), l.number(l.codec.PackDailySpent()), step.day, step.session, step.spent)
		}
		s := l.snapshot()
		lost, okLost := policycage.SumOf(s.Lost)
		spent, okSpent := policycage.SumOf(s.Spent)
		if !okLost || !okSpent || int64(lost.Day(l.now)) != l.lost() || int64(lost.Session()) != step.session*10_000 || int64(spent.Day(l.now)) != step.spent*10_000 {
			t.Errorf("step %d: its words say %s and %s lost, %s spent", i, lost.Day(l.now), lost.Session(), spent.Day(l.now))
		}
	}
}

// A sum that is too large to be kept counts as the most that can be, and never as little.
func TestASumThatIsTooLargeStaysTheMost(t *testing.T) {
	l := newLab(t, func(c *policycage.Config) { c.Limits.DayLoss, c.Limits.SessionLoss = money.One, money.One })
	l.must(guard, l.cage, l.codec.PackSettleMove(big.NewInt(100e6), big.NewInt(99e6), true)) // a dollar: the day's
	loses := func(cents *big.Int) {
		loss := new(big.Int).Mul(cents, big.NewInt(10_000))
		given := new(big.Int).Mul(loss, big.NewInt(100))
		l.must(guard, l.cage, l.codec.PackSettleMove(given, new(big.Int).Sub(given, loss), true))
	}
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 32), big.NewInt(1))
	session := big.NewInt(100)
	for i, add := range []*big.Int{big.NewInt(1), new(big.Int).Sub(most, big.NewInt(102)), big.NewInt(1), big.NewInt(1), most} {
		loses(add)
		session.Add(session, add)
		day := session
		if day.Cmp(most) > 0 {
			day = most
		}
		if got := l.lost(); got != day.Int64()*10_000 || l.number(l.codec.PackSessionLost()) != session.Int64()*10_000 {
			t.Errorf("addition %d: %d and %d lost, want %s and %s cents", i+1, got, l.number(l.codec.PackSessionLost()), day, session)
		}
	}
	huge := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
	loses(huge)
	want := new(big.Int).Mul(huge, big.NewInt(10_000))
	if got := new(big.Int).SetBytes(l.must(nobody, l.cage, l.codec.PackSessionLost())); got.Cmp(want) != 0 || l.lost() != most.Int64()*10_000 {
		t.Errorf("%s lost in the session, %d in the day", got, l.lost())
	}
	// A move that loses nothing is not written down, later either.
	word := l.snapshot().Lost
	l.now += sixHours
	l.must(guard, l.cage, l.codec.PackSettleMove(big.NewInt(5), big.NewInt(5), false))
	if got := l.snapshot().Lost; got.Cmp(word) != 0 {
		t.Errorf("nothing lost, and %x became %x", word, got)
	}
	l.now -= sixHours
	// A new session begins at nothing, and the day goes on.
	l.must(principal, l.cage, l.codec.PackBeginSession())
	l.now += 3_600
	l.applies()
	if l.number(l.codec.PackSessionLost()) != 0 || l.lost() != most.Int64()*10_000 {
		t.Errorf("%d lost in the session, %d in the day", l.number(l.codec.PackSessionLost()), l.lost())
	}
}
