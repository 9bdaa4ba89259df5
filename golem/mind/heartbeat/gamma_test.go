package heartbeat_test

import (
	"errors"
	"slices"
	"testing"

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
	w.Market.Reading.Pool.Price *= 1.06
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
