package risk

import (
	"math"
	"slices"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §15 layer 4: each flag at its edge.
func TestEachFlagIsRaisedAtItsEdgeAndNotBefore(t *testing.T) {
	const now = born + 10*day
	times := func(today, before int) (at []int64) {
		for i := range before {
			at = append(at, born+int64(i)*hour)
		}
		for i := range today {
			at = append(at, now-day+1+int64(i))
		}
		return at
	}
	far := func(usual, late float64) []float64 {
		return append(slices.Repeat([]float64{usual}, 15), slices.Repeat([]float64{late}, 5)...)
	}
	for name, c := range map[string]struct {
		h    habit
		now  int64
		want []string
	}{
		"nothing was done":                 {habit{}, now, nil},
		"2 of 10 in ten days":              {habit{times: times(2, 8)}, now, nil},
		"3 of 10 in ten days":              {habit{times: times(3, 7)}, now, []string{FlagChurn}},
		"a day ago is not today":           {habit{times: append(times(2, 7), now-day)}, now, nil},
		"3 of 10 in two days":              {habit{times: []int64{born, born, born, born, born, born, born, born + day + 1, born + day + 2, born + day + 3}}, born + 2*day, nil},
		"2 of 2 in two days":               {habit{times: []int64{born + 2*day, born + 2*day}}, born + 2*day, nil},
		"10 of 10 in three days":           {habit{times: slices.Repeat([]int64{born + 3*day}, 10)}, born + 3*day, []string{FlagChurn}},
		"2 of 29 in three months":          {habit{times: append(slices.Repeat([]int64{born}, 27), born+90*day, born+90*day)}, born + 90*day, []string{FlagChurn}},
		"2 of 30 in three months":          {habit{times: append(slices.Repeat([]int64{born}, 28), born+90*day, born+90*day)}, born + 90*day, nil},
		"half more":                        {habit{before: 100, size: 150}, now, nil},
		"more than half more":              {habit{before: 100, size: 150.1}, now, []string{FlagSize}},
		"the first":                        {habit{size: 150}, now, nil},
		"more than half more of a crumb":   {habit{before: 0.5, size: 0.8}, now, []string{FlagSize}},
		"twice as far off":                 {habit{distance: far(0.002, 0.006)}, now, nil}, // usual 0.003
		"further":                          {habit{distance: far(0.002, 0.0061)}, now, []string{FlagSlippage}},
		"further, of nineteen":             {habit{distance: far(0.002, 0.02)[1:]}, now, nil},
		"further, but not to be noticed":   {habit{distance: far(0, 0.001)}, now, nil},
		"just to be noticed":               {habit{distance: far(0, 0.0011)}, now, []string{FlagSlippage}},
		"four of the last five far off":    {habit{distance: append(far(0.0005, 0.0025)[1:], 0)}, now, []string{FlagSlippage}}, // 2 ‰ against 0.975 ‰
		"all at once":                      {habit{times: times(3, 7), before: 1, size: 2, distance: far(0, 1)}, now, []string{FlagChurn, FlagSize, FlagSlippage}},
		"in the first day nothing is odd":  {habit{times: slices.Repeat([]int64{born + day}, 9)}, born + day, nil},
		"a millisecond before two days":    {habit{times: slices.Repeat([]int64{born + 2*day - 1}, 1)}, born + 2*day - 1, nil},
		"just beyond 20 thirds of a day":   {habit{times: append(slices.Repeat([]int64{born}, 7), born+576_000_001, born+576_000_001, born+576_000_001)}, born + 576_000_001, []string{FlagChurn}},
		"nearly two days, all in the last": {habit{times: slices.Repeat([]int64{born + 2*day - 1}, 9)}, born + 2*day - 1, nil},
	} {
		if got := c.h.flags(c.now, born); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	// Openings of more than thirty days ago are forgotten.
	h := habit{}
	for _, at := range []int64{1, 2, month + 1} {
		h.opened(at, float64(at))
	}
	if !slices.Equal(h.times, []int64{2, month + 1}) || h.before != 2 || h.size != float64(month+1) {
		t.Errorf("%+v", h)
	}
	h = habit{}
	h.opened(5, 7)
	h.opened(6, 8)
	if h.before != 7 || h.size != 8 {
		t.Errorf("%+v", h)
	}
}

// spec: safety §16.7, by hand: twenty orders, an hour apart and then half an hour, in a life of
// 78 hours with thirty more.
func TestConductIsReckonedFromTwentyOrders(t *testing.T) {
	var c conscience
	at := born + 30*day
	for i := range 30 {
		c.did(&turn.Action{}, born+10*day+int64(i)*hour, 0, false)
	}
	for i := range recently {
		a := turn.Action{Proposal: turn.Proposal{Origin: turn.OriginRule}}
		if i%4 == 0 {
			a.Proposal.Origin = turn.OriginModel
		}
		if i%10 == 0 {
			a.Status = turn.StatusFailed
		}
		c.did(&a, at, float64(i%5+1), true) // of five sizes four grow; the first, a 1, does not
		if at += hour; i >= 10 {
			at -= hour / 2
		}
	}
	now := at + hour
	x := c.conduct(now, now-78*hour, &habit{})
	span := float64(now - c.deeds[0].at)
	exactly(t, "churn", x.Churn, (float64(78*hour)/50*20/span-1)/2)
	exactly(t, "acceleration", x.Acceleration, (9.0/4.5-1)/2)
	exactly(t, "contra", x.Contra, 16.0/20)
	exactly(t, "deviation", x.Deviation, 5.0/20)
	exactly(t, "execution", x.Execution, 2*2.0/20)
	// The thirty days are the most that is looked back.
	late := conscience{deeds: slices.Repeat([]deed{{at: now}}, recently), times: slices.Repeat([]int64{now}, 2*recently)}
	late.deeds[0].at = now - 10*day
	exactly(t, "churn of a long life", late.conduct(now, now-400*day, &habit{}).Churn, 0.25) // an order in 18 hours, and now in 12
	far := habit{distance: append(slices.Repeat([]float64{0.002}, 15), slices.Repeat([]float64{0.006}, 5)...)}
	exactly(t, "worse than it failed", c.conduct(now, born, &far).Execution, 1)
	for lived, want := range map[int64]bool{2*day - 1: false, 2 * day: true} {
		if got := c.conduct(now, now-lived, &habit{}) != (Conduct{}); got != want {
			t.Errorf("a life of %d ms shows something: %v", lived, got)
		}
	}
	if x.Churn <= 0 || x.Churn >= 1 {
		t.Errorf("%+v tells too little", x)
	}
}

func TestAThirdOfTheTimeIsAllOfIt(t *testing.T) {
	for in, want := range map[[2]float64]float64{{3, 1}: 1, {2, 1}: 0.5, {1, 1}: 0, {1, 2}: 0, {9, 1}: 1, {5, 0}: 1, {0, 0}: 0} {
		exactly(t, "thrice", thrice(in[0], in[1]), want)
	}
	for _, c := range []struct {
		usual, late, want float64
		n                 int
	}{{0.002, 0.003, 0.003/0.00225 - 1, 20}, {0, 0.001, 0, 20}, {0, 0.0011, 1, 20}, {0.002, 0.008, 0, 19}, {0.002, 0.001, 0, 20}, {0.0005, 0.001, 0, 20}} {
		h := habit{distance: append(slices.Repeat([]float64{c.usual}, c.n-5), slices.Repeat([]float64{c.late}, 5)...)}
		exactly(t, "worse", worse(&h), c.want)
	}
	h := habit{distance: append(slices.Repeat([]float64{0.002}, 15), 0, 0.005, 0.005, 0.005, 0.005)}
	exactly(t, "the last five, not four", worse(&h), 0.6) // 0.4 % against 0.25 %
}

// spec: safety §16.7: above 0.7, until below 0.4.
func TestAnAnomalyBeginsAboveOneScoreAndEndsBelowAnother(t *testing.T) {
	for _, c := range []struct {
		before bool
		score  float64
		want   bool
	}{{false, 0.7, false}, {false, math.Nextafter(0.7, 1), true}, {true, 0.7, true}, {true, 0.4, true}, {true, math.Nextafter(0.4, 0), false}, {false, 0.4, false}} {
		if odd(c.before, c.score) != c.want {
			t.Errorf("%+v", c)
		}
	}
	var c conscience
	for _, at := range []int64{1, 2, month + 1} {
		c.did(&turn.Action{}, at, 0, false)
	}
	if !slices.Equal(c.times, []int64{2, month + 1}) {
		t.Errorf("%v count", c.times)
	}
}

// What a tick tells people: every figure by hand.
//
// spec: safety §16.6, heartbeat §15 layer 4
func TestAReportSaysWhatIsHeldAndHowItWent(t *testing.T) {
	g := tenMinutesOld(turn.StageFull, 20)
	g.look.Drawdown, g.look.Limit, g.look.Gas = 325, 1_300, 0.1
	g.trades.estimate = Estimate{N: 40, Mean: 0.002, Variance: 0.0004, Error: 0.00001}
	g.trades.won = append(slices.Repeat([]bool{true}, 15), slices.Repeat([]bool{false}, 5)...)
	g.habit = habit{distance: []float64{0.1, 0.2}, before: 1, size: 2, times: slices.Repeat([]int64{g.now}, 9)}
	g.trades.known.add(Trading, true)
	g.orders = Beta{5, 3}
	held := g.seen()
	held.Native, held.NativeUSD = *uint256.NewInt(2e18), 2_000 // no part of the equity
	held.Assets[0].Value, held.Assets[1].Value = 6_000, 3_000
	lending := func(factor uint64, debt uint64) turn.Lending {
		return turn.Lending{Value: 250, Account: turn.Account{Debt: *uint256.NewInt(debt), Health: *uint256.NewInt(factor * 1e17)}}
	}
	held.Lending = []turn.Lending{lending(18, 1), lending(12, 1), lending(11, 0), lending(15, 1)}
	confidence := Beta{2, 3}.Lower()
	at := g.now
	check := func(what string, r *turn.Risk, health float64, flags ...string) {
		t.Helper()
		exactly(t, what+": health", r.Health, health)
		if !slices.Equal(r.Flags, flags) {
			t.Errorf("%s: the flags are %v, want %v", what, r.Flags, flags)
		}
	}
	r := g.Report(&held)
	check("with a debt", r, .25*.75+.25*.4+.15+.15*(1-.36-.16)+.10*.5+.10*.7, FlagSize, FlagHealth)
	exactly(t, "confidence", r.Confidence, confidence)
	exactly(t, "operational", r.Operational, 0.625)
	exactly(t, "edge", r.Edge, 0.002)
	exactly(t, "deviation", r.Deviation, 0.02)
	exactly(t, "fraction", r.Fraction, 0.5*Trust(confidence))
	if r.Stage != turn.StageFull || r.Since != born || !r.Vouched || r.Observations != 40 || r.Position != 10_000 || r.Deployed != 10_000 || r.Anomaly != 0 || len(r.Moved) != 0 {
		t.Errorf("%+v", r)
	}
	exactly(t, "the multiplier of the last calculation", r.Multiplier, Guard(0.01, 0.9, 0, 1_300))

	// Days later, with what is odd at once; nobody owes anything.
	held.Lending = held.Lending[2:3]
	held.Lending[0].Value = 1_000
	g.look.Now, g.look.Drawdown, g.look.Gas = at+10*day, 0, 1
	g.habit = habit{before: 1, size: 2, times: append(slices.Repeat([]int64{at}, 7), slices.Repeat([]int64{g.look.Now}, 3)...)}
	g.trades.estimate.Mean = -0.01
	g.trades.won = nil
	g.conduct.odd, g.conduct.score = true, 0.6
	r = g.Report(&held)
	check("an anomaly", r, (1-.16/.3+1+1+1+0+0)/6, FlagChurn, FlagSize, FlagAlert, FlagAnomaly)
	exactly(t, "anomaly", r.Anomaly, 0.6)
	g.conduct.odd = false
	check("no anomaly any more", g.Report(&held), (1-.16/.3+1+1+1+0+0)/6, FlagChurn, FlagSize, FlagAlert)
	// The shape: three of four won, a Sharpe ratio of thirty trades at most.
	g.trades.won = []bool{true, true, true, false}
	g.trades.estimate.Mean = 0.002
	check("some won", g.Report(&held), (1-.16/.3+1+1+1+.75+0.1*math.Sqrt(30))/6, FlagChurn, FlagSize, FlagAlert)
	g.trades.estimate.N = 16
	check("of sixteen", g.Report(&held), (1-.16/.3+1+1+1+.75+0.4)/6, FlagChurn, FlagSize, FlagAlert)
	g.trades.estimate.Variance = 0
	check("no deviation", g.Report(&held), (1-.16/.3+1+1+1+.75+0)/6, FlagChurn, FlagSize, FlagAlert)
	// The least factor counts, and one of 1.3 is none to be red about.
	held.Lending = []turn.Lending{lending(13, 1)}
	held.Lending[0].Value = 1_000
	if r := g.Report(&held); slices.Contains(r.Flags, FlagHealth) {
		t.Errorf("a factor of 1.3: %v", r.Flags)
	}
	exactly(t, "the factor", portfolio(&held, &g.look, g.habit.usual()).Factor, 1.3)
	held.Lending[0].Account.Health.SetUint64(9e17)
	if r := g.Report(&held); !slices.Contains(r.Flags, FlagHealth) {
		t.Errorf("a factor of 0.9: %v", r.Flags)
	}
	held.Lending = nil
	held.Assets[0].Value, held.Assets[1].Value = 0, 0
	if p := portfolio(&held, &g.look, g.habit.usual()); p.Cash != 1 || p.HHI != 1 || p.Factor != 0 {
		t.Errorf("of nothing the portfolio is %+v", p)
	}
	held.Assets[0].Value = 0.5
	held.Assets[1].Value = 0.25
	exactly(t, "the cash of a crumb", portfolio(&held, &g.look, g.habit.usual()).Cash, 2.0/3)
}
