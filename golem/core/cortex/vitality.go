package cortex

import "sync/atomic"

// Vitality is how long the Golem has to live: the clocks and their product, each in
// [0, 1], the phase of life, and what attention may cost in it.
type Vitality struct {
	economic, epistemic, stochastic, composite float
	phase                                      atomic.Uint32
	budget                                     float
}

// Economic is in [0, 1].
func (v *Vitality) Economic() float32 { return v.economic.load() }

// Epistemic is in [0, 1].
func (v *Vitality) Epistemic() float32 { return v.epistemic.load() }

// Stochastic is in [0, 1].
func (v *Vitality) Stochastic() float32 { return v.stochastic.load() }

// Composite is in [0, 1].
func (v *Vitality) Composite() float32 { return v.composite.load() }

// BehavioralPhase is the phase of life.
func (v *Vitality) BehavioralPhase() Phase { return Phase(v.phase.Load()) }

// AttentionBudget is not negative.
func (v *Vitality) AttentionBudget() float32 { return v.budget.load() }

// VitalityValues is a copy of Vitality.
type VitalityValues struct {
	Economic, Epistemic, Stochastic, Composite float32
	BehavioralPhase                            Phase
	AttentionBudget                            float32
}

// Values copies the signals, one at a time.
func (v *Vitality) Values() VitalityValues {
	return VitalityValues{
		v.Economic(), v.Epistemic(), v.Stochastic(), v.Composite(), v.BehavioralPhase(), v.AttentionBudget(),
	}
}

// MortalityWriter writes vitality, phase and the attention budget.
type MortalityWriter struct {
	guard    *guard
	vitality *Vitality
}

// SetEconomicVitality clamps to [0, 1].
func (w *MortalityWriter) SetEconomicVitality(v float32) {
	w.guard.set(&w.vitality.economic, 14, v, 0, 1)
}

// SetEpistemicVitality clamps to [0, 1].
func (w *MortalityWriter) SetEpistemicVitality(v float32) {
	w.guard.set(&w.vitality.epistemic, 15, v, 0, 1)
}

// SetStochasticVitality clamps to [0, 1].
func (w *MortalityWriter) SetStochasticVitality(v float32) {
	w.guard.set(&w.vitality.stochastic, 16, v, 0, 1)
}

// SetCompositeVitality clamps to [0, 1].
func (w *MortalityWriter) SetCompositeVitality(v float32) {
	w.guard.set(&w.vitality.composite, 17, v, 0, 1)
}

// SetBehavioralPhase clamps to Terminal.
func (w *MortalityWriter) SetBehavioralPhase(p Phase) {
	w.vitality.phase.Store(uint32(min(p, Terminal)))
}

// SetAttentionBudget clamps to not negative.
func (w *MortalityWriter) SetAttentionBudget(v float32) {
	w.guard.set(&w.vitality.budget, 32, v, 0, unbounded)
}

// Phase is a phase of life; mortality decides it.
type Phase uint8

// The phases, from the best to the last.
const (
	Thriving Phase = iota
	Stable
	Conservation
	Declining
	Terminal
)

// String returns the phase's name.
func (p Phase) String() string {
	return word(uint8(p), "thriving", "stable", "conservation", "declining", "terminal")
}
