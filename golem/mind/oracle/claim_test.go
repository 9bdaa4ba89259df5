package oracle

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §11.2
func TestWhenAClaimHolds(t *testing.T) {
	for _, c := range []struct {
		name     string
		claim    turn.Claim
		observed float64
		want     bool
		residual float64
	}{
		{"within 50 bps of 100, at 100.5", turn.Claim{Kind: turn.WithinBPS, A: 100, B: 50}, 100.5, true, 0.5},
		{"within 50 bps of 100, at 100.51", turn.Claim{Kind: turn.WithinBPS, A: 100, B: 50}, 100.51, false, 0.51},
		{"within 50 bps of -100", turn.Claim{Kind: turn.WithinBPS, A: -100, B: 50}, -100.5, true, -0.5},
		{"the low end", turn.Claim{Kind: turn.InRange, A: 1, B: 3}, 1, true, -1},
		{"the high end", turn.Claim{Kind: turn.InRange, A: 1, B: 3}, 3, true, 1},
		{"outside", turn.Claim{Kind: turn.InRange, A: 1, B: 3}, 3.1, false, 1.1},
		{"above", turn.Claim{Kind: turn.Above, A: 5}, 5.1, true, 0.1},
		{"not above", turn.Claim{Kind: turn.Above, A: 5}, 5, false, 0},
		{"below", turn.Claim{Kind: turn.Below, A: 5}, 4.9, true, -0.1},
		{"not below", turn.Claim{Kind: turn.Below, A: 5}, 5, false, 0},
		{"up", turn.Claim{Kind: turn.Direction, A: 5, Want: turn.Up}, 6, true, 1},
		{"down", turn.Claim{Kind: turn.Direction, A: 5, Want: turn.Down}, 6, false, 1},
		{"no change is not up", turn.Claim{Kind: turn.Direction, A: 5, Want: turn.Up}, 5, false, 0},
		{"no change is not down", turn.Claim{Kind: turn.Direction, A: 5, Want: turn.Down}, 5, false, 0},
		{"true", turn.Claim{Kind: turn.Boolean, Want: turn.Up}, 1, true, 0},
		{"false instead", turn.Claim{Kind: turn.Boolean, Want: turn.Up}, 0, false, -1},
		{"flat", turn.Claim{Kind: turn.Class, A: 1, B: 3, Want: turn.Flat}, 3, true, 0},
		{"above the flat band", turn.Claim{Kind: turn.Class, A: 1, B: 3, Want: turn.Flat}, 3.1, false, 1},
		{"not a number", turn.Claim{Kind: turn.InRange, A: 1, B: 3}, math.NaN(), false, math.NaN()},
	} {
		if got := Holds(c.claim, c.observed); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Residual(c.claim, c.observed); math.Abs(got-c.residual) > 1e-9 || math.IsNaN(got) != math.IsNaN(c.residual) {
			t.Errorf("%s: residual %v, want %v", c.name, got, c.residual)
		}
	}
}

// spec: heartbeat §11.3
func TestTheCorrectorRemovesTheBias(t *testing.T) {
	for _, draft := range []turn.Claim{
		{Kind: turn.InRange, A: 90, B: 110},
		{Kind: turn.WithinBPS, A: 100, B: 1_000},
		{Kind: turn.Above, A: 100},
	} {
		var c Corrector
		for range 50 {
			c.Add(Residual(draft, 110), true)
		}
		if got := Residual(c.Correct(draft), 110); got != 0 {
			t.Errorf("%v: the next residual is %v", draft, got)
		}
		if c.Lifetime != 50 || c.Mean() != 10 || c.Variance() != 0 {
			t.Errorf("%v: %d residuals of mean %v and variance %v", draft, c.Lifetime, c.Mean(), c.Variance())
		}
	}
}

// spec: heartbeat §11.3
func TestTheCorrectorWaitsForTenObservations(t *testing.T) {
	var c Corrector
	draft := turn.Claim{Kind: turn.InRange, A: 0, B: 2}
	for n := 1; n <= 10; n++ {
		c.Add(1, false)
		if got := c.Correct(draft); (got != draft) != (n == 10) {
			t.Errorf("after %d observations: %v", n, got)
		}
	}
	c.Reset()
	if got := c.Correct(draft); got != draft || c.Lifetime != 10 {
		t.Errorf("after a change of regime: %v, lifetime %d", got, c.Lifetime)
	}
}

// spec: heartbeat §11.3
func TestCoverageSetsTheWidth(t *testing.T) {
	for coverage, want := range map[float64]float64{0.80: 1.0294, 0.95: 0.9647, 0.60: 1.1471, 0.85: 1, 0.81: 1, 0.89: 1} {
		if got := widening(coverage); math.Abs(got-want) > 5e-5 {
			t.Errorf("coverage %v: %v, want %v", coverage, got, want)
		}
	}
}

func TestABooleanIsNeverCorrected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Corrector
		draft := turn.Claim{Kind: turn.Boolean, Want: rapid.SampledFrom([]uint8{turn.Down, turn.Up}).Draw(t, "want")}
		for range rapid.IntRange(0, 300).Draw(t, "n") {
			c.Add(rapid.Float64Range(-1, 1).Draw(t, "residual"), rapid.Bool().Draw(t, "hit"))
		}
		if c.Correct(draft) != draft {
			t.Fatal("corrected")
		}
	})
}

func TestTheCorrectorSeesTheLast256(t *testing.T) {
	var c Corrector
	for range 300 {
		c.Add(5, false)
	}
	for range kept {
		c.Add(1, true)
	}
	if c.Mean() != 1 || c.Coverage() != 1 || c.Lifetime != 556 {
		t.Errorf("mean %v, coverage %v, lifetime %d", c.Mean(), c.Coverage(), c.Lifetime)
	}
	if want := 0.005 * (256*0.15 - 300*0.85); math.Abs(c.Adaptive-want) > 1e-9 {
		t.Errorf("adaptive weight %v, want %v", c.Adaptive, want)
	}
}
