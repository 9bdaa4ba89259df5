package permit

import (
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

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
