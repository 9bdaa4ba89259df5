package descent

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// fine is a look at a Golem that lacks nothing.
func fine() Signs { return Signs{Credit: 1, Resource: 1, Trigger: 1_300, Emergency: 2_000} }

// cooled is one, long behind every fall that was seen at zero.
func cooled() Signs {
	s := fine()
	s.Now = cooldown
	return s
}

// looks shows the ladder the same so many times, and returns where it then stands.
func (l *Ladder) looks(s Signs, times int) (last turn.Standing) {
	for range times {
		last = l.Look(s)
	}
	return last
}

// stands holds a ladder to a level.
func stands(t rapid.TB, got turn.Standing, want turn.Level, about ...any) {
	t.Helper()
	if got.Level != want {
		t.Fatalf("%s: it stands at %+v, want %s", fmt.Sprint(about...), got, want)
	}
}

// spec: safety §15.3 — what each level is entered by, at its very edge.
func TestEachLevelIsEnteredAtItsEdge(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Signs)
		level  turn.Level
		cause  string
		slow   bool
	}{
		"nothing":             {func(*Signs) {}, turn.LevelNormal, "", false},
		"80 % of the cost":    {func(s *Signs) { s.Cost = 0.8 }, turn.LevelNormal, "", false},
		"more of the cost":    {func(s *Signs) { s.Cost = 0.801 }, turn.LevelFrugal, Cost, false},
		"20 % of a resource":  {func(s *Signs) { s.Resource = 0.2 }, turn.LevelNormal, "", false},
		"less of a resource":  {func(s *Signs) { s.Resource = 0.199 }, turn.LevelSlow, Resource, true},
		"30 % of the credit":  {func(s *Signs) { s.Credit = 0.3 }, turn.LevelNormal, "", false},
		"below 30 %":          {func(s *Signs) { s.Credit = 0.299 }, turn.LevelSlow, Credit, true},
		"20 % of the credit":  {func(s *Signs) { s.Credit = 0.2 }, turn.LevelSlow, Credit, true},
		"5 % of the credit":   {func(s *Signs) { s.Credit = 0.05 }, turn.LevelWatching, Credit, true},
		"below 20 %":          {func(s *Signs) { s.Credit = 0.199 }, turn.LevelWatching, Credit, true},
		"below 5 %":           {func(s *Signs) { s.Credit = 0.049 }, turn.LevelStopped, Credit, true},
		"drawdown 13 %":       {func(s *Signs) { s.Drawdown = 1_300 }, turn.LevelNormal, "", false},
		"drawdown 13.01 %":    {func(s *Signs) { s.Drawdown = 1_301 }, turn.LevelWatching, Drawdown, false},
		"drawdown 20 %":       {func(s *Signs) { s.Drawdown = 2_000 }, turn.LevelWatching, Drawdown, false},
		"drawdown 20.01 %":    {func(s *Signs) { s.Drawdown = 2_001 }, turn.LevelStopped, Drawdown, false},
		"no limits are given": {func(s *Signs) { s.Drawdown, s.Trigger, s.Emergency = 9_999, 0, 0 }, turn.LevelNormal, "", false},
	} {
		s := fine()
		c.change(&s)
		want := turn.Standing{Level: c.level, Cause: c.cause, Slow: c.slow}
		var l Ladder
		if got := l.looks(s, sure); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// spec: safety §15.2 — volatile regime, drawdown 920 bps → breaker fires (910), calm
// regime → not; 2,000 → 1,400.
func TestAVolatileMarketHasSevenTenthsOfTheLimits(t *testing.T) {
	for drawdown, want := range map[money.BPS][2]turn.Level{
		910:   {turn.LevelNormal, turn.LevelNormal},
		920:   {turn.LevelNormal, turn.LevelWatching},
		1_400: {turn.LevelWatching, turn.LevelWatching},
		1_401: {turn.LevelWatching, turn.LevelStopped},
	} {
		for i, volatile := range []bool{false, true} {
			s := fine()
			s.Drawdown, s.Volatile = drawdown, volatile
			var l Ladder
			stands(t, l.looks(s, sure), want[i], int(drawdown), " bps, volatile ", volatile)
		}
	}
}

// spec: safety §15.3 — three failures in a row; one that went well between them does not
// count.
func TestThreeFailuresInARowStopOpening(t *testing.T) {
	var l Ladder
	for _, well := range []bool{false, false, true, false, false} {
		l.Ended(well)
	}
	stands(t, l.Look(fine()), turn.LevelNormal, "two failures")
	l.Ended(false)
	for look := range hold {
		if got := l.Look(fine()); got.Level != turn.LevelWatching || got.Cause != Failures {
			t.Fatalf("look %d behind three failures: %+v", look+1, got)
		}
	}
	if got := l.Look(fine()); got != (turn.Standing{}) {
		t.Errorf("ten looks later: %+v", got)
	}
	for n, want := range []turn.Level{turn.LevelNormal, turn.LevelNormal, turn.LevelWatching} { // they are counted anew
		l.Ended(false)
		stands(t, l.Look(fine()), want, n+1, " more failures")
	}
}

// spec: safety §15.3 — leaving a level needs the entry condition false for 10 ticks.
func TestALevelIsLeftTenLooksAfterItsCause(t *testing.T) {
	var l Ladder
	bad := fine()
	bad.Credit = 0.1
	l.Look(bad)
	l.looks(fine(), hold-1)
	l.Look(bad) // it begins anew
	for look := range hold - 1 {
		stands(t, l.Look(fine()), turn.LevelWatching, "look ", look+1)
	}
	stands(t, l.Look(fine()), turn.LevelNormal, "the tenth look")
}

// spec: safety §15.3 — L3 is left only by the owner.
func TestOnlyTheOwnerEndsL3(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Ladder
		bad := fine()
		bad.Drawdown = 2_001
		l.looks(bad, sure)
		for range rapid.IntRange(1, 200).Draw(t, "looks") {
			s := Signs{
				Credit: rapid.Float64Range(0, 1).Draw(t, "credit"), Resource: rapid.Float64Range(0, 1).Draw(t, "resource"), Cost: rapid.Float64Range(0, 2).Draw(t, "cost"),
				Drawdown: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "drawdown")), Trigger: 1_300, Emergency: 2_000, Volatile: rapid.Bool().Draw(t, "volatile"),
			}
			l.Ended(rapid.Bool().Draw(t, "well"))
			stands(t, l.Look(s), turn.LevelStopped, "L3 by itself")
		}
		for range hold {
			l.Ended(true)
			l.Look(cooled())
		}
		if got := l.Resume(); got != (turn.Standing{}) {
			t.Fatalf("resumed to %+v", got)
		}
		stands(t, l.looks(bad, sure), turn.LevelStopped, "the same cause")
	})
}

// However long all has been well, and for whatever cause it came to that, nothing but the
// owner's word ends L3; it begins anew behind it.
func TestL3OutlivesItsCause(t *testing.T) {
	for name, bad := range map[string]Signs{"a fall": {Credit: 1, Resource: 1, Emergency: 2_000, Drawdown: 2_001}, "no credit": {Credit: 0.04, Resource: 1}} {
		var l Ladder
		l.looks(bad, sure)
		for range 10 * hold {
			stands(t, l.Look(cooled()), turn.LevelStopped, name)
		}
		if got := l.Resume(); got != (turn.Standing{}) {
			t.Errorf("%s: resumed to %+v", name, got)
		}
	}
	var l Ladder
	bad := fine()
	bad.Drawdown = 2_001
	l.looks(bad, sure)
	l.Resume()
	for range sure - 1 {
		stands(t, l.Look(bad), turn.LevelWatching, "resumed, before the third look")
	}
}

// A pool that is bent for a block or two stops opening and closes nothing.
func TestAnEmergencyIsSeenThreeTimesInARow(t *testing.T) {
	var l Ladder
	bent := fine()
	bent.Drawdown = 9_000
	for _, s := range []Signs{bent, bent, fine(), bent, bent, fine()} {
		stands(t, l.Look(s), turn.LevelWatching, s.Drawdown)
	}
	l.Look(bent)
	l.Look(bent)
	if got := l.Look(bent); got.Level != turn.LevelStopped || got.Cause != Drawdown {
		t.Errorf("the third look in a row: %+v", got)
	}
}

// spec: safety §15.2 — a cool-down of 3,600 s behind a fall, beside the ten looks of
// §15.3; an owner's word ends it.
func TestAFallIsCooledDownForAnHour(t *testing.T) {
	for name, c := range map[string]struct {
		every, last int64 // milliseconds between looks; when L2 still stands
		cause       string
	}{
		"looks a minute apart":     {60_000, 59 * 60_000, Drawdown},
		"looks ten minutes apart":  {600_000, 5400_000, Drawdown}, // the ten are longer
		"another cause of a level": {60_000, 9 * 60_000, Credit},
	} {
		var l Ladder
		s := fine()
		at := func(after int64) Signs {
			s.Now = 1_700_000_000_000 + after
			return s
		}
		if s.Drawdown = 1_400; c.cause == Credit {
			s.Drawdown, s.Credit = 0, 0.1
		}
		l.Look(at(0))
		s = fine()
		for after := c.every; after <= 2*c.last; after += c.every {
			if got := l.Look(at(after)); (got.Level == turn.LevelWatching) != (after <= c.last) {
				t.Fatalf("%s: %d s later it stands at %+v", name, after/1_000, got)
			}
		}
	}
	for _, start := range []int64{1, 1_700_000_000_000} { // to the millisecond
		var l Ladder
		s := fine()
		s.Drawdown, s.Now = 1_400, start
		l.Look(s)
		for s.Drawdown = 0; s.Now < start+hold; s.Now++ {
			l.Look(s)
		}
		for after, want := range map[int64]turn.Level{3_599_999: turn.LevelWatching, 3_600_000: turn.LevelNormal} {
			at, cooled := s, l
			at.Now = start + after
			if got := cooled.Look(at).Level; got != want {
				t.Errorf("%d ms behind a fall: %s, want %s", after, got, want)
			}
		}
	}
	var l Ladder
	s := fine()
	s.Drawdown, s.Now = 1_400, 1_700_000_000_000
	l.Look(s)
	l.Resume()
	for s.Drawdown = 0; l.standing().Level == turn.LevelWatching; s.Now += 60_000 {
		if l.Look(s); s.Now > 1_700_000_000_000+11*60_000 {
			t.Fatal("an owner's word does not end the cool-down")
		}
	}
	l.Look(Signs{Credit: 1, Resource: 1, Trigger: 1_300, Drawdown: 1_400}) // of a life that knows no cool-down
	l.Resume()
	l.looks(fine(), hold)
	stands(t, l.Look(fine()), turn.LevelNormal, "without a clock")
}
