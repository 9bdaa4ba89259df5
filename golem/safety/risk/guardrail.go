package risk

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Climate is the factor of a kind of market (safety §16.4): the seed's four regimes, and
// crisis where the Golem itself is degraded that far. What is unknown counts as volatile
// (S-10). The affect of safety §16.9 is no factor: this Golem has no mood.
func Climate(r turn.Regime, crisis bool) float64 {
	switch {
	case crisis:
		return 0.5
	case r == turn.RegimeTrendingUp:
		return 1
	case r == turn.RegimeTrendingDown:
		return 0.7
	case r == turn.RegimeRangeBound:
		return 0.9
	}
	return 0.6
}

// Guard is the multiplier of the guardrails, above 0 and at most 1. Drawdown and most
// are of one unit.
//
// spec: safety §16.4
func Guard(confidence, climate, drawdown, most float64) float64 {
	return (0.2 + 0.8*unit(confidence)) * unit(climate) * max(unit(1-drawdown/most), 0.3)
}

// Guardrails are the limits that scale with the multiplier. Cooldown is milliseconds
// between two plans that open something, Leverage is what is at risk over the equity.
type Guardrails struct {
	Concentration, Trade, Slippage money.BPS
	Leverage                       float64
	Positions                      int
	Cooldown                       int64
}

// Scaled returns the guardrails at a multiplier.
//
// spec: safety §16.4
func Scaled(m float64) Guardrails {
	m = unit(m)
	return Guardrails{
		Concentration: bps(3_000 * m), Trade: bps(2_000 * m), Slippage: bps(100 * max(m, 0.5)),
		Leverage: max(3*m, 1), Positions: max(int(10*m), 1), Cooldown: int64(60_000 / max(m, 0.3)),
	}
}

// part is a share in basis points.
func part(share float64) money.BPS { return bps(share * float64(money.Whole)) }

// bps rounds a share in basis points down; what float arithmetic is short of by a hair
// is not lost.
func bps(x float64) money.BPS { return money.BPS(least(math.Floor(x+1e-9), float64(money.Whole))) }
