package heartbeat_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/wire"
)

// gamma runs the gamma tick that is due and returns when it was.
func gamma(t *testing.T, w *heartbeattest.World) int64 {
	t.Helper()
	at, scale := w.Beat.Next()
	if scale != pace.Gamma {
		t.Fatalf("%v is due", scale)
	}
	w.Scene.Time, w.Market.Reading.Block.Time = at, at/1_000
	if _, err := w.Beat.Gamma(t.Context(), at); err != nil {
		t.Fatal(err)
	}
	return at
}

// spec: heartbeat §1.3, "price move > 5 % in 30 s ⇒ theta".
func TestAGammaTickThatSeesAMoveWakesTheta(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	at := gamma(t, w)
	w.Market.Reading.Primary().Price *= 1.06
	at += 15_000
	w.Scene.Time, w.Market.Reading.Block.Time = at, at/1_000
	pulse, err := w.Beat.Gamma(t.Context(), at)
	if err != nil || !slices.Equal(pulse.Woke, []pace.Cause{pace.PriceMove}) {
		t.Fatalf("%+v (%v)", pulse, err)
	}
	if next, scale := w.Beat.Next(); next != at || scale != pace.Theta {
		t.Fatalf("next is %v at %d, want theta at %d", scale, next, at)
	}
	if r := tick(t, w); r.Time != at || r.Gating.Tier < turn.T1 {
		t.Fatalf("tick at %d: %+v", r.Time, r.Gating)
	}
}

// spec: heartbeat §1.3, "health factor < 1.2 ⇒ theta": a debt that a fall weakens is looked at
// before its time, whichever token is owed.
func TestAGlanceAtAWeakDebtWakesTheta(t *testing.T) {
	for name, c := range map[string]struct {
		base bool    // it is owed, and the other one supplied
		move float64 // of the price
		woke bool
	}{
		"a little lower": {false, 0.97, false}, "below the limit": {false, 0.95, true}, "a short, a little higher": {true, 1.03, false}, "a short, too high": {true, 1.05, true},
	} {
		w := newWorld(t)
		r := &w.Market.Reading
		units := map[bool]uint256.Int{false: *uint256.NewInt(0), true: *uint256.NewInt(1_000_000)}
		base, quote := turn.Reserve{Token: r.Primary().Base, Supplied: units[!c.base], Owed: units[c.base]}, turn.Reserve{Token: r.Primary().Quote, Supplied: units[c.base], Owed: units[!c.base]}
		r.Lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{base, quote}, Account: turn.Account{Debt: *uint256.NewInt(1), Health: *uint256.NewInt(1_250_000_000_000_000_000)}}}
		tick(t, w)
		at := gamma(t, w)
		r.Primary().Price *= c.move
		at += 20_000
		w.Scene.Time, r.Block.Time = at, at/1_000
		pulse, err := w.Beat.Gamma(t.Context(), at)
		if err != nil || slices.Contains(pulse.Woke, pace.LowHealth) != c.woke {
			t.Errorf("%s: %+v (%v)", name, pulse, err)
		}
	}
}

func TestAGammaTickHearsTheOwner(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Owner.Arrive = map[string][]turn.Steer{"idle": {{ID: "s1"}}}
	at, _ := w.Beat.Next()
	pulse, err := w.Beat.Gamma(t.Context(), at)
	if err != nil || !slices.Equal(pulse.Woke, []pace.Cause{pace.Message}) {
		t.Fatalf("%+v (%v)", pulse, err)
	}
	w.Scene.Time = at
	if r := tick(t, w); r.Gating.Reason != "steer" {
		t.Fatalf("%+v", r.Gating)
	}
}

func TestAGammaTickReportsTheKillSwitch(t *testing.T) {
	w := newWorld(t)
	w.Owner.Kill = true
	if pulse, err := w.Beat.Gamma(t.Context(), w.Scene.Time); err != nil || !pulse.Killed {
		t.Fatalf("%+v (%v)", pulse, err)
	}
	if r := tick(t, w); r.Gating.Tier != turn.T1 || r.Gating.Reason != "probe kill_switch" {
		t.Fatalf("%+v", r.Gating)
	}
}

func TestAFailedGlanceIsAnErrorAndTheNextOneIsScheduled(t *testing.T) {
	w := newWorld(t)
	tick(t, w)
	w.Market.Broken = 1
	at, _ := w.Beat.Next()
	if _, err := w.Beat.Gamma(t.Context(), at); !errors.Is(err, heartbeattest.ErrBroken) {
		t.Fatalf("got %v", err)
	}
	if next, scale := w.Beat.Next(); scale != pace.Gamma || next != at+15_000 {
		t.Fatalf("next is %v at %d", scale, next)
	}
	if got := events[wire.ClockGammaTick](w); len(got) != 1 || got[0].IntervalMS != 15_000 {
		t.Fatalf("events %+v", got)
	}
}

func TestAJumpOfTheGasPriceIsLookedAtAgain(t *testing.T) {
	w := newWorld(t)
	for range 20 {
		tick(t, w)
	}
	w.Market.Reading.GasPrice.SetUint64(3_100_000_000)
	at, _ := w.Beat.Next()
	pulse, err := w.Beat.Gamma(t.Context(), at)
	if err != nil || !slices.Equal(pulse.Woke, []pace.Cause{pace.GasJump}) {
		t.Fatalf("%+v (%v)", pulse, err)
	}
}
