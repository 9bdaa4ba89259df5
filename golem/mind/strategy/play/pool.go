package play

import (
	"math"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// pool says what amounts are worth at its exact price in the pinned block. All values are in
// raw units of the quote token, rounded down.
type pool struct{ *turn.Pool }

// value returns what base units are worth.
func (p pool) value(base *uint256.Int) uint256.Int {
	num, den := &p.SqrtPriceX96, q96
	if p.QuoteIsZero {
		num, den = den, num
	}
	once := muldiv(base, num, den)
	return muldiv(&once, num, den)
}

// worth returns the base units that a value buys at the price, without fee.
func (p pool) worth(value *uint256.Int) uint256.Int {
	num, den := q96, &p.SqrtPriceX96
	if p.QuoteIsZero {
		num, den = den, num
	}
	once := muldiv(value, num, den)
	return muldiv(&once, num, den)
}

// valued is what units of one of the pool's tokens are worth.
func (p pool) valued(t turn.Token, units *uint256.Int) uint256.Int {
	if t.Address == p.Base().Address {
		return p.value(units)
	}
	return *units
}

// valueOf is what a position is worth with its fees.
func (p pool) valueOf(q *turn.Position) uint256.Int {
	var a0, a1 uint256.Int
	quote, base := p.pair(*a0.Add(&q.Amount0, &q.Fees0), *a1.Add(&q.Amount1, &q.Fees1))
	value := p.value(&base)
	return *value.Add(&value, &quote)
}

// whole is one quote token, the least worth a transaction; half is half of it.
func (p pool) whole() *uint256.Int { return pow10(p.Quote().Decimals) }

func (p pool) half() *uint256.Int { return new(uint256.Int).Rsh(p.whole(), 1) }

// units are quote tokens in raw units, rounded down to a millionth of one.
func (p pool) units(quote float64) uint256.Int {
	if !(quote > 0) {
		return uint256.Int{}
	}
	return muldiv(uint256.NewInt(uint64(min(quote*1e6, math.MaxInt64))), p.whole(), million)
}

// pair turns amounts of token0 and token1 into quote and base.
func (p pool) pair(amount0, amount1 uint256.Int) (quote, base uint256.Int) {
	if p.QuoteIsZero {
		return amount0, amount1
	}
	return amount1, amount0
}

// withFee returns what must go into the pool so that x is left after its fee.
func (p pool) withFee(x *uint256.Int) uint256.Int {
	return muldiv(x, million, uint256.NewInt(uint64(1_000_000-min(p.FeePips, 999_999))))
}

// portion is how many of the units that are worth a value must go, for over of it to go;
// all of them where less than a quote token would stay.
func (p pool) portion(units, over, value *uint256.Int) uint256.Int {
	if left := less(value, over); left.Lt(p.whole()) {
		return *units
	}
	return muldiv(units, over, value)
}
