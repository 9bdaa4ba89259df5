package cortex

import "sync/atomic"

// Pulse is where in its life the Golem is.
type Pulse struct {
	momentum      float
	tick, updated atomic.Uint64
}

// CompoundingMomentum is a slow signal in [0, 1].
func (p *Pulse) CompoundingMomentum() float32 { return p.momentum.load() }

// Tick is the number of the current tick.
func (p *Pulse) Tick() uint64 { return p.tick.Load() }

// LastUpdateNS is the life's clock at the last update, in Unix nanoseconds.
func (p *Pulse) LastUpdateNS() uint64 { return p.updated.Load() }

// PulseValues is a copy of Pulse.
type PulseValues struct {
	CompoundingMomentum float32
	Tick, LastUpdateNS  uint64
}

// Values copies the signals, one at a time.
func (p *Pulse) Values() PulseValues {
	return PulseValues{p.CompoundingMomentum(), p.Tick(), p.LastUpdateNS()}
}

// RuntimeWriter writes the tick, its time and the momentum.
type RuntimeWriter struct {
	guard *guard
	pulse *Pulse
}

// SetCompoundingMomentum clamps to [0, 1].
func (w *RuntimeWriter) SetCompoundingMomentum(v float32) {
	w.guard.set(&w.pulse.momentum, 23, v, 0, 1)
}

// SetTick stores the current tick number.
func (w *RuntimeWriter) SetTick(tick uint64) { w.pulse.tick.Store(tick) }

// SetLastUpdateNS stores the life's clock in Unix nanoseconds.
func (w *RuntimeWriter) SetLastUpdateNS(ns uint64) { w.pulse.updated.Store(ns) }
