package grammar

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// spec: safety §5
func TestWhatTheGrammarRefusesOfCoin(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(wrap, old, new, 1) }
	for _, kind := range []string{"wrap", "unwrap"} {
		refused(t, []wrong{
			{"another asset", strings.Replace(replace("weth", "usdc"), "wrap", kind, 1), `params.asset: "usdc" does not stand for the chain's coin`},
			{"an asset that there is none of", strings.Replace(replace("weth", "eth"), "wrap", kind, 1), `params.asset: "eth" is not one of`},
			{"everything", strings.Replace(replace("7000000", "all"), "wrap", kind, 1), "params.amount"},
			{"the number that means everything", strings.Replace(replace("7000000", new(uint256.Int).SetAllOne().Dec()), "wrap", kind, 1), "params.amount"},
			{"nothing", strings.Replace(replace("7000000", "0"), "wrap", kind, 1), "params.amount"},
			{"a receiver", strings.Replace(replace(`"asset"`, `"to":"0x00000000000000000000000000000000000000cc","asset"`), "wrap", kind, 1), "unknown field"},
			{"a market", strings.Replace(replace(`"asset"`, `"market":"weth9","asset"`), "wrap", kind, 1), "unknown field"},
		})
	}
	if a, err := Parse([]byte(wrap), &turn.Reading{Assets: names.Assets}); err == nil {
		t.Errorf("without anything that stands for the coin: %+v", a)
	}
}

// The bytes that permits are bound to.
func TestTheCanonicalFormOfWrappingIsThis(t *testing.T) {
	const want = `{"constraints":{},"params":{"amount":"7000000","asset":"0x00000000000000000000000000000000000000bb","protocol":"weth9"},"type":"wrap"}`
	a, err := Parse([]byte(wrap), &names)
	if err != nil || string(a.Canonical()) != want || a.Opens() || a.Lends() || !a.Converts() {
		t.Errorf("%s\nwant %s, %v", a.Canonical(), want, err)
	}
}
