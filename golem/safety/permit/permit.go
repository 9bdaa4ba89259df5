package permit

import (
	"crypto/sha256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
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

// Terms are what holds for the permits of a life.
type Terms struct {
	TTL       int64     `cbor:"1,keyasint"` // milliseconds
	Tolerance money.BPS `cbor:"2,keyasint"` // between preview and commit
}

// Risk returns what an action that moves value risks (safety §4.4). What is no action has
// the grade that most have.
func Risk(a grammar.Action, value money.USDC) tier.Risk {
	row, ok := tier.Of(string(a.Kind))
	if !ok {
		return tier.Standard
	}
	return row.At(value)
}

func (p Permit) risk() string { return string(Risk(p.Action, p.Simulation.Value)) }

func (p Permit) created() wire.PermitCreated {
	return wire.PermitCreated{
		PermitID: p.ID, ActionKind: string(p.Action.Kind), RiskTier: p.risk(),
		SimulationHash: wire.Some(p.Simulation.Hash.Hex()), ExpiresAt: p.ExpiresAt,
	}
}

// event is the announcement of a permit's final state.
func (p Permit) event(to State) wire.Payload {
	c := p.created()
	switch to {
	case Committed:
		return wire.PermitCommitted{
			PermitID: c.PermitID, ActionKind: c.ActionKind, RiskTier: c.RiskTier,
			SimulationHash: c.SimulationHash, ExpiresAt: c.ExpiresAt,
		}
	case Expired:
		return wire.PermitExpired(c)
	default:
		return wire.PermitCancelled{
			PermitID: c.PermitID, ActionKind: c.ActionKind, RiskTier: c.RiskTier,
			SimulationHash: c.SimulationHash, ExpiresAt: c.ExpiresAt, Source: p.Reason,
		}
	}
}
