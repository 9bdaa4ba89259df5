package turn

import (
	"math"
	"testing"

	"github.com/holiman/uint256"
)

// pooled is a reading of a pool of 6 and 18 decimals at 2,000, with a liquidity of a
// million whole units.
func pooled() Reading {
	return Reading{Block: Block{Time: 60}, GasPrice: *uint256.NewInt(2e9), NativeUSD: 2_000, Markets: []Market{{
		Base: Token{Symbol: "WETH", Decimals: 18}, Quote: Token{Symbol: "USDC", Decimals: 6}, Price: 2_000,
		Range: &Range{Liquidity: *uint256.NewInt(1e18), Growth: make([]uint256.Int, 2), Inverse: true},
	}}}
}

// Fee growth, liquidity and the worth of a position are in one unit: what the pool
// pays to all of its liquidity is what it earned.
func TestALiquidityProvidersEarningsAreInTheUnitOfItsWorth(t *testing.T) {
	r := pooled()
	unit := 1e12 // the root of 10^6 times 10^18
	// 100 USDC and 0.05 WETH of fees, shared among all raw liquidity.
	r.Markets[0].Range.Growth[0] = *x128(0.05e18 / 1e18)
	r.Markets[0].Range.Growth[1] = *x128(100e6 / 1e18)
	s := r.Sight(r.Primary())
	if got := s.Liquidity; math.Abs(got-1e18/unit) > 1e-6 {
		t.Errorf("liquidity %v", got)
	}
	if got := (Sight{}).Fees(Sight{Price: 2_000, FeeBase: s.FeeBase, FeeQuote: s.FeeQuote}) * s.Liquidity; math.Abs(got-200) > 1e-6 {
		t.Errorf("all liquidity earned %v, want 200", got)
	}
	// A position over the whole range of liquidity l is worth 2·l·√price.
	if got := LiquidityWorth(2_000, 1e-12, 1e18); math.Abs(got/(2*math.Sqrt(2_000))-1) > 1e-5 {
		t.Errorf("worth %v", got)
	}
}

// Liquidity that was held back lost against holding what the price took, and earned
// only while the price is within.
func TestWhatHeldBackLiquidityWouldHaveComeTo(t *testing.T) {
	trade := &Untraded{Price: 2_000, Cost: 0.001, Lower: -600, Upper: 600}
	still := trade.Gain(Sight{Price: 2_000})
	if math.Abs(still+0.001) > 1e-9 {
		t.Errorf("an hour in which nothing happens: %v", still)
	}
	earned := trade.Gain(Sight{Price: 2_000, FeeQuote: 0.01})
	if !(earned > still) {
		t.Errorf("with fees %v", earned)
	}
	down, up := trade.Gain(Sight{Price: 1_800, FeeQuote: 0.01}), trade.Gain(Sight{Price: 2_200, FeeQuote: 0.01})
	if !(down < -0.05) || !(up > still) || up > 0.1 {
		t.Errorf("below the range %v, above it %v", down, up)
	}
}

func x128(v float64) *uint256.Int {
	n := uint256.NewInt(uint64(v * 1e15))
	n.Lsh(n, 128)
	return n.Div(n, uint256.NewInt(1e15))
}
