package turn

import (
	"fmt"
	"slices"

	"bardo.run/bardo/internal/money"
)

// Stage is how far a strategy is trusted with capital (safety §16.5, heartbeat §15).
type Stage uint8

// The stages; each is one step.
const (
	StageShadow Stage = iota // simulated, never sent
	StageMicro
	StageScaled
	StageFull
)

var stageNames = [...]string{"shadow", "micro", "scaled", "full"}

// String returns the stage's name in risk.start_stage.
func (s Stage) String() string { return nameOf(stageNames[:], uint8(s)) }

// MarshalText writes the name.
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// StageOf returns the stage of that name.
func StageOf(name string) (Stage, error) {
	i := slices.Index(stageNames[:], name)
	if i < 0 {
		return StageShadow, fmt.Errorf("unknown stage %q: want shadow, micro, scaled or full", name)
	}
	return Stage(i), nil //nolint:gosec // one of four
}

// Assessment is what the five risk layers said of one action that opens a risk
// (heartbeat §15). A refusal, if there is one, stands beside it.
type Assessment struct {
	Stage Stage `cbor:"1,keyasint,omitzero" json:"stage"`
	// Requested is what the action moves, Adjusted what of it would pass; never more.
	Requested money.USDC  `cbor:"2,keyasint" json:"requested"`
	Adjusted  money.USDC  `cbor:"3,keyasint" json:"adjusted_size"`
	Layers    []RiskLayer `cbor:"4,keyasint" json:"layers"` // in order; behind a block there are none
	Warnings  []string    `cbor:"5,keyasint,omitempty" json:"warnings,omitempty"`
}

// RiskLayer is one layer's verdict, 1 to 5.
type RiskLayer struct {
	Layer  uint8  `cbor:"1,keyasint" json:"layer"`
	Passed bool   `cbor:"2,keyasint,omitzero" json:"passed"`
	Detail string `cbor:"3,keyasint,omitempty" json:"details,omitempty"`
}

// Risk is where the adaptive risk engine stood at the end of a tick.
type Risk struct {
	Stage Stage `cbor:"1,keyasint,omitzero" json:"stage"`
	Since int64 `cbor:"2,keyasint" json:"since_ms"`
	// Vouched says that the owner set the stage and nothing has spoken against it since.
	Vouched bool `cbor:"3,keyasint,omitzero" json:"vouched,omitempty"`
	// Observations is how many trades were followed to their end, sent or held back.
	Observations int     `cbor:"4,keyasint" json:"observations"`
	Confidence   float64 `cbor:"5,keyasint" json:"confidence"`
	Operational  float64 `cbor:"6,keyasint" json:"operational"` // mean success of orders
	Edge         float64 `cbor:"7,keyasint" json:"edge"`        // of a trade, as a share of it
	Deviation    float64 `cbor:"8,keyasint" json:"deviation"`
	Multiplier   float64 `cbor:"9,keyasint" json:"guardrail_multiplier"`
	// Position and Deployed are what the engine allows, as shares of equity; a whole one
	// is no limit of its own. Fraction is what the sizing formulas say.
	Position money.BPS `cbor:"10,keyasint" json:"position_bps"`
	Deployed money.BPS `cbor:"11,keyasint" json:"deployed_bps"`
	Fraction float64   `cbor:"12,keyasint" json:"fraction"`
	Health   float64   `cbor:"13,keyasint" json:"health"`
	Flags    []string  `cbor:"14,keyasint,omitempty" json:"flags,omitempty"`
	// Moved are the changes of the stage in this tick, in order.
	Moved []StageChange `cbor:"15,keyasint,omitempty" json:"moved,omitempty"`
	// Anomaly is the score of how the Golem traded of late, 0 to 1 (safety §16.7). Flags say
	// whether it is held back for it.
	Anomaly float64 `cbor:"16,keyasint,omitempty" json:"anomaly,omitempty"`
}

// StageChange is a promotion, a demotion, or a beginning by the owner's word.
type StageChange struct {
	From   Stage  `cbor:"1,keyasint,omitzero" json:"from"`
	To     Stage  `cbor:"2,keyasint,omitzero" json:"to"`
	At     int64  `cbor:"3,keyasint" json:"at_ms"`
	Reason string `cbor:"4,keyasint" json:"reason"`
}
