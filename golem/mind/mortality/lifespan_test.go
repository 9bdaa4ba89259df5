package mortality

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// spec: mortality §5 — the rows whose epistemic axis is that of the learning
// grace, recomputed without the epistemic factor.
func TestCompositeFollowsCreditAndAge(t *testing.T) {
	for _, c := range []struct {
		economic float64
		ticks    uint64
		want     string
	}{{1, 0, "0.9991"}, {0.5, 0, "0.8808"}, {0.3, 0, "0.5000"}, {0.05, 0, "0.0759"}, {1, 200_000, "0.6994"}} {
		parts := DefaultCurve().Of(Axes{Economic: c.economic, Ticks: c.ticks})
		if got := fmt.Sprintf("%.4f", parts.Composite(false)); got != c.want {
			t.Errorf("economic %v at tick %d: %s, want %s", c.economic, c.ticks, got, c.want)
		}
	}
	if got := DefaultCurve().Of(Axes{Economic: 1}).Composite(true); got != 0 {
		t.Errorf("a clock at zero gave %v", got)
	}
}

// spec: mortality §6.1
func TestPhasesFallAtOnceAndRiseWithMarginAndHold(t *testing.T) {
	p := Phases{Current: turn.Conservation}
	for range 30 {
		if p.Move(0.52, turn.Thriving); p.Current != turn.Conservation {
			t.Fatal("0.52 rose")
		}
	}
	for i := range 10 {
		p.Move(0.55, turn.Thriving)
		if want := i == 9; (p.Current == turn.Stable) != want {
			t.Fatalf("after %d ticks at 0.55: %s", i+1, p.Current)
		}
	}
	p = Phases{Current: turn.Declining}
	for range 10 {
		p.Move(0.72, turn.Thriving)
	}
	if p.Current != turn.Stable {
		t.Errorf("declining at 0.72 for 10 ticks: %s, want stable", p.Current)
	}
	p = Phases{}
	if p.Move(0.69, turn.Thriving); p.Current != turn.Stable {
		t.Errorf("thriving at 0.69: %s, want stable on the same tick", p.Current)
	}
}

// spec: mortality §6.1 — Terminal never reverts.
func TestTerminalIsFinal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Phases
		terminal := false
		for range 100 {
			terminal = p.Move(rapid.Float64Range(0, 1).Draw(t, "composite"), turn.Thriving) == turn.Terminal || terminal
			if terminal && p.Current != turn.Terminal {
				t.Fatal("left Terminal")
			}
		}
	})
}

type purse struct {
	left, kept money.USDC
	retrenched int
}

func (p *purse) Remaining() money.USDC   { return p.left }
func (p *purse) Keep(reserve money.USDC) { p.kept = max(p.kept, reserve) }
func (p *purse) Retrench() error         { p.retrenched++; return nil }

type events []wire.Payload

func (e *events) Emit(_ uint64, p wire.Payload) { *e = append(*e, p) }

// spec: runtime §2, §7 — death is declared exactly when a clock is at zero or
// the phase is Terminal.
func TestDeathIsCalledExactlyWhenAClockIsAtZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, w := turn.NewState(turn.Identity{})
		surface, cw := cortex.New(cortex.Options{})
		left := money.USDC(rapid.Int64Range(-5, 1000).Draw(t, "left"))
		now := rapid.Int64Range(0, 200).Draw(t, "now")
		l, err := New(nil, Limits{}, Birth{Credit: 1000, PaidUntil: 100}, Ports{Credit: &purse{left: left}, State: w.Vitality, Cortex: cw.Mortality, Events: new(events)})
		if err != nil {
			t.Fatal(err)
		}
		r := &turn.Record{}
		if err := l.OnAfterTurn(t.Context(), &turn.AfterTurn{Now: now, Record: r, State: state}); err != nil {
			t.Fatal(err)
		}
		if surface.BehavioralPhase() != cortex.Phase(r.Mortality.Phase) || surface.CompositeVitality() != float32(r.Mortality.Composite) {
			t.Fatalf("the cortex shows %v at %v", surface.BehavioralPhase(), surface.CompositeVitality())
		}
		want := ""
		switch {
		case now >= 100:
			want = string(lifecycle.PaidTimeOver)
		case left <= 0 || DefaultCurve().Of(Axes{Economic: float64(left) / 1000}).Composite(false) < 0.1:
			want = string(lifecycle.CreditExhaustion)
		}
		if got := state.Vitality().Dying; got != want {
			t.Fatalf("left %d at %d: %q, want %q", left, now, got, want)
		}
		if r.Mortality.Consumed != 1000-left || len(r.Mortality.Absent) != 2 {
			t.Fatalf("record says %+v", r.Mortality)
		}
	})
}

// spec: mortality §2.6 — what an owner sets stands beside vitality, and never
// makes a phase better.
func TestAnOwnersLimitsChangeAndEndALife(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		left   money.USDC
		tick   uint64
		phase  turn.Phase
		cause  lifecycle.Cause
	}{
		{Limits{}, 600, 5, turn.Thriving, ""},
		{Limits{Saving: 0.5}, 500, 5, turn.Thriving, ""},
		{Limits{Saving: 0.5}, 499, 5, turn.Conservation, ""},
		{Limits{Saving: 0.1}, 250, 5, turn.Conservation, ""},
		{Limits{Ending: 0.2}, 201, 5, turn.Declining, ""},
		{Limits{Ending: 0.2}, 200, 5, turn.Terminal, lifecycle.CreditExhaustion},
		{Limits{Ticks: 7}, 600, 5, turn.Thriving, ""},
		{Limits{Ticks: 7}, 600, 6, turn.Thriving, lifecycle.HayflickLimit},
	} {
		s, w := turn.NewState(turn.Identity{})
		_, cw := cortex.New(cortex.Options{})
		l, err := New(nil, c.limits, Birth{Credit: 1000, PaidUntil: 100}, Ports{Credit: &purse{left: c.left}, State: w.Vitality, Cortex: cw.Mortality, Events: new(events)})
		if err != nil {
			t.Fatal(err)
		}
		r := &turn.Record{Tick: c.tick}
		if err := l.OnAfterTurn(t.Context(), &turn.AfterTurn{Now: 1, Record: r, State: s}); err != nil {
			t.Fatal(err)
		}
		if v := s.Vitality(); v.Phase != c.phase || v.Dying != string(c.cause) {
			t.Errorf("%+v with %d left: %s, dying of %q; want %s, %q", c.limits, c.left, v.Phase, v.Dying, c.phase, c.cause)
		}
	}
}
