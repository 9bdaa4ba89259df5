package uniswapv3

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
)

// A pool is told in its quote token, whichever of its tokens that is: 2^28 units for a unit are
// its exact price, and with 18 decimals for 6 the price of a whole token is 2^28 · 10^12.
// Growth comes as that of base and quote.
func TestAPoolIsToldInItsQuoteToken(t *testing.T) {
	base, quote := turn.Token{Address: common.Address{1}, Symbol: "WETH", Decimals: 18}, turn.Token{Address: common.Address{2}, Symbol: "USDC", Decimals: 6}
	at := func(shift uint) *uint256.Int { return new(uint256.Int).Lsh(uint256.NewInt(1), shift) }
	for _, inverse := range []bool{false, true} {
		p := &pool{handle: "weth-usdc-5", terms: Terms{Pool: common.Address{3}}, base: base, quote: quote, inverse: inverse, loader: &uniswap.Loader{Fee: 500, TickSpacing: 10}}
		state := &uniswap.Pool{SqrtPriceX96: *at(96 + 14), Tick: 7, Liquidity: *uint256.NewInt(1_000), FeeGrowthGlobal0X128: *uint256.NewInt(5), FeeGrowthGlobal1X128: *uint256.NewInt(6)}
		earned := []uint256.Int{*uint256.NewInt(5), *uint256.NewInt(6)}
		if inverse {
			state.SqrtPriceX96, earned = *at(96 - 14), []uint256.Int{*uint256.NewInt(6), *uint256.NewInt(5)}
		}
		m := p.market(state, true)
		if m.Handle != "weth-usdc-5" || m.Protocol != Name || m.Address != p.terms.Pool || m.Base != base || m.Quote != quote || m.BaseFee != 500 || m.QuoteFee != 500 {
			t.Errorf("inverse %v: %+v", inverse, m)
		}
		if m.Rate != *at(128 + 28) || math.Abs(m.Price/(0x1p28*1e12)-1) > 1e-12 || m.Depth != *uint256.NewInt(2 * 1_000 << 14) {
			t.Errorf("inverse %v: rate %s, price %g, depth %s", inverse, m.Rate.Dec(), m.Price, m.Depth.Dec())
		}
		g := m.Range
		if g.Inverse != inverse || g.Tick != 7 || g.Spacing != 10 || g.SqrtPriceX96 != state.SqrtPriceX96 || g.Liquidity != state.Liquidity || len(g.Growth) != 2 || g.Growth[0] != earned[0] || g.Growth[1] != earned[1] {
			t.Errorf("inverse %v: %+v", inverse, g)
		}
		if m := p.market(state, false); m.Range.Growth != nil {
			t.Errorf("inverse %v: growth that nobody asked for", inverse)
		}
		if m := p.market(&uniswap.Pool{}, false); !m.Rate.IsZero() || m.Price != 0 || !m.Depth.IsZero() {
			t.Errorf("inverse %v: a pool without a price has rate %s, price %g, depth %s", inverse, m.Rate.Dec(), m.Price, m.Depth.Dec())
		}
	}
}
