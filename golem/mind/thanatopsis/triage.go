package thanatopsis

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// Class is how urgent it is to settle something (chain §9).
type Class string

// The classes: what may be liquidated, what a price moves and what earns, and what
// loses nothing by waiting. Unknown is for a chain that could not be read.
const (
	Critical  Class = "critical"
	Important Class = "important"
	Passive   Class = "passive"
	Unknown   Class = "unknown"
)

// near is the health factor below which a debt is critical, with 18 decimals.
var near = uint256.NewInt(1_300_000_000_000_000_000)

// ClassOf is the class of what lies in a lending market.
func ClassOf(l turn.Lending) Class {
	switch {
	case l.Account.Debt.IsZero():
		return Passive
	case l.Account.Health.Lt(near):
		return Critical
	}
	return Important
}
