package play

import (
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

var (
	q96     = new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	million = uint256.NewInt(1_000_000)
)

// muldiv returns x·y÷z rounded down, and the largest number where it does not
// fit: an amount that large is refused by every limit that follows.
func muldiv(x, y, z *uint256.Int) uint256.Int {
	var out uint256.Int
	if z.IsZero() {
		return *out.SetAllOne()
	}
	if _, overflow := out.MulDivOverflow(x, y, z); overflow {
		out.SetAllOne()
	}
	return out
}

func shareOf(x *uint256.Int, share rule.PPM) uint256.Int {
	return muldiv(x, uint256.NewInt(uint64(share)), million)
}

func bpsOf(x *uint256.Int, share money.BPS) uint256.Int {
	return muldiv(x, uint256.NewInt(uint64(share)), uint256.NewInt(uint64(money.Whole)))
}

// less returns a − b, or zero.
func less(a, b *uint256.Int) uint256.Int {
	var out uint256.Int
	if a.Gt(b) {
		out.Sub(a, b)
	}
	return out
}

func smallest(a, b uint256.Int) uint256.Int {
	if b.Lt(&a) {
		return b
	}
	return a
}

func pow10(n uint8) *uint256.Int {
	return new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(uint64(n)))
}
