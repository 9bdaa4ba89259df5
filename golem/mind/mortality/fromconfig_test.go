package mortality

import (
	"testing"

	"bardo.run/bardo/golem/core/config"
)

// spec: mortality §21 — the defaults of the keys are those of the formulas.
func TestTheClocksOfTheDefaultsAreThoseOfTheSpecification(t *testing.T) {
	if got, want := FromConfig(config.Default(), true), DefaultSettings(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Every key of the clocks reaches them.
func TestEveryKeyOfMortalityReachesTheClocks(t *testing.T) {
	before := FromConfig(config.Default(), false)
	for name, change := range map[string]func(*config.Mortality){
		"immortal":         func(m *config.Mortality) { m.Immortal = true },
		"economic.enabled": func(m *config.Mortality) { m.Economic.Enabled = false }, "ttl_death_margin_s": func(m *config.Mortality) { m.Economic.TTLDeathMarginSecs++ },
		"floor": func(m *config.Mortality) { m.Economic.DeathReserveFloor++ }, "proportional": func(m *config.Mortality) { m.Economic.DeathReserveProportional = 0.05 },
		"epistemic.enabled": func(m *config.Mortality) { m.Epistemic.Enabled = false }, "fitness_window": func(m *config.Mortality) { m.Epistemic.FitnessWindow++ },
		"senescence_threshold": func(m *config.Mortality) { m.Epistemic.SenescenceThreshold = 0.4 }, "recovery_grace_period": func(m *config.Mortality) { m.Epistemic.RecoveryGracePeriod++ },
		"senescence_ramp_ticks": func(m *config.Mortality) { m.Epistemic.SenescenceRampTicks++ }, "minimum_predictions": func(m *config.Mortality) { m.Epistemic.MinimumPredictions++ },
		"learning_grace_regime_ticks": func(m *config.Mortality) { m.Epistemic.LearningGraceRegime++ },
		"stochastic.enabled":          func(m *config.Mortality) { m.Stochastic.Enabled = false }, "base_hazard_rate": func(m *config.Mortality) { m.Stochastic.BaseHazardRate *= 2 },
		"age_hazard_coefficient": func(m *config.Mortality) { m.Stochastic.AgeHazardCoefficient *= 2 }, "aging_rate": func(m *config.Mortality) { m.Stochastic.AgingRate *= 2 },
		"epistemic_hazard_multiplier": func(m *config.Mortality) { m.Stochastic.EpistemicMultiplier++ }, "max_hazard_rate": func(m *config.Mortality) { m.Stochastic.MaxHazardRate *= 2 },
		"economic_center": func(m *config.Mortality) { m.Vitality.EconomicCenter *= 2 }, "economic_steepness": func(m *config.Mortality) { m.Vitality.EconomicSteepness++ },
		"epistemic_center": func(m *config.Mortality) { m.Vitality.EpistemicCenter *= 2 }, "epistemic_steepness": func(m *config.Mortality) { m.Vitality.EpistemicSteepness++ },
		"age_drag": func(m *config.Mortality) { m.Vitality.AgeDrag *= 2 }, "reference_lifespan": func(m *config.Mortality) { m.Vitality.ReferenceLifespan++ },
		"hysteresis": func(m *config.Mortality) { m.Vitality.Hysteresis *= 2 }, "up_hold_ticks": func(m *config.Mortality) { m.Vitality.UpHoldTicks++ },
	} {
		c := config.Default()
		change(&c.Mortality)
		if FromConfig(c, false) == before {
			t.Errorf("mortality.…%s changes nothing", name)
		}
	}
}
