package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/conf"
)

// A symbol means the network's token and no other.
func TestASymbolMeansTheNetworksToken(t *testing.T) {
	c := Default()
	for name, want := range map[string]string{
		"base": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "base-sepolia": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
	} {
		c.Golem.Network, c.Safety.ApprovedAssets = name, []string{"usdc"}
		all, err := c.Approved()
		if err != nil || all[0].Hex() != want {
			t.Errorf("%s: %v, %v", name, all, err)
		}
	}
	c.Safety.ApprovedAssets = []string{"DOGE"}
	if _, err := c.Approved(); err == nil || !strings.Contains(err.Error(), `"DOGE" is a symbol`) {
		t.Error(err)
	}
}

// A market's name stands for its contracts, tokens and feed; what venue says goes before it, and a
// lending market is there when it is approved.
//
// issue: the house, from clone to living on Base
func TestAMarketStandsForItsAddresses(t *testing.T) {
	load := func(more string) (GolemConfig, error) {
		return Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = 'base'\nmarkets = ['weth-usdc-5']\n" + more)})
	}
	c, err := load("")
	if v := c.Venue; err != nil || v.Pool != "0xd0b53D9277642d899DF5C87A3966A349A798F224" || v.Quote != "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" ||
		v.Router != "0x2626664c2603336E57B271c5C0b26F421741e481" || v.PositionManager != "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1" ||
		v.PriceFeed != "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70" || v.AavePool != "" || v.V2Router != "" {
		t.Errorf("%+v, %v", v, err)
	}
	c, err = load("[safety]\napproved_protocols = ['uniswap-v3', 'aave-v3']\n[venue]\nprice_feed = '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F'\n")
	if v := c.Venue; err != nil || v.AavePool != "0xA238Dd80C259a72e81d7e4664a9801593F98d1c5" || v.V2Router != "" || v.PriceFeed != "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F" {
		t.Errorf("%+v, %v", v, err)
	}
	for more, want := range map[string][]string{
		"[venue]\npool = '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F'\n": {"named twice", "venue.pool"},
	} {
		if _, err := load(more); err == nil || !contains(err.Error(), want...) {
			t.Errorf("%s: %v", more, err)
		}
	}
	for handle, want := range map[string][]string{
		"weth-usdc-6": {"golem.markets", "[1 5 30 100] basis points"}, "doge-usdc-5": {"has no token \"doge\"", "WETH"}, "usdc-weth-5": {"write weth-usdc-5"},
		"usdc-usdc-1": {"must be another one"}, "weth-usdc": {"golem.markets"}, "weth-usdc-05": {"basis points"},
	} {
		if _, err := Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = 'base'\nmarkets = ['" + handle + "']\n")}); err == nil || !contains(err.Error(), want...) {
			t.Errorf("%s: %v", handle, err)
		}
	}
}

func contains(text string, parts ...string) bool {
	return !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(text, p) })
}

// Several markets are named by their handles: the first one's quote token is what values are
// counted in, and every other one has to be connected with it.
//
// issue: a portfolio, bad input
func TestSeveralMarketsAreNamed(t *testing.T) {
	load := func(handles ...string) (GolemConfig, error) {
		return Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = 'base'\nmarkets = ['" + strings.Join(handles, "', '") + "']\n")})
	}
	c, err := load("weth-usdc-5", "weth-usdc-30", "weth-usdc-30-v2", "cbbtc-weth-5")
	if v := c.Venue; err != nil || v.Pool != "0xd0b53D9277642d899DF5C87A3966A349A798F224" || v.Quote != "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" || v.V2Router == "" {
		t.Errorf("%+v, %v", c.Venue, err)
	}
	if c.Venue.V4Router != "" {
		t.Errorf("nobody named a pool of v4: %+v", c.Venue)
	}
	c, err = load("weth-usdc-5", "weth-usdc-5-v4'] #", "")
	if v := c.Venue; err != nil || v.V4Router != "0x6fF5693b99212Da76ad316178A184AB56D299b43" || v.V4StateView != "0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71" {
		t.Errorf("%+v, %v", c.Venue, err)
	}
	id := "0x" + strings.Repeat("4", 64)
	for more, want := range map[string]string{"'morpho-blue'": "0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb", "'aave-v3'": ""} {
		c, err = load("weth-usdc-5']\n[safety]\napproved_protocols = ['uniswap-v3', "+more+"]\n[venue]\nmorpho_market = '"+id+"' #", "")
		if (err == nil) != (want != "") || err == nil && c.Venue.Morpho != want {
			t.Errorf("%s: %+v, %v", more, c.Venue, err)
		}
	}
	var many []string
	for i := range 33 {
		many = append(many, fmt.Sprintf("weth-usdc-%d", i))
	}
	for name, want := range map[string][]string{
		strings.Join(many, "', '"):       {"33 markets", "at most 32"},
		"weth-usdc-5', 'weth-usdc-5":     {`"weth-usdc-5" is named twice`},
		"weth-usdc-5', 'WETH-usdc-5":     {`"WETH-usdc-5" is named twice`},
		"cbbtc-weth-5', 'weth-usdc-5":    {"cbbtc-weth-5", "first market", "dollar"},
		"weth-usdc-30-v2', 'weth-usdc-5": {"weth-usdc-30-v2", "first market", "ends with its fee"},
		"weth-usdc-5', 'weth-usdc-5-v2":  {"[30] basis points"},
		"weth-usdc-5', 'cbeth-cbbtc-30":  {"cbeth-cbbtc-30", "nothing tells"},
	} {
		if _, err := load(name); err == nil || !contains(err.Error(), want...) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A cap is a name and a share of the portfolio.
func TestACapIsANameAndAShare(t *testing.T) {
	load := func(line string) (GolemConfig, error) {
		return Load(conf.Options{File: "golem.toml", Data: []byte("[safety]\n" + line + "\n")})
	}
	c, err := load("max_asset = ['WBTC 20%', 'weth 12.5%']\nmax_market = ['weth-usdc-30 10%']\nmax_protocol = ['aave-v3 100%']")
	if got := fmt.Sprint(c.Safety.AssetCaps(), c.Safety.MarketCaps(), c.Safety.ProtocolCaps()); err != nil || got != "[{wbtc 20.00%} {weth 12.50%}] [{weth-usdc-30 10.00%}] [{aave-v3 100.00%}]" {
		t.Errorf("%s, %v", got, err)
	}
	for line, want := range map[string]string{
		"max_asset = ['wbtc']": "max_asset", "max_asset = ['wbtc 0%']": "above 0", "max_asset = ['wbtc 101%']": "at most 100", "max_asset = ['wbtc 20%', 'WBTC 30%']": "wbtc has two caps",
		"max_market = ['weth-usdc-30 ten']": "max_market", "max_protocol = ['aave-v3 -1%']": "max_protocol", "max_protocol = [20]": "max_protocol",
	} {
		if _, err := load(line); err == nil || !contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// A token says of itself what the network's list has, or both are told. One that the list lacks is
// nobody's to judge.
func TestATokenIsHeldAgainstTheList(t *testing.T) {
	c := Default()
	c.Golem.Network = "base"
	usdc := common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")
	for _, ok := range []error{c.CheckToken(usdc, "USDC", 6), c.CheckToken(usdc, "usdc", 6), c.CheckToken(common.Address{1}, "USDC", 99)} {
		if ok != nil {
			t.Error(ok)
		}
	}
	for _, err := range []error{c.CheckToken(usdc, "USDC", 18), c.CheckToken(usdc, "USDT", 6)} {
		if err == nil || !contains(err.Error(), usdc.Hex(), "the list of base has it as USDC with 6") {
			t.Error(err)
		}
	}
	if err := c.CheckToken(usdc, "USDT", 18); !contains(err.Error(), "calls itself USDT and says that it has 18 decimals") {
		t.Error(err)
	}
}
