package thanatopsis

import (
	"context"
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/internal/money"
)

const (
	// dustGas is how often a sale must return its own gas to be worth it.
	dustGas = 2
	// saleGas is the gas of an approval and a swap with room to spare.
	saleGas = 250_000
	// parts is how many sales there are at most, and apart how long lies between two of
	// them, in milliseconds (safety §17).
	parts = 10
	apart = 12_000
)

// sale sells the base tokens for the quote token.
type sale struct {
	time  *patience
	seen  *sight
	tried *record
	left  *remains
	hand  *hand
	price tolerance

	unsold int     // deeds when it was refused; 0: it was not
	start  float64 // the price of the base token before the first sale of the death
}

// again lets what was refused be tried.
func (s *sale) again() { s.unsold = 0 }

// sell sells the base tokens, those that the positions paid among them: whole, or
// where the pool does not take that within the owner's limits, in halves, quarters
// and eighths, as long as each of them is worth its gas (safety §17).
func (s *sale) sell(ctx context.Context) error {
	base := s.seen.last.Pool.Base()
	if why := s.time.over(); why == givenUp {
		if held := s.seen.balance(base); !held.Units.IsZero() {
			s.left.strand(base.Symbol, Passive, worth(held.Value), why, "sell it by hand")
		}
		return nil
	}
	if !s.seen.known {
		if err := s.seen.see(ctx); err != nil {
			s.left.strand(base.Symbol, Passive, "unknown", err.Error(), "sell by hand what the positions paid")
			return err
		}
	}
	if s.unsold > 0 && !s.tried.executedSince(s.unsold) {
		return nil // nothing has changed since it was refused
	}
	s.left.forget(base.Symbol)
	part := new(uint256.Int) // the last one that was taken; zero: all
	for n := range parts {
		held := s.seen.balance(base)
		if held.Units.IsZero() {
			return nil
		}
		if s.seen.dust(held.Value) {
			s.left.strand(base.Symbol, Passive, worth(held.Value), "worth less than the gas of selling it", "it stays in the wallet")
			return nil
		}
		if reason := s.recovered(ctx, n); reason != "" {
			s.left.strand(base.Symbol, Passive, worth(held.Value), reason, "sell it by hand")
			return nil
		}
		held = s.seen.balance(base)
		done, reason, fault := s.part(ctx, held, part)
		if fault != nil || !done {
			s.unsold = len(s.tried.deeds)
			s.left.strand(base.Symbol, Passive, worth(held.Value), reason, s.tried.byHand(base.Symbol, "sell it by hand"))
			return fault
		}
	}
	if held := s.seen.balance(base); !held.Units.IsZero() {
		s.left.strand(base.Symbol, Passive, worth(held.Value), fmt.Sprintf("the market took it in parts, and %d is as many as there are", parts), "sell it by hand")
	}
	return nil
}

// recovered waits before the n-th part, from 0: a while behind another, and as long as
// the price is further below what it was before the first sale of the death than one
// sale may move it. It says why there is no further part.
func (s *sale) recovered(ctx context.Context, n int) string {
	if s.start == 0 {
		s.start = s.seen.last.Pool.Price
	}
	for wait := n > 0; ; wait = true {
		if wait {
			if why := s.time.rest(ctx, apart); why != "" {
				return why
			}
			if err := s.seen.see(ctx); err != nil {
				return err.Error()
			}
		}
		fallen := 1 - s.seen.last.Pool.Price/s.start
		if fallen <= float64(s.price.bound())/float64(money.Whole) {
			return ""
		}
		if s.time.spent() {
			return fmt.Sprintf("the price fell by %.1f %% under the sale and did not come back", 100*fallen)
		}
	}
}

// part sells as much of a holding as the market takes at once, at most as much as it
// took before.
func (s *sale) part(ctx context.Context, held turn.Balance, before *uint256.Int) (done bool, reason string, fault error) {
	units := new(uint256.Int).Set(&held.Units)
	if !before.IsZero() && before.Lt(units) {
		units.Set(before)
	}
	var size descent.Sale
	for {
		value := held.Value * units.Float64() / held.Units.Float64()
		swap := action("swap", map[string]any{"token_in": held.Token.Address, "token_out": s.seen.last.Pool.Quote().Address, "amount_in": units.Dec()})
		tried := len(s.tried.deeds)
		done, reason, fault = s.hand.attempt(ctx, step{what: held.Token.Symbol, class: Passive, value: value, forms: s.price.each(swap)})
		if done {
			before.Set(units)
		}
		if done || fault != nil || !size.Smaller(s.tried.since(tried)...) {
			return done, reason, fault
		}
		// Rounded up, so that equal parts leave no unit behind.
		if units.Rsh(units.AddUint64(units, 1), 1); s.seen.dust(value / 2) {
			return done, reason, fault
		}
	}
}
