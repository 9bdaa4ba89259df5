package config

import "bardo.run/bardo/internal/money"

// Default returns the defaults of runtime §4. Name, ids, endpoint and key have
// none.
func Default() GolemConfig {
	return GolemConfig{
		Golem: Golem{
			SchemaVersion: 1, Network: "base-sepolia",
			Mode: "hosted", Funding: dollars(50), CustodyMode: "localkey",
		},
		Custody:   Custody{MaxKeyBalance: dollars(50), Rotation: Rotation{MaxAge: 604_800, MaxOperations: 10_000, BudgetFloor: 0.1}, Embedded: Embedded{MaxGasPerDay: 0.05, SealPath: "seal.key"}},
		Chain:     Chain{StalenessBlocks: 10, RequestsPerSecond: 50},
		Heartbeat: defaultHeartbeat(),
		Clock: Clock{
			GammaMinIntervalSecs: 5, GammaMaxIntervalSecs: 15,
			ThetaMinIntervalSecs: 30, ThetaMaxIntervalSecs: 120,
			WakeupDedupSecs: 10,
		},
		Safety:    defaultSafety(),
		Permits:   Permits{TTLSecs: 60},
		Risk:      Risk{StartStage: "shadow", Adaptive: true},
		Oracle:    Oracle{Enabled: true, Gate: "shadow"},
		Venue:     Venue{V4Fee: 3000, V4TickSpacing: 60},
		Mortality: defaultMortality(),
		Strategy:  Strategy{Path: "./STRATEGY.md", HotReload: true},
		Surfaces:  Surfaces{Bind: "127.0.0.1", Port: 8080},
		Log:       Log{Path: "logs/heartbeat.jsonl", Level: "info", MaxFileSizeMB: 100, MaxFiles: 5},
	}
}

func dollars(n int64) USD { return USD(n) * USD(money.One) }

func defaultHeartbeat() Heartbeat {
	return Heartbeat{
		BaseIntervalSeconds: 60, IdleThreshold: 3, BaseDeliberationThreshold: 0.3,
		MaxDailyCost: dollars(10), CostWarningThreshold: 0.7, CostSoftCapThreshold: 0.9,
		RegimeMultipliers: RegimeMultipliers{TrendingUp: 1, TrendingDown: 0.5, Volatile: 0.3, RangeBound: 2, Unknown: 0.8},
		ProbeThresholds: ProbeThresholds{
			PriceLow: 50, PriceHigh: 200, HealthLow: 1.5, HealthHigh: 1.2,
		},
	}
}

func defaultSafety() Safety {
	return Safety{
		Profile:       "standard",
		MaxAssetCount: 10, MaxPositions: 5, MaxPosition: 2500, MaxConcentration: 3000,
		MinCollateral: 12_500, MaxDrawdown: 1300, EmergencyDrawdown: 2000,
		MaxLossDay: 200, MaxLossSession: 1000, MaxMoveLoss: 200, MaxExitLoss: 100,
		MaxSlippage: 100, MaxPriceImpact: 300, MaxDivergence: 200, MaxPriceSpread: 500,
		MaxTrades:      20,
		SpendingLimits: SpendingLimits{PerTransaction: dollars(10_000), PerSession: dollars(50_000), PerDay: dollars(100_000)},
	}
}

func defaultMortality() Mortality {
	return Mortality{
		Economic: Economic{
			Enabled: true, DeathReserveFloor: USD(money.One * 3 / 10), DeathReserveProportional: 0.02,
			ConservationThreshold: 0.30, TerminalThreshold: 0.05, TTLDeathMarginSecs: 600,
			Partitions: Partitions{LLM: 0.60, Gas: 0.25, Data: 0.15},
			DailyCaps:  DailyCaps{LLM: 0.20, Gas: 0.30, Data: 0.25},
		},
		Epistemic: Epistemic{
			Enabled: true, FitnessWindow: 2000, SenescenceThreshold: 0.35, RecoveryGracePeriod: 500, SenescenceRampTicks: 500,
			MinimumPredictions: 50, LearningGraceRegime: 20,
		},
		Stochastic: Stochastic{
			Enabled: true, BaseHazardRate: 1e-6, AgeHazardCoefficient: 1e-8, AgingRate: 5e-5, EpistemicMultiplier: 3, MaxHazardRate: 0.001,
		},
		Vitality: Vitality{
			EconomicCenter: 0.3, EconomicSteepness: 10, EpistemicCenter: 0.4, EpistemicSteepness: 8,
			AgeDrag: 0.3, ReferenceLifespan: 200_000, Hysteresis: 0.05, UpHoldTicks: 10,
		},
		Thanatopsis: Thanatopsis{Enabled: true, ReflectBudgetFraction: 0.60, GraceSecs: 30},
	}
}
