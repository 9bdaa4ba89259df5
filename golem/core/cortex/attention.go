package cortex

import "sync/atomic"

// Attention is what is being watched, as numbers of things.
type Attention struct{ universe, active, watched atomic.Uint32 }

// UniverseSize is the number of things that could be watched.
func (a *Attention) UniverseSize() uint32 { return a.universe.Load() }

// ActiveCount is the number of things watched at every tick.
func (a *Attention) ActiveCount() uint16 { return uint16(a.active.Load()) }

// WatchedCount is the number of things watched now and then.
func (a *Attention) WatchedCount() uint16 { return uint16(a.watched.Load()) }

// AttentionValues is a copy of Attention.
type AttentionValues struct {
	UniverseSize              uint32
	ActiveCount, WatchedCount uint16
}

// Values copies the signals, one at a time.
func (a *Attention) Values() AttentionValues {
	return AttentionValues{a.UniverseSize(), a.ActiveCount(), a.WatchedCount()}
}

// AttentionWriter writes what is being watched.
type AttentionWriter struct{ attention *Attention }

// SetUniverseSize stores the size of the universe.
func (w *AttentionWriter) SetUniverseSize(n uint32) { w.attention.universe.Store(n) }

// SetActiveCount stores the size of the active set.
func (w *AttentionWriter) SetActiveCount(n uint16) { w.attention.active.Store(uint32(n)) }

// SetWatchedCount stores the size of the watched set.
func (w *AttentionWriter) SetWatchedCount(n uint16) { w.attention.watched.Store(uint32(n)) }
