package permit

import (
	"crypto/sha256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
)

// State is where a permit stands (safety §4.2).
type State string

// The states. A permit is Created, and ends as one of the others, which are final. A
// refused preview is blocked: it never becomes a permit, and is announced and recorded
// only.
const (
	Created   State = "created"
	Committed State = "committed"
	Expired   State = "expired"
	Cancelled State = "cancelled"
)

// Permit is one previewed action. Times are unix milliseconds.
type Permit struct {
	ID         string
	State      State
	Reason     string
	Proposal   turn.Proposal
	Action     grammar.Action
	Params     [sha256.Size]byte
	Policy     [sha256.Size]byte
	Simulation turn.Simulation
	Phase      turn.Phase
	CreatedAt  int64
	ExpiresAt  int64
	Tick       uint64
	Epoch      uint64 // a restart expires what was open
	judged     cage.Case
	last       turn.Execution // as it was told last
}
