package turn

import "bardo.run/bardo/internal/money"

// RecordVersion is the schema of Record written today.
const RecordVersion = 1

// Record is the DecisionCycleRecord: one per theta tick, also for a failed one
// (heartbeat §10). It holds nothing measured by a wall clock. What becomes known
// later is a second record, never an edit.
type Record struct {
	Version    uint8        `cbor:"0,keyasint" json:"schema_version"`
	Tick       uint64       `cbor:"1,keyasint" json:"tick"`
	Time       int64        `cbor:"2,keyasint" json:"timestamp_ms"`
	GolemID    string       `cbor:"3,keyasint" json:"golem_id"`
	Epoch      uint64       `cbor:"4,keyasint" json:"epoch"`
	Seen       Observation  `cbor:"5,keyasint" json:"observation"`
	Previous   Regime       `cbor:"6,keyasint" json:"previous_regime"`
	Gating     Gating       `cbor:"7,keyasint" json:"gating"`
	Thought    []Thought    `cbor:"8,keyasint,omitempty" json:"deliberation,omitempty"`
	Actions    []Action     `cbor:"9,keyasint,omitempty" json:"actions,omitempty"`
	Mortality  Mortality    `cbor:"10,keyasint" json:"mortality"`
	Cost       Cost         `cbor:"11,keyasint" json:"cost"`
	Faults     []Fault      `cbor:"12,keyasint,omitempty" json:"faults,omitempty"`
	Strategy   StrategyMark `cbor:"13,keyasint" json:"strategy"`
	NextTickIn int64        `cbor:"14,keyasint" json:"next_tick_in_ms"`
	// Entries is the half-open range of journal entries this tick took.
	Entries [2]uint64 `cbor:"15,keyasint" json:"journal_entries"`
	// Foresight is what was predicted and what of it came to be since the record
	// before; absent in a life without an oracle.
	Foresight *Foresight `cbor:"16,keyasint,omitempty" json:"foresight,omitempty"`
	// Standing is absent while the Golem has all of its freedom.
	Standing Standing `cbor:"17,keyasint,omitzero" json:"standing,omitzero"`
	// Differences is what the wallet held at the reading beside what the books said, that
	// no order explains; absent where there was none.
	Differences []Difference `cbor:"20,keyasint,omitempty" json:"differences,omitempty"`
	// Risk is where the risk engine stood; absent in a life without one.
	Risk *Risk `cbor:"21,keyasint,omitempty" json:"risk,omitempty"`
}

// Gating is the appraisal and the tier it led to. Terms that belong to parts
// which do not exist yet are listed in Absent and contributed nothing.
type Gating struct {
	PredictionError float64  `cbor:"1,keyasint" json:"prediction_error"`
	Threshold       float64  `cbor:"2,keyasint" json:"threshold"`
	Tier            Tier     `cbor:"3,keyasint" json:"tier"`
	Uncapped        Tier     `cbor:"4,keyasint" json:"uncapped"`
	Reason          string   `cbor:"5,keyasint" json:"reason"`
	Ceilings        []string `cbor:"6,keyasint,omitempty" json:"ceilings,omitempty"`
	Absent          []string `cbor:"7,keyasint,omitempty" json:"absent,omitempty"`
	// Idle says that idle suppression skipped steps 2 and 3.
	Idle bool `cbor:"8,keyasint,omitempty" json:"idle,omitempty"`
}

// Thought is one step of deliberation: what the deliberator concluded and from
// what. The rule deliberator names itself "rules" and costs nothing.
type Thought struct {
	Model      string     `cbor:"1,keyasint" json:"model"`
	Summary    string     `cbor:"2,keyasint" json:"summary"`
	Causes     []string   `cbor:"3,keyasint,omitempty" json:"causes,omitempty"`
	Confidence float64    `cbor:"4,keyasint" json:"confidence"`
	Cost       money.USDC `cbor:"5,keyasint" json:"cost"`
	Recommends bool       `cbor:"6,keyasint" json:"recommends_action"`
}

// Action is one proposed write and all that followed from it.
type Action struct {
	Proposal  Proposal   `cbor:"1,keyasint" json:"proposal"`
	Preview   Preview    `cbor:"2,keyasint" json:"preview"`
	Execution *Execution `cbor:"3,keyasint,omitempty" json:"execution,omitempty"`
	Status    Status     `cbor:"4,keyasint" json:"status"`
}

// Mortality is what the lifespan extension filled in. Economic is the share of the
// credit that is left; Absent names the clocks that do not exist yet.
type Mortality struct {
	Economic  float64    `cbor:"1,keyasint" json:"economic"`
	Composite float64    `cbor:"2,keyasint" json:"composite"`
	Phase     Phase      `cbor:"3,keyasint" json:"phase"`
	Consumed  money.USDC `cbor:"4,keyasint" json:"credit_consumed"`
	Remaining money.USDC `cbor:"5,keyasint" json:"credit_remaining"`
	PaidUntil int64      `cbor:"6,keyasint" json:"paid_until_ms"`
	Absent    []string   `cbor:"7,keyasint,omitempty" json:"absent,omitempty"`
	Clocks    Clocks     `cbor:"8,keyasint,omitzero" json:"clocks,omitzero"`
}

// Clocks is what the three clocks of mortality stood at (mortality §2 to §5). Credit
// and Paid are shares, 0 to 1; Burn is micro-USDC a tick; Age and Epistemic are the
// factors of the composite; Hazard is the chance of death in this tick and Survival
// how likely the life was to come here. The roll itself stands in the journal only.
type Clocks struct {
	Credit    float64    `cbor:"1,keyasint" json:"credit"`
	Paid      float64    `cbor:"2,keyasint" json:"paid_time"`
	Spendable money.USDC `cbor:"3,keyasint" json:"spendable"`
	Reserve   money.USDC `cbor:"4,keyasint" json:"death_reserve"`
	Burn      float64    `cbor:"5,keyasint" json:"burn_per_tick"`
	Fitness   float64    `cbor:"6,keyasint" json:"fitness"`
	Learning  bool       `cbor:"7,keyasint,omitempty" json:"learning,omitempty"`
	Stage     uint8      `cbor:"8,keyasint,omitempty" json:"senescence_stage,omitempty"`
	Age       float64    `cbor:"9,keyasint" json:"age"`
	Epistemic float64    `cbor:"10,keyasint" json:"epistemic"`
	Hazard    float64    `cbor:"11,keyasint,omitempty" json:"hazard,omitempty"`
	Survival  float64    `cbor:"12,keyasint" json:"survival"`
	Trigger   string     `cbor:"13,keyasint" json:"lowest_clock"` // what the phase is owed to
}

// Cost is what the tick cost. Total is inference, gas and the other credit
// consumed, each counted once (heartbeat §10).
type Cost struct {
	Inference money.USDC `cbor:"1,keyasint" json:"inference"`
	Gas       money.USDC `cbor:"2,keyasint" json:"gas"`
	Total     money.USDC `cbor:"3,keyasint" json:"total"`
}

// Fault is an error of one stage of the tick. Message is bounded and carries no
// secret and no untrusted text.
type Fault struct {
	Stage   string `cbor:"1,keyasint" json:"stage"`
	Kind    string `cbor:"2,keyasint" json:"kind"`
	Message string `cbor:"3,keyasint" json:"message"`
}

// StrategyMark names the STRATEGY.md that was in force when the tick began, which
// its rules were read from: its hash and revision, and the triggers that were newly
// true. A text that came into force in the tick marks the next one.
type StrategyMark struct {
	Hash     string    `cbor:"1,keyasint" json:"hash"`
	Revision uint32    `cbor:"2,keyasint" json:"revision"`
	Triggers []Trigger `cbor:"3,keyasint,omitempty" json:"triggers,omitempty"`
}

// Trigger is a rule whose condition became true in this tick. Values are the
// variables the condition read, sorted by name. Outcome says what became of it;
// Layer names what stopped it, where something did.
type Trigger struct {
	Rule    string   `cbor:"1,keyasint" json:"rule"`
	Kind    string   `cbor:"2,keyasint" json:"kind"`
	Line    int      `cbor:"3,keyasint" json:"line"`
	Text    string   `cbor:"4,keyasint" json:"text"`
	Values  []Value  `cbor:"5,keyasint" json:"values"`
	Outcome string   `cbor:"6,keyasint" json:"outcome"`
	Layer   string   `cbor:"7,keyasint,omitempty" json:"layer,omitempty"`
	Permits []string `cbor:"8,keyasint,omitempty" json:"permits,omitempty"`
}

// Value is one variable as a condition saw it.
type Value struct {
	Name  string  `cbor:"1,keyasint" json:"name"`
	Value float64 `cbor:"2,keyasint" json:"value"`
	Unit  string  `cbor:"3,keyasint" json:"unit"`
}
