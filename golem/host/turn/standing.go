package turn

// Level is how far a Golem in trouble is degraded (safety §15.3).
type Level uint8

// The levels, L0 to L3.
const (
	LevelNormal   Level = iota
	LevelFrugal         // L1: the cheaper model, where one is asked
	LevelSlow           // L1.5: the slowest ticks, nothing is spawned
	LevelWatching       // L2: nothing is opened
	LevelStopped        // L3: everything is closed; only the owner ends it
)

var levelNames = [...]string{"L0", "L1", "L1.5", "L2", "L3"}

// String returns the level's name in the specification.
func (l Level) String() string { return levelNames[min(int(l), len(levelNames)-1)] }

// MarshalText writes the level's name, for JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Halt is how far the owner stopped a Golem (safety §15.1).
type Halt uint8

// The halts.
const (
	HaltNone    Halt = iota
	HaltOpening      // nothing is opened, closing goes on
	HaltFreeze       // nothing is signed, exits included: safety §1.4 S-7 names the exception
)

var haltNames = [...]string{"none", "stop_opening", "freeze"}

// String returns the halt's name.
func (h Halt) String() string { return haltNames[min(int(h), len(haltNames)-1)] }

// MarshalText writes the halt's name, for JSON.
func (h Halt) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// Standing is how much of its freedom a Golem has. Cause is why it is at its level, in a
// word; empty at L0. Slow says that a resource is scarce, at whatever level.
type Standing struct {
	Level Level  `cbor:"1,keyasint,omitzero" json:"level"`
	Cause string `cbor:"2,keyasint,omitempty" json:"cause,omitempty"`
	Slow  bool   `cbor:"3,keyasint,omitzero" json:"slow,omitempty"`
	Halt  Halt   `cbor:"4,keyasint,omitzero" json:"halt"`
	// Key says that the session key is due to be replaced; empty while it is not.
	Key string `cbor:"5,keyasint,omitempty" json:"key,omitempty"`
}

// Opens says why nothing may be opened; empty where it may.
func (s Standing) Opens() (why string) {
	switch {
	case s.Halt == HaltFreeze:
		return "the owner froze every write"
	case s.Halt == HaltOpening:
		return "the owner stopped opening"
	case s.Level == LevelStopped:
		return "L3 (" + s.Cause + "): everything is closed until the owner resumes"
	case s.Level == LevelWatching:
		return "L2 (" + s.Cause + "): the Golem only watches"
	}
	return s.Key
}
