package descent

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// shown looks until every remembered look shows the same.
func (d *Line) shown(s Signs, atRisk float64) (most float64, over bool) {
	for range sure {
		d.Look(s)
		most, over = d.Most(atRisk)
	}
	return most, over
}

// spec: heartbeat §15 layer 1, safety §15.2 — at 80 % of the limit forced reduction, at
// 100 % nothing stays; seven tenths of that in a volatile market.
func TestWhatMayBeAtRiskFallsFromEightyPercentOfTheLimitToNothing(t *testing.T) {
	for name, c := range map[string]struct {
		fall     money.BPS
		volatile bool
		most     float64
		over     bool
	}{
		"at 80 %":                    {1_600, false, 1_000, false},
		"a hair more":                {1_601, false, 997.5, false},
		"not worth an order yet":     {1_640, false, 900, false},
		"a tenth":                    {1_641, false, 897.5, true},
		"a half":                     {1_800, false, 500, true},
		"all":                        {2_000, false, 0, true},
		"more than all":              {9_000, false, 0, true},
		"volatile, at 80 %":          {1_120, true, 1_000, false},
		"volatile, a half":           {1_260, true, 500, true},
		"volatile, all":              {1_400, true, 0, true},
		"what is much when volatile": {1_260, false, 1_000, false},
	} {
		s := fine()
		s.Drawdown, s.Volatile = c.fall, c.volatile
		var d Line
		if most, over := d.shown(s, 1_000); math.Abs(most-c.most) > 1e-9 || over != c.over {
			t.Errorf("%s: at most %v (%v), want %v (%v)", name, most, over, c.most, c.over)
		}
	}
}

// What was at risk when it began is what the line falls from, until the market recovers.
func TestADescentIsMeasuredFromItsBeginning(t *testing.T) {
	s, d := fine(), Line{}
	for i, c := range []struct {
		fall         money.BPS
		atRisk, most float64
		over         bool
	}{
		{1_700, 1_000, 750, true},
		{1_800, 700, 500, true},
		{1_800, 500, 500, false},
		{1_500, 500, 1_000, false},
		{1_900, 500, 250, true},
		{1_300, 250, 250, false},
		{1_700, 200, 150, true}, // out of the trigger, and in again
	} {
		s.Drawdown = c.fall
		if most, over := d.shown(s, c.atRisk); math.Abs(most-c.most) > 1e-9 || over != c.over {
			t.Errorf("step %d: at most %v (%v), want %v (%v)", i, most, over, c.most, c.over)
		}
	}
}

// A pool can be bent for a block: nothing is sold into it.
func TestOneDeepLookReducesNothing(t *testing.T) {
	s, d := fine(), Line{}
	for i := range 30 {
		if s.Drawdown = 100; i%sure != 0 {
			s.Drawdown = 5_000
		}
		if most, over := d.Most(1_000); d.Look(s) || over || most != 1_000 {
			t.Fatalf("look %d: at most %v (%v)", i, most, over)
		}
	}
}

// While something has to go nothing is opened, however late the strategy's own limit is.
func TestNothingIsOpenedWhereSomethingHasToGo(t *testing.T) {
	for fall, want := range map[money.BPS]turn.Level{1_600: turn.LevelNormal, 1_601: turn.LevelWatching} {
		s := fine()
		s.Trigger, s.Drawdown = 5_000, fall
		var l Ladder
		stands(t, l.Look(s), want, fall)
	}
}

func TestADescentNeverAllowsMoreAsTheEquityFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, d := fine(), Line{}
		s.Emergency, s.Trigger = money.BPS(rapid.Int32Range(10, 10_000).Draw(t, "emergency")), money.BPS(rapid.Int32Range(0, 10_000).Draw(t, "trigger"))
		s.Volatile = rapid.Bool().Draw(t, "volatile")
		atRisk, last := rapid.Float64Range(0, 1e12).Draw(t, "at risk"), math.Inf(1)
		for fall := money.BPS(0); fall <= 10_000; fall += 100 {
			s.Drawdown = fall
			most, over := d.shown(s, atRisk)
			if most > last || most < 0 || over && most > atRisk || s.Emergency > 0 && fall > s.Closes() && most > 0 {
				t.Fatalf("at %s of %s: %v behind %v (%v)", fall, s.Closes(), most, last, over)
			}
			last = most
		}
	})
}

// A descent begins beyond four fifths of the emergency and ends at the trigger, where that comes
// before; without an emergency there is none.
func TestADescentBeginsAndEndsAtItsEdges(t *testing.T) {
	for name, c := range map[string]struct {
		trigger, emergency money.BPS
		falls              []money.BPS
		on                 []bool
	}{
		"as it is by default":      {1_300, 2_000, []money.BPS{1_600, 1_601, 1_600, 1_301, 1_300, 1_600}, []bool{false, true, true, true, false, false}},
		"without a trigger":        {0, 2_000, []money.BPS{1_601, 1_601, 1_600}, []bool{true, true, false}},
		"with a trigger behind it": {1_900, 2_000, []money.BPS{1_601, 1_600}, []bool{true, false}},
		"with the least trigger":   {1, 2_000, []money.BPS{1_601, 2, 1}, []bool{true, true, false}},
		"without an emergency":     {1_300, 0, []money.BPS{5_000, 10_000}, []bool{false, false}},
		"with the least emergency": {1_300, 1, []money.BPS{1, 2, 1}, []bool{false, true, false}},
	} {
		s, d := fine(), Line{}
		s.Trigger, s.Emergency = c.trigger, c.emergency
		for i, fall := range c.falls {
			s.Drawdown = fall
			most, _ := d.shown(s, 1_000)
			if got := d.Look(s); got != c.on[i] || d.On() != c.on[i] || !c.on[i] && most != 1_000 || c.on[i] && !(most >= 0 && most <= 1_000) {
				t.Errorf("%s, step %d: on %v, at most %v", name, i, got, most)
			}
		}
	}
}

// spec: safety §15.2: the tightest limit that can be set is a limit, in a volatile market too:
// seven tenths of a basis point are not none.
func TestTheTightestLimitsHold(t *testing.T) {
	for name, c := range map[string]struct {
		s    Signs
		want turn.Level
	}{
		"a trigger of a point":                   {Signs{Trigger: 1, Drawdown: 1}, turn.LevelNormal},
		"beyond a trigger of a point":            {Signs{Trigger: 1, Drawdown: 2}, turn.LevelWatching},
		"the same, volatile":                     {Signs{Trigger: 1, Drawdown: 2, Volatile: true}, turn.LevelWatching},
		"two points, volatile":                   {Signs{Trigger: 2, Drawdown: 2, Volatile: true}, turn.LevelWatching},
		"an emergency of a point":                {Signs{Emergency: 1, Drawdown: 1}, turn.LevelNormal},
		"beyond an emergency of a point":         {Signs{Emergency: 1, Drawdown: 2}, turn.LevelStopped},
		"the same, volatile, behind it":          {Signs{Emergency: 1, Drawdown: 2, Volatile: true}, turn.LevelStopped},
		"what has to go before an emergency":     {Signs{Trigger: 1_300, Emergency: 5, Drawdown: 5}, turn.LevelWatching},
		"an emergency of a point that reduces":   {Signs{Trigger: 1_300, Emergency: 1, Drawdown: 2}, turn.LevelWatching},
		"reductions without an emergency":        {Signs{Trigger: 1_300, Drawdown: 1_301}, turn.LevelWatching},
		"reductions without an emergency, lower": {Signs{Trigger: 1_300, Drawdown: 1_300}, turn.LevelNormal},
		"reductions without a trigger":           {Signs{Emergency: 2_000, Drawdown: 1_999}, turn.LevelNormal},
	} {
		c.s.Credit, c.s.Resource = 1, 1
		var l Ladder
		looks := 1
		if c.want == turn.LevelStopped {
			looks = sure
		}
		stands(t, l.looks(c.s, looks), c.want, name)
	}
}
