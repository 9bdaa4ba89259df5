package mortality

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/money"
)

const usd = money.One

// spec: mortality §2.2 — the burn rate is smoothed, and says how many ticks are left.
func TestTheBurnRateFollowsTheCostOfTicks(t *testing.T) {
	var e Economy
	if _, ends := e.TicksLeft(5 * usd); ends {
		t.Error("a Golem that spends nothing has an end")
	}
	for range 200 {
		check(t, e.Charge(1000))
	}
	if math.Abs(e.Burn-1000) > 0.1 || e.Spent != 200_000 {
		t.Errorf("after 200 ticks at 1000: burn %v, spent %d", e.Burn, e.Spent)
	}
	e.Burn = 300
	if left, ends := e.TicksLeft(1000); left != 3 || !ends {
		t.Errorf("1000 at 300 a tick last %d ticks, %v; want 3", left, ends)
	}
	if left, ends := e.TicksLeft(-5); left != 0 || !ends {
		t.Errorf("less than nothing lasts %d ticks, %v", left, ends)
	}
	e.Burn = 1e-30
	if _, ends := e.TicksLeft(math.MaxInt64); ends {
		t.Error("a rate near nothing has an end that can be counted")
	}
}

// spec: mortality §2.2 — a bad cost is InvalidTickCost, and the tick is charged 0.
func TestANegativeCostIsRefusedAndChargedNothing(t *testing.T) {
	e := Economy{Burn: 100}
	if err := e.Charge(-1); !errors.Is(err, ErrTickCost) || e.Burn != 95 || e.Spent != 0 {
		t.Errorf("charged -1: %v, burn %v, spent %d", err, e.Burn, e.Spent)
	}
	if err := e.Charge(math.MaxInt64); err != nil || e.Spent != math.MaxInt64 {
		t.Errorf("a huge cost: %v, spent %d", err, e.Spent)
	}
	if err := e.Charge(1); err != nil || e.Spent != math.MaxInt64 {
		t.Errorf("beyond what can be counted: %v, spent %d", err, e.Spent)
	}
}

// spec: mortality §2.2 — an average over six hours, for display.
func TestTheProjectionIsThatOfTheLastHours(t *testing.T) {
	const hour = int64(msPerHr)
	var e Economy
	start := 470_000 * hour
	e.Pass(start, 500)
	if !math.IsInf(e.ProjectedHours(usd), 1) {
		t.Error("a projection before an hour has passed")
	}
	e.Pass(start+hour/2, 500)
	e.Pass(start+hour, 3000)
	if got := e.ProjectedHours(10_000); got != 10 {
		t.Errorf("1000 an hour, 10000 left: %v hours", got)
	}
	e.Pass(start+2*hour, 0)
	want := 10_000 / (2.0/7*3000 + 5.0/7*1000)
	if got := e.ProjectedHours(10_000); math.Abs(got-want) > 1e-9 {
		t.Errorf("after an hour at 3000: %v hours, want %v", got, want)
	}
	before := e
	e.Pass(start, 0) // a clock that jumps back
	if e != before {
		t.Errorf("going back changed %+v to %+v", before, e)
	}
	e.Pass(start+365*24*hour, 0) // and a year ahead
	if !math.IsInf(e.ProjectedHours(usd), 1) || e.Hour != 470_000+365*24 {
		t.Errorf("a year later: %+v", e)
	}
}

// spec: mortality §2.2, §2.3 — every share is a number from 0 to 1, whatever goes in.
func TestSharesAreSharesWhateverIsPaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func(name string) int64 { return rapid.Int64().Draw(t, name) }
		balance, reserve := money.USDC(n("balance")), money.USDC(rapid.Int64Range(0, math.MaxInt64).Draw(t, "reserve"))
		left := Spendable(balance, reserve)
		if left < 0 || left > max(balance, 0) {
			t.Fatalf("%d of %d with %d kept", left, balance, reserve)
		}
		bounded := func(x int64) int64 { return x / 4 }
		for _, share := range []float64{
			CreditRatio(left, money.USDC(n("given"))), PaidRatio(bounded(n("now")), bounded(n("from")), bounded(n("until"))),
		} {
			if !(share >= 0 && share <= 1) {
				t.Fatalf("a share of %v", share)
			}
		}
	})
	if got := PaidRatio(75, 0, 100); got != 0.25 {
		t.Errorf("a quarter of the time is left: %v", got)
	}
}

// spec: mortality §2.4 — the five sums of the check.
func TestTheReserveIsThatOfTheTable(t *testing.T) {
	for _, c := range []struct {
		funding   money.USDC
		positions int
		want      money.USDC
	}{
		{10 * usd, 0, 300_000},
		{50 * usd, 2, 1_000_000},
		{100 * usd, 3, 2_000_000},
		{500 * usd, 5, 10_000_000},
		{5 * usd, 10, 420_000},
		{-usd, -3, 300_000},
		{0, 0, 300_000},
	} {
		if got, err := DefaultReserve().Needed(c.funding, c.positions); err != nil || got != c.want {
			t.Errorf("%s with %d positions: %s, %v; want %s", c.funding, c.positions, got, err, c.want)
		}
	}
	if _, err := DefaultReserve().Needed(usd, math.MaxInt); err == nil {
		t.Error("a reserve that does not fit was reckoned")
	}
	replicant := DefaultReserve()
	replicant.Floor, replicant.LifeReview, replicant.Legacy = 50_000, 0, 0
	if got, err := replicant.Needed(usd, 0); err != nil || got != 50_000 {
		t.Errorf("a Replicant keeps %s, %v", got, err)
	}
}

// spec: mortality §2.4 — the four values of the check.
func TestTheDynamicReserveIsThatOfTheTable(t *testing.T) {
	for p, want := range map[float64]money.USDC{0.20: 3_500_000, 0.10: 6_000_000, 0.30: 1_000_000, 0.05: 10_000_000} {
		if got, err := DynamicReserve(p, usd, 10*usd); err != nil || got != want {
			t.Errorf("pressure %v: %s, %v; want %s", p, got, err, want)
		}
	}
}

// spec: mortality §2.8
func TestPressureIsOneWhenSafeAndNothingWhenDying(t *testing.T) {
	for _, c := range []struct {
		hours, net, burn float64
		want             string
	}{{48, 0, 0, "0.500"}, {48, 0, 10, "0.500"}, {48, 10, 10, "0.600"}, {48, 100, 10, "0.700"}, {48, -10, 10, "0.350"}, {48, -100, 10, "0.200"}, {0, -100, 1, "0.000"}, {math.Inf(1), 0, 0, "1.000"}} {
		if got := fmt.Sprintf("%.3f", Pressure(c.hours, c.net, c.burn)); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// spec: mortality §2.6 — each rung fires once per downward crossing.
func TestARungFiresOnceForEachCrossing(t *testing.T) {
	at := Limits{Saving: 0.3, Ending: 0.05}.thresholds()
	var l Ladder
	for i, step := range []struct {
		economic float64
		want     []Rung
	}{
		{1, nil},
		{0.30, nil},
		{0.29, []Rung{RungSaving}},
		{0.28, nil},
		{0.26, nil},
		{0.31, nil},
		{0.299, []Rung{RungSaving}},
		{0.10, []Rung{RungSnapshots, RungSurvival, RungLegacy}},
		{0.10, nil},
		{0.22, nil},
		{0.14, []Rung{RungSurvival, RungLegacy}},
		{0.049, []Rung{RungEnd}},
	} {
		if got := l.Step(step.economic, at); !slices.Equal(got, step.want) {
			t.Errorf("step %d at %v: %v, want %v", i, step.economic, got, step.want)
		}
	}
}

// spec: mortality §2.6 — over any path a rung fires as often as it is crossed.
func TestTheLadderCountsCrossings(t *testing.T) {
	at := Limits{Saving: 0.3, Ending: 0.05}.thresholds()
	rapid.Check(t, func(t *rapid.T) {
		var l Ladder
		before := 1.0
		for _, now := range rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "path") {
			fired := l.Step(now, at)
			for r := range rungs {
				if crossed := before >= at[r] && now < at[r]; crossed != slices.Contains(fired, r) {
					t.Fatalf("%v to %v: %s fired %v", before, now, r, !crossed)
				}
			}
			before = now
		}
	})
}
