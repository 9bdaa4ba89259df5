package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/conf"
)

// Each asset of several markets has its feed and how long that holds: the owner's, or the table's.
//
// spec: chain §20
func TestEachAssetHasItsFeedAndItsAge(t *testing.T) {
	const (
		eth, btc, eurc, cbeth = "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", "0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D", "0xDAe398520e2B67cd3f27aeF9Cf14D93D927f8250", "0xd7818272B9e248357d13057AAb0B417aF31E817d"
		other                 = "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"
		several               = "markets = ['weth-usdc-5', 'cbbtc-usdc-5', 'eurc-usdc-5']\n"
	)
	for text, want := range map[string][]string{
		several: {"WETH " + eth + " 1200", "cbBTC " + btc + " 1200", "EURC " + eurc + " 86400"},
		several + "[venue]\nprice_feed_age_s = 600\nprice_feeds = ['cbbtc " + other + " 900s']\n": {"WETH " + eth + " 600", "cbBTC " + other + " 900", "EURC " + eurc + " 86400"},
		several + "[venue]\nprice_feed = '" + other + "'\n":                                       {"WETH " + other + " 1200", "cbBTC " + btc + " 1200", "EURC " + eurc + " 86400"},
		"markets = ['eurc-usdc-5']\n":                                                             {"EURC " + eurc + " 86400"},
		"markets = ['eurc-usdc-5']\n[venue]\nprice_feed = '" + other + "'\n":                      {"EURC " + other + " 1200"},
		"markets = ['cbeth-usdc-5', 'usdbc-usdc-1']\n[venue]\nprice_feeds = ['0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA " + other + " 86400s']\n": {"cbETH " + cbeth + " 1200", "USDbC " + other + " 86400"},
	} {
		c, err := Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = 'base'\n" + text)})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, f := range c.Feeds() {
			symbol := f.Token.Hex()
			for _, token := range c.Network().TokenList {
				if token.Address == f.Token {
					symbol = token.Symbol
				}
			}
			got = append(got, fmt.Sprint(symbol, " ", f.Feed, " ", f.Age))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", text, got, want)
		}
	}
}

// A feed of a pool that is named by its address is of the pool's other token, and holds as long as
// its key says.
func TestTheFeedOfANamedPoolIsOfItsToken(t *testing.T) {
	c := Default()
	c.Venue.PriceFeed = "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"
	if got := c.Feeds(); len(got) != 1 || got[0] != (PriceFeed{Feed: common.HexToAddress(c.Venue.PriceFeed), Age: 1_200}) {
		t.Errorf("%+v", got)
	}
}

// A feed that names nothing, or whose token has another, is refused with what is wrong.
func TestAFeedThatNamesNothingIsRefused(t *testing.T) {
	const feed = "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"
	for entries, want := range map[string]string{
		"'doge " + feed + " 1200s'":                                       "base has no token \"doge\"; it has USDC, WETH",
		"'weth " + feed + " 1200s'":                                       "venue.price_feed_age_s",
		"'usdc " + feed + " 1200s'":                                       "needs no feed",
		"'cbbtc " + feed + " 0s'":                                         "1s to 86400s",
		"'cbbtc " + feed + " 86401s'":                                     "1s to 86400s",
		"'cbbtc " + feed + "'":                                            "wants text that matches",
		"'cbbtc " + feed + " 1200'":                                       "wants text that matches",
		"'cbbtc 0x64c911996D3c6aC71f9b455B1E8E7266BcbD848f 1200s'":        "EIP-55",
		"'cbbtc " + feed + " 1200s', 'cbBTC " + feed + " 600s'":           "it has a feed before",
		"'0x0b3e328455c4059EEb9e3f84b5543F74E24e7E1b " + feed + " 1200s'": "",
	} {
		_, err := Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = 'base'\nmarkets = ['weth-usdc-5']\n[venue]\nprice_feeds = [" + entries + "]\n")})
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "venue.price_feeds")) {
			t.Errorf("%s: %v, want %q", entries, err, want)
		}
	}
}
