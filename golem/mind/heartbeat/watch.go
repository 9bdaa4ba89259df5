package heartbeat

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/internal/money"
)

// Pulse is what a gamma tick found.
type Pulse struct {
	Glance turn.Glance
	Killed bool         // the owner's kill switch is set
	Woke   []pace.Cause // what asked for a theta tick and got it
	// Resolved counts the predictions that came due, Violated those that were wrong.
	Resolved, Violated int
}

// gasJump is the multiple of the last hour's gas that wakes (heartbeat §1.3).
const gasJump = 3

// watch looks between theta ticks, and wakes one early where it should come early.
type watch struct {
	notes    *notes
	reader   *reader
	ears     *ears
	strategy Strategy
	kill     Switch // nil: there is none
	oracle   Oracle // nil: there is none
	probes   *probe.Set
	cells    *cortex.ProbesWriter
	schedule *pace.Schedule
	movement pace.Movement
}

// pulse is the work of a gamma tick: the kill switch, the inbox, a small read and the
// wake-ups (heartbeat §1.1). An error is a read that failed.
func (w *watch) pulse(ctx context.Context) (pulse Pulse, err error) {
	if w.kill != nil {
		if pulse.Killed, err = w.kill.Killed(ctx); err != nil {
			return pulse, w.missed("kill switch", err)
		}
	}
	if _, ok := w.ears.listen(ctx); !ok {
		return pulse, w.notes.final
	}
	if pulse.Glance, err = w.reader.glance(ctx); err != nil {
		if w.oracle != nil {
			w.oracle.Missed(w.notes.now)
		}
		return pulse, w.missed("glance", err)
	}
	w.taste(&pulse)
	return pulse, nil
}

// missed wraps a failed read of a gamma tick; a final one ends the life here.
func (w *watch) missed(what string, err error) error {
	if journal.IsFinal(err) {
		w.notes.final = err
	}
	return fmt.Errorf("gamma %s: %w", what, err)
}

// taste hands the glance to whoever watches between theta ticks.
func (w *watch) taste(pulse *Pulse) {
	g, now := &pulse.Glance, w.notes.now
	at := g.Block.Time * 1_000
	if w.oracle != nil {
		pulse.Resolved, pulse.Violated = w.oracle.Glance(*g)
	}
	w.strategy.Push(at, g.Price)
	gwei := g.GasPrice.Float64() / 1e9
	jumped := w.probes.GasRatio(now, gwei) > gasJump
	w.probes.Gas(now, gwei)
	w.cells.SetGasGwei(float32(gwei))
	if w.movement.Take(at, g.Price) {
		w.wake(pulse, pace.PriceMove)
	}
	if sinks(w.ears.state.Positions().Reading, g.Price) {
		w.wake(pulse, pace.LowHealth)
	}
	if jumped {
		w.wake(pulse, pace.GasJump)
	}
	if w.ears.fresh() {
		w.wake(pulse, pace.Message)
	}
}

// lowHealth is the health factor below which a glance wakes (heartbeat §1.3).
const lowHealth = 1.2

// sinks reports whether a debt is that weak at a price, by the last reading of it: its health
// factor moves as what secures it does against what is owed.
func sinks(seen turn.Reading, price float64) bool {
	for i := range seen.Lending {
		l := &seen.Lending[i]
		factor, owes := l.Account.Factor()
		before, now := secured(l, &seen, seen.Primary().Price), secured(l, &seen, price)
		if owes && before > 0 && factor*now/before < lowHealth {
			return true
		}
	}
	return false
}

// secured is what is supplied for each unit of what is owed, at a price of the first market's
// base token.
func secured(l *turn.Lending, seen *turn.Reading, price float64) float64 {
	have, owe := 0.0, 0.0
	for i := range l.Reserves {
		r, each := &l.Reserves[i], price
		if r.Token.Address != seen.Primary().Base.Address {
			each = priced(seen, r.Token.Address)
		}
		have += each * money.Float(&r.Supplied, r.Token.Decimals)
		owe += each * money.Float(&r.Owed, r.Token.Decimals)
	}
	if owe == 0 {
		return 0
	}
	return have / owe
}

// priced is the price of an asset in the numeraire.
func priced(seen *turn.Reading, token common.Address) float64 {
	if a, ok := seen.Asset(token); ok {
		return a.Price
	}
	return 0
}

func (w *watch) wake(pulse *Pulse, cause pace.Cause) {
	if w.schedule.Wake(cause, w.notes.now) {
		pulse.Woke = append(pulse.Woke, cause)
	}
}
