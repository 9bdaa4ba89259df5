package play

import (
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// target is a range around the price and the amounts a budget buys in it.
type target struct {
	lower, upper int32
	quote, base  uint256.Int
	budget       uint256.Int
}

// around are the ticks of a range about the price, or those of all prices where the market has no other.
func (m market) around(width rule.PPM) (lower, upper int32, err error) {
	if m.Range == nil {
		return 0, 0, fmt.Errorf("the market %s has none", m.Handle)
	}
	if m.Range.Whole {
		return -m.Range.Spacing, m.Range.Spacing, nil
	}
	w := float64(width) / float64(rule.Whole)
	return uniswap.ApproxRange(m.Range.Tick, w/(1+w), w, m.Range.Spacing)
}

// target splits a budget in the ratio that the range takes at the exact price.
func (m market) target(width rule.PPM, budget *uint256.Int) (target, error) {
	t := target{budget: *budget}
	var err error
	if t.lower, t.upper, err = m.around(width); err != nil {
		return t, err
	}
	probe := new(uint256.Int).Lsh(uint256.NewInt(1), 112)
	a0, a1, err := uniswap.AmountsForLiquidity(&m.Range.SqrtPriceX96, t.lower, t.upper, probe, uniswap.Down)
	if err != nil {
		return t, err
	}
	base, quote := m.Range.Sorted(a0, a1)
	value := m.value(&base)
	value.Add(&value, &quote)
	t.quote, t.base = muldiv(budget, &quote, &value), muldiv(budget, &base, &value)
	return t, nil
}

// matters reports whether base units are worth a swap: at least half a percent
// of the budget and one quote token.
func (m market) matters(base *uint256.Int, t *target) bool {
	least := muldiv(&t.budget, uint256.NewInt(5), uint256.NewInt(1000))
	value := m.value(base)
	return !value.Lt(&least) && !value.Lt(pow10(m.Quote.Decimals))
}
