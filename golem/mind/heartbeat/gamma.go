package heartbeat

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/wire"
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

// Gamma runs one gamma tick that began at wake, in unix milliseconds: a small
// read, the kill switch, the inbox and the wake-ups (heartbeat §1.1). An error
// is a read that failed; the next gamma tick is scheduled all the same.
func (h *Heartbeat) Gamma(ctx context.Context, wake int64) (Pulse, error) {
	if h.cycle.final != nil {
		return Pulse{}, h.cycle.final
	}
	h.cycle.now = wake
	h.schedule.Begin(pace.Gamma, wake)
	pulse, err := h.pulse(ctx, wake)
	interval := h.schedule.Config().Gamma(pulse.Violated)
	h.schedule.Adjust(pace.Gamma, wake, interval)
	h.announce(wire.ClockGammaTick{IntervalMS: uint64(interval), SignalsSampled: 2})
	h.flush()
	return pulse, err
}

func (h *Heartbeat) pulse(ctx context.Context, wake int64) (pulse Pulse, err error) {
	if h.ports.Switch != nil {
		if pulse.Killed, err = h.ports.Switch.Killed(ctx); err != nil {
			return pulse, h.missed("kill switch", err)
		}
	}
	if _, ok := h.listen(ctx); !ok {
		return pulse, h.cycle.final
	}
	if pulse.Glance, err = h.ports.Market.Glance(ctx); err != nil {
		if h.ports.Oracle != nil {
			h.ports.Oracle.Missed(wake)
		}
		return pulse, h.missed("glance", err)
	}
	h.taste(wake, &pulse)
	return pulse, nil
}

// missed wraps a failed read of a gamma tick; a final one ends the life here.
func (h *Heartbeat) missed(what string, err error) error {
	if journal.IsFinal(err) {
		h.cycle.final = err
	}
	return fmt.Errorf("gamma %s: %w", what, err)
}

// taste hands the glance to whoever watches between theta ticks.
func (h *Heartbeat) taste(wake int64, pulse *Pulse) {
	g := &pulse.Glance
	at := g.Block.Time * 1_000
	h.noteBlock(g.Block)
	if h.ports.Oracle != nil {
		pulse.Resolved, pulse.Violated = h.ports.Oracle.Glance(*g)
	}
	h.ports.Strategy.Push(at, g.Price)
	gwei := g.GasPrice.Float64() / 1e9
	jumped := h.probes.GasRatio(wake, gwei) > gasJump
	h.probes.Gas(wake, gwei)
	h.write.Probes.SetGasGwei(float32(gwei))
	if h.movement.Take(at, g.Price) {
		h.wake(pulse, pace.PriceMove, wake)
	}
	if jumped {
		h.wake(pulse, pace.GasJump, wake)
	}
	if h.fresh() {
		h.wake(pulse, pace.Message, wake)
	}
}

func (h *Heartbeat) wake(pulse *Pulse, cause pace.Cause, now int64) {
	if h.schedule.Wake(cause, now) {
		pulse.Woke = append(pulse.Woke, cause)
	}
}
