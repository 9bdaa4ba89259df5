package permit

import (
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// RiskTier grades an action by what it could cost (safety §4.4).
type RiskTier string

// The tiers that the existing actions can have.
const (
	TierStandard RiskTier = "standard"
	TierElevated RiskTier = "elevated"
)

// The values above which a swap, and an action on a lending market, is Elevated.
const (
	elevatedSwap    = 50_000 * money.One
	elevatedLending = 100_000 * money.One
)

// Risk returns the tier of an action that moves value.
func Risk(a grammar.Action, value money.USDC) RiskTier {
	switch {
	case a.Lends():
		if value > elevatedLending {
			return TierElevated
		}
		return TierStandard
	case a.Kind == grammar.AddLiquidity, a.Kind == grammar.RemoveLiquidity, value > elevatedSwap:
		return TierElevated
	default:
		return TierStandard
	}
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
