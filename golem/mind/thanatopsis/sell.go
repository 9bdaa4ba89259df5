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
	// impact is how far a sale may move the price where the owner says nothing, in basis
	// points.
	impact money.BPS = 300
)

// sell sells the base tokens, those that the positions paid among them: whole, or
// where the pool does not take that within the owner's limits, in halves, quarters
// and eighths, as long as each of them is worth its gas (safety §17).
func (p *Protocol) sell(ctx context.Context) error {
	base := p.last.Pool.Base()
	if why := p.over(); why == givenUp {
		if held := p.balance(base); !held.Units.IsZero() {
			p.strand(base.Symbol, Passive, worth(held.Value), why, "sell it by hand")
		}
		return nil
	}
	if !p.known {
		if err := p.see(ctx); err != nil {
			p.strand(base.Symbol, Passive, "unknown", err.Error(), "sell by hand what the positions paid")
			return err
		}
	}
	if p.unsold > 0 && !p.executedSince(p.unsold) {
		return nil // nothing has changed since it was refused
	}
	p.forget(base.Symbol)
	part := new(uint256.Int) // the last one that was taken; zero: all
	for n := range parts {
		held := p.balance(base)
		if held.Units.IsZero() {
			return nil
		}
		if p.dust(held.Value) {
			p.strand(base.Symbol, Passive, worth(held.Value), "worth less than the gas of selling it", "it stays in the wallet")
			return nil
		}
		if reason := p.recovered(ctx, n); reason != "" {
			p.strand(base.Symbol, Passive, worth(held.Value), reason, "sell it by hand")
			return nil
		}
		held = p.balance(base)
		done, reason, fault := p.part(ctx, held, part)
		if fault != nil || !done {
			p.unsold = len(p.deeds)
			p.strand(base.Symbol, Passive, worth(held.Value), reason, p.byHand(base.Symbol, "sell it by hand"))
			return fault
		}
	}
	if held := p.balance(base); !held.Units.IsZero() {
		p.strand(base.Symbol, Passive, worth(held.Value), fmt.Sprintf("the market took it in parts, and %d is as many as there are", parts), "sell it by hand")
	}
	return nil
}

// recovered waits before the n-th part, from 0: a while behind another, and as long as
// the price is further below what it was before the first sale of the death than one
// sale may move it. It says why there is no further part.
func (p *Protocol) recovered(ctx context.Context, n int) string {
	if p.price == 0 {
		p.price = p.last.Pool.Price
	}
	for wait := n > 0; ; wait = true {
		if wait {
			if why := p.rest(ctx); why != "" {
				return why
			}
		}
		fallen := 1 - p.last.Pool.Price/p.price
		if fallen <= float64(p.bound())/float64(money.Whole) {
			return ""
		}
		if p.dear >= costlier {
			return fmt.Sprintf("the price fell by %.1f %% under the sale and did not come back", 100*fallen)
		}
	}
}

// rest lets the market come back, and looks.
func (p *Protocol) rest(ctx context.Context) (why string) {
	if why := p.over(); why != "" {
		return why
	}
	if p.ports.Wait(ctx, min(apart, p.until-p.ports.Now())) != nil {
		return outOfTime
	}
	p.dear += apart
	if err := p.see(ctx); err != nil {
		return err.Error()
	}
	return ""
}

// bound is how far the price may fall under all parts of a sale.
func (p *Protocol) bound() money.BPS {
	if p.ports.Limits == nil {
		return wide + impact
	}
	slippage, impact := p.ports.Limits()
	return slippage + impact
}

// part sells as much of a holding as the market takes at once, at most as much as it
// took before.
func (p *Protocol) part(ctx context.Context, held turn.Balance, before *uint256.Int) (done bool, reason string, fault error) {
	units := new(uint256.Int).Set(&held.Units)
	if !before.IsZero() && before.Lt(units) {
		units.Set(before)
	}
	for size := (descent.Sale{}); ; {
		value := held.Value * units.Float64() / held.Units.Float64()
		swap := action("swap", map[string]any{"token_in": held.Token.Address, "token_out": p.last.Pool.Quote().Address, "amount_in": units.Dec()})
		tried := len(p.deeds)
		done, reason, fault = p.attempt(ctx, step{what: held.Token.Symbol, class: Passive, value: value, forms: p.each(swap)})
		if done {
			before.Set(units)
		}
		if done || fault != nil || !size.Smaller(p.since(tried)...) {
			return done, reason, fault
		}
		// Rounded up, so that equal parts leave no unit behind.
		if units.Rsh(units.AddUint64(units, 1), 1); p.dust(value / 2) {
			return done, reason, fault
		}
	}
}

// since are the actions from the n-th on.
func (p *Protocol) since(n int) (actions []turn.Action) {
	for _, d := range p.deeds[n:] {
		actions = append(actions, d.Action)
	}
	return actions
}

func (p *Protocol) balance(t turn.Token) turn.Balance {
	for _, b := range p.last.Balances {
		if b.Token.Address == t.Address {
			return b
		}
	}
	return turn.Balance{Token: t}
}

// dust says that selling so much would not return its gas twice.
func (p *Protocol) dust(value float64) bool {
	gas := new(uint256.Int).Mul(&p.last.GasPrice, uint256.NewInt(saleGas))
	return value < dustGas*gas.Float64()/1e18*float64(p.last.NativePrice)/float64(money.One)
}
