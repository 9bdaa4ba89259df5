package mortality

import (
	"math"

	"bardo.run/bardo/internal/money"
)

// ReserveTerms are what the reserve for dying is made of (mortality §2.4). Every
// share is rounded up: a death must not lack a micro-unit. The review and the upload of
// the legacy have their terms though no part spends on them yet: it is the sum that the
// specification checks, and what is not used goes to the owner.
type ReserveTerms struct {
	Floor        money.USDC `cbor:"1,keyasint"`
	Proportional money.BPS  `cbor:"2,keyasint"` // of the credit given at birth
	LifeReview   money.USDC `cbor:"3,keyasint"`
	Legacy       money.USDC `cbor:"4,keyasint"`
}

// What settling costs at most: one order a position, and one to sell (§2.4).
const (
	perPosition money.USDC = 20_000
	perSale     money.USDC = 20_000
	// recompute is how many ticks lie between two looks at the positions.
	recompute = 500
)

// DefaultReserve has the terms of mortality §2.4.
func DefaultReserve() ReserveTerms {
	return ReserveTerms{Floor: 300_000, Proportional: 200, LifeReview: 150_000, Legacy: 50_000}
}

// Needed is what an orderly death costs with so many open positions. It fails
// only where amounts do not fit.
func (t ReserveTerms) Needed(funding money.USDC, positions int) (money.USDC, error) {
	share, err := t.Proportional.OfUp(max(funding, 0))
	if err != nil {
		return 0, err
	}
	settle, err := perPosition.MulDivUp(int64(max(positions, 0)), 1)
	for _, part := range []money.USDC{perSale, t.LifeReview, t.Legacy} {
		if err != nil {
			return 0, err
		}
		settle, err = settle.Add(part)
	}
	return max(t.Floor, share, settle), err
}

// Pressure is how safe a life is, 1, or how near its end, 0 (mortality §2.8): from
// the projected hours, the net income of the last day and what it burns in one.
func Pressure(hours, net, burn float64) float64 {
	income := 0.0
	switch {
	case burn <= 0: // nothing is spent: no ratio says more
	case net > 0:
		income = min(0.2, 0.1*net/burn)
	default:
		income = max(-0.3, 0.15*net/burn)
	}
	return min(max(sigmoid(hours, 48, 0.05)+income, 0), 1)
}

// DynamicReserve is what a death may use under a pressure, of what is locked for it
// and what remains besides (mortality §2.4), rounded down.
func DynamicReserve(pressure float64, locked, remaining money.USDC) (money.USDC, error) {
	const whole = 1_000_000
	switch {
	case pressure < 0.1:
		return max(locked, remaining), nil
	case pressure < 0.3:
		share := 0.5 * (1 - (pressure-0.1)/0.2)
		part, err := remaining.MulDivDown(int64(math.Round(share*whole)), whole)
		if err != nil {
			return 0, err
		}
		sum, err := locked.Add(part)
		return max(locked, sum), err
	}
	return locked, nil
}
