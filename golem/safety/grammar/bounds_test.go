package grammar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

const liquidity = `{"type":"add_liquidity","params":{"market":"weth-usdc-5","base_amount":"3","quote_amount":"7","tick_lower":-10,"tick_upper":10,"slippage_bps":0},"constraints":{}}`

const leave = `{"type":"remove_liquidity","params":{"position_id":"12","percent":100,"slippage_bps":50},"constraints":{}}`

// under is the swap with constraints.
func under(constraints string) string {
	return strings.Replace(swap, `"constraints":{}`, `"constraints":`+constraints, 1)
}

// list is a JSON list of n times the item.
func list(n int, item string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
}

// spec: safety §5 — each bound of a parameter holds at its very number, and in no field is
// a text a number or a number a text.
func TestEachBoundOfAParameterHolds(t *testing.T) {
	in := func(body, old, new string) string { return strings.Replace(body, old, new, 1) }
	for _, c := range []struct {
		name, body, refused string // as; empty: allowed
	}{
		{"slippage of nothing", in(swap, "50}", "0}"), ""},
		{"slippage below nothing", in(swap, "50}", "-1}"), "params.slippage_bps"},
		{"the most slippage", in(swap, "50}", "5000}"), ""},
		{"slippage as a text", in(swap, "50}", `"50"}`), "params.slippage_bps"},
		{"the least part", in(leave, ":100", ":1"), ""},
		{"no part", in(leave, ":100", ":0"), "params.percent"},
		{"more than everything", in(leave, ":100", ":101"), "params.percent"},
		{"the lowest tick", in(liquidity, "-10", "-887272"), ""},
		{"a tick below", in(liquidity, "-10", "-887273"), "params.tick_lower"},
		{"the highest tick", in(liquidity, ":10", ":887272"), ""},
		{"a tick above", in(liquidity, ":10", ":887273"), "params.tick_upper"},
		{"a tick of minus nothing", in(liquidity, ":10", ":-0"), "params.tick_upper: -0 is not a whole number from -887272 to 887272"},
		{"a tick beyond all numbers", in(liquidity, ":10", ":9223372036854775808"), "params.tick_upper: 9223372036854775808 is not"},
		{"a tick as a text", in(liquidity, ":10", `:"10"`), "params.tick_upper"},
		{"an empty range", in(liquidity, ":10", ":-10"), "params.tick_upper"},
		{"a range upside down", in(liquidity, ":10", ":-11"), "params.tick_upper"},
		{"one side of liquidity", in(liquidity, `"3"`, `"0"`), ""},
		{"the other", in(liquidity, `"7"`, `"0"`), ""},
		{"no liquidity", in(in(liquidity, `"3"`, `"0"`), `"7"`, `"0"`), "params.base_amount: both amounts are zero"},
		{"no position", in(leave, `"12"`, `"0"`), "params.position_id"},
		{"a market as a number", in(liquidity, `"weth-usdc-5"`, "12"), "params.market: 12 is not a text"},
		{"a kind as a number", in(swap, `"swap"`, "7"), "type: 7 is not a text"},
		{"78 digits too many for a word", in(swap, "1000000000000000000", strings.Repeat("9", 78)), "params.amount_in"},
		{"a name that is cut off", `{"type`, "is not a JSON object"},
		{"a value that is cut off", `{"type":`, "is not a JSON object"},
		{"a list and a brace", `[}`, "is not a JSON object"},
		{"the longest body", swap + strings.Repeat(" ", MaxBody-len(swap)), ""},
		{"one longer", swap + strings.Repeat(" ", MaxBody-len(swap)+1), "bytes, at most 4096"},
		{"what else a swap may have is told", in(swap, `"slippage_bps"`, `"x":1,"slippage_bps"`), "(allowed: [market token_in token_out amount_in slippage_bps])"},
	} {
		_, err := Parse([]byte(c.body), &names)
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %v, want %q", c.name, err, c.refused)
		}
	}
}

// spec: safety §5 — a proposal's constraints are read whole or refused: what cannot be
// read does not bound nothing.
func TestConstraintsAreReadOrRefused(t *testing.T) {
	const handle = `"usdc"`
	for _, c := range []struct{ name, constraints, refused string }{
		{"none", `{}`, ""},
		{"no object", `7`, "constraints: is not a JSON object"},
		{"the least value", `{"max_value_usd":"0.000001"}`, ""},
		{"a value of nothing", `{"max_value_usd":"0"}`, "constraints.max_value_usd: is not above zero"},
		{"a value below nothing", `{"max_value_usd":"-5"}`, "constraints.max_value_usd"},
		{"a value as a number", `{"max_value_usd":5}`, "constraints.max_value_usd: 5 is not a text"},
		{"a value of words", `{"max_value_usd":"much"}`, `"much"`},
		{"no value", `{"max_value_usd":null}`, "constraints.max_value_usd"},
		{"32 tokens", `{"approved_tokens":` + list(32, handle) + `}`, ""},
		{"33 tokens", `{"approved_tokens":` + list(33, handle) + `}`, "constraints.approved_tokens: is not a list of at most 32"},
		{"tokens that are no list", `{"approved_tokens":` + handle + `}`, "constraints.approved_tokens: is not a list"},
		{"a token by its symbol", `{"approved_tokens":[` + handle + `,"USDC"]}`, `constraints.approved_tokens: "USDC" is not one of [usdc weth wbtc]`},
		{"a bad one before good ones", `{"approved_tokens":["USDC",` + handle + `]}`, "constraints.approved_tokens"},
		{"a token by its address", `{"approved_tokens":["0x00000000000000000000000000000000000000aa"]}`, "constraints.approved_tokens"},
		{"a market for a token", `{"approved_tokens":["weth-usdc-5"]}`, "constraints.approved_tokens"},
		{"33 protocols", `{"approved_protocols":` + list(33, `"aave-v3"`) + `}`, "constraints.approved_protocols"},
		{"a protocol as a number", `{"approved_protocols":[3]}`, "constraints.approved_protocols"},
		{"a bad one before good ones of protocols", `{"approved_protocols":[3,"aave-v3"]}`, "constraints.approved_protocols"},
		{"another beside them", `{"max_value_usd":"5","min":"1"}`, "constraints: has an unknown field"},
	} {
		_, err := Parse([]byte(under(c.constraints)), &names)
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: %v, want %q", c.name, err, c.refused)
		}
	}
}

// What a proposal binds itself to reaches the cage, and is part of what a permit is bound
// to; an empty list allows nothing and is not the same as none.
func TestConstraintsBindAndAreHashed(t *testing.T) {
	a, err := Parse([]byte(under(`{"max_value_usd":"12.5","approved_tokens":["usdc"],"approved_protocols":["aave-v3","uniswap-v3"]}`)), &names)
	if err != nil {
		t.Fatal(err)
	}
	c := a.Constraints
	if c.MaxValue != 12_500_000 || !slices.Equal(c.Tokens, []common.Address{common.HexToAddress("0xaa")}) || !slices.Equal(c.Protocols, []string{"aave-v3", "uniswap-v3"}) {
		t.Errorf("read as %+v", c)
	}
	const want = `{"constraints":{"approved_protocols":["aave-v3","uniswap-v3"],"approved_tokens":["0x00000000000000000000000000000000000000aa"],"max_value_usd":"12.5`
	if got := string(a.Canonical()); !strings.HasPrefix(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	hashes := map[[32]byte]string{}
	for _, text := range []string{`{}`, `{"max_value_usd":"0.000001"}`, `{"max_value_usd":"2"}`, `{"approved_tokens":[]}`, `{"approved_protocols":[]}`, `{"approved_protocols":["x"]}`} {
		a, err := Parse([]byte(under(text)), &names)
		if err != nil {
			t.Fatal(err)
		}
		if other, twice := hashes[a.Hash()]; twice {
			t.Errorf("%s has the hash of %s", text, other)
		}
		hashes[a.Hash()] = text
		if empty := strings.Contains(text, "[]"); empty && a.Constraints.Tokens == nil && a.Constraints.Protocols == nil {
			t.Errorf("%s binds nothing", text)
		}
	}
}

// An order of the Golem's own is bound to what it carries: no permit of one is a permit of
// another.
func TestAnOrderOfTheGolemsOwnIsBoundToItsPayload(t *testing.T) {
	for kind, own := range map[Kind]bool{
		Anchor: true, Declare: true, HandOver: true, Sweep: true,
		Swap: false, AddLiquidity: false, RemoveLiquidity: false, ClaimFees: false, Supply: false, Withdraw: false, Borrow: false, Repay: false,
	} {
		if kind.Own() != own {
			t.Errorf("%s is the Golem's own: %v", kind, kind.Own())
		}
	}
	for _, kind := range []Kind{Anchor, HandOver, Sweep} {
		if a, b := (Action{Kind: kind, Payload: []byte{1}}), (Action{Kind: kind, Payload: []byte{2}}); a.Hash() == b.Hash() {
			t.Errorf("%s is not bound to its payload", kind)
		}
		if _, err := Parse([]byte(fmt.Sprintf(`{"type":%q,"params":{},"constraints":{}}`, kind)), &names); err == nil {
			t.Errorf("%s was proposed", kind)
		}
	}
}

// Which protocol an action goes to follows from its market, or its position: nothing that is
// written beside it makes it another.
func TestTheMarketOrThePositionSaysTheProtocol(t *testing.T) {
	for _, kind := range Kinds() {
		if a := (Action{Kind: kind}); a.Lends() != slices.Contains([]Kind{Supply, Withdraw, Borrow, Repay}, kind) {
			t.Errorf("%s: lends %v", kind, a.Lends())
		}
	}
	moved := turn.Reading{Positions: []turn.Position{{ID: "12", Market: "weth-usdc-5-v4", Protocol: uniswapV4}, {ID: "1", Market: "weth-usdc-5", Protocol: uniswapV3}}}
	for _, c := range []struct {
		body             string
		names            *turn.Reading
		market, protocol string
	}{
		{swap, &names, "weth-usdc-5", uniswapV3},
		{on("weth-usdc-30-v2"), &names, "weth-usdc-30-v2", uniswapV2},
		{on("weth-usdc-5-v4"), &names, "weth-usdc-5-v4", uniswapV4},
		{liquidity, &names, "weth-usdc-5", uniswapV3},
		{supply, &names, "aave-v3", aaveV3},
		{strings.Replace(lending("repay", "all"), "aave-v3", "wbtc-86", 1), &names, "wbtc-86", morphoBlue},
		{leave, &names, "wbtc-usdc-30", uniswapV3},
		{leave, &moved, "weth-usdc-5-v4", uniswapV4},
		{strings.Replace(leave, `"12"`, `"13"`, 1), &names, "", ""}, // the cage says whose it is
	} {
		if a, err := Parse([]byte(c.body), c.names); err != nil || a.Market != c.market || a.Protocol != c.protocol {
			t.Errorf("%s: %q of %q, %v", c.body, a.Market, a.Protocol, err)
		}
	}
	a, err := Parse([]byte(lending("withdraw", "7")), &names)
	if err != nil || !strings.Contains(string(a.Canonical()), `"amount":"7"`) {
		t.Errorf("%s, %v", a.Canonical(), err)
	}
	if a.Slippage != 0 || a.Constraints.MaxValue != money.USDC(0) {
		t.Errorf("%+v", a)
	}
}

// What is repeated of a hostile text is at most 79 bytes.
func TestARefusalRepeatsAtMostSoMuch(t *testing.T) {
	for n, whole := range map[int]bool{79: true, 80: false} {
		if got := clip(strings.Repeat("x", n)); len(got) != 79 || (len(got) == n) != whole {
			t.Errorf("of %d: %d", n, len(got))
		}
	}
}
