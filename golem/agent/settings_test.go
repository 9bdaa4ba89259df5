package agent

import (
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/ledger"
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
	want.Reserve = 300_000
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
		"approved_protocols": func(s *config.Safety) { s.ApprovedProtocols = []string{"uniswap-v3"} },
	} {
		c := config.Default()
		change(&c.Safety)
		if Limits(c, nil, common.Address{}).Digest() == before {
			t.Errorf("safety.%s changes nothing", name)
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
