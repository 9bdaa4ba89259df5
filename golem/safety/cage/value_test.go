package cage

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// portfolio draws holdings in a pool of either order at any price.
func portfolio(t *rapid.T) turn.Reading {
	units := func(name string) uint256.Int {
		return *new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 14).Draw(t, name))
	}
	p := turntest.Pool{Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: rapid.Bool().Draw(t, "quote is zero"), FeePips: 500}
	if !p.QuoteIsZero {
		p.Token0, p.Token1 = weth, usdc
	}
	p.SqrtPriceX96 = *new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 4, 19).Draw(t, "sqrt")...))
	cash, loose := units("usdc"), units("weth")
	r := p.Seen(&cash, &loose)
	for range rapid.IntRange(0, 3).Draw(t, "positions") {
		r.Positions = append(r.Positions, turn.Position{Market: exchange, Base: units("base"), Quote: units("quote"), BaseFees: units("base fees"), QuoteFees: units("quote fees")})
	}
	return r
}

// worth recomputes a value from the definition price = sqrt² / 2^192, which a reading has rounded
// down to 128 bits of a fraction, as an exact fraction that is rounded down at the end.
func worth(r turn.Reading, token common.Address, units *uint256.Int) *big.Int {
	v := new(big.Rat).SetInt(units.ToBig())
	if token == weth.Address {
		sqrt := new(big.Rat).SetFrac(r.Markets[0].Range.SqrtPriceX96.ToBig(), new(big.Int).Exp(big.NewInt(2), big.NewInt(96), nil))
		price := new(big.Rat).Mul(sqrt, sqrt)
		if r.Markets[0].Range.Inverse {
			price.Inv(price)
		}
		v.Mul(v, rounded(price))
	}
	return new(big.Int).Quo(v.Num(), v.Denom())
}

// rounded is a price as a reading has it: rounded down to 128 bits of a fraction, in 256 in all.
func rounded(price *big.Rat) *big.Rat {
	one := new(big.Int).Lsh(big.NewInt(1), 128)
	n := new(big.Int).Mul(price.Num(), one)
	n.Quo(n, price.Denom())
	if most := new(uint256.Int).SetAllOne().ToBig(); n.Cmp(most) > 0 {
		n = most
	}
	return new(big.Rat).SetFrac(n, one)
}

func TestAPortfolioIsValuedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := portfolio(t)
		loose, cash, pooled := worth(r, weth.Address, &r.Assets[1].Units), r.Assets[0].Units.ToBig(), new(big.Int)
		for _, p := range r.Positions {
			for _, part := range []struct {
				token common.Address
				units uint256.Int
			}{{weth.Address, p.Base}, {weth.Address, p.BaseFees}, {usdc.Address, p.Quote}, {usdc.Address, p.QuoteFees}} {
				pooled.Add(pooled, worth(r, part.token, &part.units))
			}
		}
		b, ok := newBook(r)
		if !ok || b.balance(weth.Address).Cmp(loose) != 0 || b.risk().Cmp(new(big.Int).Add(loose, pooled)) != 0 || b.balance(usdc.Address).Cmp(cash) != 0 || b.pooled().Cmp(pooled) != 0 {
			t.Fatalf("loose %s cash %s pooled %s, want %s %s %s", b.balance(weth.Address), b.balance(usdc.Address), b.pooled(), loose, cash, pooled)
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
		if then := b.after(deltas, &r.Markets[0]); then.equity().Cmp(before) != 0 {
			t.Fatalf("equity went from %s to %s by pooling", before, then.equity())
		}
		want := new(big.Int).Add(before, worth(r, weth.Address, got))
		want.Sub(want, paid.ToBig())
		if then := b.after(deltas, nil); then.equity().Cmp(want) != 0 {
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
