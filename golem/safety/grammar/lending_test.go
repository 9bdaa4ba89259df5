package grammar

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"
)

const supply = `{"type":"supply","params":{"protocol":"aave-v3","asset":"0x00000000000000000000000000000000000000aa","amount":"7000000"},"constraints":{}}`

// lending is a body of another kind and amount.
func lending(kind, amount string) string {
	return strings.NewReplacer(`"supply"`, `"`+kind+`"`, "7000000", amount).Replace(supply)
}

// spec: safety §5
func TestWhatTheGrammarRefusesOfLending(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(supply, old, new, 1) }
	most := new(uint256.Int).SetAllOne().Dec()
	refused(t, []wrong{
		{"a protocol that is not on the list", replace("aave-v3", "aave-v4"), "params.protocol"},
		{"an address as a protocol", replace("aave-v3", "0x00000000000000000000000000000000000000cc"), "params.protocol"},
		{"a list of protocols", replace(`"aave-v3"`, `["aave-v3"]`), `params.protocol: ["aave-v3"] is not a text`},
		{"an amount as a number", replace(`"7000000"`, "7"), "params.amount: 7 is not a text"},
		{"a repayment as a number", strings.Replace(lending("repay", "7"), `"7"`, "7", 1), "params.amount: 7 is not a text"},
		{"a market's id", replace(`"asset"`, `"market_id":"0x01","asset"`), "unknown field"},
		{"another spelling of Morpho", replace("aave-v3", "morpho"), "params.protocol"},
		{"no protocol", replace(`"protocol":"aave-v3",`, ``), `lacks "protocol"`},
		{"a symbol for an address", replace("0x00000000000000000000000000000000000000aa", "USDC"), "params.asset"},
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
		a, err := Parse([]byte(body))
		if err != nil || a.All() != want {
			t.Errorf("%s: everything %v, %v", body, a.All(), err)
		}
	}
}

// The bytes that permits, capabilities and old journals are bound to.
func TestASwapsCanonicalFormHasNothingNew(t *testing.T) {
	a, err := Parse([]byte(swap))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"constraints":{},"params":{"amount_in":"1000000000000000000","slippage_bps":50,"token_in":"0x00000000000000000000000000000000000000aa","token_out":"0x00000000000000000000000000000000000000bb"},"type":"swap"}`
	if got := string(a.Canonical()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestEachActionNamesItsProtocol(t *testing.T) {
	morpho := strings.Replace(lending("repay", "all"), AaveV3, MorphoBlue, 1)
	for body, want := range map[string]string{swap: UniswapV3, supply: AaveV3, lending("repay", "all"): AaveV3, morpho: MorphoBlue} {
		a, err := Parse([]byte(body))
		if err != nil || a.Uses() != want {
			t.Errorf("%s: %q, %v", body, a.Uses(), err)
		}
	}
}

// The bytes that permits of lending are bound to: the protocol is a word in them, and
// nothing else of a second one.
func TestALendingActionsCanonicalFormIsAsItWas(t *testing.T) {
	for _, protocol := range Lenders() {
		a, err := Parse([]byte(strings.Replace(supply, AaveV3, protocol, 1)))
		if err != nil {
			t.Fatal(err)
		}
		want := `{"constraints":{},"params":{"amount":"7000000","asset":"0x00000000000000000000000000000000000000aa","protocol":"` + protocol + `"},"type":"supply"}`
		if got := string(a.Canonical()); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
