package grammar

import (
	"strings"
	"testing"
)

// on is the swap in another market.
func on(market string) string { return strings.Replace(swap, "weth-usdc-5", market, 1) }

// spec: safety §5
func TestWhatTheGrammarRefusesOfAMarket(t *testing.T) {
	const markets = "is not one of [weth-usdc-5 wbtc-usdc-30 wbtc-weth-5 weth-usdc-30-v2 weth-usdc-5-v4]"
	refused(t, []wrong{
		{"a market that there is none of", on("weth-usdc-1"), `params.market: "weth-usdc-1" ` + markets},
		{"a lending market", on("aave-v3"), `params.market: "aave-v3" ` + markets},
		{"a protocol", on("uniswap-v3"), `params.market: "uniswap-v3" ` + markets},
		{"its tokens turned over", on("usdc-weth-5"), markets},
		{"an asset", on("weth"), markets},
		{"another case", on("WETH-usdc-5"), `params.market: "WETH-usdc-5" ` + markets},
		{"nothing", on(""), `params.market: "" ` + markets},
		{"blanks around it", on(" weth-usdc-5"), markets},
		{"an end of line", on(`weth-usdc-5\n`), markets},
		{"its address", on("0x00000000000000000000000000000000000000cc"), markets},
		{"a long one", on(strings.Repeat("w", 3_000)), `params.market: "` + strings.Repeat("w", 79) + `" ` + markets},
		{"one too long to be read", on(strings.Repeat("w", 5_000)), "bytes, at most 4096"},
		{"a list of markets", strings.Replace(on("x"), `"x"`, `["weth-usdc-5"]`, 1), "params.market"},
		{"a number", strings.Replace(on("x"), `"x"`, `2`, 1), "params.market: 2 is not a text"},
		{"null", strings.Replace(on("x"), `"x"`, `null`, 1), "params.market"},
		{"none", strings.Replace(swap, `"market":"weth-usdc-5",`, ``, 1), `lacks "market"`},
		{"two markets", strings.Replace(swap, `"token_in"`, `"market":"wbtc-weth-5","token_in"`, 1), `"market" twice`},
		{"a market beside params", strings.Replace(swap, `"constraints":{}`, `"constraints":{},"market":"weth-usdc-5"`, 1), "unknown field"},
		{"a protocol beside it", strings.Replace(swap, `"token_in"`, `"protocol":"uniswap-v2","token_in"`, 1), "unknown field"},
		{"a pool beside it", strings.Replace(swap, `"token_in"`, `"pool":"0x00000000000000000000000000000000000000cc","token_in"`, 1), "unknown field"},
		{"a hook beside it", strings.Replace(on("weth-usdc-5-v4"), `"token_in"`, `"hooks":"0x00000000000000000000000000000000000000cc","token_in"`, 1), "unknown field"},
		{"a receiver beside it", strings.Replace(on("weth-usdc-30-v2"), `"token_in"`, `"to":"0x00000000000000000000000000000000000000cc","token_in"`, 1), "unknown field"},
		{"a market of a position", `{"type":"claim_fees","params":{"market":"weth-usdc-5","position_id":"12"},"constraints":{}}`, "unknown field"},
		{"liquidity in a lending market", strings.Replace(liquidity, "weth-usdc-5", "aave-v3", 1), `params.market: "aave-v3" ` + markets},
	})
}

// spec: safety §5 — an asset is named by its handle, and by nothing else.
func TestWhatTheGrammarRefusesOfAnAsset(t *testing.T) {
	const assets = "is not one of [usdc weth wbtc]"
	for name, handle := range map[string]string{
		"none that there is": "dai", "its address": "0x00000000000000000000000000000000000000aa", "its symbol": "USDC", "one letter of the other case": "Usdc",
		"nothing": "", "a market": "weth-usdc-5", "blanks": "usdc ", "a letter that looks like one": "us\u0501c", "a small letter of a sign": "\u212a", "a part": "usd", "a long one": strings.Repeat("u", 3_000),
	} {
		want := `: "` + clip(handle) + `" ` + assets
		refused(t, []wrong{
			{name, strings.Replace(swap, `"token_in":"usdc"`, `"token_in":"`+handle+`"`, 1), "params.token_in" + want},
			{name, strings.Replace(swap, `"token_out":"weth"`, `"token_out":"`+handle+`"`, 1), "params.token_out" + want},
			{name, strings.Replace(supply, `"asset":"usdc"`, `"asset":"`+handle+`"`, 1), "params.asset" + want},
			{name, under(`{"approved_tokens":["` + handle + `"]}`), "constraints.approved_tokens" + want},
		})
	}
	refused(t, []wrong{{"one too long to be read", strings.Replace(swap, `"usdc"`, `"`+strings.Repeat("u", 5_000)+`"`, 1), "bytes, at most 4096"}})
}

// A handle means just what the reading has under it, and nothing where the reading lacks it.
func TestAHandleMeansWhatTheReadingHas(t *testing.T) {
	for _, asset := range names.Assets {
		for _, m := range names.Markets {
			body := strings.NewReplacer("weth-usdc-5", m.Handle, `"token_in":"usdc"`, `"token_in":"`+asset.Token.Handle()+`"`, `"token_out":"weth"`, `"token_out":"`+other(asset.Token.Handle())+`"`).Replace(swap)
			a, err := Parse([]byte(body), &names)
			if err != nil || a.TokenIn != asset.Token.Address || a.Market != m.Handle || a.Protocol != m.Protocol {
				t.Errorf("%s: %+v, %v", body, a, err)
			}
			few := names
			few.Markets = nil
			if _, err := Parse([]byte(body), &few); err == nil || !strings.Contains(err.Error(), `params.market: "`+m.Handle+`" is not one of []`) {
				t.Errorf("%s in no market: %v", body, err)
			}
		}
		for _, l := range names.Lending {
			body := strings.NewReplacer("aave-v3", l.Handle, `"usdc"`, `"`+asset.Token.Handle()+`"`).Replace(supply)
			a, err := Parse([]byte(body), &names)
			if err != nil || a.Asset != asset.Token.Address || a.Market != l.Handle || a.Protocol != l.Protocol {
				t.Errorf("%s: %+v, %v", body, a, err)
			}
			few := names
			few.Assets = nil
			if _, err := Parse([]byte(body), &few); err == nil || !strings.Contains(err.Error(), "is not one of []") {
				t.Errorf("%s of no asset: %v", body, err)
			}
			few = names
			few.Lending = nil
			if _, err := Parse([]byte(body), &few); err == nil || !strings.Contains(err.Error(), `params.market: "`+l.Handle+`" is not one of []`) {
				t.Errorf("%s at no lender: %v", body, err)
			}
		}
	}
}

// other is an asset that another one may be swapped for.
func other(handle string) string {
	if handle == "weth" {
		return "wbtc"
	}
	return "weth"
}

// Each market has actions of its own, wherever else it differs.
func TestASwapElsewhereIsAnotherAction(t *testing.T) {
	hashes := map[[32]byte]string{}
	for _, m := range names.Markets {
		a, err := Parse([]byte(on(m.Handle)), &names)
		if err != nil {
			t.Fatal(err)
		}
		if before, twice := hashes[a.Hash()]; twice {
			t.Errorf("%s and %s are one action", before, m.Handle)
		}
		hashes[a.Hash()] = m.Handle
		if got := string(a.Canonical()); !strings.Contains(got, `"market":"`+m.Handle+`","protocol":"`+m.Protocol+`"`) {
			t.Errorf("%s", got)
		}
	}
}
