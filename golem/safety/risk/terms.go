package risk

import "bardo.run/bardo/internal/money"

// Terms are how a life bounds its own risk.
type Terms struct {
	// Emergency is the fall of the equity that closes everything (safety §15.2).
	Emergency money.BPS `cbor:"1,keyasint"`
	// Adaptive says that the engine moves stage and sizes; without it the start stage holds
	// for ever.
	Adaptive bool `cbor:"2,keyasint,omitzero"`
}
