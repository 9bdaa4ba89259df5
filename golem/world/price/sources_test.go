package price

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// Logs that contradict a market put both of its tokens in doubt.
//
// spec: chain §12
func TestLogsPutBothTokensOfAMarketInDoubt(t *testing.T) {
	r := holding([]turn.Token{usdc, weth, wbtc}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 10_000_000),
		traded("wbtc-usdc-5", wbtc, usdc, 40_000, 1, 10_000_000), traded("wbtc-weth-30", wbtc, weth, 20, 1, 400))
	r.Contrary = []turn.Contrary{{Market: "wbtc-weth-30", What: "rate", Read: "3", Told: "4"}}
	if Value(r, Spread); r.Assets[1].Doubt == "" || r.Assets[2].Doubt == "" || r.Assets[0].Doubt != "" {
		t.Errorf("%q, %q and %q", r.Assets[0].Doubt, r.Assets[1].Doubt, r.Assets[2].Doubt)
	}
}

// What a position earned in either token is a part of the stake.
func TestAStakeCountsTheFeesOfBothTokens(t *testing.T) {
	m := NewMemory(Spread)
	for name, c := range map[string]func(*turn.Position){
		"base":       func(p *turn.Position) { p.Base = *uint256.NewInt(1e18) },
		"quote":      func(p *turn.Position) { p.Quote = *uint256.NewInt(2_000e6) },
		"base fees":  func(p *turn.Position) { p.BaseFees = *uint256.NewInt(1e18) },
		"quote fees": func(p *turn.Position) { p.QuoteFees = *uint256.NewInt(2_000e6) },
	} {
		r := at(1, 100, 2_000)
		r.Assets[1].Units.Clear()
		p := turn.Position{Market: "weth-usdc-5"}
		c(&p)
		r.Positions = []turn.Position{p}
		if stake := m.stake(r, &r.Assets[1]); stake < 1_999 || stake > 2_001 {
			t.Errorf("%s: a stake of %v, want 2,000", name, stake)
		}
	}
}

// The median of an even number of prices lies between its two sides, the lower one first.
func TestTheMiddleOfPrices(t *testing.T) {
	for _, c := range []struct {
		prices    []float64
		low, high float64
	}{{[]float64{7}, 7, 7}, {[]float64{9, 1}, 1, 9}, {[]float64{9, 1, 4}, 4, 4}, {[]float64{8, 1, 9, 4}, 4, 8}} {
		var all []point
		for _, p := range c.prices {
			all = append(all, point{price: p})
		}
		if low, high, ok := middle(all); !ok || low != c.low || high != c.high {
			t.Errorf("%v: %v to %v", c.prices, low, high)
		}
	}
	if _, _, ok := middle(nil); ok {
		t.Error("nothing has a middle")
	}
}
