package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/internal/conf"
)

// begun is what golem init writes with some words.
func begun(t *testing.T, words ...string) (c config.GolemConfig, plan, said string, code int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "life")
	var out bytes.Buffer
	code = Main(t.Context(), append([]string{"init", dir, "--custody", "localkey", "--rpc", "http://127.0.0.1:1"}, words...), &out, &out)
	if code != exitOK {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: something was written", words)
		}
		return c, "", out.String(), code
	}
	text, err := os.ReadFile(filepath.Join(dir, "golem.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if c, err = config.Load(conf.Options{File: "golem.toml", Data: text, Env: func(string) (string, bool) { return "", false }}); err != nil {
		t.Fatal(err)
	}
	strategy, err := os.ReadFile(filepath.Join(dir, "STRATEGY.md"))
	if err != nil {
		t.Fatal(err)
	}
	return c, string(strategy), out.String(), code
}

// A template that names markets proposes them, and what its owner names instead is what it trades in,
// in rules and settings alike.
func TestInitWritesSeveralMarkets(t *testing.T) {
	t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", "")
	for name, c := range map[string]struct {
		words           []string
		markets, assets []string
		says            string
	}{
		"one":             {[]string{"--network", "base", "--strategy", "dca"}, []string{"weth-usdc-5"}, []string{"USDC", "WETH"}, `assets     = ["USDC", "WETH"]`},
		"one of its own":  {[]string{"--network", "base", "--strategy", "dca", "--market", "cbBTC-usdc-5"}, []string{"cbbtc-usdc-5"}, []string{"USDC", "cbBTC"}, `assets     = ["USDC", "cbBTC"]`},
		"tiers":           {[]string{"--network", "devnet", "--strategy", "tiers"}, []string{"weth-usdc-5", "weth-usdc-30"}, []string{"USDC", "WETH"}, `"weth-usdc-30"`},
		"tiers, another":  {[]string{"--network", "base", "--strategy", "tiers", "--market", "cbbtc-usdc-5", "--market", "cbbtc-usdc-30"}, []string{"cbbtc-usdc-5", "cbbtc-usdc-30"}, []string{"USDC", "cbBTC"}, `"cbbtc-usdc-30"`},
		"tier-liquidity":  {[]string{"--network", "base", "--strategy", "tier-liquidity"}, []string{"weth-usdc-5", "weth-usdc-30"}, []string{"USDC", "WETH"}, `"weth-usdc-30"`},
		"concentration":   {[]string{"--network", "devnet", "--strategy", "concentration"}, []string{"weth-usdc-5", "weth-usdc-5-v4", "weth-usdc-30-v2"}, []string{"USDC", "WETH"}, `"weth-usdc-5-v4"`},
		"exchanges":       {[]string{"--network", "base", "--strategy", "exchanges"}, []string{"weth-usdc-5", "weth-usdc-5-v4", "weth-usdc-30-v2"}, []string{"USDC", "WETH"}, `"weth-usdc-30-v2"`},
		"a basket":        {[]string{"--network", "base", "--strategy", "basket", "--market", "weth-usdc-5,cbbtc-usdc-5"}, []string{"weth-usdc-5", "cbbtc-usdc-5"}, []string{"USDC", "WETH", "cbBTC"}, `second = "cbbtc"`},
		"a basket, euros": {[]string{"--network", "base", "--strategy", "basket", "--market", "cbeth-usdc-5", "--market", "eurc-usdc-5"}, []string{"cbeth-usdc-5", "eurc-usdc-5"}, []string{"USDC", "cbETH", "EURC"}, `first  = "cbeth"`},
	} {
		got, plan, said, code := begun(t, c.words...)
		if code != exitOK || !slices.Equal(got.Golem.Markets, c.markets) || !slices.Equal(got.Safety.ApprovedAssets, c.assets) || !strings.Contains(plan, c.says) {
			t.Errorf("%s: exit %d: markets %q, assets %q\n%s\n%s", name, code, got.Golem.Markets, got.Safety.ApprovedAssets, said, plan)
		}
	}
	for words, want := range map[string]string{
		"--network base --strategy basket":                                            `needs the market wbtc-usdc-30: no market: "wbtc-usdc-30": base has no token "wbtc"`,
		"--network base --strategy basket --market weth-usdc-5":                       "template basket, in weth-usdc-5 (it is written for weth-usdc-5, wbtc-usdc-30",
		"--network base --strategy tiers --market weth-usdc-5 --market weth-usdc-100": "weth-usdc-30",
		"--network base --strategy dca --market weth-usdc-5 --market weth-usdc-5":     "named twice",
		"--network base --strategy dca --market weth-usdc-30-v2":                      "the first market is one whose handle ends with its fee",
		"--network base --strategy dca --market weth-usdc-5 --market usdc-weth-5":     "--market: no market",
		"--network base --strategy dca --market weth-usdc-5 --market cbbtc-cbeth-5":   "nothing tells what cbBTC and cbETH are worth",
	} {
		if _, _, said, code := begun(t, strings.Fields(words)...); code == exitOK || !strings.Contains(said, want) {
			t.Errorf("%s: exit %d: %s, want %q", words, code, said, want)
		}
	}
}
