package heartbeat

import (
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
)

// FromConfig translates the configuration of a Golem.
func FromConfig(c config.GolemConfig) Config {
	h, k := Defaults(), c.Heartbeat
	h.Clock.Base = k.BaseInterval().Milliseconds()
	h.Clock.GammaMin, h.Clock.GammaMax = 1000*c.Clock.GammaMinIntervalSecs, 1000*c.Clock.GammaMaxIntervalSecs
	h.Clock.ThetaMin, h.Clock.ThetaMax = 1000*c.Clock.ThetaMinIntervalSecs, 1000*c.Clock.ThetaMaxIntervalSecs
	h.Clock.Dedup = 1000 * c.Clock.WakeupDedupSecs
	m := k.RegimeMultipliers
	h.Clock.Regimes[turn.RegimeTrendingUp], h.Clock.Regimes[turn.RegimeTrendingDown] = m.TrendingUp, m.TrendingDown
	h.Clock.Regimes[turn.RegimeVolatile], h.Clock.Regimes[turn.RegimeRangeBound] = m.Volatile, m.RangeBound
	h.Clock.Regimes[turn.RegimeUnknown] = m.Unknown
	h.Probes.Price.Low, h.Probes.Price.High = float64(k.ProbeThresholds.PriceLow), float64(k.ProbeThresholds.PriceHigh)
	h.Probes.Health.Low, h.Probes.Health.High = k.ProbeThresholds.HealthLow, k.ProbeThresholds.HealthHigh
	h.OracleOff = !c.Oracle.Enabled
	h.BaseThreshold, h.IdleAfter = k.BaseDeliberationThreshold, int(k.IdleThreshold)
	h.Budget = gate.Budget{Cap: k.MaxDailyCost.USDC(), Warning: config.Share(k.CostWarningThreshold), Soft: config.Share(k.CostSoftCapThreshold)}
	return h
}
