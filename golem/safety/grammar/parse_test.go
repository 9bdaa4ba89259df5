package grammar

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

const swap = `{"type":"swap","params":{"token_in":"0x00000000000000000000000000000000000000aa","token_out":"0x00000000000000000000000000000000000000bb","amount_in":"1000000000000000000","slippage_bps":50},"constraints":{}}`

func TestEveryKindParsesAndIsCanonical(t *testing.T) {
	for _, body := range []string{
		swap,
		on(UniswapV2),
		on(UniswapV3),
		on(UniswapV4),
		`{"type":"add_liquidity","params":{"pool":"0x00000000000000000000000000000000000000cc","amount0":"0","amount1":"7","tick_lower":-10,"tick_upper":10,"slippage_bps":0},"constraints":{"max_value_usd":"12.5"}}`,
		`{"type":"remove_liquidity","params":{"position_id":"12","percent":100,"slippage_bps":50},"constraints":{}}`,
		`{"type":"claim_fees","params":{"position_id":"12"},"constraints":{"approved_protocols":["uniswap-v3"]}}`,
		supply,
		lending("borrow", "7"),
		lending("withdraw", "7"),
		lending("withdraw", "all"),
		lending("repay", "7"),
		lending("repay", "all"),
	} {
		a, err := Parse([]byte(body))
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		again, err := Parse(a.Canonical())
		if err != nil || again.Hash() != a.Hash() {
			t.Errorf("%s: canonical form %s reads back differently (%v)", body, a.Canonical(), err)
		}
	}
}

// wrong is a body, and what the error of reading it must say.
type wrong struct{ name, body, want string }

func refused(t *testing.T, bodies []wrong) {
	t.Helper()
	for _, c := range bodies {
		_, err := Parse([]byte(c.body))
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
		{"a bad checksum", replace(`0x00000000000000000000000000000000000000aa`, `0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`), "EIP-55"},
		{"a short address", replace(`0x00000000000000000000000000000000000000aa`, `0xaa`), "params.token_in"},
		{"the same token", replace(`0x00000000000000000000000000000000000000bb`, `0x00000000000000000000000000000000000000aa`), "token that is paid"},
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
	rapid.Check(t, func(t *rapid.T) {
		body := []byte(rapid.SampledFrom([]string{swap, on(UniswapV2), on(UniswapV4), supply, lending("repay", "all")}).Draw(t, "body"))
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			at := rapid.IntRange(0, len(body)-1).Draw(t, "at")
			body[at] = rapid.Byte().Draw(t, "byte")
		}
		a, err := Parse(body)
		var refused *Error
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("%q: %T", body, err)
		}
		if err == nil {
			if again, err := Parse(a.Canonical()); err != nil || again.Hash() != a.Hash() {
				t.Fatalf("%q: canonical form reads back differently (%v)", body, err)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(swap))
	f.Add([]byte(on(UniswapV2)))
	f.Add([]byte(on(UniswapV4)))
	f.Add([]byte(supply))
	f.Add([]byte(lending("repay", "all")))
	f.Fuzz(func(t *testing.T, body []byte) {
		if a, err := Parse(body); err == nil {
			again, err := Parse(a.Canonical())
			if err != nil || again.Hash() != a.Hash() {
				t.Fatalf("%q: canonical form reads back differently (%v)", body, err)
			}
		}
	})
}

// What is refused is quoted in a record, which must be readable again: a record is CBOR,
// whose texts are UTF-8.
func TestARefusalQuotesNothingThatIsNoText(t *testing.T) {
	long := strings.Repeat("é", 60) // cut at 79 bytes, in the middle of a letter
	for _, value := range []string{`"` + long + `"`, "\"\xff\xfe\"", "\xff", `"x` + long + `"`} {
		for _, name := range []string{"token_in", "amount_in", "slippage_bps", "protocol"} {
			fields := map[string]string{"token_in": `"0x` + strings.Repeat("1", 40) + `"`, "token_out": `"0x` + strings.Repeat("2", 40) + `"`, "amount_in": `"1"`, "slippage_bps": "1"}
			fields[name] = value
			var params []string
			for _, key := range slices.Sorted(maps.Keys(fields)) {
				params = append(params, `"`+key+`":`+fields[key])
			}
			_, err := Parse([]byte(`{"type":"swap","params":{` + strings.Join(params, ",") + `},"constraints":{}}`))
			if err == nil || !utf8.ValidString(err.Error()) {
				t.Errorf("%s of %q: %q", name, value, err)
			}
		}
		for _, body := range []string{`{"type":` + value + `,"params":{},"constraints":{}}`, `{` + value + `:1}`, `{"type":"swap","params":{` + value + `:1},"constraints":{}}`} {
			if _, err := Parse([]byte(body)); err == nil || !utf8.ValidString(err.Error()) {
				t.Errorf("%q: %q", body, err)
			}
		}
	}
}
