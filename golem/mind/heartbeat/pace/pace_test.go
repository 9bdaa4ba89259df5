package pace

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §1.2, "violations 0,1,2,6,7 ⇒ 15, 11.54, 9.375, 5.357, 5 s".
func TestGammaShrinksWithViolations(t *testing.T) {
	for violations, want := range map[int]int64{0: 15_000, 1: 11_538, 2: 9_375, 6: 5_357, 7: 5_000, 1_000: 5_000, -3: 15_000} {
		if got := Default().Gamma(violations); got != want {
			t.Errorf("%d violations: %d ms, want %d", violations, got, want)
		}
	}
}

// spec: heartbeat §1.2, the table of base 60.
func TestThetaFollowsRegimeAndPhase(t *testing.T) {
	regimes := []turn.Regime{turn.RegimeTrendingUp, turn.RegimeTrendingDown, turn.RegimeVolatile, turn.RegimeRangeBound, turn.RegimeUnknown}
	rows := map[turn.Phase][]int64{
		turn.Thriving:     {60, 30, 30, 120, 48},
		turn.Stable:       {60, 30, 30, 120, 48},
		turn.Conservation: {120, 60, 36, 120, 96},
		turn.Declining:    {120, 60, 36, 120, 96},
		turn.Terminal:     {Never, Never, Never, Never, Never},
	}
	for phase, row := range rows {
		for i, seconds := range row {
			want := seconds
			if want != Never {
				want *= 1_000
			}
			if got := Default().Theta(Pressure{Regime: regimes[i], Phase: phase}); got != want {
				t.Errorf("%v in %v: %d, want %d", regimes[i], phase, got, want)
			}
		}
	}
}

func TestThetaSlowsAsTheDailyCapComesNear(t *testing.T) {
	for _, c := range []struct {
		p    Pressure
		want int64
	}{
		{Pressure{Regime: turn.RegimeTrendingUp, Spent: 0.69}, 60_000},
		{Pressure{Regime: turn.RegimeTrendingUp, Spent: 0.70}, 75_000},
		{Pressure{Regime: turn.RegimeTrendingUp, Spent: 0.90}, 90_000},
		{Pressure{Regime: turn.RegimeTrendingDown, Spent: 1}, 120_000},
		{Pressure{Regime: turn.RegimeRangeBound, Crisis: true}, 30_000},
		{Pressure{Regime: turn.RegimeVolatile, Slow: true}, 120_000}, // spec: safety §15.3, L1.5
		{Pressure{Regime: turn.Regime(99)}, 48_000},
	} {
		if got := Default().Theta(c.p); got != c.want {
			t.Errorf("%+v: %d ms, want %d", c.p, got, c.want)
		}
	}
}

// spec: heartbeat §1.2, "theta 30 s ⇒ delta after 50 ticks = 1 500 s; theta
// 120 s ⇒ delta after 15 ticks = 1 800 s".
func TestDeltaIsDueByTicksOrTime(t *testing.T) {
	for interval, want := range map[int64]struct{ ticks, seconds int64 }{30_000: {50, 1_500}, 120_000: {15, 1_800}} {
		s := NewSchedule(Default(), 0)
		s.Begin(Theta, 0)
		s.ticks = 0
		for tick := int64(1); ; tick++ {
			now := tick * interval
			s.Begin(Theta, now)
			if since, due := s.Delta(now); due {
				if since != now || tick != want.ticks || now != want.seconds*1_000 {
					t.Errorf("theta %d ms: delta after %d ticks and %d ms, want %+v", interval, tick, now, want)
				}
				break
			}
		}
	}
	if c := Default(); c.DeltaDue(299_999, 500) || !c.DeltaDue(300_000, 50) || c.DeltaDue(1_799_999, 49) {
		t.Error("delta bounds are not 300 s and 1,800 s")
	}
}

// spec: heartbeat §1.2, "ticks per day between 720 and 2 880".
func TestTicksPerDayStayInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := Default()
		s := NewSchedule(cfg, 0)
		s.due[Gamma] = Never
		const day = 86_400_000
		ticks := 0
		for at, _ := s.Next(); at < day; at, _ = s.Next() {
			s.Begin(Theta, at)
			s.Adjust(Theta, at, cfg.Theta(Pressure{
				Regime: turn.Regime(rapid.IntRange(0, 4).Draw(t, "regime")),
				Phase:  turn.Phase(rapid.IntRange(0, 3).Draw(t, "phase")),
				Spent:  rapid.Float64Range(0, 2).Draw(t, "spent"),
				Crisis: rapid.IntRange(0, 9).Draw(t, "crisis") == 0,
			}))
			ticks++
		}
		if ticks < 720 || ticks > 2_880 {
			t.Fatalf("%d ticks in a day", ticks)
		}
	})
}

func TestThetaGoesFirstAndSatisfiesADueGamma(t *testing.T) {
	s := NewSchedule(Default(), 1_000)
	if at, scale := s.Next(); at != 1_000 || scale != Theta {
		t.Fatalf("first: %d %v, want theta at 1000", at, scale)
	}
	s.Begin(Theta, 1_000)
	if at, scale := s.Next(); at != 16_000 || scale != Gamma {
		t.Fatalf("second: %d %v, want gamma at 16000", at, scale)
	}
}

func TestAWakeupBringsATickForward(t *testing.T) {
	s := NewSchedule(Default(), 0)
	s.Begin(Theta, 0)
	if !s.Wake(PriceMove, 20_000) {
		t.Fatal("the move woke nothing")
	}
	if at, scale := s.Next(); at != 15_000 || scale != Gamma {
		t.Fatalf("next is %v at %d", scale, at)
	}
	s.Begin(Gamma, 20_000)
	if at, scale := s.Next(); at != 20_000 || scale != Theta {
		t.Fatalf("next is %v at %d, want theta at 20000", scale, at)
	}
	if woken, missed := s.Begin(Theta, 20_000); !woken || missed != 0 {
		t.Fatalf("woken %v, missed %d", woken, missed)
	}
	if woken, _ := s.Begin(Theta, 80_000); woken {
		t.Fatal("the wake-up counted twice")
	}
}

// spec: heartbeat §1.3, "a wake-up whose scale is scheduled within the next 10 s
// is dropped", and the re-fire times.
func TestWakeupsAreDeduplicatedAndHaveARefireTime(t *testing.T) {
	s := NewSchedule(Default(), 0)
	s.Begin(Theta, 0) // next theta at 60,000
	if s.Wake(Message, 50_000) {
		t.Error("woken 10 s before a scheduled tick")
	}
	if !s.Wake(Message, 49_999) {
		t.Error("not woken 10.001 s before a scheduled tick")
	}
	s = NewSchedule(Default(), 0)
	for _, c := range []struct {
		at   int64
		want bool
	}{{1_000, true}, {5_999, false}, {6_000, true}, {6_001, false}} {
		s.Begin(Theta, c.at)
		if got := s.Wake(Tripwire, c.at); got != c.want {
			t.Errorf("tripwire at %d: %v, want %v", c.at, got, c.want)
		}
	}
	if s.Wake("no_such_cause", 1_000_000) {
		t.Error("an unknown cause woke the Golem")
	}
	s.Adjust(Theta, 0, Never)
	if s.Wake(Message, 1_000_000) {
		t.Error("a message woke a Golem that has no theta ticks any more")
	}
}

func TestAWakeupDuringATickSurvivesTheNewInterval(t *testing.T) {
	s := NewSchedule(Default(), 0)
	s.Begin(Theta, 0)
	if !s.Wake(Tripwire, 1_000) {
		t.Fatal("not woken")
	}
	s.Adjust(Theta, 0, 30_000)
	if at, scale := s.Next(); at != 1_000 || scale != Theta {
		t.Fatalf("next is %v at %d", scale, at)
	}
	s.Adjust(Theta, 0, Never)
	if _, scale := s.Next(); scale != Gamma {
		t.Fatal("a wake-up outlived the last theta tick")
	}
}

func TestLateTicksAreCounted(t *testing.T) {
	s := NewSchedule(Default(), 0)
	s.Begin(Theta, 0)
	if _, missed := s.Begin(Theta, 60_000+59_999); missed != 0 {
		t.Errorf("missed %d, want 0", missed)
	}
	due := s.due[Theta]
	if _, missed := s.Begin(Theta, due+2*60_000+5); missed != 2 {
		t.Errorf("missed %d, want 2", missed)
	}
}

// spec: heartbeat §1.3, "price move > 5 % in 30 s ⇒ theta".
func TestMovementSeesMoreThanFivePercentInThirtySeconds(t *testing.T) {
	for _, c := range []struct {
		at    int64
		price float64
		want  bool
	}{{10_000, 105, false}, {10_000, 105.01, true}, {30_000, 94.9, true}, {30_001, 94.9, false}, {1, math.NaN(), false}, {1, -1, false}} {
		var m Movement
		m.Take(0, 100)
		if got := m.Take(c.at, c.price); got != c.want {
			t.Errorf("100 then %v after %d ms: %v, want %v", c.price, c.at, got, c.want)
		}
	}
}

// spec: heartbeat §1.4, "three queued ticks with price severities None, High,
// Low collapse into one whose price probe is High".
func TestQueuedTicksCollapseIntoOneWithTheHighestSeverity(t *testing.T) {
	price := func(s turn.Severity) []turn.ProbeResult {
		return []turn.ProbeResult{{Probe: "price_delta", Severity: s}}
	}
	var b Backlog
	for i, severity := range []turn.Severity{turn.None, turn.High, turn.Low} {
		depth, dropped := b.Push(Pending{Due: int64(i), Probes: price(severity)})
		if depth != i+1 || (dropped != nil) != (i == 2) {
			t.Fatalf("push %d: depth %d, dropped %v", i, depth, dropped)
		}
		if dropped != nil && dropped.Due != 0 {
			t.Fatalf("dropped the tick of %d, want the oldest", dropped.Due)
		}
	}
	got := b.Collapse([]turn.ProbeResult{{Probe: "gas_spike"}})
	if len(got) != 2 || got[1].Probe != "price_delta" || got[1].Severity != turn.High || b.Depth() != 0 {
		t.Fatalf("collapsed into %+v with %d left", got, b.Depth())
	}
}

func TestMergeKeepsTheHighestSeverityOfEachProbe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		result := rapid.Custom(func(t *rapid.T) turn.ProbeResult {
			return turn.ProbeResult{
				Probe:    rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "probe"),
				Severity: turn.Severity(rapid.IntRange(0, 2).Draw(t, "severity")),
			}
		})
		results := rapid.SliceOf(result).Draw(t, "results")
		worst := map[string]turn.Severity{}
		for _, r := range results {
			worst[r.Probe] = max(worst[r.Probe], r.Severity)
		}
		merged := Merge(nil, results)
		if len(merged) != len(worst) {
			t.Fatalf("%d results of %d probes", len(merged), len(worst))
		}
		for _, r := range merged {
			if r.Severity != worst[r.Probe] {
				t.Fatalf("%s is %v, want %v", r.Probe, r.Severity, worst[r.Probe])
			}
		}
	})
}

func TestAStrategyMayMoveTheBaseWithinTheBounds(t *testing.T) {
	s := NewSchedule(Default(), 0)
	for hint, want := range map[int64]int64{10_000: 30_000, 45_000: 45_000, 900_000: 120_000} {
		s.Rebase(hint)
		if got := s.Config().Base; got != want {
			t.Errorf("hint %d: base %d, want %d", hint, got, want)
		}
	}
	if s.Rebase(0); s.Config().Base != Default().Base {
		t.Errorf("without a hint: base %d, want the configuration's", s.Config().Base)
	}
}

func TestValidateNamesEveryFault(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Fatalf("the default is invalid: %v", err)
	}
	bad := Config{Base: 1, GammaMin: 5, GammaMax: 4, ThetaMin: 0, ThetaMax: 1, DeltaMin: 1, DeltaMax: 1, Dedup: -1}
	if err := bad.Validate(); err == nil || len(err.(interface{ Unwrap() []error }).Unwrap()) != 10 {
		t.Fatalf("got %v, want ten faults", err)
	}
}
