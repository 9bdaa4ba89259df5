package rule

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/money"
)

// known is what a configuration of three assets and seven markets lets rules name; in one of them
// nobody can provide.
func known() Names {
	market := func(handle string) Market { return MarketOf(handle) }
	bare := market("weth-usdc-30-v4")
	bare.Ranges = false
	return Names{
		Assets:  []string{"usdc", "weth", "wbtc"},
		Markets: []Market{market("weth-usdc-5"), market("weth-usdc-30"), market("weth-usdc-30-v2"), market("wbtc-usdc-30"), market("weth-wbtc-5"), bare, market("weth-usdc-5-v4")},
		Lenders: []string{"aave-v3", "erc-4626"},
	}
}

func TestVariablesTakeAssetsAndMarkets(t *testing.T) {
	slots := Slots{Names: known()}
	terms := []string{
		"price(wbtc) > 1 usdc", "price(weth-usdc-30) > 1 usdc", "zscore(weth-usdc-5, 2h) < 1", "zscore(wbtc, 2h) < 1", "zscore(2h) < 1", "change(wbtc, 1h) < 1",
		"weight(weth) < 1", "weight < 1", "balance(wbtc) < 1", "value(wbtc) < 1 usdc", "entry_price(wbtc) > 1 usdc", "unrealised_pnl(wbtc) < 1",
		"correlation(weth, wbtc, 24h) < 1", "volatility(weth-usdc-30-v2, 90m) < 1", "basis(weth-usdc-5, weth-usdc-30) > 1%",
		"supply_rate(aave-v3, usdc) > 2%", "borrow_rate(aave-v3, weth) > 2%", "range_share(weth-usdc-30) < 1", "fee(weth-usdc-30) < 1", "depth(wbtc-usdc-30) > 1 usdc",
		"lent(aave-v3) < 1 usdc", "lent(usdc) < 1 usdc", "health(aave-v3) < 2", "lp_value(weth-usdc-5) < 1 usdc", "lp_in_range(weth-usdc-5)", "not lp_in_range",
	}
	r, problems := Parse(Manage, "", "when "+strings.Join(terms, " and ")+" do hold", 1, &slots)
	if problems != nil {
		t.Fatal(problems)
	}
	var names []string
	for _, s := range slots.All() {
		names = append(names, s.Name())
	}
	for i, term := range terms {
		want, _, _ := strings.Cut(strings.TrimPrefix(term, "not "), " <")
		want, _, _ = strings.Cut(want, " >")
		if names[i] != want {
			t.Errorf("%s is written back as %s", term, names[i])
		}
	}
	if got := fmt.Sprint(slots.Series()); got != "[{2 weth-usdc-5} {1 wbtc} {1 weth} {2 weth-usdc-30-v2}]" {
		t.Errorf("series of %s", got)
	}
	said := strings.Join(r.When.Clauses(slots.All()), "; ")
	for _, want := range []string{
		"the price of WBTC is above 1 usdc", "the price in weth-usdc-30 is", "the distance of the price in weth-usdc-5 from its mean of 2h, in standard deviations",
		"the share of equity in WETH", "the share of equity in the base token", "the correlation of WETH and WBTC over 24h", "the yearly rate that aave-v3 pays for usdc",
	} {
		if !strings.Contains(strings.ReplaceAll(said, "for USDC", "for usdc"), want) {
			t.Errorf("%q is not said in %s", want, said)
		}
	}
}

func TestActionsOfAPortfolioAreExactAndPrintAsWritten(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want Action
	}{
		{Entry, "buy 5% of equity of wbtc", Action{Verb: Buy, Share: 50_000, Of: OfEquity, Asset: "wbtc"}},
		{Entry, "buy 500 usdc of weth on weth-usdc-30", Action{Verb: Buy, Amount: 500 * money.One, Asset: "weth", On: "weth-usdc-30"}},
		{Entry, "buy 5% of cash of wbtc on uniswap-v3", Action{Verb: Buy, Share: 50_000, Of: OfCash, Asset: "wbtc", On: "uniswap-v3"}},
		{Exit, "sell 50% of wbtc", Action{Verb: Sell, Share: 500_000, Of: OfPosition, Asset: "wbtc"}},
		{Stop, "sell all of wbtc on wbtc-usdc-30", Action{Verb: Sell, Share: Whole, Of: OfPosition, Asset: "wbtc", On: "wbtc-usdc-30"}},
		{Entry, "provide 20% of equity in weth-usdc-30-v2", Action{Verb: Provide, Share: 200_000, Of: OfEquity, On: "weth-usdc-30-v2"}},
		{Entry, "provide 20% of equity within ±3% in weth-usdc-30", Action{Verb: Provide, Share: 200_000, Of: OfEquity, Width: 30_000, On: "weth-usdc-30"}},
		{Entry, "provide 20% of equity within ±3% in weth-usdc-5-v4", Action{Verb: Provide, Share: 200_000, Of: OfEquity, Width: 30_000, On: "weth-usdc-5-v4"}},
		{Manage, "recentre within ±3% in weth-usdc-30", Action{Verb: Recentre, Width: 30_000, On: "weth-usdc-30"}},
		{Exit, "withdraw liquidity in weth-usdc-30", Action{Verb: Withdraw, On: "weth-usdc-30"}},
		{Entry, "lend usdc at best, margin 0.25%", Action{Verb: Lend, Share: Whole, Of: OfAsset, Asset: "usdc", On: Best, Margin: 2_500}},
		{Entry, "lend 50% of weth on aave-v3", Action{Verb: Lend, Share: 500_000, Of: OfAsset, Asset: "weth", On: "aave-v3"}},
	} {
		r, problems := Parse(c.kind, "", "when true do "+c.text, 1, &Slots{Names: known()})
		if problems != nil {
			t.Errorf("%s: %v", c.text, problems)
			continue
		}
		if r.Do[0] != c.want || r.Do[0].String() != c.text {
			t.Errorf("%s is %+v, printed %q", c.text, r.Do[0], r.Do[0])
		}
	}
	for text, want := range map[string]string{
		"lend 20% of cash at erc-4626-steady":                      "lend 20% of cash on erc-4626-steady",
		"lend 500 usdc on erc-4626":                                "lend 500 usdc on erc-4626",
		"buy 5% of equity in wbtc-usdc-30":                         "buy 5% of equity on wbtc-usdc-30",
		"lend usdc at best":                                        "lend usdc at best, margin 0.5%",
		"lend 20% of cash at aave-v3":                              "lend 20% of cash on aave-v3",
		"rebalance to weth 40% wbtc 20% rest usdc, band 5%":        "rebalance to weth 40% wbtc 20% rest usdc, band 5%",
		"rebalance to weth 4000bps, wbtc 12.5%, rest usdc band 1%": "rebalance to weth 40% wbtc 12.5% rest usdc, band 1%",
	} {
		kind := Entry
		if strings.HasPrefix(text, "rebalance") {
			kind = Manage
		}
		if r, problems := Parse(kind, "", "when true do "+text+" cooldown 5m", 1, &Slots{Names: known()}); problems != nil || r.Do[0].String() != want || r.Cooldown != 300_000 {
			t.Errorf("%s: %v, %v", text, r, problems)
		}
	}
}

func TestWhatIsWrongWithAPortfolioIsSaidWhereItIs(t *testing.T) {
	for text, want := range map[string]string{
		"when price(doge) > 1 usdc do hold":                              `7:12: asset or market "doge" is not on the policy's allow-list`,
		"when weth > 3 do hold":                                          `unknown name "weth": an asset alone is no value; write price(weth), value(weth) or weight(weth)`,
		"when regime == trendy do hold":                                  "; the regimes are unknown, trending_up, trending_down, volatile, range_bound",
		"when price(weht) > 1 usdc do hold":                              "did you mean weth?",
		"when price(weth-usdc-3) > 1 usdc do hold":                       `7:12: market "weth-usdc-3" is not among those of the configuration; did you mean weth-usdc-5?; allowed are weth-usdc-5,`,
		"when price(weth-usdc) > 1 usdc do hold":                         "did you mean weth-usdc-5?",
		"when price(aave-v3) > 1 usdc do hold":                           "this takes an asset or a market, not",
		"when price() > 1 usdc do hold":                                  "7:12: price takes an asset or a market, not",
		"when price > 1 usdc and hour(weth) > 1 do hold":                 "hour takes no window",
		"when weight(2h) > 1 do hold":                                    "weight takes no window; it takes an asset, like weight(weth)",
		"when zscore(weth) > 1 do hold":                                  "7:17: zscore needs a window too, like zscore(2h)",
		"when zscore(weth, 25h) > 1 do hold":                             "7:19: a window is a duration in whole minutes from 1m to 24h",
		"when zscore(weth, 2h > 1 do hold":                               "expected )",
		"when correlation(weth, 1d) > 1 do hold":                         "7:24: correlation takes an asset or a market, not",
		"when correlation(weth, weth, 1d) > 1 do hold":                   "7:6: the correlation of weth with itself is always 1",
		"when correlation > 1 do hold":                                   "correlation needs an asset or a market and an asset or a market and a window, like correlation(weth, wbtc, 2h)",
		"when basis(weth-usdc-5, weth-usdc-5) > 1 do hold":               "with itself is always 0",
		"when basis(weth-usdc-5, wbtc-usdc-30) > 1 do hold":              "7:6: basis compares two markets of one pair",
		"when basis(weth-usdc-5) > 1 do hold":                            "basis needs a market too, like basis(weth-usdc-5, weth-usdc-30)",
		"when supply_rate(usdc, aave-v3) > 1 do hold":                    "7:18: this takes a lending market, not",
		"when supply_rate(morpho-blue, usdc) > 1 do hold":                `lending market "morpho-blue" is not allowed; allowed are aave-v3, erc-4626`,
		"when range_share(weth-usdc-30-v4) > 1 do hold":                  "the market weth-usdc-30-v4 has no ranges",
		"when true do buy 5% of equity of usdc":                          "7:34: usdc is what everything is paid in, and is not bought",
		"when true do buy 5% of equity of doge":                          `asset "doge" is not on the policy's allow-list`,
		"when true do buy 5% of equity of weth in wbtc-usdc-30":          "7:39: the market wbtc-usdc-30 does not trade weth",
		"when true do buy 5% of equity of weth in weth-wbtc-5":           "the market weth-wbtc-5 does not trade weth for usdc",
		"when true do buy 5% of equity of weth in weth-usdc-100":         "is not among those of the configuration",
		"when true do buy 5% of equity in uniswap-v2":                    "a market is named by its handle",
		"when true do buy 5% of equity of":                               "an asset is named by its symbol, like weth",
		"when true do provide 5% of equity within 2% in weth-usdc-30-v4": "7:45: the market weth-usdc-30-v4 has no ranges to open liquidity in",
		"when true do provide 5% of equity in weth-usdc-30-v4":           "7:35: the market weth-usdc-30-v4 has no ranges to open liquidity in",
		"when true do provide 5% of equity within 2% in weth-usdc-30-v2": "7:35: the liquidity of weth-usdc-30-v2 lies over all prices: leave out within ±2%",
		"when true do provide 5% of equity in weth-usdc-30":              "7:35: a range is written within ±2%",
		"when true do lend usdc at bets":                                 `7:27: lending is at best, or at one of aave-v3, erc-4626, not at "bets"`,
		"when true do lend usdc at morpho-blue":                          "lending is at best, or at one of aave-v3",
		"when true do lend usdc at best, margin":                         "a margin is written margin 0.5%",
		"when true do lend at best":                                      "an asset is named by its symbol",
	} {
		r, problems := Parse(Entry, "", text, 7, &Slots{Names: known()})
		if r != nil || len(problems) == 0 || !strings.Contains(problems[0].String(), want) {
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
	for text, want := range map[string]string{
		"weth 60% wbtc 50% rest usdc, band 5%":  "7:36: the shares come to 110% with this one; they may come to 100%",
		"weth 10% weth 20% rest usdc, band 5%":  "7:36: weth stands twice in the basket",
		"weth 10% usdc 20% rest usdc, band 5%":  "7:36: usdc is what everything is paid in, and is not given a share: it has the rest",
		"weth 10% rest weth, band 5%":           "the rest stays in usdc",
		"weth 10% rest usdc":                    "a basket ends with its band, how far off its share of equity an asset may be before it is brought back, like: band 5%; found the end",
		"weth 10% rest usdc, band 0.01%":        "a band is written band 5% (0.1% to 50% of equity)",
		"weth 10% rest usdc, band 60%":          "a band is written",
		"weth 10% wbtc rest usdc, band 5%":      "a share of the basket is written weth 40%",
		"rest usdc, band 5%":                    "a basket has an asset at least",
		"doge 10% rest usdc, band 5%":           `asset "doge" is not on the policy's allow-list`,
		strings.Repeat("weth 1% ", 17) + "rest": "at most 16 assets",
	} {
		r, problems := Parse(Manage, "", "when true do rebalance to "+text, 7, &Slots{Names: known()})
		if r != nil || len(problems) == 0 || !strings.Contains(fmt.Sprint(problems), want) {
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
	if _, problems := Parse(Entry, "", "when true do rebalance to weth 10% rest usdc, band 5%", 7, &Slots{Names: known()}); len(problems) != 1 || !strings.Contains(problems[0].Message, "may not rebalance") {
		t.Errorf("an entry may rebalance: %v", problems)
	}
}

// Whatever action is written, it reads back as itself.
func TestEveryActionReadsBackAsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "word") }
		share := func() string { return PPM(rapid.Int64Range(1, int64(Whole)).Draw(t, "share")).String() }
		kind, text := Entry, ""
		switch rapid.IntRange(0, 5).Draw(t, "verb") {
		case 0:
			text = "buy " + share() + " of " + pick("cash", "equity") + pick("", " of weth", " of wbtc") + pick("", " on uniswap-v3")
		case 1:
			kind, text = Exit, "sell "+share()+" of "+pick("position", "weth", "wbtc")+pick("", " on uniswap-v2")
		case 2:
			text = "lend " + pick("usdc", share()+" of weth", share()+" of cash", "12.5 usdc") + pick("", " on aave-v3", " at best, margin 1%")
		case 3:
			text = "provide " + share() + " of equity within ±2%" + pick("", " in weth-usdc-30")
		case 4:
			kind, text = Manage, pick("recentre within ±2%", "recentre within ±2% in weth-usdc-5", "withdraw liquidity in weth-usdc-5", "claim fees")
		case 5:
			first := rapid.Int64Range(0, int64(Whole)).Draw(t, "first")
			kind, text = Manage, fmt.Sprintf("rebalance to weth %s wbtc %s rest usdc, band %s", PPM(first), PPM(rapid.Int64Range(0, int64(Whole)-first).Draw(t, "second")),
				PPM(rapid.Int64Range(leastBand, int64(mostBand)).Draw(t, "band")))
		}
		r, problems := Parse(kind, "", "when true do "+text, 1, &Slots{Names: known()})
		if problems != nil {
			t.Fatalf("%s: %v", text, problems)
		}
		if got := r.Do[0].String(); got != text && got != strings.ReplaceAll(text, "100% of usdc", "usdc") && !strings.Contains(text, "100% of") {
			t.Fatalf("%s reads back as %s", text, got)
		}
	})
}

// What handles mean is read of them alone.
func TestAHandleSaysWhatItIs(t *testing.T) {
	for handle, want := range map[string]Market{
		"weth-usdc-30":    {"weth-usdc-30", "uniswap-v3", "weth", "usdc", true, false},
		"weth-usdc-30-v2": {"weth-usdc-30-v2", "uniswap-v2", "weth", "usdc", true, true},
		"a.b-c1-0.5-v4":   {"a.b-c1-0.5-v4", "uniswap-v4", "a.b", "c1", true, false},
	} {
		if got := MarketOf(handle); got != want || !IsMarket(handle) {
			t.Errorf("%s: %+v", handle, got)
		}
	}
	for _, name := range []string{"weth-usdc", "weth", "-usdc-5", "weth--5", "weth-usdc-", "weth-usdc-5d", "weth-usdc-.5", "aave-v3", "morpho-blue"} {
		if IsMarket(name) {
			t.Errorf("%s is a market", name)
		}
	}
	r, problems := Parse(Manage, "", "when price(usdc.e-weth-0.5-v4) > 1 usdc and price(usdc.e) > 1 usdc do hold", 1, new(Slots))
	if problems != nil || r.When.Steps() != 7 {
		t.Errorf("%v", problems)
	}
}

// Where it is known which vaults there are, no other one is named; before that each may be.
func TestAVaultIsNamedThatIsConfigured(t *testing.T) {
	names := known()
	names.Listed, names.Lenders = true, []string{"aave-v3", "erc-4626", "erc-4626-steady"}
	for text, want := range map[string]string{
		"when true do lend 20% of cash on erc-4626-steady":    "",
		"when lent(erc-4626-steady) < 1 usdc do hold":         "",
		"when lent(erc-4626-stedy) < 1 usdc do hold":          `lending market "erc-4626-stedy" is not allowed; did you mean erc-4626-steady?`,
		"when true do lend 20% of cash on erc-4626-other":     "lending is on one of",
		"when true do lend 20% of cash at erc-4626-other":     "lending is at best, or at one of aave-v3, erc-4626, erc-4626-steady, not at",
		"when true do lend 20% of cash at aave-v3-other":      "lending is at best, or at one of",
		"when supply_rate(erc-4626-other, usdc) > 1% do hold": "is not allowed",
	} {
		_, problems := Parse(Entry, "", text, 1, &Slots{Names: names})
		if said := fmt.Sprint(problems); (want == "") != (problems == nil) || !strings.Contains(said, want) {
			t.Errorf("%s: %s", text, said)
		}
	}
}
