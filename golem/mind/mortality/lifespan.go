package mortality

import (
	"context"
	"errors"
	"fmt"
	"math"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Lifespan is the extension that runs the clocks. Make it with New.
type Lifespan struct {
	ports  Ports
	birth  Birth
	config Settings
	clocks *Clocks
	absent []string // the clocks that do not run

	last   money.USDC // credit at the end of the tick before
	begun  bool
	roll   Roll
	rolled bool
	missed error // why there is no roll
	judged Verdict
	warned bool // of the fitness
}

// New returns the lifespan of a newborn. The error says what a life needs to begin.
func New(s Settings, l Limits, b Birth, p Ports) (*Lifespan, error) {
	x := &Lifespan{ports: p, birth: b, config: s}
	x.birth.Foreseen = p.Foresight != nil
	if x.config.Stochastic && p.Fate == nil {
		return nil, errors.New("start the clocks of mortality: there is a stochastic clock and nobody who rolls for it")
	}
	clocks, err := NewClocks(x.config, l, x.birth)
	if err != nil {
		return nil, fmt.Errorf("start the clocks of mortality: %w", err)
	}
	x.clocks, x.absent, x.judged = clocks, clocks.absent(), clocks.newborn()
	if p.Purse != nil {
		p.Purse.Keep(clocks.reserve)
	}
	return x, nil
}

// Fed takes in credit that came since the last tick, so that it hides no cost.
func (l *Lifespan) Fed(amount money.USDC) { l.last += amount }

// Draw fetches the roll of the tick that is about to begin. An error of the port is
// a failure that its journal recorded, and then the tick is not drawn, and the hazard
// of other ticks does not make up for it; or it is final.
func (l *Lifespan) Draw(tick uint64) error {
	l.roll, l.rolled, l.missed = 0, false, nil
	if !l.config.Stochastic || l.config.Immortal {
		return nil
	}
	l.roll, l.missed = l.ports.Fate.Roll(tick)
	l.rolled = l.missed == nil
	return l.missed
}

// OnAfterTurn is the second stage of step 9 (mortality §7).
func (l *Lifespan) OnAfterTurn(_ context.Context, at *turn.AfterTurn) error {
	left := l.ports.Credit.Remaining()
	if !l.begun {
		l.begun = true
		l.last += l.birth.Credit
	}
	v := l.clocks.Tick(l.input(at, left))
	m := l.record(at, v, left)
	l.last, l.judged = left, v
	at.Record.Mortality = m
	l.keep(m, v)
	l.show(v)
	l.announce(v, m)
	return errors.Join(l.act(v), l.missed, errors.Join(v.Faults...))
}

// input is step 1: what the clocks look at.
func (l *Lifespan) input(at *turn.AfterTurn, left money.USDC) Input {
	in := Input{
		Tick: at.Record.Tick, Now: at.Now, Balance: left, Cost: max(l.last-left, 0), Roll: l.roll, Rolled: l.rolled,
		Positions: Open(at.State.Positions().Reading),
	}
	if f := l.ports.Foresight; f != nil {
		in.Pairs, in.Regime = f.Resolved(at.Record.Tick), f.Regime()
	}
	l.rolled = false
	return in
}

// Open counts what a settlement would have to close.
func Open(r turn.Reading) int {
	n := len(r.Positions)
	for i := range r.Lending {
		if !r.Lending[i].Idle() {
			n++
		}
	}
	return n
}

// record is what the tick's record says. Consumed leaves out what it counts as
// inference and gas already.
func (l *Lifespan) record(at *turn.AfterTurn, v Verdict, left money.USDC) turn.Mortality {
	return turn.Mortality{
		Economic: v.Economic, Composite: v.Composite, Phase: v.Phase, Remaining: left, PaidUntil: l.birth.Time.Until(),
		Consumed: max(l.last-left-at.Record.Cost.Total, 0), Absent: l.absent,
		Clocks: turn.Clocks{
			Credit: v.Credit, Paid: v.Paid, Spendable: v.Spendable, Reserve: v.Reserve, Burn: l.clocks.economy.Burn,
			Fitness: v.Fitness, Learning: v.Learning, Stage: uint8(v.Stage), Age: v.Parts.Age, Epistemic: v.Parts.Epistemic,
			Hazard: l.clocks.chance.Hazard, Survival: l.clocks.chance.Survival, Trigger: string(v.Trigger),
		},
	}
}

func (l *Lifespan) keep(m turn.Mortality, v Verdict) {
	l.ports.State.Edit(func(s *turn.Vitality) {
		s.Mortality, s.PreviousPhase = m, v.Before
		s.TicksInPhase++
		if v.Phase != v.Before {
			s.TicksInPhase = 0
		}
		if s.Dying == "" {
			s.Dying = string(v.Cause)
		}
	})
}

// show writes the cortex in one batch. The axes of clocks that do not run stay as
// they are.
func (l *Lifespan) show(v Verdict) {
	w := l.ports.Cortex
	w.SetEconomicVitality(float32(v.Economic))
	if !v.Learning {
		w.SetEpistemicVitality(float32(v.Fitness))
	}
	if l.config.Stochastic {
		w.SetStochasticVitality(float32(v.Parts.Age))
	}
	w.SetCompositeVitality(float32(v.Composite))
	w.SetBehavioralPhase(cortex.Phase(v.Phase))
}

// act is what the economic clock does to the credit (mortality §2.4–§2.6).
func (l *Lifespan) act(v Verdict) error {
	if l.ports.Purse == nil || !l.config.Economic || l.config.Immortal {
		return nil
	}
	l.ports.Purse.Keep(v.Reserve)
	for _, r := range v.Rungs {
		if r == RungLegacy {
			return l.ports.Purse.Retrench()
		}
	}
	return nil
}

// Ends is when death begins at the latest, in unix milliseconds.
func (l *Lifespan) Ends() int64 { return l.clocks.ends() }

// Expire declares death if the paid time is over, and reports whether it is.
func (l *Lifespan) Expire(now int64) bool {
	if now < l.Ends() {
		return false
	}
	l.ports.State.Edit(func(v *turn.Vitality) {
		if v.Dying == "" {
			v.Dying = string(lifecycle.PaidTimeOver)
		}
		v.Phase, v.Composite = turn.Terminal, 0
	})
	l.judged.Composite, l.judged.Trigger = 0, ClockEconomic
	l.ports.Cortex.SetCompositeVitality(0)
	l.terminal()
	return true
}

// Accept locks the behaviour: from here on only what settles passes the cage (mortality
// §9.2).
func (l *Lifespan) Accept() {
	l.ports.State.Edit(func(v *turn.Vitality) { v.Phase = turn.Terminal })
	l.terminal()
}

// Obey declares death of a cause that somebody ordered (mortality §7, row 1): it goes
// before every other, but for a death that has begun. No clock is at its end, so the
// testament tells the vitality that the life had.
func (l *Lifespan) Obey(cause lifecycle.Cause) {
	l.ports.State.Edit(func(v *turn.Vitality) {
		if v.Dying == "" {
			v.Dying = string(cause)
		}
		if !l.begun { // no tick has told yet
			v.Remaining = l.ports.Credit.Remaining()
		}
		v.Phase = turn.Terminal
	})
	l.terminal()
}

// terminal is the last phase, which no tick's clocks led to.
func (l *Lifespan) terminal() {
	l.judged.Phase, l.clocks.phases.Current = turn.Terminal, turn.Terminal
	l.ports.Cortex.SetBehavioralPhase(cortex.Terminal)
}

// announce tells of the tick (mortality §22).
func (l *Lifespan) announce(v Verdict, m turn.Mortality) {
	e := wire.VitalityUpdate{
		Composite: v.Composite, Economic: v.Economic, Epistemic: v.Fitness, Stochastic: v.Parts.Age, Phase: v.Phase.String(),
		CreditBalance: float64(m.Remaining) / float64(money.One), ProjectedLifeHours: l.hours(v),
	}
	l.ports.Events.Emit(v.Tick, e)
	if v.Phase != v.Before {
		l.ports.Events.Emit(v.Tick, wire.VitalityPhaseTransition{From: v.Before.String(), To: v.Phase.String(), Trigger: string(v.Trigger), VitalityAtTransition: v.Composite})
	}
	l.alarm(v)
}

// hours is how long the credit lasts; 0 where that is not known.
func (l *Lifespan) hours(v Verdict) float64 {
	if h := l.clocks.economy.ProjectedHours(v.Spendable); !math.IsInf(h, 0) {
		return h
	}
	return 0
}

// critical is the fitness below which the owner hears of it.
const critical = 0.50

// alarm tells of a clock that runs low, once a time.
func (l *Lifespan) alarm(v Verdict) {
	at := l.clocks.limits.thresholds()
	for _, r := range v.Rungs {
		l.ports.Events.Emit(v.Tick, wire.VitalityClockAlarm{Clock: string(ClockEconomic), Value: v.Credit, Threshold: at[r]})
	}
	low := !v.Learning && v.Fitness < critical
	if low && !l.warned {
		l.ports.Events.Emit(v.Tick, wire.VitalityClockAlarm{Clock: string(ClockEpistemic), Value: v.Fitness, Threshold: critical})
	}
	l.warned = low
}
