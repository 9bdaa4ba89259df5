package booking

import (
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
)

// A swap pays the fee of the market that it names, in the direction it went.
func TestASwapBooksTheFeeOfItsMarket(t *testing.T) {
	for _, c := range []struct {
		market string
		sell   bool
		fee    int64
	}{
		{"weth-usdc-30-v2", false, 3_000_000},
		{"weth-usdc-1-v4", false, 100_000},
		{"weth-usdc-5", false, 500_000},
		{"weth-usdc-1-v4", true, 2e14},
		{"weth-usdc-30-v2", true, 3e15},
	} {
		t.Run(fmt.Sprint(c.market, c.sell), func(t *testing.T) {
			d, books := setUp(t)
			r := seen()
			pair, pool := r.Markets[0], r.Markets[0]
			pair.Handle, pair.Protocol, pair.BaseFee, pair.QuoteFee = "weth-usdc-30-v2", "uniswap-v2", 3000, 3000
			pool.Handle, pool.Protocol, pool.BaseFee, pool.QuoteFee = "weth-usdc-1-v4", "uniswap-v4", 200, 100
			r.Markets = append(r.Markets, pair, pool)
			body := `{"type":"swap","params":{"market":"` + c.market + `"},"constraints":{}}`
			bought := done("swap", "p0", inMarket, paid(usdc, 1000e6), got(weth, 2e18))
			act, asset := done("swap", "p1", body, paid(usdc, 1000e6), got(weth, 5e17)), usdc.Hex()
			if c.sell {
				check(t, d.Tokens.Executed(bought, r))
				act, asset = done("swap", "p1", body, paid(weth, 1e18), got(usdc, 500e6)), weth.Hex()
			}
			check(t, d.Tokens.Executed(act, r))
			expect(t, books, ledger.Fees, asset, c.fee)
			if books.Sum(asset).Sign() != 0 {
				t.Errorf("%s sums to %s", asset, books.Sum(asset))
			}
		})
	}
}

// A swap of any two assets is booked in both, with the fee of its market, and what else came in
// its transaction is no part of it; fees of a position are those of its market's tokens.
func TestEveryAssetOfTheReadingIsBooked(t *testing.T) {
	d, books := setUp(t)
	r := seen()
	wbtc := turn.Token{Address: common.HexToAddress("0xcc"), Symbol: "WBTC", Decimals: 8}
	cross := turn.Market{Handle: "wbtc-weth-30", Base: wbtc, Quote: r.Assets[1].Token, BaseFee: 3000, QuoteFee: 1000}
	r.Markets, r.Assets = append(r.Markets, cross), append(r.Assets, turn.Asset{Token: wbtc})
	r.Positions = append(r.Positions, turn.Position{ID: "13", Market: "wbtc-weth-30", BaseFees: *uint256.NewInt(40), QuoteFees: *uint256.NewInt(5)})
	body := `{"params":{"market":"wbtc-weth-30"}}`
	check(t, d.Tokens.Executed(done("swap", "p0", inMarket, paid(usdc, 1000e6), got(weth, 2e18)), r))
	check(t, d.Tokens.Executed(done("swap", "p1", body, paid(weth, 1e18), got(wbtc.Address, 5e6), got(usdc, 7)), r))
	check(t, d.Tokens.Executed(done("remove_liquidity", "p2", `{"params":{"position_id":"13"}}`, got(weth, 25), got(wbtc.Address, 41)), r))
	expect(t, books, ledger.Fees, weth.Hex(), 1e15-5)
	expect(t, books, ledger.Conversion, weth.Hex(), -2e18+1e18-1e15)
	expect(t, books, ledger.Golem, wbtc.Address.Hex(), 5e6+41)
	expect(t, books, ledger.Conversion, wbtc.Address.Hex(), -5e6)
	expect(t, books, ledger.Fees, wbtc.Address.Hex(), -40)
	expect(t, books, ledger.Golem, usdc.Hex(), 9_000e6) // the seven are a stray
	for _, asset := range r.Tokens() {
		if sum := books.Sum(asset.Address.Hex()); sum.Sign() != 0 {
			t.Errorf("%s sums to %s", asset.Symbol, sum)
		}
	}
}
