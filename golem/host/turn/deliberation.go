package turn

// Brief is what a deliberator is given for one step of thought. Step counts from
// 0 within the tick; Done holds what the earlier steps of this tick led to, and
// Seen is refreshed after each executed action. State is read-only.
type Brief struct {
	Now      int64 // unix milliseconds
	Tier     Tier
	Step     int
	Seen     Observation
	State    *State
	Triggers []Trigger // newly true in this tick, in file order
	Steers   []Steer   // accepted for this tick, most urgent first
	Done     []Action
}

// Decision is a deliberator's answer: a thought, and at most one proposal. Without one
// the next of the chain is asked, unless Last says that nobody behind it has a say in
// this tick; without one of anybody the deliberation of the tick ends.
type Decision struct {
	Thought  Thought
	Proposal *Proposal
	Last     bool
}

// Steer is an owner's or an inner interrupt (heartbeat §13). Text is untrusted
// until validated and at most 4,000 characters.
type Steer struct {
	ID       string   `cbor:"1,keyasint" json:"id"`
	Source   string   `cbor:"2,keyasint" json:"source"`
	Severity uint8    `cbor:"3,keyasint" json:"severity"` // 0 low, 1 medium, 2 high, 3 critical
	Text     string   `cbor:"4,keyasint" json:"text"`
	Window   string   `cbor:"5,keyasint,omitempty" json:"window,omitempty"` // empty: a steer; else a follow-up's window
	At       int64    `cbor:"6,keyasint" json:"at_ms"`
	Deadline int64    `cbor:"7,keyasint,omitempty" json:"deadline_ms,omitempty"`
	Priority uint8    `cbor:"8,keyasint" json:"priority"`
	Scope    []string `cbor:"9,keyasint,omitempty" json:"scope,omitempty"`
}
