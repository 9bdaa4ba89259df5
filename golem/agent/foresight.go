package agent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
)

// foreseen hands the oracle's comparisons to the epistemic clock.
type foreseen struct{ a *Agent }

// domains names the oracle's domains as the clock does.
var domains = [oracle.Domains]mortality.Dimension{
	oracle.DomainDirection:  mortality.PriceDirection,
	oracle.DomainVolatility: mortality.VolatilityRegime,
	oracle.DomainYield:      mortality.YieldTrend,
	oracle.DomainGas:        mortality.GasCondition,
	oracle.DomainProtocol:   mortality.ProtocolState,
}

// Resolved returns what was found out since the tick before.
func (f foreseen) Resolved(uint64) []mortality.Pair {
	var pairs []mortality.Pair
	for _, p := range f.a.oracle.Pairs() {
		pair := mortality.Pair{Tick: p.Tick}
		for i, d := range domains {
			pair.Predicted[d], pair.Observed[d] = mortality.Class(p.Predicted[i])+1, mortality.Class(p.Observed[i])+1
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// Regime is what the market is like now.
func (f foreseen) Regime() mortality.MarketRegime {
	r := mortality.MarketRegime{Volatility: f.a.oracle.Quintile()}
	switch f.a.state.Heartbeat().Observation.Regime {
	case turn.RegimeTrendingUp:
		r.Trend = 1
	case turn.RegimeTrendingDown:
		r.Trend = -1
	}
	return r
}
