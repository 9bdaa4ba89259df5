package turn

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
)

// What a position is made of is told at the assets' prices, and as it was read where the market stands at
// them, or nothing tells them.
//
// spec: heartbeat §3
func TestAPositionIsMadeOfWhatItWouldReturnAtTheAssetsPrices(t *testing.T) {
	usdc, weth := Token{common.Address{1}, "USDC", 6}, Token{common.Address{2}, "WETH", 18}
	rate := func(dollars uint64) (v uint256.Int) {
		x := new(big.Int).Lsh(new(big.Int).SetUint64(dollars*1e6), 128)
		v.SetFromBig(x.Quo(x, big.NewInt(1e18)))
		return v
	}
	p := uniswap.Pair{Reserve0: *uint256.NewInt(250_000e6), Reserve1: *uint256.NewInt(1e18)} // at 250,000 instead of 2,500
	for name, c := range map[string]struct {
		ether       uint64 // what WETH costs; 0: nobody knows
		edit        func(*Position)
		base, quote uint64
	}{
		"a bent market":           {ether: 2_500, base: 1e19, quote: 25_000e6},
		"the market's own price":  {ether: 250_000, base: 1e18, quote: 250_000e6},
		"no price":                {ether: 0, base: 1e18, quote: 250_000e6},
		"of what is not in range": {ether: 2_500, edit: func(p *Position) { p.Liquidity.Clear() }, base: 1e18, quote: 250_000e6},
		"ticks that cannot be":    {ether: 2_500, edit: func(p *Position) { p.Lower = -1 << 30 }, base: 1e18, quote: 250_000e6},
	} {
		r := Reading{
			Assets:    []Asset{{Token: usdc, Rate: One(), Units: *uint256.NewInt(7)}, {Token: weth}},
			Markets:   []Market{{Handle: "thin", Base: weth, Quote: usdc, Rate: p.Rate(true), Range: &Range{Inverse: true, Whole: true}}},
			Positions: []Position{{Market: "thin", Lower: uniswap.MinTick, Upper: uniswap.MaxTick, Liquidity: p.Liquidity(), Base: *uint256.NewInt(1e18), Quote: *uint256.NewInt(250_000e6), BaseFees: *uint256.NewInt(3), QuoteFees: *uint256.NewInt(5)}},
		}
		if c.ether > 0 {
			r.Assets[1].Rate = rate(c.ether)
		}
		if c.edit != nil {
			c.edit(&r.Positions[0])
		}
		base, quote := r.Composed(&r.Positions[0])
		if !near(base, c.base) || !near(quote, c.quote) {
			t.Errorf("%s: %s and %s, want %d and %d", name, base.Dec(), quote.Dec(), c.base, c.quote)
		}
		all, _ := r.Everywhere(weth.Address)
		more, _ := r.Everywhere(usdc.Address)
		if !all.Eq(base.AddUint64(&base, 3)) || !more.Eq(quote.AddUint64(&quote, 12)) {
			t.Errorf("%s: everywhere are %s and %s", name, all.Dec(), more.Dec())
		}
	}
	r := Reading{Assets: []Asset{{Token: usdc, Rate: One()}, {Token: weth, Rate: rate(1)}}}
	stray := Position{Market: "gone", Base: *uint256.NewInt(1), Quote: *uint256.NewInt(2)}
	if base, quote := r.Composed(&stray); base.Uint64() != 1 || quote.Uint64() != 2 {
		t.Errorf("of a market that is not read: %s and %s", base.Dec(), quote.Dec())
	}
}

func near(v uint256.Int, want uint64) bool {
	d := new(big.Int).Sub(v.ToBig(), new(big.Int).SetUint64(want))
	return d.Abs(d).Cmp(new(big.Int).SetUint64(want/1e9)) <= 0
}
