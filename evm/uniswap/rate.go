package uniswap

import (
	"math/big"

	"github.com/holiman/uint256"
)

// Rate is the exact price of a square-root price as Q128.128, rounded down: raw token1 for one
// raw token0, or where inverse is set raw token0 for one raw token1. It is zero where there is no
// price, and what does not fit is the most that does.
func Rate(sqrt *uint256.Int, inverse bool) uint256.Int {
	square := sqrt.ToBig()
	if square.Sign() == 0 {
		return uint256.Int{}
	}
	square.Mul(square, square)
	if inverse {
		square.Quo(new(big.Int).Lsh(big.NewInt(1), 192+128), square)
	} else {
		square.Rsh(square, 192-128)
	}
	rate, over := uint256.FromBig(square)
	if over {
		rate = new(uint256.Int).SetAllOne()
	}
	return *rate
}

// Depth is what a pool holds around its price, both tokens together: the reserves that its
// liquidity in use stands for, in raw token1, or where inverse is set in raw token0.
func Depth(sqrt, liquidity *uint256.Int, inverse bool) (v uint256.Int) {
	num, den := sqrt, new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	if inverse {
		num, den = den, num
	}
	if den.IsZero() {
		return v
	}
	if _, over := v.MulDivOverflow(liquidity, num, den); over || v.BitLen() > 255 {
		v.SetAllOne()
		return v
	}
	return *v.Lsh(&v, 1)
}

// Rate is the pair's price as Q128.128, rounded down: raw token1 for one raw token0, or where
// inverse is set raw token0 for one raw token1; zero for an empty pair.
func (p Pair) Rate(inverse bool) (rate uint256.Int) {
	num, den := &p.Reserve1, &p.Reserve0
	if inverse {
		num, den = den, num
	}
	if den.IsZero() {
		return rate
	}
	if _, over := rate.MulDivOverflow(num, new(uint256.Int).Lsh(uint256.NewInt(1), 128), den); over {
		rate.SetAllOne()
	}
	return rate
}
