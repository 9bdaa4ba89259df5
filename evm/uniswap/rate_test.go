package uniswap

import (
	"math/big"
	"testing"

	"github.com/KyberNetwork/uniswapv3-sdk-uint256/utils"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// most is the largest number that fits.
var most = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

// floored is the largest whole number not above v that fits.
func floored(v *big.Rat) *big.Int {
	n := new(big.Int).Quo(v.Num(), v.Denom())
	if n.Cmp(most) > 0 {
		return most
	}
	return n
}

// exactRate is (√P/2^96)² · 2^128, or that of the inverse, rounded down.
func exactRate(sqrt *big.Int, inverse bool) *big.Int {
	if sqrt.Sign() == 0 {
		return new(big.Int)
	}
	v := new(big.Rat).SetFrac(sqrt, new(big.Int).Lsh(big.NewInt(1), 96))
	v.Mul(v, v)
	if inverse {
		v.Inv(v)
	}
	return floored(v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 128))))
}

// exactDepth is twice the reserve of token1 that liquidity stands for, L · √P/2^96 rounded down, or
// that of token0, L / (√P/2^96).
func exactDepth(sqrt, liquidity *big.Int, inverse bool) *big.Int {
	if sqrt.Sign() == 0 {
		return new(big.Int)
	}
	v := new(big.Rat).SetFrac(sqrt, new(big.Int).Lsh(big.NewInt(1), 96))
	if inverse {
		v.Inv(v)
	}
	v.Mul(v, new(big.Rat).SetInt(liquidity))
	side := new(big.Int).Quo(v.Num(), v.Denom())
	return floored(new(big.Rat).SetInt(side.Lsh(side, 1)))
}

// exactPair is one reserve for a unit of the other, times 2^128, rounded down.
func exactPair(zero, one *big.Int, inverse bool) *big.Int {
	if inverse {
		zero, one = one, zero
	}
	if zero.Sign() == 0 {
		return new(big.Int)
	}
	return floored(new(big.Rat).SetFrac(new(big.Int).Lsh(one, 128), zero))
}

// At the ends of what a pool can be, and beyond them, a rate is exact or the most that fits.
func TestARateIsExactAtTheEnds(t *testing.T) {
	pow := func(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
	beside := func(n *big.Int) []*big.Int {
		return []*big.Int{new(big.Int).Sub(n, big.NewInt(1)), n, new(big.Int).Add(n, big.NewInt(1))}
	}
	roots := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(2), most, new(big.Int).Lsh(big.NewInt(20_000), 96)}
	for _, n := range []*big.Int{utils.MinSqrtRatioU256.ToBig(), utils.MaxSqrtRatioU256.ToBig(), pow(32), pow(64), pow(96), pow(128), pow(160)} {
		roots = append(roots, beside(n)...)
	}
	amounts := append(append([]*big.Int{new(big.Int), big.NewInt(1), big.NewInt(777), most}, beside(pow(112))...), beside(pow(128))...)
	for _, inverse := range []bool{false, true} {
		for _, root := range roots {
			sqrt := uint256.MustFromBig(root)
			if got, want := Rate(sqrt, inverse), exactRate(root, inverse); got.ToBig().Cmp(want) != 0 {
				t.Errorf("rate of %s, inverse %v: %s, want %s", root, inverse, got.Dec(), want)
			}
			for _, n := range amounts {
				if got, want := Depth(sqrt, uint256.MustFromBig(n), inverse), exactDepth(root, n, inverse); got.ToBig().Cmp(want) != 0 {
					t.Errorf("depth of %s at %s, inverse %v: %s, want %s", n, root, inverse, got.Dec(), want)
				}
			}
			if sqrt.ToBig().Cmp(root) != 0 {
				t.Fatalf("the square-root price %s was changed", root)
			}
		}
		for _, zero := range amounts {
			for _, one := range amounts {
				p := Pair{Reserve0: *uint256.MustFromBig(zero), Reserve1: *uint256.MustFromBig(one)}
				if got, want := p.Rate(inverse), exactPair(zero, one, inverse); got.ToBig().Cmp(want) != 0 {
					t.Errorf("rate of %s and %s, inverse %v: %s, want %s", zero, one, inverse, got.Dec(), want)
				}
			}
		}
	}
}

// The same anywhere between.
func TestARateIsExactAnywhere(t *testing.T) {
	draw := func(t *rapid.T, name string) *uint256.Int {
		return new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, name))
	}
	rapid.Check(t, func(t *rapid.T) {
		sqrt, liquidity, inverse := draw(t, "sqrt"), draw(t, "liquidity"), rapid.Bool().Draw(t, "inverse")
		if got, want := Rate(sqrt, inverse), exactRate(sqrt.ToBig(), inverse); got.ToBig().Cmp(want) != 0 {
			t.Fatalf("rate %s, want %s", got.Dec(), want)
		}
		if got, want := Depth(sqrt, liquidity, inverse), exactDepth(sqrt.ToBig(), liquidity.ToBig(), inverse); got.ToBig().Cmp(want) != 0 {
			t.Fatalf("depth %s, want %s", got.Dec(), want)
		}
		p := Pair{Reserve0: *sqrt, Reserve1: *liquidity}
		if got, want := p.Rate(inverse), exactPair(sqrt.ToBig(), liquidity.ToBig(), inverse); got.ToBig().Cmp(want) != 0 {
			t.Fatalf("rate of a pair %s, want %s", got.Dec(), want)
		}
	})
}

// What a pool of v3 is said to hold is what its liquidity over all ticks is worth: both sides of it
// together come to its depth, but for the rounding of a unit each.
func TestADepthIsWhatLiquidityIsWorth(t *testing.T) {
	for _, tick := range []int32{-200_000, -1, 0, 1, 200_000} {
		sqrt, err := SqrtPriceAtTick(tick)
		if err != nil {
			t.Fatal(err)
		}
		liquidity := new(uint256.Int).Lsh(uint256.NewInt(1), 100)
		a0, a1, err := AmountsForLiquidity(&sqrt, MinUsableTick(1), MaxUsableTick(1), liquidity, Down)
		if err != nil {
			t.Fatal(err)
		}
		rate := Rate(&sqrt, false)
		worth := new(big.Rat).SetFrac(new(big.Int).Mul(a0.ToBig(), rate.ToBig()), new(big.Int).Lsh(big.NewInt(1), 128))
		worth.Add(worth, new(big.Rat).SetInt(a1.ToBig()))
		depth := Depth(&sqrt, liquidity, false)
		worth.Quo(worth, new(big.Rat).SetInt(depth.ToBig()))
		if off := worth.Sub(worth, big.NewRat(1, 1)); off.Abs(off).Cmp(big.NewRat(1, 1_000_000_000)) > 0 {
			t.Errorf("tick %d: off by %s", tick, off.FloatString(15))
		}
	}
}
