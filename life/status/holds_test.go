package status

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// What is held is told at the price that it counts at, which may not be that of the first market, with the
// share of the equity that this worth is, and with the doubt about it. What is lent has its own share.
func TestWhatIsHeldIsToldAtThePriceItCountsAt(t *testing.T) {
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: common.HexToAddress("0xcc"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, Price: 2_000}
	f := newFold()
	f.seen = pool.Seen(new(uint256.Int), new(uint256.Int))
	a := f.seen.Assets
	a[0].Units, a[0].Value = *uint256.NewInt(700e6), 700
	a[1].Units, a[1].Price, a[1].Value, a[1].Doubt = *uint256.NewInt(5e16), 2_010, 100.5, "two markets are 6 % apart"
	f.seen.Lending = []turn.Lending{{Handle: "aave-v3", Value: 201, Reserves: []turn.Reserve{{Token: weth, Supplied: *uint256.NewInt(1e17)}}}}
	var p paper
	f.holdings().text(&p, f.newest())
	for _, want := range []string{
		"700 USDC, worth 700.00 USDC, 69.9 % of equity\n",
		"0.05 WETH at 2010, worth 100.50 USDC, 10.0 % of equity, at a price in doubt\n",
		"lending aave-v3, worth 201.00 USDC, 20.1 % of equity\n",
	} {
		if !strings.Contains(p.b.String(), want) {
			t.Errorf("%s lacks %s", p.b.String(), want)
		}
	}
}
