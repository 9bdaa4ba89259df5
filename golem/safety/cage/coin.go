package cage

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// converted refuses what would bring the coin beyond its reserve for gas, or leave less. No other
// limit knows of coin, so that what is unwrapped is bounded here: in all of 24 hours too, whatever
// was burnt in between. At a price in doubt neither is done: who bends it down would have more
// unwrapped than the reserve, and who bends it up all coin for gas wrapped.
//
// spec: safety §7.4, §1.4 S-7
func (c *Cage) converted(k Case) *turn.Refusal {
	if !k.Action.Converts() {
		return nil
	}
	if why := k.doubt(); why != "" { // the reserve is in dollars
		return refuse(CodeUnpriced, "%.250s", why)
	}
	a, most, held := k.Action, c.policy.GasReserve, &k.Seen.Native
	units, unwrapped := coin(k, a.Amount), c.spent.unwrappedInDay(k.Now)
	then, over := new(uint256.Int).AddOverflow(held, a.Amount)
	if a.Kind == grammar.Wrap {
		then, over = new(uint256.Int).SubOverflow(held, a.Amount)
	}
	switch {
	case most == 0:
		return refuse(CodeReserve, "coin is neither wrapped nor unwrapped without safety.gas_reserve")
	case k.Seen.NativePrice <= 0:
		return refuse(CodeReserve, "coin has no price, by which safety.gas_reserve could hold")
	case a.Kind == grammar.Wrap && (over || coin(k, then) < most):
		return refuse(CodeReserve, "of the wallet's coin, for %s USDC, %s are kept for gas: %s of it are not wrapped", coin(k, held), most, units)
	case a.Kind == grammar.Unwrap && (over || coin(k, then) > most):
		return refuse(CodeReserve, "the wallet has coin for %s USDC: with %s more it would have more than the %s that are kept for gas", coin(k, held), units, most)
	case a.Kind == grammar.Unwrap && (units > most || unwrapped > most-units):
		return refuse(CodeReserve, "coin for %s USDC was unwrapped in 24 hours: with %s more it would be more than the %s that are kept for gas", unwrapped, units, most)
	}
	return nil
}

// coin is what wei are worth.
func coin(k Case, wei *uint256.Int) money.USDC { return money.OfCoin(wei, k.Seen.NativePrice) }
