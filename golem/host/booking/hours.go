package booking

import (
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/internal/money"
)

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
