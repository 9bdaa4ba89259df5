package ledger

import (
	"reflect"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/internal/money"
)

// spec: mortality §2.4 — 10 of funding keep 0.30, 50 keep 1.00, 500 keep 10.00.
func TestTheReserveFollowsTheFunding(t *testing.T) {
	for credit, want := range map[money.USDC]money.USDC{10: 300_000, 50: money.One, 500: 10 * money.One} {
		plan, err := FromConfig(config.Default(), credit*money.One)
		if err != nil || plan.Reserve != want {
			t.Errorf("%d: %s, %v; want %s", credit, plan.Reserve, err, want)
		}
	}
}

func TestTheDefaultsAreThoseOfTheSpecification(t *testing.T) {
	plan, err := FromConfig(config.Default(), 0)
	want := DefaultPlan()
	want.Reserve, want.Rebalances = 300_000, true
	if err != nil || !reflect.DeepEqual(plan, want) {
		t.Errorf("%+v, %v; want %+v", plan, err, want)
	}
	thirds := config.Default()
	thirds.Mortality.Economic.Partitions = config.Partitions{LLM: 0.3333333, Gas: 0.3333333, Data: 0.3333334}
	plan, err = FromConfig(thirds, money.One)
	if sum := plan.Shares[ForLLM] + plan.Shares[ForGas] + plan.Shares[ForData]; err != nil || sum != money.Whole {
		t.Errorf("thirds sum to %s, %v", sum, err)
	}
}
