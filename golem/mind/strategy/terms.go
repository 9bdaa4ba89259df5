package strategy

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
)

// Terms are the strategy that a life is born with.
type Terms struct {
	Text      []byte `cbor:"1,keyasint"`          // of STRATEGY.md
	Stage     string `cbor:"2,keyasint"`          // of a text that names none
	HotReload bool   `cbor:"3,keyasint,omitzero"` // an edited text comes into force
	Policy    Policy `cbor:"4,keyasint"`          // what every text of the life is held to
}

// PolicyFrom is what a configuration allows a strategy. Symbols are those of the approved
// tokens in its market; nil: not known, and those of DefaultPolicy. Where it approves no protocol
// every adapter may be named: the cage refuses what is not approved.
func PolicyFrom(c config.GolemConfig, symbols []string) Policy {
	p, f := DefaultPolicy(), c.Safety
	p.Bounds = turn.Bounds{MaxDrawdown: f.MaxDrawdown, MaxPosition: f.MaxPosition, MaxDeployed: f.MaxConcentration, Slippage: f.MaxSlippage}
	if len(f.ApprovedProtocols) > 0 {
		p.Protocols = slices.Clone(f.ApprovedProtocols)
	}
	if symbols == nil {
		return p
	}
	p.Assets = nil
	for _, s := range symbols {
		p.Assets = append(p.Assets, strings.ToUpper(s))
	}
	return p
}
