package mortality

import (
	"fmt"

	"bardo.run/bardo/internal/money"
)

// Tier is how much a death can afford to say (mortality §9.6).
type Tier string

// The tiers. Only a rich death may have a narrative by a large model.
const (
	Necrotic Tier = "necrotic" // below 0.10 USDC: settlement and a snapshot
	Standard Tier = "standard"
	Rich     Tier = "rich" // from 1.00 USDC
)

// TierOf is the tier of a budget.
func TierOf(budget money.USDC) Tier {
	switch {
	case budget < money.One/10:
		return Necrotic
	case budget < money.One:
		return Standard
	}
	return Rich
}

// Budget is what a death may cost, in micro-USDC, and how it is meant to be divided.
// The settlement goes before the rest: it may use all of it.
type Budget struct {
	Total  money.USDC
	Settle money.USDC
	Review money.USDC
	Legacy money.USDC
	Tier   Tier
}

const (
	settleShare money.BPS = 1_000
	// DefaultReview is the review's share of a budget, and the settlement's least is
	// the tenth beside which both others are reckoned.
	DefaultReview money.BPS = 6_000
)

// Allot divides a budget over the open positions that are to be closed; review is the
// review's share of it, from 3,000 to 8,000 (mortality §9.6). What rounding leaves is
// the legacy's.
func Allot(total money.USDC, positions int, review money.BPS) (Budget, error) {
	b := Budget{Total: max(total, 0), Tier: TierOf(total)}
	least, err := perPosition.MulDivUp(int64(max(positions, 0)), 1)
	if err == nil {
		least, err = least.Add(perSale)
	}
	if err != nil {
		return b, fmt.Errorf("divide a death's budget over %d positions: %w", positions, err)
	}
	tenth, err := settleShare.OfDown(b.Total)
	if err != nil {
		return b, err
	}
	b.Settle = min(b.Total, max(tenth, least))
	rest := b.Total - b.Settle
	if b.Review, err = rest.MulDivDown(int64(review), int64(money.Whole-settleShare)); err != nil {
		return b, err
	}
	b.Legacy = rest - b.Review
	return b, nil
}

// Funds is what a death that begins now may cost before what the ledger keeps for it:
// the reserve, or more where the credit ends anyway (mortality §2.4).
func (l *Lifespan) Funds() (money.USDC, error) {
	left := l.ports.Credit.Remaining()
	c := l.clocks
	spendable := Spendable(left, c.reserve)
	hours := c.economy.ProjectedHours(spendable)
	return DynamicReserve(Pressure(hours, 0, c.economy.Burn), c.reserve, spendable)
}
