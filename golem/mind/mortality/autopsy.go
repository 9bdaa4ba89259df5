package mortality

import (
	"encoding/hex"

	"bardo.run/bardo/golem/host/turn"
)

// Autopsy is what a life came to in the numbers of its clocks (mortality §7), as its
// testament says it. With the secret and the commitment every roll in the journal can
// be checked by Verify.
type Autopsy struct {
	Clock      string   `json:"lowest_clock"`
	Composite  float64  `json:"vitality"`
	Economic   float64  `json:"economic"`
	Balance    string   `json:"credit_left_usdc"`
	Reserve    string   `json:"death_reserve_usdc"`
	Burn       float64  `json:"burn_micro_usdc_per_tick"`
	Fitness    float64  `json:"fitness"`
	Peak       float64  `json:"peak_fitness,omitempty"`
	PeakTick   uint64   `json:"peak_fitness_tick,omitempty"`
	Stage      string   `json:"senescence_stage"`
	Senescent  uint64   `json:"ticks_in_senescence,omitempty"`
	Failing    []string `json:"failing_domains,omitempty"`
	Hazard     float64  `json:"hazard,omitempty"`
	Survival   float64  `json:"survival_probability"`
	Commitment string   `json:"commitment,omitempty"`
	Secret     string   `json:"stochastic_secret,omitempty"`
	Spared     string   `json:"would_have_died_of,omitempty"`
	SparedTick uint64   `json:"would_have_died_at_tick,omitempty"`
}

// Autopsy returns the numbers of the last tick. The secret is for the death protocol to
// add.
func (l *Lifespan) Autopsy(left turn.Mortality) Autopsy {
	c, v := l.clocks, l.judged
	a := Autopsy{
		Clock: string(v.Trigger), Composite: v.Composite, Economic: v.Economic,
		Balance: left.Remaining.String(), Reserve: v.Reserve.String(), Burn: c.economy.Burn,
		Fitness: v.Fitness, Stage: v.Stage.String(), Hazard: c.chance.Hazard, Survival: c.chance.Survival,
		Spared: string(c.spared.Cause), SparedTick: c.spared.Tick,
	}
	if !v.Learning {
		a.Peak, a.PeakTick = c.fitness.Peak, c.fitness.PeakAt
		a.Senescent, a.Failing = c.senescence.Below, c.fitness.Failing(c.settings.Epistemic.Threshold)
	}
	if c.settings.Stochastic {
		a.Commitment = hex.EncodeToString(c.settings.Commitment[:])
	}
	return a
}
