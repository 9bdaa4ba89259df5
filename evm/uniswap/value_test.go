package uniswap

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func TestABaseAmountIsWorthSqrtSquaredExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sqrt := new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 3, 19).Draw(t, "sqrt")...))
		base := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "base"))
		kept, keptSqrt := new(big.Int).Set(base), *sqrt
		zero := rapid.Bool().Draw(t, "quote is zero")
		price := new(big.Rat).SetFrac(sqrt.ToBig(), new(big.Int).Lsh(big.NewInt(1), 96))
		price.Mul(price, price)
		if zero {
			price.Inv(price)
		}
		price.Mul(price, new(big.Rat).SetInt(base))
		want := new(big.Int).Quo(price.Num(), price.Denom())
		if got := QuoteValue(sqrt, zero, base); got.Cmp(want) != 0 {
			t.Fatalf("%s, want %s", got, want)
		}
		if base.Cmp(kept) != 0 || *sqrt != keptSqrt {
			t.Fatal("an argument was changed")
		}
	})
}

func TestAPoolWithoutAPriceMakesNothingWorthAnything(t *testing.T) {
	for _, zero := range []bool{false, true} {
		if got := QuoteValue(new(uint256.Int), zero, big.NewInt(1e18)); got.Sign() != 0 {
			t.Errorf("quote is zero %v: %s", zero, got)
		}
	}
}
