package mortality

import (
	"context"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// Credit is what the Golem may still spend, and what it was born with. The
// ledger satisfies it.
type Credit interface {
	Remaining() money.USDC
	Endowment() money.USDC
}

// Emitter takes the lifespan's events.
type Emitter interface {
	Emit(tick uint64, event wire.Payload)
}

// Limits are where an owner has a life change and end. The zero value adds none
// to what vitality says.
type Limits struct {
	// Saving and Ending are shares of the credit: below the first the phase is at
	// best Conservation, at the second death begins (mortality §2.6).
	Saving float64 `cbor:"1,keyasint"`
	Ending float64 `cbor:"2,keyasint"`
	// Ticks is how many a life has at most; 0: no limit.
	Ticks uint64 `cbor:"3,keyasint"`
}

// best is the best phase that the credit allows.
func (l Limits) best(economic float64) turn.Phase {
	switch {
	case economic <= l.Ending:
		return turn.Terminal
	case economic < l.Saving:
		return turn.Conservation
	}
	return turn.Thriving
}

// Lifespan is the extension that runs the clocks. PaidUntil is unix milliseconds
// of the life's clock.
type Lifespan struct {
	Credit    Credit
	PaidUntil int64
	Limits    Limits
	State     turn.Writer[turn.Vitality]
	Cortex    *cortex.MortalityWriter
	Events    Emitter

	phases Phases
	last   money.USDC // credit at the end of the tick before
	begun  bool
}

// absent names the clocks without inputs.
var absent = []string{"epistemic", "stochastic"}

// OnAfterTurn is the second stage of step 9 (mortality §7).
func (l *Lifespan) OnAfterTurn(_ context.Context, at *turn.AfterTurn) error {
	m := l.measure(at)
	before := l.phases.Current
	m.Phase = l.phases.Move(m.Composite, l.Limits.best(m.Economic))
	at.Record.Mortality = m
	cause := l.cause(at, m)
	l.State.Edit(func(v *turn.Vitality) {
		v.Mortality, v.PreviousPhase = m, before
		v.TicksInPhase++
		if m.Phase != before {
			v.TicksInPhase = 0
		}
		if v.Dying == "" {
			v.Dying = string(cause)
		}
	})
	l.Cortex.SetEconomicVitality(float32(m.Economic))
	l.Cortex.SetCompositeVitality(float32(m.Composite))
	l.Cortex.SetBehavioralPhase(cortex.Phase(m.Phase))
	l.announce(at.Record.Tick, m, before)
	return nil
}

func (l *Lifespan) measure(at *turn.AfterTurn) turn.Mortality {
	left, born := l.Credit.Remaining(), l.Credit.Endowment()
	if !l.begun {
		l.begun, l.last = true, born
	}
	// Consumed leaves out what the record counts as inference and gas already.
	other := max(l.last-left-at.Record.Cost.Total, 0)
	m := turn.Mortality{Remaining: left, Consumed: other, PaidUntil: l.PaidUntil, Absent: absent}
	l.last = left
	if born > 0 && left > 0 {
		m.Economic = min(float64(left)/float64(born), 1)
	}
	m.Composite = Composite(m.Economic, at.Record.Tick, left <= 0 || at.Now >= l.PaidUntil)
	return m
}

// Expire declares death if the paid time is over, and reports whether it is.
func (l *Lifespan) Expire(now int64) bool {
	if now < l.PaidUntil {
		return false
	}
	l.State.Edit(func(v *turn.Vitality) {
		if v.Dying == "" {
			v.Dying = string(lifecycle.PaidTimeOver)
		}
	})
	return true
}

// cause names the clock that reached zero, if one did; paid time goes first.
func (l *Lifespan) cause(at *turn.AfterTurn, m turn.Mortality) lifecycle.Cause {
	switch {
	case at.Now >= l.PaidUntil:
		return lifecycle.PaidTimeOver
	case m.Remaining <= 0, m.Phase == turn.Terminal:
		return lifecycle.CreditExhaustion
	case l.Limits.Ticks > 0 && at.Record.Tick+1 >= l.Limits.Ticks:
		return lifecycle.HayflickLimit
	}
	return ""
}

func (l *Lifespan) announce(tick uint64, m turn.Mortality, before turn.Phase) {
	l.Events.Emit(tick, wire.VitalityUpdate{
		Composite: m.Composite, Economic: m.Economic, Phase: m.Phase.String(),
		CreditBalance: float64(m.Remaining) / float64(money.One),
	})
	if m.Phase != before {
		l.Events.Emit(tick, wire.VitalityPhaseTransition{From: before.String(), To: m.Phase.String(), Trigger: "composite", VitalityAtTransition: m.Composite})
	}
}
