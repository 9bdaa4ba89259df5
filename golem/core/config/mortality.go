package config

import "time"

// Mortality is what the Golem may die of (mortality §20, §21).
type Mortality struct {
	Immortal    bool        `conf:"immortal" env:"BARDO_IMMORTAL" doc:"for evaluation, self-hosted only: all clocks are computed and none ends the life"`
	Economic    Economic    `conf:"economic"`
	Epistemic   Epistemic   `conf:"epistemic"`
	Stochastic  Stochastic  `conf:"stochastic"`
	Vitality    Vitality    `conf:"vitality"`
	Thanatopsis Thanatopsis `conf:"thanatopsis"`
}

// Thanatopsis is how the Golem dies (mortality §9). Nothing here keeps it from settling.
type Thanatopsis struct {
	Enabled               bool    `conf:"enabled" doc:"the testament reflects on the life; else it has figures and settlement only"`
	ReflectBudgetFraction float64 `conf:"reflect_budget_fraction" range:"[0.30,0.80]" doc:"share of the death's budget for the reflection"`
	GraceSecs             int64   `conf:"grace_s" range:"[5,3600]" unit:"s" doc:"how long the platform lets a process live that it asked to stop; a dying Golem settles on in it"`
}

// Grace is how long a process that was asked to stop lives.
func (t Thanatopsis) Grace() time.Duration { return time.Duration(t.GraceSecs) * time.Second }

// Economic is the clock of credit and paid time. It is on by default for a self-hosted Golem
// too, where mortality §20 has it off: every Golem is given a credit, and one that spends it
// all should save before.
type Economic struct {
	Enabled                  bool       `conf:"enabled" doc:"the credit ends the life; only a self-hosted Golem may do without"`
	DeathReserveFloor        USD        `conf:"death_reserve_floor_usdc" range:"[0.10,]" doc:"least amount kept for dying"`
	DeathReserveProportional float64    `conf:"death_reserve_proportional" range:"[0.01,0.10]" doc:"share of the credit kept for dying, where that is more"`
	ConservationThreshold    float64    `conf:"conservation_threshold" range:"[0.10,0.50]" doc:"share of the credits below which the Golem saves"`
	TerminalThreshold        float64    `conf:"terminal_threshold" range:"[0.01,0.20]" doc:"share of the credits at which death begins"`
	TTLDeathMarginSecs       int64      `conf:"ttl_death_margin_s" range:"[5,600]" unit:"s" doc:"how long before the end of its paid time a hosted Golem begins to die at most, so that it settles inside it; it is a tenth of the time that was paid for, and 5 s at least"`
	Partitions               Partitions `conf:"partitions"`
	DailyCaps                DailyCaps  `conf:"daily_caps"`
}

// Partitions divide the credits by use.
type Partitions struct {
	LLM  float64 `conf:"llm" range:"[0,1]" doc:"share for models"`
	Gas  float64 `conf:"gas" range:"[0,1]" doc:"share for gas"`
	Data float64 `conf:"data" range:"[0,1]" doc:"share for data"`
}

// DailyCaps bound what a day may take from a partition.
type DailyCaps struct {
	LLM  float64 `conf:"llm" range:"(0,1]" doc:"share of the partition for models that a day may use"`
	Gas  float64 `conf:"gas" range:"(0,1]" doc:"share of the partition for gas that a day may use"`
	Data float64 `conf:"data" range:"(0,1]" doc:"share of the partition for data that a day may use"`
}

// Epistemic is the clock of being right. It runs where something predicts.
type Epistemic struct {
	Enabled             bool    `conf:"enabled" doc:"being wrong for long ends the life"`
	FitnessWindow       int64   `conf:"fitness_window" range:"[500,10000]" unit:"predictions" doc:"how many resolved predictions are remembered"`
	SenescenceThreshold float64 `conf:"senescence_threshold" range:"[0.20,0.60]" doc:"fitness below which the Golem grows old"`
	RecoveryGracePeriod int64   `conf:"recovery_grace_period" range:"[100,2000]" unit:"ticks" doc:"how long it may stay below before that is confirmed"`
	SenescenceRampTicks int64   `conf:"senescence_ramp_ticks" range:"[1,2000]" unit:"ticks" doc:"how long a confirmed one has left without recovery"`
	MinimumPredictions  int64   `conf:"minimum_predictions" range:"[10,500]" unit:"predictions" doc:"how many must be resolved before fitness counts"`
	LearningGraceRegime int64   `conf:"learning_grace_regime_ticks" range:"[0,10000]" unit:"predictions" doc:"how many of them must be of the market's regime"`
}

// Stochastic is the clock of chance (mortality §4.1).
type Stochastic struct {
	Enabled              bool    `conf:"enabled" doc:"each tick has a small chance of death"`
	BaseHazardRate       float64 `conf:"base_hazard_rate" range:"[0.00000001,0.0001]" doc:"chance of death in a tick, of a newborn"`
	AgeHazardCoefficient float64 `conf:"age_hazard_coefficient" range:"[0,0.001]" doc:"what age adds to it at birth"`
	AgingRate            float64 `conf:"aging_rate" range:"[0,0.001]" doc:"how fast that grows, a tick"`
	EpistemicMultiplier  float64 `conf:"epistemic_hazard_multiplier" range:"[1,10]" doc:"factor on the chance for who is always wrong"`
	MaxHazardRate        float64 `conf:"max_hazard_rate" range:"(0,0.01]" doc:"the chance is never higher"`
	Seed                 uint64  `conf:"seed" env:"BARDO_STOCHASTIC_SEED" doc:"for tests on a devnet: what the rolls derive from; 0 draws a secret"`
}

// Vitality is how the clocks become one number (mortality §5, §6.1).
type Vitality struct {
	EconomicCenter     float64 `conf:"economic_center" range:"[0,1]" doc:"share of the credit that is worth half of the economic component"`
	EconomicSteepness  float64 `conf:"economic_steepness" range:"(0,100]" doc:"how sharply it falls there"`
	EpistemicCenter    float64 `conf:"epistemic_center" range:"[0,1]" doc:"fitness that is worth half of the epistemic component"`
	EpistemicSteepness float64 `conf:"epistemic_steepness" range:"(0,100]" doc:"how sharply it falls there"`
	AgeDrag            float64 `conf:"age_drag" range:"[0,1]" doc:"vitality that is lost over the reference lifespan"`
	ReferenceLifespan  int64   `conf:"reference_lifespan" range:"[1000,]" unit:"ticks" doc:"the lifespan that age is a share of"`
	Hysteresis         float64 `conf:"hysteresis" range:"[0,0.1]" doc:"how far above its threshold a better phase begins"`
	UpHoldTicks        int64   `conf:"up_hold_ticks" range:"[1,1000]" unit:"ticks" doc:"how long vitality must be there"`
}
