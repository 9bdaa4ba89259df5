package follow

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/uniswap"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// gain is what a trade returns over what it pays, in token1 at a price, times 2^192.
func gain(t Trade, market *uint256.Int) *big.Int {
	square := new(big.Int).Mul(market.ToBig(), market.ToBig())
	zero, one := t.In.ToBig(), t.Out.ToBig()
	if !t.ZeroForOne {
		zero, one = t.Out.ToBig(), t.In.ToBig()
	}
	zero.Mul(zero, square)
	one.Lsh(one, 192)
	if t.ZeroForOne {
		return one.Sub(one, zero)
	}
	return zero.Sub(zero, one)
}

// drawn is a pool of each kind near a price, and a market that stands up to 20 % away.
func drawn(t *rapid.T) (state, *uint256.Int) {
	tick := rapid.Int32Range(-250_000, 250_000).Draw(t, "tick")
	sqrt, _ := uniswap.SqrtPriceAtTick(tick)
	market, _ := uniswap.SqrtPriceAtTick(tick + rapid.Int32Range(-2000, 2000).Draw(t, "off"))
	liquidity := uint256.NewInt(rapid.Uint64Range(1e12, 1<<62).Draw(t, "liquidity"))
	liquidity.Mul(liquidity, uint256.NewInt(1e6))
	if rapid.Bool().Draw(t, "v2") {
		p := &pair{}
		p.Reserve0.Div(new(uint256.Int).Lsh(liquidity, 96), &sqrt)
		p.Reserve1.Rsh(new(uint256.Int).Mul(liquidity, &sqrt), 96)
		return p, &market
	}
	fee := rapid.SampledFrom([]uint32{100, 500, 3000, 10000}).Draw(t, "fee")
	r := newRanged(Pool{Protocol: V3, Fee: fee, SqrtPriceX96: &sqrt})
	r.Tick = tick
	edge := uniswap.MaxUsableTick(r.TickSpacing)
	r.change(-edge, edge, liquidity)
	for range rapid.IntRange(0, 3).Draw(t, "ranges") {
		low := rapid.Int32Range(tick-3000, tick+3000).Draw(t, "low") / r.TickSpacing * r.TickSpacing
		high := low + r.TickSpacing*rapid.Int32Range(1, 20).Draw(t, "width")
		r.change(low, high, liquidity)
	}
	return r, &market
}

// A trade stops where it pays most: less of it returns less, and so does more.
func TestATradeStopsWhereItPaysMost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, market := drawn(t)
		best, ok, err := s.until(market.Lt(s.price()), market)
		if err != nil {
			t.Fatal(err)
		}
		if !ok || best.In.CmpUint64(1e6) < 0 || best.Out.CmpUint64(1e6) < 0 {
			return
		}
		most := gain(best, market)
		if most.Sign() < 0 {
			t.Fatalf("a trade that loses: %+v", best)
		}
		for _, share := range []uint64{900, 990, 1010, 1100} {
			in := new(uint256.Int).Div(new(uint256.Int).Mul(best.In, uint256.NewInt(share)), uint256.NewInt(1000))
			out, err := s.sell(best.ZeroForOne, in)
			if err != nil {
				t.Fatal(err)
			}
			if other := gain(Trade{best.ZeroForOne, in, out}, market); other.Cmp(most) > 0 {
				t.Fatalf("%d ‰ of the trade gain %s, the whole %s", share, other, most)
			}
		}
	})
}

// Where the gap is within the fee nothing is traded.
func TestNothingIsTradedWithinTheFee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _ := drawn(t)
		at := s.price()
		bit := new(uint256.Int).Div(at, uint256.NewInt(50_000)) // four hundredths of a thousandth in price
		for _, market := range []*uint256.Int{at, new(uint256.Int).Add(at, bit), new(uint256.Int).Sub(at, bit)} {
			if trade, ok, err := s.until(market.Lt(at), market); err != nil || ok {
				t.Fatalf("trades %+v (%v)", trade, err)
			}
		}
	})
}

func TestLiquidityThatGoesLeavesNothingBehind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one := uint256.NewInt(1)
		sqrt, _ := uniswap.SqrtPriceAtTick(0)
		r := newRanged(Pool{Protocol: V4, Fee: 3000, SqrtPriceX96: &sqrt})
		low := rapid.Int32Range(-100, 99).Draw(t, "low") * 60
		high := rapid.Int32Range(low/60+1, 100).Draw(t, "high") * 60
		r.change(low, high, one)
		if got := r.Liquidity.IsZero(); got == (low <= 0 && 0 < high) {
			t.Fatalf("active is %s within %d to %d", &r.Liquidity, low, high)
		}
		word, _ := r.ticks.Word(t.Context(), int16(low/60>>8)) //nolint:gosec // small
		if bit := uint(low / 60 & 0xff); word.IsZero() || new(uint256.Int).Rsh(&word, bit).Uint64()&1 == 0 {
			t.Fatalf("tick %d is not in its word", low)
		}
		r.change(low, high, new(uint256.Int).Neg(one))
		if !r.Liquidity.IsZero() || len(r.ticks.gross)+len(r.ticks.net) != 0 {
			t.Fatalf("left are %+v", r.ticks)
		}
	})
}
