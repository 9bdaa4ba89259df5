package cage

import (
	"math"
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// converted refuses what would bring the coin beyond its reserve for gas, or leave less. No other
// limit knows of coin, so that what is unwrapped is bounded here: in all of 24 hours too, whatever
// was burnt in between. What is worth more than it seems counts up.
//
// spec: safety §7.4, §1.4 S-7
func (c *Cage) converted(k Case) *turn.Refusal {
	if !k.Action.Converts() {
		return nil
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

// coin is what wei are worth, rounded up; more than can be counted is the most there is.
func coin(k Case, wei *uint256.Int) money.USDC {
	v := new(big.Int).Mul(wei.ToBig(), big.NewInt(int64(k.Seen.NativePrice)))
	v, rest := v.QuoRem(v, big.NewInt(1e18), new(big.Int))
	if rest.Sign() > 0 {
		v.Add(v, big.NewInt(1))
	}
	if !v.IsInt64() {
		return math.MaxInt64
	}
	return money.USDC(v.Int64())
}
