package ledger

import (
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/internal/money"
)

// FromConfig translates the configuration of a Golem into the division of a credit. The shares
// of a file may miss their sum by a rounding: the data partition takes the rest.
func FromConfig(c config.GolemConfig, credit money.USDC) (Plan, error) {
	e := c.Mortality.Economic
	p := DefaultPlan()
	p.Shares[ForLLM], p.Shares[ForGas] = config.Share(e.Partitions.LLM), config.Share(e.Partitions.Gas)
	p.Shares[ForData] = max(0, money.Whole-p.Shares[ForLLM]-p.Shares[ForGas])
	p.Caps[ForLLM], p.Caps[ForGas], p.Caps[ForData] = config.Share(e.DailyCaps.LLM), config.Share(e.DailyCaps.Gas), config.Share(e.DailyCaps.Data)
	reserve, err := config.Share(e.DeathReserveProportional).OfUp(credit)
	p.Reserve, p.Rebalances = max(e.DeathReserveFloor.USDC(), reserve), !c.Mortality.Immortal
	return p, err
}
