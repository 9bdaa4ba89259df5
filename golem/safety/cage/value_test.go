package cage

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// portfolio draws holdings in a pool of either order at any price.
func portfolio(t *rapid.T) turn.Reading {
	units := func(name string) uint256.Int {
		return *new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 14).Draw(t, name))
	}
	r := seen()
	r.Pool.QuoteIsZero = rapid.Bool().Draw(t, "quote is zero")
	if !r.Pool.QuoteIsZero {
		r.Pool.Token0, r.Pool.Token1 = weth, usdc
	}
	r.Pool.SqrtPriceX96 = *new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 4, 19).Draw(t, "sqrt")...))
	r.Balances = []turn.Balance{
		{Token: usdc, Units: units("usdc")},
		{Token: weth, Units: units("weth")},
		{Token: turn.Token{Address: other}, Units: units("other")},
	}
	for range rapid.IntRange(0, 3).Draw(t, "positions") {
		r.Positions = append(r.Positions, turn.Position{Amount0: units("amount0"), Amount1: units("amount1"), Fees0: units("fees0"), Fees1: units("fees1")})
	}
	return r
}

// worth recomputes a value from the definition price = sqrt² / 2^192, as an
// exact fraction that is rounded down at the end.
func worth(r turn.Reading, token common.Address, units *uint256.Int) *big.Int {
	v := new(big.Rat).SetInt(units.ToBig())
	if token == weth.Address {
		sqrt := new(big.Rat).SetFrac(r.Pool.SqrtPriceX96.ToBig(), new(big.Int).Exp(big.NewInt(2), big.NewInt(96), nil))
		price := new(big.Rat).Mul(sqrt, sqrt)
		if r.Pool.QuoteIsZero {
			price.Inv(price)
		}
		v.Mul(v, price)
	}
	return new(big.Int).Quo(v.Num(), v.Denom())
}

func TestAPortfolioIsValuedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := portfolio(t)
		loose, cash, pooled := worth(r, weth.Address, &r.Balances[1].Units), r.Balances[0].Units.ToBig(), new(big.Int)
		for _, p := range r.Positions {
			for _, part := range []struct {
				token common.Address
				units uint256.Int
			}{{r.Pool.Token0.Address, p.Amount0}, {r.Pool.Token0.Address, p.Fees0}, {r.Pool.Token1.Address, p.Amount1}, {r.Pool.Token1.Address, p.Fees1}} {
				pooled.Add(pooled, worth(r, part.token, &part.units))
			}
		}
		b, ok := newBook(r)
		if !ok || b.loose.Cmp(loose) != 0 || b.cash.Cmp(cash) != 0 || b.pooled.Cmp(pooled) != 0 {
			t.Fatalf("loose %s cash %s pooled %s, want %s %s %s", b.loose, b.cash, b.pooled, loose, cash, pooled)
		}
		if want := loose.Add(loose, cash).Add(loose, pooled); b.equity().Cmp(want) != 0 {
			t.Fatalf("equity %s, want %s", b.equity(), want)
		}
	})
}

func TestAddingLiquidityLeavesEquityAndASwapMovesIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := portfolio(t)
		b, _ := newBook(r)
		before := b.equity()
		paid, got := uint256.NewInt(rapid.Uint64().Draw(t, "paid")), uint256.NewInt(rapid.Uint64().Draw(t, "got"))
		deltas := []turn.Delta{{Token: usdc.Address, Out: true, Units: *paid}, {Token: weth.Address, Units: *got}, {Token: other, Units: *got}}
		if then := b.after(deltas, true); then.equity().Cmp(before) != 0 {
			t.Fatalf("equity went from %s to %s by pooling", before, then.equity())
		}
		want := new(big.Int).Add(before, worth(r, weth.Address, got))
		want.Sub(want, paid.ToBig())
		if then := b.after(deltas, false); then.equity().Cmp(want) != 0 {
			t.Fatalf("equity after the swap is %s, want %s", then.equity(), want)
		}
		if b.equity().Cmp(before) != 0 {
			t.Fatal("looking ahead changed the book")
		}
	})
}

// spec: safety §7.4
func TestASharesLimitIncludesItsEdge(t *testing.T) {
	for _, c := range []struct {
		part, whole, bps int64
		want             bool
	}{{3000, 10_000, 3000, true}, {3001, 10_000, 3000, false}, {0, 10_000, 0, true}, {1, 10_000, 0, false}, {1, 0, 10_000, false}, {-5, 10, 0, true}} {
		if got := within(big.NewInt(c.part), big.NewInt(c.whole), c.bps); got != c.want {
			t.Errorf("%d of %d within %d bps: %v", c.part, c.whole, c.bps, got)
		}
	}
}
