package booking

import (
	"errors"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/term"
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
	time     *term.Term
	charged  money.USDC // of the time
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

// Gas is what may still be set aside today for orders that are no way out.
func (c *Credit) Gas() (money.USDC, error) {
	s, err := c.funds.Standing(c.now())
	for _, p := range s.Parts {
		if p.Partition == ledger.ForGas {
			return p.Room, err
		}
	}
	return 0, err
}

// Charged returns what was charged for the time so far.
func (c *Credit) Charged() money.USDC { return c.charged }

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
	err := c.charge(tick, at)
	if c.balancer != nil {
		err = errors.Join(err, c.balancer.Tick(tick, at))
	}
	return err
}

// charge takes the paid time that passed up to a tick; the last charge takes what is left, so
// that nothing is charged twice or never.
func (c *Credit) charge(tick uint64, at int64) error {
	due, err := c.time.Due(at)
	if err != nil {
		return err
	}
	part := due - c.charged
	if part <= 0 {
		return nil
	}
	if err := c.funds.ChargeCompute(tick, at, part); err != nil {
		return err
	}
	c.charged = due
	return nil
}

// Extend adds paid time, in milliseconds, for a price that is charged while that time
// passes. The key tells one payment from every other.
func (c *Credit) Extend(key string, by int64, price money.USDC) error {
	if err := c.time.Extend(by, price); err != nil {
		return err
	}
	return c.funds.Fund(key, c.now(), ledger.Funding{Time: price})
}

// Correct moves the end of the paid time to where a host says that it is, in unix milliseconds.
func (c *Credit) Correct(until int64) error { return c.time.Correct(until) }

// Feed adds credit, which is divided like the one of the birth. What was given at birth
// stays the measure of what is left (mortality §1.1). The key tells one payment from every
// other.
func (c *Credit) Feed(key string, amount money.USDC) error {
	return c.funds.Fund(key, c.now(), ledger.Funding{Credit: amount})
}
