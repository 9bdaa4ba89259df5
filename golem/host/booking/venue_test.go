package booking

import (
	"fmt"
	"testing"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
)

// A swap elsewhere pays that exchange's fee, in the direction it went; in the pool the
// pool's, also where the body names it.
func TestASwapOnAnotherExchangeBooksItsOwnFee(t *testing.T) {
	for _, c := range []struct {
		protocol string
		sell     bool
		fee      int64
	}{
		{"uniswap-v2", false, 3_000_000},
		{"uniswap-v4", false, 100_000},
		{"uniswap-v3", false, 500_000},
		{"uniswap-v4", true, 2e14},
		{"uniswap-v2", true, 3e15},
	} {
		t.Run(fmt.Sprint(c.protocol, c.sell), func(t *testing.T) {
			d, books := setUp(t)
			r := seen()
			r.Venues = []turn.Venue{{Protocol: "uniswap-v2", Fee0Pips: 3000, Fee1Pips: 3000}, {Protocol: "uniswap-v4", Fee0Pips: 100, Fee1Pips: 200}}
			body := `{"type":"swap","params":{"protocol":"` + c.protocol + `"},"constraints":{}}`
			bought := done("swap", "p0", `{}`, paid(usdc, 1000e6), got(weth, 2e18))
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
