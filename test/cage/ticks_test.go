package cage

import (
	"math/big"
	"sync"
	"testing"
)

// roots remembers square roots of prices by tick.
var roots sync.Map

// rootAt is √1.0001^tick · 2^96, by a float of 200 bits.
func rootAt(tick int64) *big.Int {
	if v, ok := roots.Load(tick); ok {
		return v.(*big.Int) //nolint:forcetypeassert // nothing else is stored
	}
	float := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	base := new(big.Float).Quo(float(10_001), float(10_000))
	base.Sqrt(base)
	n, out := tick, float(1)
	if n < 0 {
		n = -n
	}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			out.Mul(out, base)
		}
		base.Mul(base, base)
	}
	if tick < 0 {
		out.Quo(float(1), out)
	}
	root, _ := new(big.Float).SetMantExp(out, 96).Int(nil)
	roots.Store(tick, root)
	return root
}

// amounts are what liquidity from one root to another holds where the price stands at
// root, rounded down.
func amounts(liquidity, lower, upper, root *big.Int) (amount0, amount1 *big.Int) {
	at := root
	if at.Cmp(lower) < 0 {
		at = lower
	}
	if at.Cmp(upper) > 0 {
		at = upper
	}
	// L·2^96·(upper-at)/(upper·at), and L·(at-lower)/2^96.
	amount0 = new(big.Int).Sub(upper, at)
	amount0.Mul(amount0, liquidity).Lsh(amount0, 96).Quo(amount0, upper).Quo(amount0, at)
	amount1 = new(big.Int).Sub(at, lower)
	amount1.Mul(amount1, liquidity).Rsh(amount1, 96)
	return amount0, amount1
}

// fairRoot is the root at which a pool gives what the feeds say.
func fairRoot(p pool, prices [tokenCount]int64) *big.Int {
	// token1 per token0, in smallest units: price0·10^d1 / (price1·10^d0).
	over := new(big.Int).Mul(big.NewInt(prices[p.token0]), new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals[p.token1]), nil))
	under := new(big.Int).Mul(big.NewInt(prices[p.token1]), new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals[p.token0]), nil))
	q := over.Lsh(over, 192)
	return q.Sqrt(q.Quo(q, under))
}

// The checker's own arithmetic against what the pools' and the manager's come to.
func TestTheCheckersTicksAreThePools(t *testing.T) {
	for tick, want := range map[int64]string{
		-887272: "4295128739", 887272: "1461446703485210103287273052203988822378723970342", 0: "79228162514264337593543950336",
	} {
		got, exact := rootAt(tick), must2(new(big.Int).SetString(want, 10))
		if d := new(big.Int).Sub(got, exact); d.CmpAbs(big.NewInt(2)) > 0 && new(big.Int).Quo(exact, d.Abs(d)).BitLen() < 60 {
			t.Errorf("tick %d: %s, not %s", tick, got, want)
		}
	}
	w := newWorld(newKit(t), old(), profiles[1])
	m := w.over()
	for i, p := range w.pools[:4] {
		tick := w.tick(m, p) / p.spacing * p.spacing
		amount0, amount1 := units(cash, 3_000_000), units(ether, 1_500)
		for _, r := range [][2]int64{{tick - 20*p.spacing, tick + 30*p.spacing}, {tick + 2*p.spacing, tick + 3*p.spacing}, {tick - 9*p.spacing, tick - p.spacing}} {
			before := [2]*big.Int{m.balance(w.tokens[cash], w.thief), m.balance(w.tokens[ether], w.thief)}
			ret, _, err := m.do(w.thief, w.npm, mintCall(p, w, r[0], r[1], amount0, amount1, w.account))
			check(t, err)
			a0, a1 := amounts(word(ret, 1), rootAt(r[0]), rootAt(r[1]), w.root(m, p))
			for j, got := range []*big.Int{a0, a1} {
				paid := new(big.Int).Sub(before[j], m.balance(w.tokens[j], w.thief))
				if d := paid.Sub(paid, got); d.Sign() < 0 || d.CmpAbs(big.NewInt(2)) > 0 {
					t.Errorf("pool %d, %v: %s of token %d more were paid than it holds", i, r, d, j)
				}
			}
		}
	}
	if n := len(w.positions(m)); n != 12 {
		t.Errorf("%d positions", n)
	}
}

func must2[T any](v T, ok bool) T {
	if !ok {
		panic("cage: no such value")
	}
	return v
}
