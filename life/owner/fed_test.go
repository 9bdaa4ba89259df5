package owner

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
)

// Each token of a grant has its own feed and age: the cash's and the first market's as they are asked
// for, the others' by the settings, or the table of networks. What is slower than the table says needs a
// reason, and no two are a day old.
//
// spec: safety §1.4 S-10, chain §20
func TestEachTokenOfAGrantHasItsOwnAge(t *testing.T) {
	const other = "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"
	a := Ask{Config: config.Default(), QuoteFeed: common.Address{1}, QuoteAge: 1_200, BaseFeed: common.Address{2}, BaseAge: 600}
	a.Config.Golem.Network = "base"
	var seen turn.Reading
	for _, symbol := range []string{"USDC", "WETH", "cbBTC", "EURC"} {
		token, ok := a.Config.Network().Token(symbol)
		if !ok {
			t.Fatal(symbol)
		}
		seen.Assets = append(seen.Assets, turn.Asset{Token: turn.Token{Address: token.Address, Symbol: symbol, Decimals: token.Decimals}})
	}
	seen.Markets = []turn.Market{{Base: seen.Assets[1].Token, Quote: seen.Assets[0].Token}}
	for name, c := range map[string]struct {
		change func(*Ask)
		ages   [4]uint32
		btc    string
		wrong  string
	}{
		"the table's":     {func(*Ask) {}, [4]uint32{1_200, 600, 1_200, 86_400}, "0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D", ""},
		"the settings'":   {func(a *Ask) { a.Config.Venue.PriceFeeds = []string{"cbbtc " + other + " 900s"} }, [4]uint32{1_200, 600, 900, 86_400}, other, ""},
		"slow, no reason": {func(a *Ask) { a.Config.Venue.PriceFeeds = []string{"cbbtc " + other + " 1201s"} }, [4]uint32{}, "", "needs a reason"},
		"slow, with a reason": {func(a *Ask) {
			a.Config.Venue.PriceFeeds, a.AgeReason = []string{"cbbtc " + other + " 1201s"}, "it is slow"
		}, [4]uint32{1_200, 600, 1_201, 86_400}, other, ""},
		"a day for two": {func(a *Ask) { a.QuoteAge = 86_400 }, [4]uint32{}, "", "the feeds of cash and of EURC may be 86400 and 86400 s old"},
		"none":          {func(a *Ask) { a.Config.Golem.Network = "devnet" }, [4]uint32{}, "", "there is no price feed of cbBTC"},
	} {
		asked := a
		c.change(&asked)
		tokens, err := asked.fed(seen)
		if c.wrong != "" {
			if !errors.Is(err, ErrAsk) || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v, want %q", name, err, c.wrong)
			}
			continue
		}
		if err != nil || len(tokens) != 4 {
			t.Errorf("%s: %+v, %v", name, tokens, err)
			continue
		}
		for i, token := range tokens {
			if token.MaxAge != c.ages[i] {
				t.Errorf("%s: token %d: %d s, want %d", name, i, token.MaxAge, c.ages[i])
			}
		}
		if tokens[2].Feed != common.HexToAddress(c.btc) {
			t.Errorf("%s: bitcoin's feed is %s, want %s", name, tokens[2].Feed, c.btc)
		}
		if said := asked.prices(grant.Delegation, tokens)[0].Value; !strings.Contains(said, "86400 s for "+tokens[3].Address.Hex()) {
			t.Errorf("%s: the plan says %q", name, said)
		}
	}
}
