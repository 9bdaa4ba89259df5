package cortex

import (
	"math"
	"sync/atomic"
)

// Writers are the write handles, one per owner (runtime §8, column "Writer").
// The wiring hands each to its owner and keeps none.
type Writers struct {
	Daimon    *DaimonWriter
	Oracle    *OracleWriter
	Attention *AttentionWriter
	Probes    *ProbesWriter
	Mortality *MortalityWriter
	Inference *InferenceWriter
	Dream     *DreamWriter
	Runtime   *RuntimeWriter
	Auction   *AuctionWriter
}

// One type per owner, so that a handle cannot reach another owner's signals.
type (
	// DaimonWriter writes the mood.
	DaimonWriter struct{ s *State }
	// OracleWriter writes how well the Golem predicts.
	OracleWriter struct{ s *State }
	// AttentionWriter writes what is being watched.
	AttentionWriter struct{ s *State }
	// ProbesWriter writes what the market does.
	ProbesWriter struct{ s *State }
	// MortalityWriter writes vitality, phase and the attention budget.
	MortalityWriter struct{ s *State }
	// InferenceWriter writes the budget and the tier of thought.
	InferenceWriter struct{ s *State }
	// DreamWriter writes sleep and creativity.
	DreamWriter struct{ s *State }
	// RuntimeWriter writes the tick, its time and the momentum.
	RuntimeWriter struct{ s *State }
	// AuctionWriter writes the welfare of the attention auction.
	AuctionWriter struct{ s *State }
)

func writers(s *State) Writers {
	return Writers{
		Daimon: &DaimonWriter{s}, Oracle: &OracleWriter{s}, Attention: &AttentionWriter{s},
		Probes: &ProbesWriter{s}, Mortality: &MortalityWriter{s}, Inference: &InferenceWriter{s},
		Dream: &DreamWriter{s}, Runtime: &RuntimeWriter{s}, Auction: &AuctionWriter{s},
	}
}

// unbounded is the upper end of a signal that is only "not negative".
const unbounded = math.MaxFloat32

// setFloat stores v clamped to [low, high]; number is the signal's number in
// the table of runtime §8.
func (s *State) setFloat(a *atomic.Uint32, number uint, v, low, high float32) {
	if v != v {
		s.refuse(number)
		return
	}
	a.Store(math.Float32bits(min(max(v, low), high)))
}

func (s *State) refuse(number uint) {
	s.notNumbers.Add(1)
	bit := uint32(1) << (number - 1)
	if s.warned.Or(bit)&bit == 0 {
		s.log.Warn("cortical signal refused: not a number", "signal", number)
	}
}

// SetPleasure clamps to [-1, 1].
func (w *DaimonWriter) SetPleasure(v float32) { w.s.setFloat(&w.s.signals.pleasure, 1, v, -1, 1) }

// SetArousal clamps to [-1, 1].
func (w *DaimonWriter) SetArousal(v float32) { w.s.setFloat(&w.s.signals.arousal, 2, v, -1, 1) }

// SetDominance clamps to [-1, 1].
func (w *DaimonWriter) SetDominance(v float32) { w.s.setFloat(&w.s.signals.dominance, 3, v, -1, 1) }

// SetPrimaryEmotion clamps to the last emotion.
func (w *DaimonWriter) SetPrimaryEmotion(e Emotion) {
	w.s.signals.emotion.Store(uint32(min(e, Anticipation)))
}

// SetAggregateAccuracy clamps to [0, 1].
func (w *OracleWriter) SetAggregateAccuracy(v float32) {
	w.s.setFloat(&w.s.signals.accuracy, 5, v, 0, 1)
}

// SetAccuracyTrend clamps to -1, 0 or +1.
func (w *OracleWriter) SetAccuracyTrend(v int8) {
	w.s.signals.trend.Store(uint32(min(max(v, -1), 1)))
}

// SetSurpriseRate clamps to [0, 1].
func (w *OracleWriter) SetSurpriseRate(v float32) { w.s.setFloat(&w.s.signals.surprise, 7, v, 0, 1) }

// SetPendingPredictions stores the number of open predictions.
func (w *OracleWriter) SetPendingPredictions(n uint32) { w.s.signals.pending.Store(n) }

// SetCategoryAccuracy clamps to [0, 1] and ignores a category outside [0, Categories).
func (w *OracleWriter) SetCategoryAccuracy(category int, v float32) {
	if uint(category) < Categories {
		w.s.setFloat(&w.s.signals.categories[category], 24, v, 0, 1)
	}
}

// SetUniverseSize stores the size of the universe.
func (w *AttentionWriter) SetUniverseSize(n uint32) { w.s.signals.universe.Store(n) }

// SetActiveCount stores the size of the active set.
func (w *AttentionWriter) SetActiveCount(n uint16) { w.s.signals.active.Store(uint32(n)) }

// SetWatchedCount stores the size of the watched set.
func (w *AttentionWriter) SetWatchedCount(n uint16) { w.s.signals.watched.Store(uint32(n)) }

// SetRegime clamps to the last regime.
func (w *ProbesWriter) SetRegime(r Regime) { w.s.signals.regime.Store(uint32(min(r, Crisis))) }

// SetRegimeConfidence clamps to [0, 1].
func (w *ProbesWriter) SetRegimeConfidence(v float32) {
	w.s.setFloat(&w.s.signals.regimeConfidence, 13, v, 0, 1)
}

// SetGasGwei clamps to not negative.
func (w *ProbesWriter) SetGasGwei(v float32) { w.s.setFloat(&w.s.signals.gasGwei, 28, v, 0, unbounded) }

// SetEconomicVitality clamps to [0, 1].
func (w *MortalityWriter) SetEconomicVitality(v float32) {
	w.s.setFloat(&w.s.signals.economic, 14, v, 0, 1)
}

// SetEpistemicVitality clamps to [0, 1].
func (w *MortalityWriter) SetEpistemicVitality(v float32) {
	w.s.setFloat(&w.s.signals.epistemic, 15, v, 0, 1)
}

// SetStochasticVitality clamps to [0, 1].
func (w *MortalityWriter) SetStochasticVitality(v float32) {
	w.s.setFloat(&w.s.signals.stochastic, 16, v, 0, 1)
}

// SetCompositeVitality clamps to [0, 1].
func (w *MortalityWriter) SetCompositeVitality(v float32) {
	w.s.setFloat(&w.s.signals.composite, 17, v, 0, 1)
}

// SetBehavioralPhase clamps to Terminal.
func (w *MortalityWriter) SetBehavioralPhase(p Phase) {
	w.s.signals.phase.Store(uint32(min(p, Terminal)))
}

// SetAttentionBudget clamps to not negative.
func (w *MortalityWriter) SetAttentionBudget(v float32) {
	w.s.setFloat(&w.s.signals.attentionBudget, 32, v, 0, unbounded)
}

// SetInferenceBudgetRemaining clamps to [0, 1].
func (w *InferenceWriter) SetInferenceBudgetRemaining(v float32) {
	w.s.setFloat(&w.s.signals.inferenceBudget, 19, v, 0, 1)
}

// SetCurrentTier clamps to 2.
func (w *InferenceWriter) SetCurrentTier(t uint8) { w.s.signals.tier.Store(uint32(min(t, 2))) }

// SetCreativeDepth clamps to [0, 1].
func (w *DreamWriter) SetCreativeDepth(v float32) {
	w.s.setFloat(&w.s.signals.creativeDepth, 21, v, 0, 1)
}

// SetDreamPhase clamps to the last phase.
func (w *DreamWriter) SetDreamPhase(p DreamPhase) {
	w.s.signals.dreamPhase.Store(uint32(min(p, Integration)))
}

// SetCreativeMode turns creative mode on or off.
func (w *DreamWriter) SetCreativeMode(on bool) {
	var v uint32
	if on {
		v = 1
	}
	w.s.signals.creativeMode.Store(v)
}

// SetFragmentsCaptured stores the count of fragments.
func (w *DreamWriter) SetFragmentsCaptured(n uint32) { w.s.signals.fragments.Store(n) }

// SetLastNovelPredictionTick stores a tick number.
func (w *DreamWriter) SetLastNovelPredictionTick(tick uint64) { w.s.signals.novelTick.Store(tick) }

// SetCompoundingMomentum clamps to [0, 1].
func (w *RuntimeWriter) SetCompoundingMomentum(v float32) {
	w.s.setFloat(&w.s.signals.momentum, 23, v, 0, 1)
}

// SetTick stores the current tick number.
func (w *RuntimeWriter) SetTick(tick uint64) { w.s.signals.tick.Store(tick) }

// SetLastUpdateNS stores the life's clock in Unix nanoseconds.
func (w *RuntimeWriter) SetLastUpdateNS(ns uint64) { w.s.signals.lastUpdateNS.Store(ns) }

// SetAuctionWelfare clamps to not negative.
func (w *AuctionWriter) SetAuctionWelfare(v float32) {
	w.s.setFloat(&w.s.signals.auctionWelfare, 31, v, 0, unbounded)
}
