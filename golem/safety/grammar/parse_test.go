package grammar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
)

// The protocols of the readings here: the grammar takes whatever a reading says.
const (
	uniswapV2  = "uniswap-v2"
	uniswapV3  = "uniswap-v3"
	uniswapV4  = "uniswap-v4"
	aaveV3     = "aave-v3"
	morphoBlue = "morpho-blue"
)

// names are what the bodies' handles mean.
var names = turn.Reading{
	Assets: []turn.Asset{
		{Token: turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}},
		{Token: turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}},
		{Token: turn.Token{Address: common.HexToAddress("0xee"), Symbol: "WBTC", Decimals: 8}},
	},
	Markets: []turn.Market{
		{Handle: "weth-usdc-5", Protocol: uniswapV3, Address: common.HexToAddress("0xcc")},
		{Handle: "wbtc-usdc-30", Protocol: uniswapV3, Address: common.HexToAddress("0xcd")},
		{Handle: "wbtc-weth-5", Protocol: uniswapV3, Address: common.HexToAddress("0xce")},
		{Handle: "weth-usdc-30-v2", Protocol: uniswapV2},
		{Handle: "weth-usdc-5-v4", Protocol: uniswapV4},
	},
	Positions: []turn.Position{{ID: "7", Market: "weth-usdc-5", Protocol: uniswapV3}, {ID: "12", Market: "wbtc-usdc-30", Protocol: uniswapV3}},
	Lending:   []turn.Lending{{Handle: aaveV3, Protocol: aaveV3}, {Handle: morphoBlue, Protocol: morphoBlue}, {Handle: "wbtc-86", Protocol: morphoBlue}},
	Wrapper:   turn.Wrapper{Token: common.HexToAddress("0xbb"), Protocol: "weth9"},
}

const swap = `{"type":"swap","params":{"market":"weth-usdc-5","token_in":"usdc","token_out":"weth","amount_in":"1000000000000000000","slippage_bps":50},"constraints":{}}`

// bodies are one of each kind, and in other words.
var bodies = []string{
	swap, on("wbtc-usdc-30"), on("weth-usdc-30-v2"), on("weth-usdc-5-v4"), liquidity, leave,
	`{"type":"add_liquidity","params":{"market":"wbtc-weth-5","base_amount":"0","quote_amount":"7","tick_lower":-10,"tick_upper":10,"slippage_bps":0},"constraints":{"max_value_usd":"12.5"}}`,
	`{"type":"claim_fees","params":{"position_id":"12"},"constraints":{"approved_protocols":["uniswap-v3"],"approved_tokens":["wbtc","usdc"]}}`,
	supply, lending("borrow", "7"), lending("withdraw", "7"), lending("withdraw", "all"), lending("repay", "7"), lending("repay", "all"), wrap, strings.Replace(wrap, "wrap", "unwrap", 1),
}

const wrap = `{"type":"wrap","params":{"asset":"weth","amount":"7000000"},"constraints":{}}`

// sorted is a body with its names in their order and no more blanks than it needs, and spelled
// is that with each letter of its texts by its number.
func sorted(body []byte) (again []byte, spelled []byte) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		panic(err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	within := false
	for _, c := range bytes.TrimSpace(out.Bytes()) {
		if c == '"' {
			within = !within
		}
		if within && (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
			spelled = fmt.Appendf(spelled, "\\u%04x", c)
			continue
		}
		spelled = append(spelled, c)
	}
	return out.Bytes(), spelled
}

// same fails the test unless a body that is an action is the same one in other words.
func same(t testing.TB, body []byte, a Action) {
	t.Helper()
	again, spelled := sorted(body)
	if bytes.ContainsRune(again, '\\') { // what is spelled already is not spelled twice
		spelled = again
	}
	for _, other := range [][]byte{again, spelled} {
		if len(other) > MaxBody {
			continue
		}
		b, err := Parse(other, &names)
		if err != nil || b.Hash() != a.Hash() || !bytes.Equal(b.Canonical(), a.Canonical()) {
			t.Fatalf("%q is %s, and %q is %s (%v)", body, a.Canonical(), other, b.Canonical(), err)
		}
	}
}

// What is asked for is one action, in whatever order and spelling: its bytes and its hash are the
// same, and no body asks for it that says it in the bytes themselves.
func TestEveryKindParsesToOneFormInAnyOrderAndSpelling(t *testing.T) {
	kinds := map[Kind]bool{}
	for _, body := range bodies {
		a, err := Parse([]byte(body), &names)
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		kinds[a.Kind] = true
		same(t, []byte(body), a)
		spaced := strings.NewReplacer(",", " ,\n\t", ":", " : ", "{", "{ ").Replace(body)
		if b, err := Parse([]byte(spaced), &names); err != nil || b.Hash() != a.Hash() {
			t.Errorf("%s: %v", spaced, err)
		}
		for range 20 {
			if b, err := Parse([]byte(shuffled(body)), &names); err != nil || b.Hash() != a.Hash() {
				t.Errorf("%s: %v", shuffled(body), err)
			}
		}
		if _, err := Parse(a.Canonical(), &names); err == nil {
			t.Errorf("%s is a proposal", a.Canonical())
		}
	}
	if len(kinds) != len(Kinds()) {
		t.Errorf("%d of %d kinds", len(kinds), len(Kinds()))
	}
}

// shuffled is a body with the names of each object in another order.
func shuffled(body string) string {
	var top map[string]json.RawMessage
	if err := json.Unmarshal([]byte(body), &top); err != nil {
		panic(err)
	}
	for name, raw := range top {
		var inner map[string]json.RawMessage
		if json.Unmarshal(raw, &inner) == nil {
			top[name] = json.RawMessage(written(inner))
		}
	}
	return written(top)
}

// written is an object in the order in which a map gives its names, which is another each time.
func written(object map[string]json.RawMessage) string {
	var parts []string
	for name, raw := range object {
		parts = append(parts, `"`+name+`":`+string(raw))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// of are the values that a parameter, or a constraint, is drawn from.
var of = map[string][]string{
	"token_in": {`"usdc"`, `"weth"`}, "token_out": {`"wbtc"`}, "asset": {`"usdc"`, `"weth"`, `"wbtc"`},
	"amount_in": {`"1"`, `"2"`, `"20"`}, "base_amount": {`"1"`, `"0"`, `"11"`}, "quote_amount": {`"1"`, `"11"`}, "amount": {`"1"`, `"10"`},
	"tick_lower": {`-10`, `-1`, `0`}, "tick_upper": {`1`, `10`, `110`}, "slippage_bps": {`0`, `1`, `5000`}, "percent": {`1`, `10`, `100`}, "position_id": {`"7"`, `"12"`, `"13"`},
	"max_value_usd": {``, `"1"`, `"0.000001"`, `"10"`}, "approved_tokens": {``, `[]`, `["usdc"]`, `["weth"]`, `["usdc","weth"]`, `["weth","usdc"]`}, "approved_protocols": {``, `[]`, `["uniswap-v3"]`, `["aave-v3","uniswap-v3"]`, `["aave-v3,uniswap-v3"]`},
}

var limited = []string{"max_value_usd", "approved_tokens", "approved_protocols"}

// values are those that a parameter of a kind may have.
func values(kind Kind, name string) (all []string) {
	if (Action{Kind: kind}).Converts() && name == "asset" {
		return []string{`"weth"`} // the only one that stands for the coin
	}
	if name != "market" {
		all = slices.Clone(of[name])
		if name == "amount" && (kind == Withdraw || kind == Repay) {
			all = append(all, `"all"`)
		}
		return all
	}
	if (Action{Kind: kind}).Lends() {
		for _, l := range names.Lending {
			all = append(all, `"`+l.Handle+`"`)
		}
		return all
	}
	for _, m := range names.Markets {
		all = append(all, `"`+m.Handle+`"`)
	}
	return all
}

// asked is the body of a kind with parameters and constraints, of which an empty one is left out.
func asked(kind Kind, with map[string]string) []byte {
	var params, constraints []string
	for _, name := range slices.Sorted(maps.Keys(with)) {
		part := `"` + name + `":` + with[name]
		if !slices.Contains(limited, name) {
			params = append(params, part)
		} else if with[name] != "" {
			constraints = append(constraints, part)
		}
	}
	return fmt.Appendf(nil, `{"type":%q,"params":{%s},"constraints":{%s}}`, kind, strings.Join(params, ","), strings.Join(constraints, ","))
}

// spec: safety §5 — two actions that differ in anything have other bytes and another hash.
func TestNoTwoDifferentActionsHaveTheSameHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(Kinds()).Draw(t, "kind")
		fields := slices.Clone(limited)
		for _, f := range forms[kind] {
			fields = append(fields, f.name)
		}
		one := map[string]string{}
		for _, name := range fields {
			one[name] = rapid.SampledFrom(values(kind, name)).Draw(t, name)
		}
		two := maps.Clone(one)
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			name := rapid.SampledFrom(fields).Draw(t, "field")
			two[name] = rapid.SampledFrom(values(kind, name)).Draw(t, name)
		}
		a, err := Parse(asked(kind, one), &names)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse(asked(kind, two), &names)
		if err != nil {
			t.Fatal(err)
		}
		if equal := maps.Equal(one, two); equal != (a.Hash() == b.Hash()) || equal != bytes.Equal(a.Canonical(), b.Canonical()) || equal != reflect.DeepEqual(a, b) {
			t.Fatalf("%s is %s, and %s is %s", asked(kind, one), a.Canonical(), asked(kind, two), b.Canonical())
		}
		for _, other := range []Kind{Supply, Withdraw, Borrow, Repay} {
			if b.Kind = other; a.Lends() && other != kind && a.Hash() == b.Hash() {
				t.Fatalf("%s of the same is the same", other)
			}
		}
	})
}

// What is asked for of a position is bound to where the reading has it: of another market, or
// another protocol, it is another action, and so it is with assets of other addresses.
func TestAnActionIsBoundToWhatItsHandlesMeant(t *testing.T) {
	elsewhere := func(edit func(*turn.Reading)) *turn.Reading {
		r := names
		r.Assets, r.Markets, r.Positions, r.Lending = slices.Clone(r.Assets), slices.Clone(r.Markets), slices.Clone(r.Positions), slices.Clone(r.Lending)
		edit(&r)
		return &r
	}
	for _, c := range []struct {
		about, body string
		names       *turn.Reading
	}{
		{"a token's address", swap, elsewhere(func(r *turn.Reading) { r.Assets[0].Token.Address[3] = 1 })},
		{"another token's address", swap, elsewhere(func(r *turn.Reading) { r.Assets[1].Token.Address[3] = 1 })},
		{"a market's protocol", swap, elsewhere(func(r *turn.Reading) { r.Markets[0].Protocol = uniswapV2 })},
		{"a market's protocol", liquidity, elsewhere(func(r *turn.Reading) { r.Markets[0].Protocol = uniswapV2 })},
		{"a position's market", leave, elsewhere(func(r *turn.Reading) { r.Positions[1].Market = "weth-usdc-5" })},
		{"a position's protocol", leave, elsewhere(func(r *turn.Reading) { r.Positions[1].Protocol = uniswapV4 })},
		{"no such position", leave, elsewhere(func(r *turn.Reading) { r.Positions = nil })},
		{"an asset's address", supply, elsewhere(func(r *turn.Reading) { r.Assets[0].Token.Address[3] = 1 })},
		{"a lender's protocol", supply, elsewhere(func(r *turn.Reading) { r.Lending[0].Protocol = morphoBlue })},
		{"an approved token's address", under(`{"approved_tokens":["wbtc"]}`), elsewhere(func(r *turn.Reading) { r.Assets[2].Token.Address[3] = 1 })},
	} {
		a, err := Parse([]byte(c.body), &names)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := Parse([]byte(c.body), c.names); err != nil || b.Hash() == a.Hash() {
			t.Errorf("%s: %s is the same action, %v", c.about, c.body, err)
		}
	}
}

// wrong is a body, and what the error of reading it must say.
type wrong struct{ name, body, want string }

func refused(t *testing.T, bodies []wrong) {
	t.Helper()
	for _, c := range bodies {
		_, err := Parse([]byte(c.body), &names)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// spec: safety §5
func TestWhatTheGrammarRefuses(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(swap, old, new, 1) }
	refused(t, []wrong{
		{"calldata smuggled beside params", replace(`"constraints":{}`, `"constraints":{},"calldata":"0x00"`), "unknown field"},
		{"calldata smuggled into params", replace(`"slippage_bps":50`, `"slippage_bps":50,"calldata":"0x00"`), "unknown field"},
		{"an exponent", replace(`"1000000000000000000"`, `"1e18"`), "params.amount_in"},
		{"a number instead of a text", replace(`"1000000000000000000"`, `1000000000000000000`), "params.amount_in: 1000000000000000000 is not a text"},
		{"79 digits", replace(`"1000000000000000000"`, `"`+strings.Repeat("9", 79)+`"`), "params.amount_in"},
		{"zero", replace(`"1000000000000000000"`, `"0"`), "params.amount_in"},
		{"a negative amount", replace(`"1000000000000000000"`, `"-1"`), "params.amount_in"},
		{"an address", replace(`"usdc"`, `"0x00000000000000000000000000000000000000aa"`), "params.token_in"},
		{"a short address", replace(`"usdc"`, `"0xaa"`), "params.token_in"},
		{"the same token", replace(`"weth"`, `"usdc"`), "token that is paid"},
		{"slippage above the range", replace(`50}`, `5001}`), "params.slippage_bps"},
		{"a fraction", replace(`50}`, `50.5}`), "params.slippage_bps"},
		{"a field twice", replace(`"type":"swap"`, `"type":"swap","type":"swap"`), `"type" twice`},
		{"another case", replace(`"type"`, `"Type"`), `lacks "type"`},
		{"an unknown kind", replace(`"swap"`, `"transfer_all"`), "is not one of"},
		{"text after it", swap + `{}`, "text after"},
		{"cut short", swap[:len(swap)-1], "cut short"},
		{"a list", `[]`, "not a JSON object"},
		{"nothing", ``, "not a JSON object"},
		{"null", `null`, "not a JSON object"},
		{"too long", strings.Repeat(" ", MaxBody) + swap, "at most"},
		{"an unknown constraint", replace(`{}`, `{"min_value":"1"}`), "unknown field"},
	})
}

func TestOnlyOpeningActionsOpen(t *testing.T) {
	for kind, want := range map[Kind]bool{
		Swap: true, AddLiquidity: true, RemoveLiquidity: false, ClaimFees: false,
		Supply: true, Borrow: true, Withdraw: false, Repay: false,
	} {
		if got := (Action{Kind: kind}).Opens(); got != want {
			t.Errorf("%s opens: %v, want %v", kind, got, want)
		}
	}
}

func TestAnyBytesAreAnActionOrAGrammarError(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		body := []byte(rapid.SampledFrom(bodies).Draw(rt, "body"))
		for range rapid.IntRange(1, 4).Draw(rt, "edits") {
			at := rapid.IntRange(0, len(body)-1).Draw(rt, "at")
			body[at] = rapid.Byte().Draw(rt, "byte")
		}
		a, err := Parse(body, &names)
		var refused *Error
		if err != nil && !errors.As(err, &refused) {
			rt.Fatalf("%q: %T", body, err)
		}
		if err == nil {
			same(t, body, a)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, body := range bodies {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if a, err := Parse(body, &names); err == nil {
			same(t, body, a)
		}
	})
}

// What is refused is quoted in a record, which must be readable again: a record is CBOR,
// whose texts are UTF-8.
func TestARefusalQuotesNothingThatIsNoText(t *testing.T) {
	long := strings.Repeat("é", 60) // cut at 79 bytes, in the middle of a letter
	for _, value := range []string{`"` + long + `"`, "\"\xff\xfe\"", "\xff", `"x` + long + `"`} {
		for _, name := range []string{"token_in", "amount_in", "slippage_bps", "market"} {
			fields := map[string]string{"market": `"weth-usdc-5"`, "token_in": `"usdc"`, "token_out": `"weth"`, "amount_in": `"1"`, "slippage_bps": "1"}
			fields[name] = value
			var params []string
			for _, key := range slices.Sorted(maps.Keys(fields)) {
				params = append(params, `"`+key+`":`+fields[key])
			}
			_, err := Parse([]byte(`{"type":"swap","params":{`+strings.Join(params, ",")+`},"constraints":{}}`), &names)
			if err == nil || !utf8.ValidString(err.Error()) {
				t.Errorf("%s of %q: %q", name, value, err)
			}
		}
		for _, body := range []string{`{"type":` + value + `,"params":{},"constraints":{}}`, `{` + value + `:1}`, `{"type":"swap","params":{` + value + `:1},"constraints":{}}`} {
			if _, err := Parse([]byte(body), &names); err == nil || !utf8.ValidString(err.Error()) {
				t.Errorf("%q: %q", body, err)
			}
		}
	}
}
