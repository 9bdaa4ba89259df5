package thanatopsis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy/play"
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

// sale sells every asset but the numeraire, each where it brings most of that.
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

// token sells what is held of one: whole, or where no market takes that within the
// owner's limits, in halves, quarters and eighths, as long as each of them is worth its gas
// (safety §17).
func (s *sale) token(ctx context.Context, token turn.Token) error {
	s.left.forget(token.Symbol)
	part := new(uint256.Int) // the last one that was taken; zero: all
	for n := 0; n < parts; n++ {
		held := s.seen.balance(token)
		if held.Units.IsZero() {
			return nil
		}
		if len(s.seen.outlets(token, &held.Units)) == 0 {
			s.stays(token, "no market trades it for "+s.seen.last.Numeraire().Symbol, "sell it by hand")
			return nil
		}
		if held.Price > 0 && s.seen.dust(dearest(held)) {
			s.stays(token, "worth less than the gas of selling it", "it stays in the wallet")
			return nil
		}
		open, reason := s.recovered(ctx, token, n)
		if reason != "" {
			s.stays(token, reason, "sell it by hand")
			return nil
		}
		held = s.seen.balance(token)
		tried := len(s.tried.deeds)
		done, reason, fault := s.part(ctx, held, open, part)
		switch {
		case fault != nil || done:
		case s.seen.bound(token):
			continue // a price that came into doubt meanwhile
		case s.silent(ctx, s.tried.since(tried)):
			n-- // no part was sold
			continue
		}
		if fault != nil || !done {
			s.unsold[token] = len(s.tried.deeds)
			s.left.strand(token.Symbol, Passive, worth(held.Value), reason, s.tried.byHand(token.Symbol, "sell it by hand"))
			return fault
		}
	}
	s.stays(token, fmt.Sprintf("the market took it in parts, and %d is as many as there are", parts), "sell it by hand")
	return nil
}

// dearest is what a holding may be worth: at its price, or at what was believed of it last.
func dearest(a turn.Asset) float64 {
	if a.Believed == nil {
		return a.Value
	}
	return max(a.Value, money.Float(&a.Units, a.Token.Decimals)*a.Believed.Price)
}

// silent waits for a price feed that answers no more, where that is why nothing was sold, and reports
// whether it is worth another try.
func (s *sale) silent(ctx context.Context, tried []turn.Action) bool {
	if s.time.ending() || !slices.ContainsFunc(tried, play.Unpriced) {
		return false
	}
	return s.time.rest(ctx, apart) == "" && s.seen.see(ctx) == nil
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

// recovered waits before the n-th part, from 0: a while after another, as long as nothing tells the price of
// what is sold, or it is in doubt and pays less than it did, and as long as the price in every market is further below
// what it was before the first sale of the death than one sale may move it. It returns where the token is
// sold then, or says why there is no further part.
func (s *sale) recovered(ctx context.Context, token turn.Token, n int) (open []outlet, why string) {
	for wait := n > 0; ; wait = true {
		if wait {
			if why := s.time.rest(ctx, apart); why != "" {
				return nil, why
			}
			if err := s.seen.see(ctx); err != nil {
				return nil, err.Error()
			}
		}
		held := s.seen.balance(token)
		open, fallen := s.standing(token, s.seen.outlets(token, &held.Units))
		switch {
		case (!(held.Price > 0) || s.bent(&held, open)) && !s.time.ending():
		case len(open) > 0:
			return open, ""
		case s.time.spent():
			return nil, fmt.Sprintf("the price fell by %.1f %% under the sale and did not come back", 100*fallen)
		}
	}
}

// standing are those of some outlets in which the price stands where it did before the first sale, or else
// the least by which it fell in any.
func (s *sale) standing(token turn.Token, all []outlet) (open []outlet, fallen float64) {
	fallen = 1
	for _, at := range all {
		if s.start[at.market] == 0 {
			s.start[at.market] = s.quoted(token, at.market)
		}
		off := 1 - s.quoted(token, at.market)/s.start[at.market]
		if off > float64(s.price.bound())/float64(money.Whole) {
			fallen = min(fallen, off)
			continue
		}
		open = append(open, at)
	}
	return open, fallen
}

// bent reports whether the price of what is held is in doubt, and pays less than was believed of it last,
// wherever it is sold straight, by more than one sale may move a price.
func (s *sale) bent(held *turn.Asset, open []outlet) bool {
	if held.Believed == nil {
		return false
	}
	best := 0.0
	for _, at := range open {
		if price := s.quoted(held.Token, at.market); at.route == nil {
			best = max(best, price)
		} else {
			best = held.Price
		}
	}
	return 1-best/held.Believed.Price > float64(s.price.bound())/float64(money.Whole)
}

// part sells as much of a holding as a market takes at once, at most as much as one
// took before: in the first that does, and smaller where none does.
func (s *sale) part(ctx context.Context, held turn.Asset, open []outlet, before *uint256.Int) (done bool, reason string, fault error) {
	units := new(uint256.Int).Set(&held.Units)
	if !before.IsZero() && before.Lt(units) {
		units.Set(before)
	}
	var size descent.Sale
	for {
		var large []turn.Action // what was tried where the size was the only reason
		reason = ""
		for _, at := range open {
			tried := len(s.tried.deeds)
			done, why, fault := s.at(ctx, held, at, units)
			if done {
				before.Set(units)
			}
			if reason = cmp.Or(reason, why); done || fault != nil {
				return done, why, fault
			}
			all := s.tried.since(tried)
			if slices.ContainsFunc(all, unsettled) {
				return false, reason, nil // another could sell it twice, or costs no less
			}
			if !slices.ContainsFunc(all, func(a turn.Action) bool { return !play.TooMuch(a) }) {
				large = append(large, all...)
			}
		}
		value := held.Value * units.Float64() / held.Units.Float64()
		if s.seen.bound(held.Token) || !size.Smaller(large...) {
			return false, reason, nil
		}
		// Rounded up, so that equal parts leave no unit behind.
		if units.Rsh(units.AddUint64(units, 1), 1); s.seen.dust(value / 2) {
			return false, reason, nil
		}
	}
}

// at sells units of a holding in one market.
func (s *sale) at(ctx context.Context, held turn.Asset, at outlet, units *uint256.Int) (done bool, reason string, fault error) {
	value := held.Value * units.Float64() / held.Units.Float64()
	swap := action("swap", map[string]any{
		"market": at.market, "token_in": held.Token.Handle(), "token_out": at.into.Handle(), "amount_in": units.Dec(),
	})
	return s.hand.attempt(ctx, step{what: held.Token.Symbol, class: Passive, value: value, forms: s.price.each(swap), route: at.route})
}
