package mortality

import "bardo.run/bardo/golem/core/config"

// FromConfig translates the configuration of a Golem into the clocks of a life. paid says that
// somebody is paid for its time, which then is part of the economic clock. The
// commitment to a secret is the birth's.
func FromConfig(c config.GolemConfig, paid bool) Settings {
	s, m := DefaultSettings(), c.Mortality
	s.Economic, s.Paid, s.Margin = m.Economic.Enabled, paid, 1000*m.Economic.TTLDeathMarginSecs
	s.Reserve.Floor, s.Reserve.Proportional = m.Economic.DeathReserveFloor.USDC(), config.Share(m.Economic.DeathReserveProportional)
	s.Predicts, s.Stochastic, s.Immortal = m.Epistemic.Enabled, m.Stochastic.Enabled, m.Immortal
	e := m.Epistemic
	s.Epistemic = Epistemic{
		Window: int(e.FitnessWindow), Threshold: e.SenescenceThreshold, Grace: uint64(e.RecoveryGracePeriod), Ramp: uint64(e.SenescenceRampTicks),
		Minimum: uint64(e.MinimumPredictions), Regime: int(e.LearningGraceRegime),
	}
	h := m.Stochastic
	s.Hazard = Hazard{Base: h.BaseHazardRate, Age: h.AgeHazardCoefficient, Rate: h.AgingRate, Multiplier: h.EpistemicMultiplier, Max: h.MaxHazardRate}
	v := m.Vitality
	s.Curve = Curve{
		EconomicCenter: v.EconomicCenter, EconomicSteepness: v.EconomicSteepness, EpistemicCenter: v.EpistemicCenter, EpistemicSteepness: v.EpistemicSteepness,
		AgeDrag: v.AgeDrag, ReferenceLifespan: float64(v.ReferenceLifespan),
	}
	s.Rising = Rising{Margin: v.Hysteresis, Hold: int(v.UpHoldTicks)}
	return s
}

// LimitsFrom translates the configuration of a Golem into the limits of a life.
func LimitsFrom(c config.GolemConfig) Limits {
	e := c.Mortality.Economic
	return Limits{Saving: e.ConservationThreshold, Ending: e.TerminalThreshold, Ticks: c.Heartbeat.MaxTicks}
}
