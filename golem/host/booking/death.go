package booking

import (
	"errors"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/internal/money"
)

// ErrDeathBudget means that an order of the settlement would cost more than the death
// may (mortality §9.3).
var ErrDeathBudget = errors.New("the death's budget does not cover the gas")

// dying is what a death may spend on gas, and what the life had spent before.
type dying struct {
	begun  bool
	budget money.USDC
	before money.USDC
}

// Dying gives half of what is left to the death protocol (mortality §2.5) and returns
// what the death may cost: funds, or that half, whichever is more. A second call
// changes nothing.
func (d *Desk) Dying(funds money.USDC) (money.USDC, error) {
	if d.death.begun {
		return d.death.budget, nil
	}
	if err := d.budget.EnterTerminal(d.now()); err != nil {
		return 0, err
	}
	s, err := d.funds.Standing(d.now())
	if err != nil {
		return 0, err
	}
	d.death = dying{true, max(funds, 0), d.gasPaid}
	for _, p := range s.Parts {
		if p.Partition == ledger.Legacy {
			d.death.budget = max(d.death.budget, p.Available)
		}
	}
	return d.death.budget, nil
}

// allows refuses what would pass the budget.
func (t dying) allows(paid money.USDC, s ledger.Spend) error {
	left := t.budget - (paid - t.before)
	if !t.begun || s.Most <= left {
		return nil
	}
	return ledger.Refuse(s, ErrDeathBudget, "%s of %s are left, at most %s are needed", max(left, 0), t.budget, s.Most)
}
