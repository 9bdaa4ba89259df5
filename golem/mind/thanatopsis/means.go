package thanatopsis

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
)

// means is what the death may cost, divided once.
type means struct {
	purse  Purse
	review money.BPS // its share; 0: mortality.DefaultReview

	budget mortality.Budget
	spent  money.USDC // on gas before the death
}

// unlock frees what was kept for the death and returns what it may cost in all.
func (m *means) unlock() (money.USDC, error) { return m.purse.Dying() }

// allot divides the budget over what a reading says is open. A phase that is run again
// finds it divided.
func (m *means) allot(total money.USDC, seen turn.Reading) (err error) {
	if m.budget.Tier != "" {
		return nil
	}
	review := m.review
	if review == 0 {
		review = mortality.DefaultReview
	}
	m.spent = m.purse.GasPaid()
	m.budget, err = mortality.Allot(total, mortality.Open(seen), review)
	return err
}

// told is the budget as the testament has it, by what gas has cost in the whole life.
func (m *means) told(gas money.USDC) Budget {
	b := m.budget
	return Budget{
		Tier: b.Tier, Total: b.Total.String(), Settle: b.Settle.String(), Review: b.Review.String(), Legacy: b.Legacy.String(),
		Gas: (gas - m.spent).String(),
	}
}
