package booking

import (
	"errors"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/internal/money"
)

// Credit is what the Golem lives on: what is left of it, how it is divided, and the paid
// time that it is charged for.
type Credit struct {
	budget   *ledger.Budget
	funds    *ledger.Funds
	balancer *ledger.Balancer // nil: nobody looks after the partitions
	now      func() int64     // the life's time in unix milliseconds
	total    money.USDC       // given at birth, in all and by partition
	given    map[ledger.Partition]money.USDC
	hours    hours
}

// Retrench gives half of what is left to a death that has not begun yet (mortality
// §2.6).
func (c *Credit) Retrench() error { return c.budget.Retrench(c.now()) }

// Keep raises what is kept for dying.
func (c *Credit) Keep(reserve money.USDC) { c.budget.Keep(reserve) }

// Remaining returns the credit that is left, Endowment what was given.
func (c *Credit) Remaining() money.USDC {
	s, err := c.funds.Standing(c.now())
	if err != nil {
		return 0
	}
	return s.Available + s.Committed
}

// Endowment returns the credit given at birth.
func (c *Credit) Endowment() money.USDC { return c.total }

// Lowest returns the smallest share of a partition that is left, of those that
// had any.
func (c *Credit) Lowest() float64 {
	s, err := c.funds.Standing(c.now())
	if err != nil || c.total <= 0 {
		return 0
	}
	lowest := 1.0
	for _, p := range s.Parts {
		if given := c.given[p.Partition]; given > 0 {
			lowest = min(lowest, float64(p.Available+p.Committed)/float64(given))
		}
	}
	return lowest
}

// divide divides the credit for a death, and returns what that leaves it.
func (c *Credit) divide() (legacy money.USDC, _ error) {
	if err := c.budget.EnterTerminal(c.now()); err != nil {
		return 0, err
	}
	s, err := c.funds.Standing(c.now())
	if err != nil {
		return 0, err
	}
	for _, p := range s.Parts {
		if p.Partition == ledger.Legacy {
			legacy = p.Available
		}
	}
	return legacy, nil
}

// Tick ends a tick for the books: it charges the paid time that passed, and looks
// after the partitions where the plan says so.
func (c *Credit) Tick(tick uint64, at int64) error {
	err := c.hours.charge(c.funds, tick, at)
	if c.balancer != nil {
		err = errors.Join(err, c.balancer.Tick(tick, at))
	}
	return err
}

// hours is the paid time, in unix milliseconds, and what of it was charged.
type hours struct {
	start, until  int64
	paid, charged money.USDC
}

// charge takes the paid time that passed up to a tick; the last charge takes what is
// left, so that nothing is charged twice or never.
func (h *hours) charge(funds *ledger.Funds, tick uint64, at int64) error {
	due, err := h.paid.MulDivDown(min(at, h.until)-h.start, h.until-h.start)
	if err != nil {
		return err
	}
	part := due - h.charged
	if part <= 0 {
		return nil
	}
	if err := funds.ChargeCompute(tick, at, part); err != nil {
		return err
	}
	h.charged = due
	return nil
}
