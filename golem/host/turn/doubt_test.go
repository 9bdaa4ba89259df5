package turn

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// A reading is doubtful where the account has something at a price in doubt, wherever that lies, or in a
// lending market that its logs contradict.
//
// spec: heartbeat §3, chain §12
func TestAReadingIsDoubtfulByWhatTheAccountHas(t *testing.T) {
	usdc, weth, wbtc := Token{common.Address{1}, "USDC", 6}, Token{common.Address{2}, "WETH", 18}, Token{common.Address{3}, "WBTC", 8}
	some := *uint256.NewInt(1)
	position := func(market string) func(*Reading) {
		return func(r *Reading) { r.Positions = []Position{{ID: "1", Market: market}} }
	}
	lent := func(x Reserve, contrary ...Contrary) func(*Reading) {
		return func(r *Reading) {
			r.Lending, r.Contrary = []Lending{{Handle: "lender", Reserves: []Reserve{x}}}, contrary
		}
	}
	for name, c := range map[string]struct {
		has  func(*Reading)
		want bool
	}{
		"nothing":                           {func(*Reading) {}, false},
		"it":                                {func(r *Reading) { r.Assets[1].Units = some }, true},
		"dust of it":                        {func(r *Reading) { r.Assets[1].Units, r.Assets[1].Dust = some, true }, false},
		"another":                           {func(r *Reading) { r.Assets[2].Units = some }, false},
		"a position of which it is base":    {position("weth-usdc-5"), true},
		"a position of which it is quote":   {position("wbtc-weth-5"), true},
		"a position of others":              {position("wbtc-usdc-5"), false},
		"it, lent":                          {lent(Reserve{Token: weth, Supplied: some}), true},
		"it, owed":                          {lent(Reserve{Token: weth, Owed: some}), true},
		"another, lent":                     {lent(Reserve{Token: wbtc, Supplied: some}), false},
		"another, lent where logs differ":   {lent(Reserve{Token: usdc, Supplied: some}, Contrary{Market: "lender", What: "shares"}), true},
		"another, owed where logs differ":   {lent(Reserve{Token: usdc, Owed: some}, Contrary{Market: "lender", What: "shares"}), true},
		"nothing where logs differ":         {lent(Reserve{Token: usdc}, Contrary{Market: "lender", What: "shares"}), false},
		"another, lent where none of it do": {lent(Reserve{Token: usdc, Supplied: some}, Contrary{Market: "weth-usdc-5", What: "rate"}), false},
	} {
		r := Reading{
			Assets:  []Asset{{Token: usdc, Price: 1}, {Token: weth, Price: 2_000, Doubt: "bent"}, {Token: wbtc, Price: 60_000}},
			Markets: []Market{{Handle: "weth-usdc-5", Base: weth, Quote: usdc}, {Handle: "wbtc-weth-5", Base: wbtc, Quote: weth}, {Handle: "wbtc-usdc-5", Base: wbtc, Quote: usdc}},
		}
		c.has(&r)
		if r.Doubtful() != c.want || (r.Unsure() != "") != c.want {
			t.Errorf("%s: doubtful %v, %q", name, r.Doubtful(), r.Unsure())
		}
	}
}
