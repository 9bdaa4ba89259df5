package mortality

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
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

// needy are the settings of a life that only its credit and its paid time end.
var needy = Settings{Economic: true, Curve: DefaultCurve()}

func (e *events) Emit(_ uint64, p wire.Payload) { *e = append(*e, p) }

// spec: runtime §2, §7 — death is declared exactly when a clock is at zero or
// the phase is Terminal.
func TestDeathIsCalledExactlyWhenAClockIsAtZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state, w := turn.NewState(turn.Identity{})
		surface, cw := cortex.New(cortex.Options{})
		left := money.USDC(rapid.Int64Range(-5, 1000).Draw(t, "left"))
		now := rapid.Int64Range(0, 200).Draw(t, "now")
		l, err := New(needy, Limits{}, Birth{Credit: 1000, Time: lasting(0, 100)}, Ports{Credit: &purse{left: left}, State: w.Vitality, Cortex: cw.Mortality, Events: new(events)})
		check(t, err)
		r := &turn.Record{}
		check(t, l.OnAfterTurn(t.Context(), &turn.AfterTurn{Now: now, Record: r, State: state}))
		if surface.Vitality().BehavioralPhase() != cortex.Phase(r.Mortality.Phase) || surface.Vitality().Composite() != float32(r.Mortality.Composite) {
			t.Fatalf("the cortex shows %v at %v", surface.Vitality().BehavioralPhase(), surface.Vitality().Composite())
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
		l, err := New(needy, c.limits, Birth{Credit: 1000, Time: lasting(0, 100)}, Ports{Credit: &purse{left: c.left}, State: w.Vitality, Cortex: cw.Mortality, Events: new(events)})
		check(t, err)
		r := &turn.Record{Tick: c.tick}
		check(t, l.OnAfterTurn(t.Context(), &turn.AfterTurn{Now: 1, Record: r, State: s}))
		if v := s.Vitality(); v.Phase != c.phase || v.Dying != string(c.cause) {
			t.Errorf("%+v with %d left: %s, dying of %q; want %s, %q", c.limits, c.left, v.Phase, v.Dying, c.phase, c.cause)
		}
	}
}

// die is a Fate that says always the same.
type die struct {
	roll Roll
	err  error
}

func (d *die) Roll(uint64) (Roll, error) { return d.roll, d.err }

// oracle is a Foresight that is always wrong.
type oracle struct{ asked []uint64 }

func (o *oracle) Resolved(tick uint64) []Pair {
	o.asked = append(o.asked, tick)
	return []Pair{wrong(tick)}
}
func (o *oracle) Regime() MarketRegime { return calm }

// whole is a life with all that a lifespan can have.
type whole struct {
	*Lifespan
	purse  *purse
	fate   *die
	oracle *oracle
	events *events
	state  *turn.State
	record *turn.Record
	tick   uint64
}

func newWhole(t *testing.T, s Settings) *whole {
	t.Helper()
	w := &whole{purse: &purse{left: 10 * usd}, fate: &die{roll: math.MaxUint64}, oracle: &oracle{}, events: new(events)}
	var writers turn.Writers
	w.state, writers = turn.NewState(turn.Identity{})
	_, cw := cortex.New(cortex.Options{})
	var err error
	w.Lifespan, err = New(s, owner, born(), Ports{
		Credit: w.purse, Purse: w.purse, State: writers.Vitality, Cortex: cw.Mortality, Events: w.events, Fate: w.fate, Foresight: w.oracle,
	})
	check(t, err)
	return w
}

// live passes one tick.
func (w *whole) live(t *testing.T) error {
	t.Helper()
	drawn := w.Draw(w.tick)
	w.record = &turn.Record{Tick: w.tick}
	err := w.OnAfterTurn(t.Context(), &turn.AfterTurn{Now: day0 + int64(w.tick)*1000, Record: w.record, State: w.state})
	if w.tick++; drawn != nil && err == nil {
		t.Fatalf("a roll that failed with %v is no fault", drawn)
	}
	return err
}

// spec: mortality §7, §22 — a tick of a whole life is on record, in the state and told.
func TestATickOfAWholeLifeIsOnRecord(t *testing.T) {
	w := newWhole(t, DefaultSettings())
	if w.purse.kept != 300_000 {
		t.Errorf("%s are kept for dying at birth", w.purse.kept)
	}
	w.purse.left = 5 * usd
	check(t, w.live(t))
	c := w.record.Mortality.Clocks
	if c.Spendable != 4_700_000 || c.Reserve != 300_000 || c.Hazard < 1e-6 || c.Survival >= 1 || !c.Learning || c.Burn != 250_000 || c.Paid != 1 {
		t.Errorf("%+v", c)
	}
	if m := w.record.Mortality; m.Absent != nil || m.Economic != 4.7/9.7 || w.state.Vitality().Mortality.Clocks != c {
		t.Errorf("%+v", m)
	}
	if e := (*w.events)[0].(wire.VitalityUpdate); e.Stochastic != 1 || e.Epistemic != 0.5 || e.ProjectedLifeHours != 0 {
		t.Errorf("told %+v", e)
	}
	if !slices.Equal(w.oracle.asked, []uint64{0}) {
		t.Errorf("the oracle was asked for %v", w.oracle.asked)
	}
}

// spec: mortality §2.5, §2.6 — below 15 % of the credit the terminal allocation holds,
// once, and the alarms are told.
func TestTheLastPartOfTheCreditIsSetAside(t *testing.T) {
	w := newWhole(t, DefaultSettings())
	for _, left := range []money.USDC{9 * usd, 1_700_000, 1_700_000, 1_600_000} {
		w.purse.left = left
		check(t, w.live(t))
	}
	alarms := 0
	for _, e := range *w.events {
		if a, is := e.(wire.VitalityClockAlarm); is && a.Clock == "economic" {
			alarms++
		}
	}
	if w.purse.retrenched != 1 || alarms != 4 || w.state.Vitality().Phase != turn.Declining || w.state.Vitality().Dying != "" {
		t.Errorf("retrenched %d times, %d alarms, %s, dying of %q", w.purse.retrenched, alarms, w.state.Vitality().Phase, w.state.Vitality().Dying)
	}
}

// spec: mortality §4.2 — the tick whose roll is below the hazard is the last.
func TestARollBelowTheHazardEndsTheLife(t *testing.T) {
	w := newWhole(t, DefaultSettings())
	check(t, w.live(t))
	w.fate.roll = 0
	check(t, w.live(t))
	v := w.state.Vitality()
	if v.Dying != string(lifecycle.Stochastic) || v.Phase != turn.Terminal || v.Composite != 0 || v.Clocks.Trigger != "stochastic" {
		t.Errorf("%+v", v)
	}
	a := w.Autopsy(v.Mortality)
	if a.Clock != "stochastic" || a.Balance != "10.000000" || a.Hazard < 1e-6 || len(a.Commitment) != 64 || a.Secret != "" {
		t.Errorf("%+v", a)
	}
}

// A roll that cannot be had is a fault, and the tick is not drawn.
func TestARollThatFailsIsAFaultAndNoDeath(t *testing.T) {
	w := newWhole(t, DefaultSettings())
	w.fate.err = errors.New("no dice")
	if err := w.live(t); !errors.Is(err, w.fate.err) {
		t.Errorf("a tick without a roll: %v", err)
	}
	if c := w.record.Mortality.Clocks; c.Survival != 1 || c.Hazard == 0 || w.state.Vitality().Dying != "" {
		t.Errorf("%+v", c)
	}
	w.fate.err = nil
	if err := w.live(t); err != nil || w.record.Mortality.Clocks.Survival == 1 {
		t.Errorf("the tick after it: %v, %+v", err, w.record.Mortality.Clocks)
	}
}

// spec: mortality §22 — the owner hears of a falling fitness once.
func TestWhoIsWrongIsWarnedOfOnce(t *testing.T) {
	w := newWhole(t, DefaultSettings())
	for range 120 {
		check(t, w.live(t))
	}
	warned := 0
	for _, e := range *w.events {
		if a, is := e.(wire.VitalityClockAlarm); is && a.Clock == "epistemic" {
			warned++
		}
	}
	if a := w.Autopsy(w.state.Vitality().Mortality); warned != 1 || a.Fitness >= 0.35 || a.Stage != "warning" || len(a.Failing) == 0 || a.Senescent == 0 {
		t.Errorf("warned %d times, %+v", warned, a)
	}
}

func TestAStochasticClockWithoutFateIsRefused(t *testing.T) {
	s := DefaultSettings()
	if _, err := New(s, owner, born(), Ports{}); err == nil || !strings.Contains(err.Error(), "nobody who rolls") {
		t.Errorf("born without dice: %v", err)
	}
	s.Stochastic = false
	b := born()
	b.Credit = 5
	if _, err := New(s, owner, b, Ports{}); !errors.Is(err, ErrUnfunded) {
		t.Errorf("born without credit: %v", err)
	}
}

// spec: mortality §5, §7 — the end of the paid time is a clock at zero, also between two
// ticks.
func TestTheEndOfThePaidTimeIsTerminal(t *testing.T) {
	s := DefaultSettings()
	s.Stochastic = false
	w := newWhole(t, s)
	check(t, w.live(t))
	if end := born().Time.Until() - 600_000; w.Expire(end-1) || w.state.Vitality().Dying != "" || !w.Expire(end) || w.Ends() != end {
		t.Errorf("the life ends at %d, it was expired at %d", w.Ends(), end)
	}
	v := w.state.Vitality()
	if a := w.Autopsy(v.Mortality); v.Dying != string(lifecycle.PaidTimeOver) || v.Phase != turn.Terminal || v.Composite != 0 || a.Composite != 0 || a.Clock != "economic" {
		t.Errorf("%+v, %+v", v, a)
	}
}

// spec: mortality §7, row 1 — an order is Terminal at once and takes nothing from the
// vitality; a death that has begun keeps its cause, and an order goes before a clock.
func TestAnOrderIsTerminalAndTheFirstCauseStays(t *testing.T) {
	s := DefaultSettings()
	s.Stochastic = false
	for _, ticks := range []int{0, 3} {
		w := newWhole(t, s)
		for range ticks {
			check(t, w.live(t))
		}
		before := w.judged
		w.Obey(lifecycle.OwnerKill)
		w.Obey(lifecycle.KillSwitch)
		w.Expire(w.Ends() - 1)
		v := w.state.Vitality()
		if v.Dying != string(lifecycle.OwnerKill) || v.Phase != turn.Terminal || w.clocks.phases.Current != turn.Terminal {
			t.Errorf("after %d ticks: %+v", ticks, v)
		}
		a := w.Autopsy(v.Mortality)
		if a.Composite != before.Composite || a.Composite < 0.9 || a.Economic < 0.9 || a.Balance != "10.000000" || a.Reserve != before.Reserve.String() {
			t.Errorf("after %d ticks: %+v of %+v", ticks, a, before)
		}
		if err := w.live(t); err != nil { // a tick that ended after it changes neither
			t.Fatal(err)
		}
		if v := w.state.Vitality(); v.Dying != string(lifecycle.OwnerKill) || v.Phase != turn.Terminal {
			t.Errorf("after %d ticks and one more: %+v", ticks, v)
		}
	}
	w := newWhole(t, s)
	w.Expire(w.Ends())
	w.Obey(lifecycle.OwnerKill)
	if v := w.state.Vitality(); v.Dying != string(lifecycle.PaidTimeOver) {
		t.Errorf("an order took a death's cause: %+v", v)
	}
}
