package agent

import (
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// spec: mortality §2.4 — 10 of funding keep 0.30, 50 keep 1.00, 500 keep 10.00.
func TestTheReserveFollowsTheFunding(t *testing.T) {
	for credit, want := range map[money.USDC]money.USDC{10: 300_000, 50: money.One, 500: 10 * money.One} {
		plan, err := Credits(config.Default(), credit*money.One)
		if err != nil || plan.Reserve != want {
			t.Errorf("%d: %s, %v; want %s", credit, plan.Reserve, err, want)
		}
	}
}

func TestTheDefaultsAreThoseOfTheSpecification(t *testing.T) {
	plan, err := Credits(config.Default(), 0)
	want := ledger.DefaultPlan()
	want.Reserve, want.Rebalances = 300_000, true
	if err != nil || !reflect.DeepEqual(plan, want) {
		t.Errorf("%+v, %v; want %+v", plan, err, want)
	}
	thirds := config.Default()
	thirds.Mortality.Economic.Partitions = config.Partitions{LLM: 0.3333333, Gas: 0.3333333, Data: 0.3333334}
	plan, err = Credits(thirds, money.One)
	if sum := plan.Shares[ledger.ForLLM] + plan.Shares[ledger.ForGas] + plan.Shares[ledger.ForData]; err != nil || sum != money.Whole {
		t.Errorf("thirds sum to %s, %v", sum, err)
	}
}

// spec: mortality §21 — the defaults of the keys are those of the formulas.
func TestTheClocksOfTheDefaultsAreThoseOfTheSpecification(t *testing.T) {
	if got, want := Clocks(config.Default(), true), mortality.DefaultSettings(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Every key of the clocks reaches them.
func TestEveryKeyOfMortalityReachesTheClocks(t *testing.T) {
	before := Clocks(config.Default(), false)
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
		if Clocks(c, false) == before {
			t.Errorf("mortality.…%s changes nothing", name)
		}
	}
}

// Every limit of a configuration reaches the cage.
func TestEveryLimitReachesTheCage(t *testing.T) {
	before := Limits(config.Default(), nil, common.Address{}).Digest()
	for name, change := range map[string]func(*config.Safety){
		"max_asset_count": func(s *config.Safety) { s.MaxAssetCount-- }, "max_positions": func(s *config.Safety) { s.MaxPositions-- },
		"max_position_bps": func(s *config.Safety) { s.MaxPosition-- }, "max_concentration_bps": func(s *config.Safety) { s.MaxConcentration-- },
		"max_drawdown_bps": func(s *config.Safety) { s.MaxDrawdown-- }, "max_slippage_bps": func(s *config.Safety) { s.MaxSlippage-- },
		"max_price_impact_bps": func(s *config.Safety) { s.MaxPriceImpact-- }, "max_trades_per_hour": func(s *config.Safety) { s.MaxTrades-- },
		"per_transaction": func(s *config.Safety) { s.SpendingLimits.PerTransaction-- }, "per_session": func(s *config.Safety) { s.SpendingLimits.PerSession-- },
		"per_day":            func(s *config.Safety) { s.SpendingLimits.PerDay-- },
		"profile":            func(s *config.Safety) { s.Profile = "conservative" },
		"approved_protocols": func(s *config.Safety) { s.ApprovedProtocols = []string{"uniswap-v3"} },
	} {
		c := config.Default()
		change(&c.Safety)
		if Limits(c, nil, common.Address{}).Digest() == before {
			t.Errorf("safety.%s changes nothing", name)
		}
	}
}

// spec: safety §14 — 20 orders a rolling hour, 10 in the profile conservative, and the lower
// of that and the owner's own figure; what closes goes on.
func TestTheProfileConservativeOpensTenTimesAnHour(t *testing.T) {
	usdc, weth, pool := common.HexToAddress("0xaa"), common.HexToAddress("0xbb"), common.HexToAddress("0xcc")
	seen := turn.Reading{Pool: turn.Pool{Address: pool, Token0: turn.Token{Address: usdc, Symbol: "USDC"}, Token1: turn.Token{Address: weth, Symbol: "WETH"}, QuoteIsZero: true}}
	buy := grammar.Action{Kind: grammar.Swap, TokenIn: usdc, TokenOut: weth, AmountIn: uint256.NewInt(1)}
	sell := grammar.Action{Kind: grammar.Swap, TokenIn: weth, TokenOut: usdc, AmountIn: uint256.NewInt(1)}
	for _, c := range []struct {
		profile string
		own     int64
		want    int
	}{{"standard", 20, 20}, {"conservative", 20, 10}, {"conservative", 50, 10}, {"conservative", 4, 4}} {
		settings := config.Default()
		settings.Safety.Profile, settings.Safety.MaxTrades = c.profile, c.own
		settings.Safety.ApprovedAssets, settings.Safety.ApprovedProtocols = []string{usdc.Hex(), weth.Hex()}, []string{grammar.UniswapV3}
		k := cage.New(Limits(settings, []turn.Token{seen.Pool.Token0, seen.Pool.Token1}, pool))
		for n := range c.want + 1 {
			r := k.Before(cage.Case{Action: buy, Seen: seen, Now: 5})
			if limited := r != nil && r.Code == cage.CodeRate; limited != (n == c.want) || r != nil && !limited {
				t.Fatalf("%+v: order %d: %+v", c, n+1, r)
			}
			k.Sent(5)
		}
		if r := k.Before(cage.Case{Action: sell, Seen: seen, Now: 5}); r != nil {
			t.Errorf("%+v: a sale is refused: %+v", c, r)
		}
		if r := k.Before(cage.Case{Action: buy, Seen: seen, Now: 5 + 3_600_000}); r != nil {
			t.Errorf("%+v: an hour later: %+v", c, r)
		}
	}
}

// Only a configuration that names a lending market has a limit on it: a life without
// one keeps the policy, and the digest, that it had.
func TestTheLimitOnCollateralReachesTheCageWithItsMarket(t *testing.T) {
	c := config.Default()
	if p := Limits(c, nil, common.Address{}); p.MinCollateral != 0 {
		t.Errorf("without a market the least is %s", p.MinCollateral)
	}
	c.Venue.AavePool, c.Safety.MinCollateral = "0x00000000000000000000000000000000000000aa", 15_000
	if p := Limits(c, nil, common.Address{}); p.MinCollateral != 15_000 {
		t.Errorf("with one it is %s", p.MinCollateral)
	}
	c.Venue.AavePool, c.Venue.Morpho = "", c.Venue.AavePool
	if p := Limits(c, nil, common.Address{}); p.MinCollateral != 15_000 {
		t.Errorf("with one of Morpho Blue's it is %s", p.MinCollateral)
	}
}
