package grammar

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"
)

const supply = `{"type":"supply","params":{"market":"aave-v3","asset":"usdc","amount":"7000000"},"constraints":{}}`

// lending is a body of another kind and amount.
func lending(kind, amount string) string {
	return strings.NewReplacer(`"supply"`, `"`+kind+`"`, "7000000", amount).Replace(supply)
}

// spec: safety §5
func TestWhatTheGrammarRefusesOfLending(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(supply, old, new, 1) }
	most := new(uint256.Int).SetAllOne().Dec()
	refused(t, []wrong{
		{"a market that there is none of", replace("aave-v3", "aave-v4"), `params.market: "aave-v4" is not one of [aave-v3 morpho-blue wbtc-86]`},
		{"an exchange", replace("aave-v3", "weth-usdc-5"), `params.market: "weth-usdc-5" is not one of [aave-v3 morpho-blue wbtc-86]`},
		{"an exchange to repay at", strings.Replace(lending("repay", "all"), "aave-v3", "weth-usdc-5", 1), `params.market: "weth-usdc-5" is not one of [aave-v3 morpho-blue wbtc-86]`},
		{"another case", replace("aave-v3", "AAVE-v3"), "params.market"},
		{"nothing", replace("aave-v3", ""), `params.market: "" is not one of`},
		{"an address as a market", replace("aave-v3", "0x00000000000000000000000000000000000000cc"), "params.market"},
		{"a long market", replace("aave-v3", strings.Repeat("a", 3_000)), `params.market: "` + strings.Repeat("a", 79) + `" is not one of`},
		{"a list of markets", replace(`"aave-v3"`, `["aave-v3"]`), `params.market: ["aave-v3"] is not a text`},
		{"an amount as a number", replace(`"7000000"`, "7"), "params.amount: 7 is not a text"},
		{"a repayment as a number", strings.Replace(lending("repay", "7"), `"7"`, "7", 1), "params.amount: 7 is not a text"},
		{"a market's id", replace(`"asset"`, `"market_id":"0x01","asset"`), "unknown field"},
		{"another spelling of Morpho", replace("aave-v3", "morpho"), "params.market"},
		{"no market", replace(`"market":"aave-v3",`, ``), `lacks "market"`},
		{"a protocol beside it", replace(`"asset"`, `"protocol":"aave-v3","asset"`), "unknown field"},
		{"a symbol for a handle", replace("usdc", "USDC"), "params.asset"},
		{"supplying everything", lending("supply", "all"), "params.amount"},
		{"borrowing everything", lending("borrow", "all"), "params.amount"},
		{"another word", lending("repay", "ALL"), "params.amount"},
		{"the number that means everything", lending("repay", most), "params.amount"},
		{"the same of a supply", lending("supply", most), "params.amount"},
		{"nothing", lending("withdraw", "0"), "params.amount"},
		{"somebody else's account", replace(`"asset"`, `"on_behalf_of":"0x00000000000000000000000000000000000000cc","asset"`), "unknown field"},
		{"a receiver", replace(`"asset"`, `"to":"0x00000000000000000000000000000000000000cc","asset"`), "unknown field"},
		{"an interest rate mode", replace(`"asset"`, `"mode":1,"asset"`), "unknown field"},
	})
}

func TestOnlyTheWordAsksForEverything(t *testing.T) {
	for body, want := range map[string]bool{lending("withdraw", "all"): true, lending("repay", "all"): true, lending("repay", "7"): false, supply: false, swap: false} {
		a, err := Parse([]byte(body), &names)
		if err != nil || a.All() != want {
			t.Errorf("%s: everything %v, %v", body, a.All(), err)
		}
	}
}

// The bytes that permits, capabilities and journals are bound to.
func TestASwapsCanonicalFormIsThis(t *testing.T) {
	a, err := Parse([]byte(swap), &names)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"constraints":{},"params":{"amount_in":"1000000000000000000","market":"weth-usdc-5","protocol":"uniswap-v3","slippage_bps":50,"token_in":"0x00000000000000000000000000000000000000aa","token_out":"0x00000000000000000000000000000000000000bb"},"type":"swap"}`
	if got := string(a.Canonical()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// The bytes that permits of the other kinds are bound to: a position has its market there.
func TestTheCanonicalFormsOfPositionsAreThese(t *testing.T) {
	for body, want := range map[string]string{
		liquidity: `{"constraints":{},"params":{"base_amount":"3","market":"weth-usdc-5","protocol":"uniswap-v3","quote_amount":"7","slippage_bps":0,"tick_lower":-10,"tick_upper":10},"type":"add_liquidity"}`,
		leave:     `{"constraints":{},"params":{"market":"wbtc-usdc-30","percent":100,"position_id":"12","protocol":"uniswap-v3","slippage_bps":50},"type":"remove_liquidity"}`,
	} {
		if a, err := Parse([]byte(body), &names); err != nil || string(a.Canonical()) != want {
			t.Errorf("%s\nwant %s, %v", a.Canonical(), want, err)
		}
	}
}

// The bytes that permits of lending are bound to.
func TestALendingActionsCanonicalFormIsThis(t *testing.T) {
	for _, l := range names.Lending {
		a, err := Parse([]byte(strings.Replace(supply, aaveV3, l.Handle, 1)), &names)
		if err != nil {
			t.Fatal(err)
		}
		want := `{"constraints":{},"params":{"amount":"7000000","asset":"0x00000000000000000000000000000000000000aa","market":"` + l.Handle + `","protocol":"` + l.Protocol + `"},"type":"supply"}`
		if got := string(a.Canonical()); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
