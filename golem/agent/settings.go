package agent

import (
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
)

// Rhythm translates the configuration into the heartbeat's.
func Rhythm(c config.GolemConfig) heartbeat.Config {
	h, k := heartbeat.Defaults(), c.Heartbeat
	h.Clock.Base = k.BaseInterval().Milliseconds()
	h.Clock.GammaMin, h.Clock.GammaMax = 1000*c.Clock.GammaMinIntervalSecs, 1000*c.Clock.GammaMaxIntervalSecs
	h.Clock.ThetaMin, h.Clock.ThetaMax = 1000*c.Clock.ThetaMinIntervalSecs, 1000*c.Clock.ThetaMaxIntervalSecs
	h.Clock.DeltaMin, h.Clock.DeltaMax = 1000*c.Clock.DeltaMinSecs, 1000*c.Clock.DeltaMaxSecs
	h.Clock.DeltaTicks, h.Clock.Dedup = uint64(c.Clock.DeltaThetaTicks), 1000*c.Clock.WakeupDedupSecs
	m := k.RegimeMultipliers
	h.Clock.Regimes[turn.RegimeTrendingUp], h.Clock.Regimes[turn.RegimeTrendingDown] = m.TrendingUp, m.TrendingDown
	h.Clock.Regimes[turn.RegimeVolatile], h.Clock.Regimes[turn.RegimeRangeBound] = m.Volatile, m.RangeBound
	h.Clock.Regimes[turn.RegimeUnknown] = m.Unknown
	h.Probes.Price.Low, h.Probes.Price.High = float64(k.ProbeThresholds.PriceLow), float64(k.ProbeThresholds.PriceHigh)
	h.Probes.Health.Low, h.Probes.Health.High = k.ProbeThresholds.HealthLow, k.ProbeThresholds.HealthHigh
	h.OracleOff = !c.Oracle.Enabled
	h.BaseThreshold, h.IdleAfter = k.BaseDeliberationThreshold, int(k.IdleThreshold)
	h.Budget = gate.Budget{Cap: k.MaxDailyCost.USDC(), Warning: share(k.CostWarningThreshold), Soft: share(k.CostSoftCapThreshold)}
	return h
}

func share(f float64) money.BPS { return money.BPS(math.Round(f * float64(money.Whole))) }

// Limits translates the configuration into the cage's policy. Where it approves no
// assets or protocols, nothing is approved; a token is approved by its address, whatever it
// calls itself. Where it names no lending market,
// nothing is lent.
func Limits(c config.GolemConfig, tokens []turn.Token, pool common.Address) cage.Policy {
	f := c.Safety
	p := cage.Policy{
		Pools:       []common.Address{pool},
		Protocols:   slices.Clone(f.ApprovedProtocols),
		MaxPosition: f.MaxPosition, MaxConcentration: f.MaxConcentration,
		MaxSlippage: f.MaxSlippage, MaxImpact: f.MaxPriceImpact, MaxDrawdown: f.MaxDrawdown,
		PerTransaction: f.SpendingLimits.PerTransaction.USDC(), PerDay: f.SpendingLimits.PerDay.USDC(),
		MaxLossDay: f.MaxLossDay, MaxLossSession: f.MaxLossSession, MaxMoveLoss: f.MaxMoveLoss, MaxExitLoss: f.MaxExitLoss,
		FeedAge:    c.Venue.PriceFeedAge,
		PerSession: f.SpendingLimits.PerSession.USDC(), MaxAssets: int(f.MaxAssetCount),
		MaxPositions: int(f.MaxPositions), PerHour: int(f.TradesPerHour()),
	}
	if c.Venue.AavePool != "" || c.Venue.Morpho != "" {
		p.MinCollateral = f.MinCollateral
	}
	for _, t := range tokens {
		if slices.ContainsFunc(f.ApprovedAssets, func(entry string) bool {
			approved, ok := c.Asset(entry)
			return ok && approved == t.Address
		}) {
			p.Tokens = append(p.Tokens, t.Address)
		}
	}
	return p
}

// Credits translates the configuration into the division of a credit. The shares
// of a file may miss their sum by a rounding: the data partition takes the rest.
func Credits(c config.GolemConfig, credit money.USDC) (ledger.Plan, error) {
	e := c.Mortality.Economic
	p := ledger.DefaultPlan()
	p.Shares[ledger.ForLLM], p.Shares[ledger.ForGas] = share(e.Partitions.LLM), share(e.Partitions.Gas)
	p.Shares[ledger.ForData] = max(0, money.Whole-p.Shares[ledger.ForLLM]-p.Shares[ledger.ForGas])
	p.Caps[ledger.ForLLM], p.Caps[ledger.ForGas], p.Caps[ledger.ForData] = share(e.DailyCaps.LLM), share(e.DailyCaps.Gas), share(e.DailyCaps.Data)
	reserve, err := share(e.DeathReserveProportional).OfUp(credit)
	p.Reserve, p.Rebalances = max(e.DeathReserveFloor.USDC(), reserve), !c.Mortality.Immortal
	return p, err
}

// Clocks translates the configuration into the clocks of a life. paid says that
// somebody is paid for its time, which then is part of the economic clock. The
// commitment to a secret is the birth's.
func Clocks(c config.GolemConfig, paid bool) mortality.Settings {
	s, m := mortality.DefaultSettings(), c.Mortality
	s.Economic, s.Paid, s.Margin = m.Economic.Enabled, paid, 1000*m.Economic.TTLDeathMarginSecs
	s.Reserve.Floor, s.Reserve.Proportional = m.Economic.DeathReserveFloor.USDC(), share(m.Economic.DeathReserveProportional)
	s.Predicts, s.Stochastic, s.Immortal = m.Epistemic.Enabled, m.Stochastic.Enabled, m.Immortal
	e := m.Epistemic
	s.Epistemic = mortality.Epistemic{
		Window: int(e.FitnessWindow), Threshold: e.SenescenceThreshold, Grace: uint64(e.RecoveryGracePeriod), Ramp: uint64(e.SenescenceRampTicks),
		Minimum: uint64(e.MinimumPredictions), Regime: int(e.LearningGraceRegime),
	}
	h := m.Stochastic
	s.Hazard = mortality.Hazard{Base: h.BaseHazardRate, Age: h.AgeHazardCoefficient, Rate: h.AgingRate, Multiplier: h.EpistemicMultiplier, Max: h.MaxHazardRate}
	v := m.Vitality
	s.Curve = mortality.Curve{
		EconomicCenter: v.EconomicCenter, EconomicSteepness: v.EconomicSteepness, EpistemicCenter: v.EpistemicCenter, EpistemicSteepness: v.EpistemicSteepness,
		AgeDrag: v.AgeDrag, ReferenceLifespan: float64(v.ReferenceLifespan),
	}
	s.Rising = mortality.Rising{Margin: v.Hysteresis, Hold: int(v.UpHoldTicks)}
	return s
}

// Dying translates the configuration into the terms of a death.
func Dying(c config.GolemConfig) thanatopsis.Terms {
	d := c.Mortality.Thanatopsis
	return thanatopsis.Terms{Review: share(d.ReflectBudgetFraction), Plain: !d.Enabled}
}

// Span translates the configuration into the limits of a life.
func Span(c config.GolemConfig) mortality.Limits {
	e := c.Mortality.Economic
	return mortality.Limits{Saving: e.ConservationThreshold, Ending: e.TerminalThreshold, Ticks: c.Heartbeat.MaxTicks}
}

// tighter is the policy under a strategy's own bounds.
func tighter(p cage.Policy, b turn.Bounds) cage.Policy {
	p.MaxPosition, p.MaxConcentration = min(p.MaxPosition, b.MaxPosition), min(p.MaxConcentration, b.MaxDeployed)
	p.MaxSlippage, p.MaxDrawdown = min(p.MaxSlippage, b.Slippage), min(p.MaxDrawdown, b.MaxDrawdown)
	return p
}

// staged caps positions by a stage that nothing moves (heartbeat §15 layer 3).
func staged(p cage.Policy, stage string) cage.Policy {
	switch stage {
	case "shadow":
		p.Shadow = true
	case "micro":
		p.MaxPosition = min(p.MaxPosition, 200)
	case "scaled":
		p.MaxPosition = min(p.MaxPosition, 1_000)
	}
	return p
}
