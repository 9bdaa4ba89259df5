package loss

import (
	"fmt"
	"math"
	"testing"

	"bardo.run/bardo/internal/money"
)

// What was lost at one moment counts for 24 hours and not a millisecond longer, for the day
// and for its key; what is open counts until it is known.
func TestALossCountsForADayToTheMillisecond(t *testing.T) {
	const then = 5 * Day
	for _, c := range []struct {
		after int64
		want  money.USDC
		kept  int
	}{{0, 30, 1}, {Day - 1, 30, 1}, {Day, 0, 0}, {Day + 1, 0, 0}} {
		var s Sums
		s.Add("a", then, 100)
		s.Settle("a", then, 30)
		now := then + c.after
		if s.Today(now) != c.want || s.Of("a", now) != c.want || s.Of("b", now) != 0 || len(s.Entries(now)) != c.kept {
			t.Errorf("after %d ms: %d of the day, %d of its key, %d kept, want %d", c.after, s.Today(now), s.Of("a", now), len(s.Entries(now)), c.want)
		}
		s.Add("open", then, 7)
		s.Settle("none", then, 9)
		s.Reopen("none", then)
		if s.Today(now) != c.want+7 || s.Of("open", now) != 7 || s.Of("open", now+9*Day) != 7 {
			t.Errorf("after %d ms: %d with what is open, %d of it", c.after, s.Today(now), s.Of("open", now))
		}
		var kept Sums
		kept.Add("a", then, 100)
		kept.Settle("a", then, 30)
		kept.Add("next", now, 1) // which forgets what is over
		if got := len(kept.entries); got != c.kept+1 {
			t.Errorf("after %d ms: %d are kept", c.after, got)
		}
	}
}

// The session's sum follows each of its own orders, through every change of mind; those of a
// session before, whichever it was, are not in it.
func TestASessionCountsItsOwnOrders(t *testing.T) {
	var s Sums
	expect := func(about string, want money.USDC) {
		t.Helper()
		if got := s.Session(); got != want {
			t.Errorf("%s: %d, want %d", about, got, want)
		}
	}
	s.Add("a", 0, 100)
	s.Add("b", 0, 10)
	expect("two are open", 110)
	s.Add("a", 0, 40)
	expect("a second offer that is less", 110)
	s.Add("a", 0, 120)
	expect("a second offer that is more", 130)
	s.Settle("b", 1, 3)
	expect("one is known", 123)
	s.Reopen("b", 2)
	expect("and is not any more", 130)
	for range 2 {
		s.NewSession()
		expect("a new session", 0)
		s.Settle("a", 3, 50)
		s.Add("b", 3, 500)
		expect("orders of an earlier one", 0)
		s.Add("c"+fmt.Sprint(s.run), 3, 5)
		expect("one of its own", 5)
	}
	s.Add("all", 4, math.MaxInt64)
	expect("all there is", math.MaxInt64)
	s.Settle("all", 5, 0)
	expect("nobody knows what it was before", math.MaxInt64)
	if got := s.Today(5); got != 50+500+5+5 {
		t.Errorf("the day has %d", got)
	}
	s.Add("most", 6, math.MaxInt64)
	if got := s.Today(6); got != math.MaxInt64 {
		t.Errorf("the day has %d, more than can be counted", got)
	}
}

// When more may be lost is when enough of the day is over, the oldest first, whatever order
// they were settled in; what is open costs its worst from now on.
func TestWhenADayAllowsMoreIsWhenTheOldestIsOver(t *testing.T) {
	var s Sums
	now := 10 * Day
	for _, e := range []struct {
		key  string
		at   int64
		lost money.USDC
	}{{"over", now - Day, 1_000}, {"nearly over", now - Day + 1, 16}, {"third", now - 100, 4}, {"first", now - 300, 1}, {"second", now - 200, 2}} {
		s.entries = append(s.entries, Entry{Key: e.key, At: e.at, Lost: e.lost})
	}
	s.entries = append(s.entries, Entry{Key: "open", At: now - 250, Worst: 8, Lost: 90, Open: true})
	for _, c := range []struct {
		most money.USDC
		want int64
	}{
		{31, now},
		{30, now + 1},
		{15, now + 1},
		{14, now - 300 + Day},
		{13, now - 200 + Day},
		{12, now - 200 + Day},
		{11, now - 100 + Day},
		{8, now - 100 + Day},
		{7, now + Day},
		{0, now + Day},
		{-1, now + Day},
	} {
		if got := s.When(now, c.most); got != c.want {
			t.Errorf("%d: in %d ms, want %d", c.most, got-now, c.want-now)
		}
	}
	if s.entries[5].At != now-250 || s.entries[3].Key != "first" || len(s.entries) != 6 {
		t.Error("asking changed the sums")
	}
}
