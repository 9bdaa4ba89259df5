package cortex

// Snapshot is a copy of all 32 signals. It may mix two ticks.
type Snapshot struct {
	Pleasure, Arousal, Dominance float32
	PrimaryEmotion               Emotion

	AggregateAccuracy  float32
	AccuracyTrend      int8
	SurpriseRate       float32
	PendingPredictions uint32
	CategoryAccuracies [Categories]float32

	UniverseSize              uint32
	ActiveCount, WatchedCount uint16

	Regime           Regime
	RegimeConfidence float32
	GasGwei          float32

	EconomicVitality, EpistemicVitality, StochasticVitality, CompositeVitality float32

	BehavioralPhase Phase
	AttentionBudget float32

	InferenceBudgetRemaining float32
	CurrentTier              uint8

	CreativeDepth           float32
	DreamPhase              DreamPhase
	CreativeMode            bool
	FragmentsCaptured       uint32
	LastNovelPredictionTick uint64

	CompoundingMomentum float32
	Tick, LastUpdateNS  uint64

	AuctionWelfare float32
}

// Snapshot copies every signal, one at a time, without allocating.
func (s *State) Snapshot() Snapshot {
	snap := Snapshot{
		Pleasure: s.Pleasure(), Arousal: s.Arousal(), Dominance: s.Dominance(),
		PrimaryEmotion:     s.PrimaryEmotion(),
		AggregateAccuracy:  s.AggregateAccuracy(),
		AccuracyTrend:      s.AccuracyTrend(),
		SurpriseRate:       s.SurpriseRate(),
		PendingPredictions: s.PendingPredictions(),
		UniverseSize:       s.UniverseSize(),
		ActiveCount:        s.ActiveCount(), WatchedCount: s.WatchedCount(),
		Regime: s.Regime(), RegimeConfidence: s.RegimeConfidence(), GasGwei: s.GasGwei(),
		EconomicVitality: s.EconomicVitality(), EpistemicVitality: s.EpistemicVitality(),
		StochasticVitality: s.StochasticVitality(), CompositeVitality: s.CompositeVitality(),
		BehavioralPhase: s.BehavioralPhase(), AttentionBudget: s.AttentionBudget(),
		InferenceBudgetRemaining: s.InferenceBudgetRemaining(), CurrentTier: s.CurrentTier(),
		CreativeDepth: s.CreativeDepth(), DreamPhase: s.DreamPhase(), CreativeMode: s.CreativeMode(),
		FragmentsCaptured:       s.FragmentsCaptured(),
		LastNovelPredictionTick: s.LastNovelPredictionTick(),
		CompoundingMomentum:     s.CompoundingMomentum(),
		Tick:                    s.Tick(), LastUpdateNS: s.LastUpdateNS(),
		AuctionWelfare: s.AuctionWelfare(),
	}
	for i := range snap.CategoryAccuracies {
		snap.CategoryAccuracies[i] = s.CategoryAccuracy(i)
	}
	return snap
}
