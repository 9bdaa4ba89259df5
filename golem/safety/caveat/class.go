package caveat

import "bardo.run/bardo/golem/host/turn"

// Class is a set of classes of action (provisioning §8.5).
type Class uint8

// The classes. An action may be of several; a phase that allows one of them allows it.
const (
	Open   Class = 1 << iota // swap, add liquidity, deposit, borrow
	Leave                    // remove liquidity, withdraw
	Sweep                    // to the owner
	Spawn                    // a replicant
	Settle                   // what settlement needs
)

// Allowed is what a phase allows, by the table of provisioning §8.5; nothing where
// there is no such phase.
func Allowed(p turn.Phase) Class {
	switch p {
	case turn.Thriving:
		return Open | Leave | Sweep | Spawn | Settle
	case turn.Stable:
		return Open | Leave | Sweep | Settle
	case turn.Conservation:
		return Leave | Settle
	case turn.Declining:
		return Leave | Sweep | Settle
	case turn.Terminal:
		return Settle
	}
	return 0
}
