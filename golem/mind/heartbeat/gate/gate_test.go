package gate

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

func near(a, b float64) bool { return math.Abs(a-b) < 5e-5 }

// spec: heartbeat §5, all checks.
func TestPredictionErrorOfTheSpecifiedCases(t *testing.T) {
	for name, c := range map[string]struct {
		s    Surprise
		want float64
	}{
		"price off 2 % and one anomaly":   {Surprise{Price: 102, Expected: 100, Anomalies: 1}, 0.056},
		"regime change alone":             {Surprise{RegimeChanged: true}, 0.40},
		"regime, two anomalies, threat":   {Surprise{RegimeChanged: true, Anomalies: 2, Threat: 0.8}, 0.62},
		"one position":                    {Surprise{HealthTerm: HealthTerm(-0.3)}, 0.06},
		"everything at maximum":           {Surprise{Price: 300, Expected: 100, RegimeChanged: true, HealthTerm: 5 * HealthTerm(9), Threat: 1, FollowUps: 9, Anomalies: 9}, 1},
		"nothing expected":                {Surprise{Price: 100, Expected: 0}, 0},
		"a quiet tick":                    {Surprise{}, 0},
		"not numbers":                     {Surprise{Price: math.NaN(), Expected: 1, Threat: math.NaN(), HealthTerm: math.Inf(1)}, 0},
		"anomalies count to five":         {Surprise{Anomalies: 6}, 0.25},
		"follow-ups count to three":       {Surprise{FollowUps: 4}, 0.3},
		"a small change of health":        {Surprise{HealthTerm: HealthTerm(0.1)}, 0},
		"a change of health counts to .5": {Surprise{HealthTerm: HealthTerm(0.8)}, 0.1},
	} {
		if got := PredictionError(c.s); !near(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// spec: heartbeat §5, "Oracle disabled".
func TestWithoutOracleTheLargestSurpriseCounts(t *testing.T) {
	for _, c := range []struct {
		s    Surprise
		want float64
	}{
		{Surprise{}, 0},
		{Surprise{RegimeChanged: true}, 0.4},
		{Surprise{RegimeChanged: true, IntoCrisis: true}, 0.8},
		{Surprise{Anomalies: 3, Probes: 10}, 0.3},
		{Surprise{Anomalies: 3}, 0},
		{Surprise{HealthMax: 0.6, Threat: 0.5, RegimeChanged: true}, 0.6},
		{Surprise{HealthMax: 7}, 1},
	} {
		if got := WithoutOracle(c.s); !near(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.s, got, c.want)
		}
	}
}

// spec: heartbeat §6.1, the table.
func TestThresholdOfTheSpecifiedRows(t *testing.T) {
	for _, c := range []struct{ vitality, arousal, confidence, want float64 }{
		{0.9, 0.1, 0.8, 0.3993},
		{0.6, 0.4, 0.5, 0.3036},
		{0.3, 0.9, 0.3, 0.2235},
		{0.05, 0.8, 0.2, 0.1982},
		{0, 1, 0, 0.1680},
		{1, 0, 1, 0.4500},
	} {
		if got := Threshold(0.3, c.confidence, c.vitality, c.arousal); !near(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
		if a, b := Threshold(0.3, c.confidence, c.vitality, c.arousal), Threshold(0.3, c.confidence, c.vitality, -c.arousal); a != b {
			t.Errorf("arousal %v and its opposite differ", c.arousal)
		}
	}
	if got := Threshold(0.01, 0, 0, 0); got != 0.05 {
		t.Errorf("lower bound: %v", got)
	}
	if got := Threshold(5, 1, 1, 0); got != 0.8 {
		t.Errorf("upper bound: %v", got)
	}
}

// spec: heartbeat §6.2, "PE 0.40, row 2 ⇒ T1; PE 0.62 ⇒ T2; PE 0.30 ⇒ T0".
func TestTierByThreshold(t *testing.T) {
	theta := Threshold(0.3, 0.5, 0.6, 0.4)
	for e, want := range map[float64]turn.Tier{0.30: turn.T0, 0.40: turn.T1, 0.62: turn.T2, theta: turn.T1, 2 * theta: turn.T2} {
		if got := Decide(Case{Error: e, Threshold: theta}); got.Tier != want || got.Uncapped != want || got.Reason == "" {
			t.Errorf("PE %v: %+v, want %v", e, got, want)
		}
	}
}

// spec: heartbeat §6.2 step 1.
func TestForcedTiers(t *testing.T) {
	for name, c := range map[string]struct {
		c      Case
		want   turn.Tier
		reason string
	}{
		"steer":            {Case{Steer: true}, turn.T2, ReasonSteer},
		"transition":       {Case{Transition: true}, turn.T2, ReasonTransition},
		"reorg":            {Case{Reorg: true}, turn.T2, "reorg"},
		"restart":          {Case{Restart: true}, turn.T1, ReasonRestart},
		"one High":         {Case{Highs: 1, HighProbe: "price_delta"}, turn.T1, "price_delta"},
		"two High":         {Case{Highs: 2, HighProbe: "price_delta"}, turn.T2, "price_delta"},
		"health":           {Case{Highs: 1, Grave: true, HighProbe: "position_health"}, turn.T2, "position_health"},
		"entry":            {Case{Entry: true, Highs: 1}, turn.T1, ReasonEntry},
		"exit":             {Case{Exit: true}, turn.T2, ReasonExit},
		"idle wins nought": {Case{Idle: true}, turn.T0, ReasonIdle},
	} {
		c.c.Threshold = 0.3
		if got := Decide(c.c); got.Tier != c.want || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: %+v, want %v because of %q", name, got, c.want, c.reason)
		}
	}
}

// spec: heartbeat §6.2 step 3.
func TestPhaseCeilings(t *testing.T) {
	for name, c := range map[string]struct {
		c    Case
		want turn.Tier
	}{
		"thriving":                  {Case{Error: 0.9, Phase: turn.Thriving}, turn.T2},
		"stable":                    {Case{Error: 0.9, Phase: turn.Stable}, turn.T2},
		"conservation":              {Case{Error: 0.7, Phase: turn.Conservation}, turn.T1},
		"conservation at 3θ":        {Case{Error: 0.9, Phase: turn.Conservation}, turn.T2},
		"declining":                 {Case{Error: 1, Phase: turn.Declining}, turn.T1},
		"terminal":                  {Case{Error: 1, Phase: turn.Terminal}, turn.T0},
		"terminal, at its entry":    {Case{Error: 1, Phase: turn.Terminal, PhaseEntry: true}, turn.T1},
		"an owner's steer":          {Case{Steer: true, Owner: true, Phase: turn.Terminal}, turn.T2},
		"a steer of its own":        {Case{Steer: true, Phase: turn.Declining}, turn.T1},
		"a rule is no exception":    {Case{Exit: true, Phase: turn.Declining}, turn.T1},
		"nothing to lower":          {Case{Error: 0.1, Phase: turn.Declining}, turn.T0},
		"the uncapped tier is kept": {Case{Error: 0.9, Phase: turn.Terminal}, turn.T0},
	} {
		c.c.Threshold = 0.3
		got := Decide(c.c)
		if got.Tier != c.want || (got.Uncapped > got.Tier) != (len(got.Ceilings) == 1) {
			t.Errorf("%s: %+v, want %v", name, got, c.want)
		}
	}
}

// spec: heartbeat §6.2, "daily cap reached + active steer ⇒ T0, reason cost_cap".
func TestTheCostCapWinsOverASteer(t *testing.T) {
	got := Decide(Case{Steer: true, Threshold: 0.3, Cost: CostHardCap})
	if got.Tier != turn.T0 || got.Reason != "cost_cap" || got.Uncapped != turn.T2 {
		t.Fatalf("got %+v", got)
	}
}

// DESIGN §12.17: rules are free and never starved.
func TestRulesPassTheCostCapWithoutAnyPaidThought(t *testing.T) {
	for _, c := range []Case{{Exit: true}, {Entry: true}} {
		c.Threshold, c.Cost = 0.3, CostHardCap
		got := Decide(c)
		if got.Tier == turn.T0 || len(got.Ceilings) != 1 || got.Ceilings[0] != CeilingRulesOnly {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// spec: heartbeat §7, "cap 10, spent 6.99 ⇒ T2 Opus class allowed, 7.00 ⇒ Sonnet
// class, 9.00 ⇒ T0 + reads, 10.00 ⇒ hard stop".
func TestBudgetStatesAtTheirExactLimits(t *testing.T) {
	b := Budget{Cap: 10_000_000, Warning: 7_000, Soft: 9_000}
	for spent, want := range map[money.USDC]struct {
		state CostState
		tier  turn.Tier
		name  string
	}{
		0:          {CostNormal, turn.T2, "normal"},
		6_990_000:  {CostNormal, turn.T2, "normal"},
		6_999_999:  {CostNormal, turn.T2, "normal"},
		7_000_000:  {CostWarning, turn.T2, "warning"},
		8_999_999:  {CostWarning, turn.T2, "warning"},
		9_000_000:  {CostSoftCap, turn.T0, "soft_cap"},
		9_999_999:  {CostSoftCap, turn.T0, "soft_cap"},
		10_000_000: {CostHardCap, turn.T0, "hard_cap"},
		99_000_000: {CostHardCap, turn.T0, "hard_cap"},
	} {
		state := b.State(spent)
		got := Decide(Case{Error: 1, Threshold: 0.3, Cost: state})
		if state != want.state || state.String() != want.name || got.Tier != want.tier {
			t.Errorf("spent %s: %v and %v, want %+v", spent, state, got.Tier, want)
		}
		cheap := len(got.Ceilings) == 1 && got.Ceilings[0] == CeilingCheapModel
		if cheap != (want.state == CostWarning) {
			t.Errorf("spent %s: ceilings %v", spent, got.Ceilings)
		}
	}
}

// spec: safety §15.3, L1: cheap models.
func TestAFrugalGolemThinksWithTheCheaperModel(t *testing.T) {
	for _, c := range []struct {
		c     Case
		cheap bool
	}{
		{Case{Error: 1, Frugal: true}, true},
		{Case{Error: 1}, false},
		{Case{Error: 0.4, Frugal: true}, false}, // T1 has no cheaper one
		{Case{Error: 1, Frugal: true, Cost: CostWarning}, true},
	} {
		c.c.Threshold = 0.3
		if got := Decide(c.c); (len(got.Ceilings) == 1 && got.Ceilings[0] == CeilingCheapModel) != c.cheap || got.Tier != got.Uncapped {
			t.Errorf("%+v: %+v", c.c, got)
		}
	}
	if got := Decide(Case{Error: 1, Threshold: 0.3, Frugal: true, Cost: CostHardCap}); got.Tier != turn.T0 || got.Ceilings[0] != CeilingCostCap {
		t.Errorf("frugal at the cap: %+v", got)
	}
}

// spec: heartbeat §6.2, "monotone — raising arousal or lowering vitality never
// lowers the uncapped tier".
func TestMoreArousalOrLessVitalityNeverLowersTheUncappedTier(t *testing.T) {
	unit := rapid.Float64Range(0, 1)
	rapid.Check(t, func(t *rapid.T) {
		e, base, confidence := unit.Draw(t, "pe"), rapid.Float64Range(0.05, 0.8).Draw(t, "base"), unit.Draw(t, "confidence")
		calm, alive := unit.Draw(t, "arousal"), unit.Draw(t, "vitality")
		stirred := calm + (1-calm)*unit.Draw(t, "more arousal")
		weak := alive * unit.Draw(t, "less vitality")
		c := Case{
			Error: e, Threshold: Threshold(base, confidence, alive, calm),
			Highs: rapid.IntRange(0, 3).Draw(t, "highs"), Restart: rapid.Bool().Draw(t, "restart"),
			Phase: turn.Phase(rapid.IntRange(0, 4).Draw(t, "phase")),
		}
		before := Decide(c)
		for _, theta := range []float64{Threshold(base, confidence, alive, stirred), Threshold(base, confidence, weak, calm)} {
			c.Threshold = theta
			if after := Decide(c); after.Uncapped < before.Uncapped {
				t.Fatalf("θ %v gave %v, θ %v gives %v", before.Threshold, before.Uncapped, theta, after.Uncapped)
			}
		}
	})
}

func TestTierNeverExceedsTheUncappedOneAndAlwaysHasAReason(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := func(name string) bool { return rapid.Bool().Draw(t, name) }
		g := Decide(Case{
			Error: rapid.Float64Range(0, 1).Draw(t, "pe"), Threshold: rapid.Float64Range(0.05, 0.8).Draw(t, "θ"),
			Steer: b("steer"), Transition: b("transition"), Reorg: b("reorg"), Restart: b("restart"), Entry: b("entry"),
			Exit: b("exit"), Grave: b("grave"), Idle: b("idle"), PhaseEntry: b("phase entry"), HighProbe: "p",
			Highs: rapid.IntRange(0, 3).Draw(t, "highs"),
			Phase: turn.Phase(rapid.IntRange(0, 4).Draw(t, "phase")), Cost: CostState(rapid.IntRange(0, 3).Draw(t, "cost")),
		})
		if g.Tier > g.Uncapped || g.Reason == "" || g.Tier < g.Uncapped && len(g.Ceilings) == 0 {
			t.Fatalf("%+v", g)
		}
	})
}

// spec: heartbeat §6.2, "composite within 0.02 above a lower band edge and
// falling ⇒ T2, at most once per edge and 50 ticks".
func TestAnImminentTransitionIsToldOncePerEdgeAndFiftyTicks(t *testing.T) {
	var e Edges
	for _, c := range []struct {
		tick      uint64
		composite float64
		want      bool
	}{
		{0, 0.71, false}, // nothing to compare with
		{1, 0.75, false},
		{2, 0.721, false},
		{3, 0.72, true},
		{4, 0.71, false},
		{5, 0.715, false}, // rising
		{6, 0.51, true},   // another edge
		{52, 0.72, false}, // rising again
		{53, 0.705, true}, // 50 ticks later
		{54, 0.699, false},
		{55, 0.11, true},
		{56, 0.09, false},
	} {
		if got := e.Near(c.tick, c.composite); got != c.want {
			t.Errorf("tick %d at %v: %v, want %v", c.tick, c.composite, got, c.want)
		}
	}
}

func TestASuppressedDecisionCostsNoAllocation(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { _ = Decide(Case{Error: 0.1, Threshold: 0.3}) }); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}
