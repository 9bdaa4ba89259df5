package cortex

import "sync/atomic"

// Dream is sleep and creativity.
type Dream struct {
	depth                      float
	phase, creative, fragments atomic.Uint32
	novelTick                  atomic.Uint64
}

// CreativeDepth is in [0, 1].
func (d *Dream) CreativeDepth() float32 { return d.depth.load() }

// Phase is the phase of sleep.
func (d *Dream) Phase() DreamPhase { return DreamPhase(d.phase.Load()) }

// CreativeMode tells whether the Golem is in creative mode.
func (d *Dream) CreativeMode() bool { return d.creative.Load() != 0 }

// FragmentsCaptured counts dream fragments.
func (d *Dream) FragmentsCaptured() uint32 { return d.fragments.Load() }

// LastNovelPredictionTick is a tick number.
func (d *Dream) LastNovelPredictionTick() uint64 { return d.novelTick.Load() }

// DreamValues is a copy of Dream.
type DreamValues struct {
	CreativeDepth           float32
	Phase                   DreamPhase
	CreativeMode            bool
	FragmentsCaptured       uint32
	LastNovelPredictionTick uint64
}

// Values copies the signals, one at a time.
func (d *Dream) Values() DreamValues {
	return DreamValues{
		d.CreativeDepth(), d.Phase(), d.CreativeMode(), d.FragmentsCaptured(), d.LastNovelPredictionTick(),
	}
}

// DreamWriter writes sleep and creativity.
type DreamWriter struct {
	guard *guard
	dream *Dream
}

// SetCreativeDepth clamps to [0, 1].
func (w *DreamWriter) SetCreativeDepth(v float32) { w.guard.set(&w.dream.depth, 21, v, 0, 1) }

// SetDreamPhase clamps to the last phase.
func (w *DreamWriter) SetDreamPhase(p DreamPhase) { w.dream.phase.Store(uint32(min(p, Integration))) }

// SetCreativeMode turns creative mode on or off.
func (w *DreamWriter) SetCreativeMode(on bool) {
	var v uint32
	if on {
		v = 1
	}
	w.dream.creative.Store(v)
}

// SetFragmentsCaptured stores the count of fragments.
func (w *DreamWriter) SetFragmentsCaptured(n uint32) { w.dream.fragments.Store(n) }

// SetLastNovelPredictionTick stores a tick number.
func (w *DreamWriter) SetLastNovelPredictionTick(tick uint64) { w.dream.novelTick.Store(tick) }

// DreamPhase is a phase of sleep.
type DreamPhase uint8

// The phases of sleep.
const (
	Waking DreamPhase = iota
	Hypnagogic
	NREM
	REM
	Integration
)

// String returns the phase's name.
func (p DreamPhase) String() string {
	return word(uint8(p), "waking", "hypnagogic", "nrem", "rem", "integration")
}
