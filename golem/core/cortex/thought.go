package cortex

import "sync/atomic"

// Thought is what thinking may cost.
type Thought struct {
	budget float
	tier   atomic.Uint32
}

// InferenceBudgetRemaining is what is left of today's cap, in [0, 1].
func (t *Thought) InferenceBudgetRemaining() float32 { return t.budget.load() }

// CurrentTier is the tier of thought, 0 to 2.
func (t *Thought) CurrentTier() uint8 { return uint8(t.tier.Load()) }

// ThoughtValues is a copy of Thought.
type ThoughtValues struct {
	InferenceBudgetRemaining float32
	CurrentTier              uint8
}

// Values copies the signals, one at a time.
func (t *Thought) Values() ThoughtValues {
	return ThoughtValues{t.InferenceBudgetRemaining(), t.CurrentTier()}
}

// InferenceWriter writes the budget and the tier of thought.
type InferenceWriter struct {
	guard   *guard
	thought *Thought
}

// SetInferenceBudgetRemaining clamps to [0, 1].
func (w *InferenceWriter) SetInferenceBudgetRemaining(v float32) {
	w.guard.set(&w.thought.budget, 19, v, 0, 1)
}

// SetCurrentTier clamps to 2.
func (w *InferenceWriter) SetCurrentTier(t uint8) { w.thought.tier.Store(uint32(min(t, 2))) }
