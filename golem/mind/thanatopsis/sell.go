package thanatopsis

import (
	"context"
	"errors"
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

// sale sells every asset but the numeraire, each where most of it is traded for that.
type sale struct {
	time  *patience
	seen  *sight
	tried *record
	left  *remains
	hand  *hand
	price tolerance

	unsold map[turn.Token]int // deeds when it was refused; none: it was not
	start  map[string]float64 // by market, the price of what is sold there before the first sale of the death
}

// again lets what was refused be tried.
func (s *sale) again() { clear(s.unsold) }

// sell sells what the wallet holds, what the positions paid among it.
func (s *sale) sell(ctx context.Context) error {
	if s.time.over() == givenUp {
		for _, token := range s.seen.goods() {
			s.stays(token, givenUp, "sell it by hand")
		}
		return nil
	}
	var faults []error
	if !s.seen.known { // what the positions paid may be the dearest; a failure is told below
		_ = s.seen.see(ctx)
	}
	for _, token := range s.seen.goods() {
		if !s.seen.known {
			if err := s.seen.see(ctx); err != nil {
				s.left.strand(token.Symbol, Passive, "unknown", err.Error(), "sell by hand what the positions paid")
				faults = append(faults, err)
				continue
			}
		}
		if n, refused := s.unsold[token]; refused && !s.tried.executedSince(n) {
			continue // nothing has changed since it was refused
		}
		faults = append(faults, s.token(ctx, token))
	}
	return errors.Join(faults...)
}

// stays strands what is held of a token, where that is anything.
func (s *sale) stays(token turn.Token, reason, advice string) {
	if held := s.seen.balance(token); !held.Units.IsZero() {
		s.left.strand(token.Symbol, Passive, worth(held.Value), reason, advice)
	}
}

// token sells what is held of one: whole, or where the market does not take that within the
// owner's limits, in halves, quarters and eighths, as long as each of them is worth its gas
// (safety §17).
func (s *sale) token(ctx context.Context, token turn.Token) error {
	s.left.forget(token.Symbol)
	part := new(uint256.Int) // the last one that was taken; zero: all
	for n := range parts {
		held := s.seen.balance(token)
		if held.Units.IsZero() {
			return nil
		}
		at := s.seen.outlet(token, &held.Units)
		if at.market == "" {
			s.stays(token, "no market trades it for "+s.seen.last.Numeraire().Symbol, "sell it by hand")
			return nil
		}
		if s.seen.dust(held.Value) {
			s.stays(token, "worth less than the gas of selling it", "it stays in the wallet")
			return nil
		}
		if reason := s.recovered(ctx, token, at.market, n); reason != "" {
			s.stays(token, reason, "sell it by hand")
			return nil
		}
		held = s.seen.balance(token)
		done, reason, fault := s.part(ctx, held, at, part)
		if fault != nil || !done {
			s.unsold[token] = len(s.tried.deeds)
			s.left.strand(token.Symbol, Passive, worth(held.Value), reason, s.tried.byHand(token.Symbol, "sell it by hand"))
			return fault
		}
	}
	s.stays(token, fmt.Sprintf("the market took it in parts, and %d is as many as there are", parts), "sell it by hand")
	return nil
}

// quoted is the price of a token in a market as it was read last; 0: there is none.
func (s *sale) quoted(token turn.Token, market string) float64 {
	m, ok := s.seen.last.Market(market)
	switch {
	case !ok:
		return 0
	case token == m.Base:
		return m.Price
	}
	return 1 / m.Price
}

// recovered waits before the n-th part, from 0: a while behind another, and as long as
// the price there is further below what it was before the first sale of the death than one
// sale may move it. It says why there is no further part.
func (s *sale) recovered(ctx context.Context, token turn.Token, market string, n int) string {
	if s.start[market] == 0 {
		s.start[market] = s.quoted(token, market)
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
		fallen := 1 - s.quoted(token, market)/s.start[market]
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
func (s *sale) part(ctx context.Context, held turn.Asset, at outlet, before *uint256.Int) (done bool, reason string, fault error) {
	units := new(uint256.Int).Set(&held.Units)
	if !before.IsZero() && before.Lt(units) {
		units.Set(before)
	}
	var size descent.Sale
	for {
		value := held.Value * units.Float64() / held.Units.Float64()
		swap := action("swap", map[string]any{
			"market": at.market, "token_in": held.Token.Handle(), "token_out": at.into.Handle(), "amount_in": units.Dec(),
		})
		tried := len(s.tried.deeds)
		done, reason, fault = s.hand.attempt(ctx, step{what: held.Token.Symbol, class: Passive, value: value, forms: s.price.each(swap), route: at.route})
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
