package booking

import (
	"errors"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// ErrDeathBudget means that an order of the settlement would cost more than the death
// may (mortality §9.3).
var ErrDeathBudget = errors.New("the death's budget does not cover the gas")

// Gas pays for the orders, in a death no more than that may cost.
type Gas struct {
	spending *ledger.Spending
	gas      *ledger.GasSpending
	credit   *Credit
	strays   *Strays
	now      func() int64
	paid     money.USDC
	death    dying
}

// ReserveGas sets the most an order may cost aside. An exempt one, which leaves
// a position, passes the day's cap and may take what lies idle for other uses. In a
// death nothing passes its budget.
func (g *Gas) ReserveGas(permitID string, most money.USDC, exempt bool) error {
	if err := g.death.allows(g.paid, ledger.Spend{For: ledger.ForGas, Key: permitID, Most: most, Exempt: exempt}); err != nil {
		return err
	}
	return g.gas.Reserve(permitID, g.now(), most, exempt)
}

// SettleGas books what it cost.
func (g *Gas) SettleGas(permitID string, x turn.Execution) error {
	settle := func() error { return g.gas.Settle(permitID, g.now(), x.Cost, &x.GasWei, &x.Left) }
	coin := ledger.Amount{Asset: ledger.Native}
	coin.Units.Add(&x.GasWei, &x.Left)
	if err := g.strays.paying(x.Block, settle, coin); err != nil {
		return err
	}
	g.paid += x.Cost
	g.strays.outcomeIn(x.Block)
	return nil
}

// PendGas tells the books that nobody knows whether an order was paid for.
func (g *Gas) PendGas(permitID string) error { return g.spending.Pend(permitID, g.now()) }

// ReleaseGas gives a reservation back.
func (g *Gas) ReleaseGas(permitID string) error { return g.spending.Release(permitID, g.now()) }

// ReturnGas takes a settlement back that a reorg undid.
func (g *Gas) ReturnGas(permitID string) error {
	before := g.credit.Remaining()
	if err := g.gas.Return(permitID, g.now()); err != nil {
		return err
	}
	g.paid -= g.credit.Remaining() - before
	return nil
}

// Paid returns what gas has cost so far.
func (g *Gas) Paid() money.USDC { return g.paid }

// dying is what a death may spend on gas, and what the life had spent before.
type dying struct {
	begun  bool
	budget money.USDC
	before money.USDC
}

// Dying gives half of what is left to the death protocol (mortality §2.5) and returns
// what the death may cost: funds, or that half, whichever is more. The funds alone, which
// follow the formula of the specification, would give a healthy Golem that dies by chance
// the smallest budget of all. A second call changes nothing.
func (g *Gas) Dying(funds money.USDC) (money.USDC, error) {
	if g.death.begun {
		return g.death.budget, nil
	}
	legacy, err := g.credit.divide()
	if err != nil {
		return 0, err
	}
	g.death = dying{true, max(funds, legacy, 0), g.paid}
	return g.death.budget, nil
}

// allows refuses what would pass the budget.
func (t dying) allows(paid money.USDC, s ledger.Spend) error {
	left := t.budget - (paid - t.before)
	if !t.begun || s.Most <= left {
		return nil
	}
	return ledger.Refuse(s, ErrDeathBudget, "%s of %s are left, at most %s are needed", max(left, 0), t.budget, s.Most)
}
