package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"

	"pgregory.net/rapid"
)

// amounts are what the reader says that a part of the pair is at a rate of 2^80.
func (l *lab) amounts(part, rate *big.Int) (a, b *big.Int) {
	l.t.Helper()
	codec := bind.NewCageReader()
	out, err := codec.UnpackAmounts(l.must(nobody, reads("UniswapV2"), codec.PackAmounts(joiner, pairAt.Big(), part, rate)))
	check(l.t, err)
	return out.AmountA, out.AmountB
}

// exactly is what so much of a product's root is of both tokens at a rate of 2^80.
func exactly(liquidity, rate *big.Int) (first, second *big.Int) {
	square := new(big.Int).Mul(liquidity, liquidity)
	first, second = new(big.Int).Lsh(square, 80), new(big.Int).Mul(square, rate)
	return first.Sqrt(first.Quo(first, rate)), second.Sqrt(second.Rsh(second, 80))
}

// What a part of a pair is at a rate is never more than it is by exact roots, and less by no more than
// its roots are rounded; and whoever sells to the pair, and so bends it, changes it by as little.
func TestAPartOfAPairIsWhatItsProductSays(t *testing.T) {
	l := paired(t, 1, 1, nil)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, least, most uint) *big.Int { // log-uniform
			bits := rapid.UintRange(least, most).Draw(t, name)
			return new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), bits), new(big.Int).SetUint64(rapid.Uint64Range(0, 1<<least-1).Draw(t, name+"'s end")))
		}
		reserve0, reserve1, supply, rate := draw("reserve0", 20, 110), draw("reserve1", 20, 110), draw("supply", 20, 110), draw("rate", 20, 158)
		part := new(big.Int).Quo(supply, draw("share", 0, 19))
		set := func(r0, r1 *big.Int) {
			l.tells(pairAt, "getReserves()", r0, r1, new(big.Int))
			l.tells(pairAt, "totalSupply()", supply)
		}
		set(reserve0, reserve1)
		a, b := l.amounts(part, rate)
		root := new(big.Int).Sqrt(new(big.Int).Mul(reserve0, reserve1))
		liquidity := root.Quo(root.Mul(root, part), supply)
		first, second := exactly(liquidity, rate)
		for name, c := range map[string]struct{ got, exact *big.Int }{"first": {a, first}, "second": {b, second}} {
			// The root of a rate has at least 2^57: so much of an amount is its rounding, and a unit.
			slack := new(big.Int).Add(new(big.Int).Rsh(c.exact, 56), big.NewInt(1))
			if over := new(big.Int).Sub(c.got, c.exact); over.Cmp(slack) > 0 || over.Neg(over).Cmp(slack) > 0 {
				t.Fatalf("the %s is %s, exactly %s", name, c.got, c.exact)
			}
		}
		// A sale: the product stays, but for what rounding leaves to the pair.
		in := new(big.Int).Quo(new(big.Int).Mul(reserve0, big.NewInt(rapid.Int64Range(0, 1_000).Draw(t, "sold"))), big.NewInt(1_000))
		bent0 := new(big.Int).Add(reserve0, in)
		bent1 := new(big.Int).Quo(new(big.Int).Add(new(big.Int).Mul(reserve0, reserve1), new(big.Int).Sub(bent0, big.NewInt(1))), bent0)
		set(bent0, bent1)
		a2, b2 := l.amounts(part, rate)
		unit0, unit1 := exactly(big.NewInt(1), rate)
		for _, c := range [][3]*big.Int{{a, a2, unit0}, {b, b2, unit1}} {
			// The second reserve is rounded up by less than a unit of 2^19 at least, and what of the
			// product's root is the part's is whole.
			slack := new(big.Int).Add(new(big.Int).Rsh(c[0], 17), new(big.Int).Add(c[2], big.NewInt(2)))
			if less := new(big.Int).Sub(c[0], c[1]); less.Cmp(big.NewInt(1)) > 0 || less.Neg(less).Cmp(slack) > 0 {
				t.Fatalf("bent by %s of %s it is %s, and was %s", in, reserve0, c[1], c[0])
			}
		}
	})
}

// No pool stands at a rate that a price cannot be.
func TestNoPartIsOfARateThatIsNone(t *testing.T) {
	l := paired(t, 1_000e6, 1_000e6, nil)
	codec := bind.NewCageReader()
	for _, rate := range []*big.Int{new(big.Int), new(big.Int).Lsh(big.NewInt(1), 160)} {
		l.stops(rate.String(), l.asks(nobody, reads("UniswapV2"), codec.PackAmounts(joiner, pairAt.Big(), big.NewInt(1), rate)), "NothingToRead")
	}
	if a, b := l.amounts(big.NewInt(1_000), new(big.Int).Lsh(big.NewInt(1), 80)); a.Int64() != 1_000e6 || b.Int64() != 1_000e6 {
		t.Errorf("all of it at par is %s and %s", a, b)
	}
}
