package mortality

import "bardo.run/bardo/golem/host/turn"

// Writes says which kinds of action a phase lets through (mortality §6.2).
type Writes uint8

// The permissions, from the widest.
const (
	WriteAll Writes = iota
	// WriteSurvival lets through what closes, and what keeps a position from being
	// liquidated.
	WriteSurvival
	// WriteReduce lets through what closes.
	WriteReduce
	// WriteSettlement lets through what the death protocol does.
	WriteSettlement
)

// Effects is the row of a phase in the table of mortality §6.2, in the part that is
// asked today or by a part that is to come. It is data, so that any layer can ask
// without the clocks.
type Effects struct {
	Ceiling     turn.Tier // of thought
	Interval    float64   // factor on the time between two ticks; 0: there are none
	Probes      int       // active of 16
	Writes      Writes
	Opens       bool    // new risk
	Replicants  bool    // may be spawned
	Phages      bool    // may be spawned, where the composite also allows it
	Dreams      float64 // largest share of the inference that dreams may take
	Curator     uint64  // ticks between two of its free rounds; 0: none
	Assisted    uint64  // the same, of those with a model
	Share       float64 // least confidence of what is told to siblings
	Push        uint64  // ticks between two pushes to siblings; 0: all at death
	Cache       float64 // factor on how long a decision stays good; 0: not at all
	Skills      float64 // share of the dream budget for skills
	Risk        float64 // factor on a position's size: never above 1
	Attention   float64 // share of the attention (mortality §15)
	Snapshots   bool    // every 50 ticks, whatever the credit
	Reflections bool    // only the budgeted one
}

var effects = [...]Effects{
	turn.Thriving: {
		Ceiling: turn.T2, Interval: 1, Probes: 16, Writes: WriteAll, Opens: true, Replicants: true, Phages: true, Dreams: 0.10,
		Curator: 50, Assisted: 50, Share: 0.6, Push: 50, Cache: 1, Skills: 0.15, Risk: 1, Attention: 1,
	},
	turn.Stable: {
		Ceiling: turn.T2, Interval: 1, Probes: 16, Writes: WriteAll, Opens: true, Phages: true, Dreams: 0.05,
		Curator: 50, Assisted: 50, Share: 0.5, Push: 50, Cache: 2, Skills: 0.15, Risk: 1, Attention: 0.85,
	},
	turn.Conservation: {
		Ceiling: turn.T1, Interval: 2, Probes: 5, Writes: WriteSurvival, Dreams: 0.03,
		Curator: 50, Assisted: 100, Share: 0.4, Push: 15, Cache: 2, Skills: 0.05, Risk: 1, Attention: 0.5,
	},
	turn.Declining: {
		Ceiling: turn.T1, Interval: 2, Probes: 5, Writes: WriteReduce, Dreams: 0.01,
		Curator: 50, Share: 0.3, Push: 15, Cache: 2, Skills: 0.05, Risk: 1, Attention: 0.3125, Snapshots: true,
	},
	turn.Terminal: {Writes: WriteSettlement, Share: 0.1, Reflections: true},
}

// EffectsOf returns the row of a phase. A phase that does not exist has that of
// Terminal, which allows least.
func EffectsOf(p turn.Phase) Effects {
	if int(p) < len(effects) {
		return effects[p]
	}
	return effects[turn.Terminal]
}

// Spawns says whether a phage may be made: in a good phase, and from half of the
// vitality on (mortality §14).
func (e Effects) Spawns(composite float64) bool { return e.Phages && composite >= 0.5 }

// Attention is how many items of a base are attended to in a phase, and never fewer
// than have open positions (mortality §15).
func Attention(p turn.Phase, base, open int) int {
	return max(int(float64(max(base, 0))*EffectsOf(p).Attention), max(open, 0))
}
