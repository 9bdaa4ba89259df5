package cortex

import "log/slog"

// State is the readers' view of the signals. It is safe for concurrent use and
// must not be copied.
type State struct {
	signals signals
	guard   guard
}

// signals is the payload, inside the four cache lines that runtime §8 allows. Each
// group has one writer.
type signals struct {
	mood        Mood
	predictions Predictions
	attention   Attention
	market      Market
	vitality    Vitality
	thought     Thought
	dream       Dream
	pulse       Pulse
	auction     Auction
}

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
	s := &State{guard: guard{log: o.Log}}
	if s.guard.log == nil {
		s.guard.log = slog.New(slog.DiscardHandler)
	}
	w := s.writers()
	w.Daimon.SetPleasure(o.Pleasure)
	w.Daimon.SetArousal(o.Arousal)
	w.Daimon.SetDominance(o.Dominance)
	w.Daimon.SetPrimaryEmotion(Anticipation)
	if o.OracleOff {
		w.Oracle.SetAggregateAccuracy(0.5)
	}
	w.Mortality.SetEconomicVitality(1)
	w.Mortality.SetEpistemicVitality(1)
	w.Mortality.SetStochasticVitality(1)
	w.Mortality.SetCompositeVitality(1)
	w.Inference.SetInferenceBudgetRemaining(1)
	return s, w
}

func (s *State) writers() Writers {
	g, to := &s.guard, &s.signals
	return Writers{
		Daimon: &DaimonWriter{g, &to.mood}, Oracle: &OracleWriter{g, &to.predictions},
		Attention: &AttentionWriter{&to.attention}, Probes: &ProbesWriter{g, &to.market},
		Mortality: &MortalityWriter{g, &to.vitality}, Inference: &InferenceWriter{g, &to.thought},
		Dream: &DreamWriter{g, &to.dream}, Runtime: &RuntimeWriter{g, &to.pulse},
		Auction: &AuctionWriter{g, &to.auction},
	}
}

// Mood is how the Golem feels.
func (s *State) Mood() *Mood { return &s.signals.mood }

// Predictions is how well the Golem predicts.
func (s *State) Predictions() *Predictions { return &s.signals.predictions }

// Attention is what is being watched.
func (s *State) Attention() *Attention { return &s.signals.attention }

// Market is what the market does.
func (s *State) Market() *Market { return &s.signals.market }

// Vitality is how long the Golem has to live.
func (s *State) Vitality() *Vitality { return &s.signals.vitality }

// Thought is what thinking may cost.
func (s *State) Thought() *Thought { return &s.signals.thought }

// Dream is sleep and creativity.
func (s *State) Dream() *Dream { return &s.signals.dream }

// Pulse is where in its life the Golem is.
func (s *State) Pulse() *Pulse { return &s.signals.pulse }

// Auction is how the auction of attention goes.
func (s *State) Auction() *Auction { return &s.signals.auction }

// NotNumbers returns how many writes were refused because their value was NaN.
func (s *State) NotNumbers() uint64 { return s.guard.refused.Load() }

// Snapshot is a copy of all 32 signals. It may mix two ticks.
type Snapshot struct {
	Mood        MoodValues
	Predictions PredictionValues
	Attention   AttentionValues
	Market      MarketValues
	Vitality    VitalityValues
	Thought     ThoughtValues
	Dream       DreamValues
	Pulse       PulseValues
	Auction     AuctionValues
}

// Snapshot copies every signal, one at a time, without allocating.
func (s *State) Snapshot() Snapshot {
	return Snapshot{
		Mood: s.Mood().Values(), Predictions: s.Predictions().Values(), Attention: s.Attention().Values(),
		Market: s.Market().Values(), Vitality: s.Vitality().Values(), Thought: s.Thought().Values(),
		Dream: s.Dream().Values(), Pulse: s.Pulse().Values(), Auction: s.Auction().Values(),
	}
}

func word(i uint8, words ...string) string {
	if int(i) < len(words) {
		return words[i]
	}
	return "unknown"
}
