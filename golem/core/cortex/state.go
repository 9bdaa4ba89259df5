package cortex

import (
	"log/slog"
	"math"
	"sync/atomic"
)

// Categories is the number of prediction categories with an accuracy of their own.
const Categories = 16

// State is the readers' view of the signals. It is safe for concurrent use and
// must not be copied.
type State struct {
	signals signals

	log        *slog.Logger
	warned     atomic.Uint32 // one bit per signal whose NaN was logged
	notNumbers atomic.Uint64
}

// signals is the payload, inside the four cache lines that runtime §8 allows.
// Floats are stored as their bits. The groups follow the writers.
type signals struct {
	pleasure, arousal, dominance, emotion atomic.Uint32 // daimon

	accuracy, trend, surprise, pending atomic.Uint32 // oracle
	categories                         [Categories]atomic.Uint32

	universe, active, watched atomic.Uint32 // attention

	regime, regimeConfidence, gasGwei atomic.Uint32 // probes

	economic, epistemic, stochastic, composite atomic.Uint32 // mortality
	phase, attentionBudget                     atomic.Uint32

	inferenceBudget, tier atomic.Uint32 // inference

	creativeDepth, dreamPhase, creativeMode, fragments atomic.Uint32 // dream
	novelTick                                          atomic.Uint64

	momentum           atomic.Uint32 // runtime
	tick, lastUpdateNS atomic.Uint64

	auctionWelfare atomic.Uint32 // auction
}

// Options are the starting values that differ from Golem to Golem.
type Options struct {
	// Pleasure, Arousal and Dominance are the baseline of the personality.
	Pleasure, Arousal, Dominance float32
	// OracleOff starts the aggregate accuracy at 0.5, because nothing will measure it.
	OracleOff bool
	// Log receives the warning about a value that is not a number; nil discards it.
	Log *slog.Logger
}

// New returns the signals at their starting values (runtime §8, column "Start")
// and the only write handles there will ever be for them.
func New(o Options) (*State, Writers) {
	s := &State{log: o.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	w := writers(s)
	w.Daimon.SetPleasure(o.Pleasure)
	w.Daimon.SetArousal(o.Arousal)
	w.Daimon.SetDominance(o.Dominance)
	w.Daimon.SetPrimaryEmotion(Anticipation)
	if o.OracleOff {
		w.Oracle.SetAggregateAccuracy(0.5)
	}
	for _, alive := range []*atomic.Uint32{
		&s.signals.economic, &s.signals.epistemic, &s.signals.stochastic,
		&s.signals.composite, &s.signals.inferenceBudget,
	} {
		alive.Store(math.Float32bits(1))
	}
	return s, w
}

// NotNumbers returns how many writes were refused because their value was NaN.
func (s *State) NotNumbers() uint64 { return s.notNumbers.Load() }
