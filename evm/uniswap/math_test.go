package uniswap_test

import (
	"errors"
	"math"
	"testing"

	"bardo.run/bardo/evm/uniswap"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// Values of the contracts' own TickMath tests.
func TestPricesAtTicksEqualTheContracts(t *testing.T) {
	for tick, want := range map[int32]string{
		uniswap.MinTick: "4295128739", uniswap.MaxTick: "1461446703485210103287273052203988822378723970342",
		0: "79228162514264337593543950336", 50: "79426470787362580746886972461", 100: "79625275426524748796330556128",
		250: "80224679980005306637834519095", 500: "81233731461783161732293370115", 1000: "83290069058676223003182343270",
		-100: "78833030112140176575862854579",
	} {
		price, err := uniswap.SqrtPriceAtTick(tick)
		if err != nil || price.Dec() != want {
			t.Errorf("tick %d: %s (%v), want %s", tick, price.Dec(), err, want)
		}
		if tick == uniswap.MaxTick {
			continue // the price at the last tick is outside of what a pool can hold
		}
		if back, err := uniswap.TickAtSqrtPrice(&price); err != nil || back != tick {
			t.Errorf("price of tick %d is at tick %d (%v)", tick, back, err)
		}
	}
	for _, tick := range []int32{uniswap.MinTick - 1, uniswap.MaxTick + 1} {
		if _, err := uniswap.SqrtPriceAtTick(tick); !errors.Is(err, uniswap.ErrTickRange) {
			t.Errorf("tick %d: %v", tick, err)
		}
	}
	if _, err := uniswap.TickAtSqrtPrice(new(uint256.Int)); !errors.Is(err, uniswap.ErrPrice) {
		t.Errorf("price zero: %v", err)
	}
}

// Values of the periphery's own LiquidityAmounts tests: price 1, range from
// 100/110 to 110/100, amounts 100 and 200.
func TestLiquidityOfAmountsInsideBelowAndAbove(t *testing.T) {
	a0, a1 := uint256.NewInt(100), uint256.NewInt(200)
	const lower, upper = -954, 953 // the ticks next to those prices
	for price, want := range map[int32]uint64{0: 2148, -1000: 1048, 1000: 2097} {
		sqrt, err := uniswap.SqrtPriceAtTick(price)
		check(t, err)
		got, err := uniswap.LiquidityForAmounts(&sqrt, lower, upper, a0, a1)
		if err != nil || math.Abs(float64(got.Uint64())-float64(want)) > 2 {
			t.Errorf("price at tick %d: liquidity %s (%v), want %d", price, got.Dec(), err, want)
		}
	}
}

func TestLiquidityBoughtNeverCostsMoreThanTheAmounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tick := rapid.Int32Range(-200_000, 200_000).Draw(t, "tick")
		lower := tick + rapid.Int32Range(-20_000, 20_000).Draw(t, "lower")
		upper := lower + rapid.Int32Range(1, 20_000).Draw(t, "width")
		price, err := uniswap.SqrtPriceAtTick(tick)
		check(t, err)
		a0 := uint256.NewInt(rapid.Uint64().Draw(t, "amount0"))
		a1 := uint256.NewInt(rapid.Uint64().Draw(t, "amount1"))
		liquidity, err := uniswap.LiquidityForAmounts(&price, lower, upper, a0, a1)
		check(t, err)
		up0, up1, err := uniswap.AmountsForLiquidity(&price, lower, upper, &liquidity, uniswap.Up)
		if err != nil || up0.Gt(a0) || up1.Gt(a1) {
			t.Fatalf("liquidity %s costs %s and %s of %s and %s (%v)", liquidity.Dec(), up0.Dec(), up1.Dec(), a0.Dec(), a1.Dec(), err)
		}
		down0, down1, err := uniswap.AmountsForLiquidity(&price, lower, upper, &liquidity, uniswap.Down)
		if err != nil || down0.Gt(&up0) || down1.Gt(&up1) {
			t.Fatalf("pays back %s and %s for %s and %s (%v)", down0.Dec(), down1.Dec(), up0.Dec(), up1.Dec(), err)
		}
		for _, pair := range [][2]*uint256.Int{{&up0, &down0}, {&up1, &down1}} {
			if new(uint256.Int).Sub(pair[0], pair[1]).Gt(uint256.NewInt(1)) {
				t.Fatalf("rounding differs by more than one: %s and %s", pair[0].Dec(), pair[1].Dec())
			}
		}
	})
}

func TestRangesThatAreNoneAreRefused(t *testing.T) {
	price, one := dec("79228162514264337593543950336"), uint256.NewInt(1)
	for _, r := range [][2]int32{{10, 10}, {20, 10}, {uniswap.MinTick - 1, 0}, {0, uniswap.MaxTick + 1}} {
		if _, err := uniswap.LiquidityForAmounts(price, r[0], r[1], one, one); !errors.Is(err, uniswap.ErrTickRange) {
			t.Errorf("liquidity over %v: %v", r, err)
		}
		if _, _, err := uniswap.AmountsForLiquidity(price, r[0], r[1], one, uniswap.Up); !errors.Is(err, uniswap.ErrTickRange) {
			t.Errorf("amounts over %v: %v", r, err)
		}
	}
	if _, err := uniswap.LiquidityForAmounts(price, -10, 10, new(uint256.Int).SetAllOne(), one); !errors.Is(err, uniswap.ErrLiquidity) {
		t.Errorf("liquidity of 2^256-1: %v", err)
	}
}

func TestFeesOfARangeWhereverThePriceStands(t *testing.T) {
	q128 := new(uint256.Int).Lsh(uint256.NewInt(1), 128)
	per := func(n uint64) uniswap.Growth { // n units of token0 and 2n of token1 per unit of liquidity
		return uniswap.Growth{Token0: *new(uint256.Int).Mul(q128, uint256.NewInt(n)), Token1: *new(uint256.Int).Mul(q128, uint256.NewInt(2*n))}
	}
	for _, c := range []struct {
		tick         int32
		lower, upper uniswap.Growth
		want         uint64
	}{
		{0, per(2), per(3), 5},   // inside: 10 − 2 − 3
		{-50, per(7), per(3), 4}, // below: outside(lower) − outside(upper)
		{50, per(2), per(9), 7},  // above: outside(upper) − outside(lower)
		{-10, per(2), per(3), 5}, // the lower tick is inside
		{10, per(2), per(9), 7},  // the upper tick is above
	} {
		inside := uniswap.GrowthInside(c.tick, -10, 10, per(10), c.lower, c.upper)
		if inside != per(c.want) {
			t.Errorf("tick %d: growth inside %s, want %d", c.tick, inside.Token0.Dec(), c.want)
		}
	}
	// Growth wraps around: a last value just below 2^256 is ten units ago.
	last := uniswap.Growth{}
	last.Token0.Sub(&last.Token0, new(uint256.Int).Mul(q128, uint256.NewInt(4)))
	fees0, fees1, err := uniswap.FeesOwed(uint256.NewInt(1000), per(6), last)
	if err != nil || fees0.Uint64() != 10_000 || fees1.Uint64() != 12_000 {
		t.Errorf("fees %s and %s (%v), want 10000 and 12000", fees0.Dec(), fees1.Dec(), err)
	}
}

func TestARangeEnclosesItsPrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tick := rapid.Int32Range(-300_000, 300_000).Draw(t, "tick")
		spacing := rapid.SampledFrom([]int32{1, 10, 60, 200}).Draw(t, "spacing")
		below := rapid.Float64Range(0.001, 0.9).Draw(t, "below")
		above := rapid.Float64Range(0.001, 10).Draw(t, "above")
		lower, upper, err := uniswap.ApproxRange(tick, below, above, spacing)
		if err != nil || lower%spacing != 0 || upper%spacing != 0 {
			t.Fatalf("%d to %d: %v", lower, upper, err)
		}
		low, high := math.Pow(1.0001, float64(lower-tick)), math.Pow(1.0001, float64(upper-tick))
		slack := math.Pow(1.0001, float64(spacing+1))
		if low > 1-below+1e-9 || low*slack < 1-below || high < 1+above-1e-9 || high > (1+above)*slack {
			t.Fatalf("-%g to +%g became %g to %g", below, above, low-1, high-1)
		}
	})
	for _, bad := range [][2]float64{{0, 1}, {1, 1}, {0.5, 0}, {math.NaN(), 1}, {0.5, math.Inf(1)}} {
		if _, _, err := uniswap.ApproxRange(0, bad[0], bad[1], 10); !errors.Is(err, uniswap.ErrTickRange) {
			t.Errorf("range %v: %v", bad, err)
		}
	}
}

func TestNearestUsableTick(t *testing.T) {
	for _, c := range []struct{ tick, spacing, want int32 }{
		{0, 60, 0},
		{29, 60, 0},
		{30, 60, 60},
		{-29, 60, 0},
		{-30, 60, 0},
		{-31, 60, -60},
		{uniswap.MaxTick, 60, 887220},
		{uniswap.MinTick, 60, -887220},
		{7, 1, 7},
	} {
		if got := uniswap.NearestUsableTick(c.tick, c.spacing); got != c.want {
			t.Errorf("tick %d, spacing %d: %d, want %d", c.tick, c.spacing, got, c.want)
		}
	}
}
