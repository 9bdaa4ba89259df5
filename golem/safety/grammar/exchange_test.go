package grammar

import (
	"strings"
	"testing"
)

// on is the swap with its exchange named.
func on(exchange string) string {
	return strings.Replace(swap, `"token_in"`, `"protocol":"`+exchange+`","token_in"`, 1)
}

// spec: safety §5
func TestWhatTheGrammarRefusesOfAnExchange(t *testing.T) {
	refused(t, []wrong{
		{"a protocol that is not on the list", on("uniswap-v5"), "params.protocol"},
		{"a lending protocol", on(AaveV3), "params.protocol"},
		{"another case", on("Uniswap-v2"), "params.protocol"},
		{"nothing", on(""), "params.protocol"},
		{"an address as a protocol", on("0x00000000000000000000000000000000000000cc"), "params.protocol"},
		{"a list of protocols", strings.Replace(on("x"), `"x"`, `["uniswap-v2"]`, 1), "params.protocol"},
		{"a number", strings.Replace(on("x"), `"x"`, `2`, 1), "params.protocol: 2 is not a text"},
		{"null", strings.Replace(on("x"), `"x"`, `null`, 1), "params.protocol"},
		{"two protocols", strings.Replace(on(UniswapV2), `"token_in"`, `"protocol":"uniswap-v4","token_in"`, 1), `"protocol" twice`},
		{"a protocol beside params", strings.Replace(swap, `"constraints":{}`, `"constraints":{},"protocol":"uniswap-v2"`, 1), "unknown field"},
		{"a pool beside it", strings.Replace(on(UniswapV4), `"token_in"`, `"pool":"0x00000000000000000000000000000000000000cc","token_in"`, 1), "unknown field"},
		{"a hook beside it", strings.Replace(on(UniswapV4), `"token_in"`, `"hooks":"0x00000000000000000000000000000000000000cc","token_in"`, 1), "unknown field"},
		{"a receiver beside it", strings.Replace(on(UniswapV2), `"token_in"`, `"to":"0x00000000000000000000000000000000000000cc","token_in"`, 1), "unknown field"},
		{"a protocol of a position", `{"type":"claim_fees","params":{"protocol":"uniswap-v2","position_id":"12"},"constraints":{}}`, "unknown field"},
	})
}

// A swap on v3 has the hash it always had, and the others each their own.
func TestASwapOnV3IsTheSameActionNamedOrNot(t *testing.T) {
	hashes := map[[32]byte]string{}
	for body, uses := range map[string]string{swap: UniswapV3, on(UniswapV3): UniswapV3, on(UniswapV2): UniswapV2, on(UniswapV4): UniswapV4} {
		a, err := Parse([]byte(body))
		if err != nil || a.Uses() != uses {
			t.Fatalf("%s: %q, %v", body, a.Uses(), err)
		}
		if before, twice := hashes[a.Hash()]; twice && before != uses {
			t.Errorf("%s and %s are one action", before, uses)
		}
		if hashes[a.Hash()] = uses; strings.Contains(string(a.Canonical()), "protocol\"") != (uses != UniswapV3) {
			t.Errorf("%s", a.Canonical())
		}
	}
	if len(hashes) != 3 {
		t.Errorf("%d different actions", len(hashes))
	}
}
