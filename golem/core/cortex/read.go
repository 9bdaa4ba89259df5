package cortex

import (
	"math"
	"sync/atomic"
)

func float(a *atomic.Uint32) float32 { return math.Float32frombits(a.Load()) }

// Pleasure is the P of the mood, in [-1, 1]. Writer: the daimon.
func (s *State) Pleasure() float32 { return float(&s.signals.pleasure) }

// Arousal is the A of the mood, in [-1, 1]. Writer: the daimon.
func (s *State) Arousal() float32 { return float(&s.signals.arousal) }

// Dominance is the D of the mood, in [-1, 1]. Writer: the daimon.
func (s *State) Dominance() float32 { return float(&s.signals.dominance) }

// PrimaryEmotion is the strongest of the eight emotions. Writer: the daimon.
func (s *State) PrimaryEmotion() Emotion { return Emotion(s.signals.emotion.Load()) }

// AggregateAccuracy is the accuracy over all predictions, in [0, 1]. Writer: the oracle.
func (s *State) AggregateAccuracy() float32 { return float(&s.signals.accuracy) }

// AccuracyTrend is -1, 0 or +1. Writer: the oracle.
func (s *State) AccuracyTrend() int8 { return int8(s.signals.trend.Load()) }

// SurpriseRate is the share of outcomes outside their interval, in [0, 1]. Writer: the oracle.
func (s *State) SurpriseRate() float32 { return float(&s.signals.surprise) }

// PendingPredictions is the number of open predictions. Writer: the oracle.
func (s *State) PendingPredictions() uint32 { return s.signals.pending.Load() }

// CategoryAccuracy is the accuracy of one category, in [0, 1]; it is 0 for a
// category outside [0, Categories). Writer: the oracle.
func (s *State) CategoryAccuracy(category int) float32 {
	if uint(category) >= Categories {
		return 0
	}
	return float(&s.signals.categories[category])
}

// UniverseSize is the number of things that could be watched. Writer: attention.
func (s *State) UniverseSize() uint32 { return s.signals.universe.Load() }

// ActiveCount is the number of things watched at every tick. Writer: attention.
func (s *State) ActiveCount() uint16 { return uint16(s.signals.active.Load()) }

// WatchedCount is the number of things watched now and then. Writer: attention.
func (s *State) WatchedCount() uint16 { return uint16(s.signals.watched.Load()) }

// Regime is the market as the surface names it. Writer: the probes.
func (s *State) Regime() Regime { return Regime(s.signals.regime.Load()) }

// RegimeConfidence is in [0, 1]. Writer: the probes.
func (s *State) RegimeConfidence() float32 { return float(&s.signals.regimeConfidence) }

// GasGwei is the price of gas in gwei, not negative. Writer: the probes.
func (s *State) GasGwei() float32 { return float(&s.signals.gasGwei) }

// EconomicVitality is in [0, 1]. Writer: the mortality engine.
func (s *State) EconomicVitality() float32 { return float(&s.signals.economic) }

// EpistemicVitality is in [0, 1]. Writer: the mortality engine.
func (s *State) EpistemicVitality() float32 { return float(&s.signals.epistemic) }

// StochasticVitality is in [0, 1]. Writer: the mortality engine.
func (s *State) StochasticVitality() float32 { return float(&s.signals.stochastic) }

// CompositeVitality is in [0, 1]. Writer: the mortality engine.
func (s *State) CompositeVitality() float32 { return float(&s.signals.composite) }

// BehavioralPhase is the phase of life. Writer: the mortality engine.
func (s *State) BehavioralPhase() Phase { return Phase(s.signals.phase.Load()) }

// AttentionBudget is not negative. Writer: the mortality engine.
func (s *State) AttentionBudget() float32 { return float(&s.signals.attentionBudget) }

// InferenceBudgetRemaining is what is left of today's cap, in [0, 1]. Writer: the inference router.
func (s *State) InferenceBudgetRemaining() float32 { return float(&s.signals.inferenceBudget) }

// CurrentTier is the tier of thought, 0 to 2. Writer: the inference router.
func (s *State) CurrentTier() uint8 { return uint8(s.signals.tier.Load()) }

// CreativeDepth is in [0, 1]. Writer: the dream engine.
func (s *State) CreativeDepth() float32 { return float(&s.signals.creativeDepth) }

// DreamPhase is the phase of sleep. Writer: the dream engine.
func (s *State) DreamPhase() DreamPhase { return DreamPhase(s.signals.dreamPhase.Load()) }

// CreativeMode tells whether the Golem is in creative mode. Writer: the dream engine.
func (s *State) CreativeMode() bool { return s.signals.creativeMode.Load() != 0 }

// FragmentsCaptured counts dream fragments. Writer: the dream engine.
func (s *State) FragmentsCaptured() uint32 { return s.signals.fragments.Load() }

// LastNovelPredictionTick is a tick number. Writer: the dream engine.
func (s *State) LastNovelPredictionTick() uint64 { return s.signals.novelTick.Load() }

// CompoundingMomentum is a slow signal in [0, 1]. Writer: the runtime.
func (s *State) CompoundingMomentum() float32 { return float(&s.signals.momentum) }

// Tick is the number of the current tick. Writer: the runtime.
func (s *State) Tick() uint64 { return s.signals.tick.Load() }

// LastUpdateNS is the life's clock at the last update, in Unix nanoseconds. Writer: the runtime.
func (s *State) LastUpdateNS() uint64 { return s.signals.lastUpdateNS.Load() }

// AuctionWelfare is not negative. Writer: the attention auction.
func (s *State) AuctionWelfare() float32 { return float(&s.signals.auctionWelfare) }
