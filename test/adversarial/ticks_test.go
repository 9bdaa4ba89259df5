package adversarial

import (
	"math/big"
	"sync"
)

// The checker's arithmetic of liquidity, apart from evm/uniswap, which the adapters use:
// big numbers, no tables, each formula as the paper of Uniswap v3 has it (§6.1, §6.2).

var q96 = new(big.Int).Lsh(big.NewInt(1), 96)

// roots are square-root prices by tick; lives on several goroutines ask for the same.
var roots sync.Map

// rootAt is the square root of 1.0001^tick in 96 fractional bits, rounded down.
func rootAt(tick int64) *big.Int {
	if known, ok := roots.Load(tick); ok {
		return known.(*big.Int)
	}
	float := func(n float64) *big.Float { return new(big.Float).SetPrec(320).SetFloat64(n) }
	step := new(big.Float).SetPrec(320).Quo(float(10_001), float(10_000))
	p, n := float(1), tick
	if n < 0 {
		n = -n
	}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p.Mul(p, step)
		}
		step.Mul(step, step)
	}
	if tick < 0 {
		p.Quo(float(1), p)
	}
	p.Sqrt(p)
	out, _ := p.Mul(p, new(big.Float).SetPrec(320).SetInt(q96)).Int(nil)
	roots.Store(tick, out)
	return out
}

// clamped is v, at least low and at most high.
func clamped(v, low, high *big.Int) *big.Int {
	if v.Cmp(low) < 0 {
		return low
	}
	if v.Cmp(high) > 0 {
		return high
	}
	return v
}

// amountsOf is what liquidity between two ticks holds of token0 and token1 where the
// square-root price is root, rounded down.
func amountsOf(liquidity, root *big.Int, lower, upper int64) (zero, one *big.Int) {
	a, b := rootAt(lower), rootAt(upper)
	p := clamped(root, a, b)
	zero = new(big.Int).Mul(liquidity, q96)
	zero.Mul(zero, new(big.Int).Sub(b, p))
	zero.Quo(zero, new(big.Int).Mul(p, b))
	one = new(big.Int).Mul(liquidity, new(big.Int).Sub(p, a))
	return zero, one.Quo(one, q96)
}

// liquidityOf is the most liquidity that amounts of both tokens pay for.
func liquidityOf(zero, one, root *big.Int, lower, upper int64) *big.Int {
	a, b := rootAt(lower), rootAt(upper)
	p := clamped(root, a, b)
	var most *big.Int
	if p.Cmp(b) < 0 {
		most = new(big.Int).Mul(zero, new(big.Int).Mul(p, b))
		most.Quo(most, new(big.Int).Mul(q96, new(big.Int).Sub(b, p)))
	}
	if p.Cmp(a) > 0 {
		other := new(big.Int).Mul(one, q96)
		if other.Quo(other, new(big.Int).Sub(p, a)); most == nil || other.Cmp(most) < 0 {
			most = other
		}
	}
	return most
}

// moved is a square-root price behind a move of the price by basis points.
func moved(root *big.Int, bps int64) *big.Int {
	v := new(big.Int).Mul(root, root)
	v.Mul(v, big.NewInt(10_000+bps))
	return v.Sqrt(v.Quo(v, big.NewInt(10_000)))
}
