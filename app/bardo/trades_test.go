package bardo

import (
	"strings"
	"testing"

	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
)

// A trade in a market that is quoted in another token than the life is told in names its tokens, in the
// table and in the file of values.
func TestTradesNameTheTokensOfTheirMarkets(t *testing.T) {
	all := []report.Trade{
		{Number: 1, Market: "weth-usdc-5", Buy: true, Base: 0.01, Quote: 20.5, Price: 2050, Fee: 0.01, Gas: money.One, BaseToken: "WETH", QuoteToken: "USDC"},
		{Number: 2, Market: "aave-weth-30", Base: 0.2, Quote: 0.0096, Price: 0.048, Fee: 0.05, Gas: money.One, BaseToken: "AAVE", QuoteToken: "WETH"},
	}
	for csv, want := range map[bool][]string{
		false: {"fee (USDC)", "gas (USDC)", "0.010000 WETH  20.5 USDC", "0.200000 AAVE  0.0096 WETH  0.048 "},
		true:  {"tx,base_token,quote_token\n", ",WETH,USDC\n", ",AAVE,WETH\n"},
	} {
		var out strings.Builder
		if err := (&shell{out: &out}).trades(all, "", report.Market{Handle: "weth-usdc-5", Base: "WETH", Quote: "USDC"}, csv); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("the list lacks %q:\n%s", w, out.String())
			}
		}
	}
}
