package place_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/owner/place"
)

// spec: provisioning §8.6 — an owner is told of each protocol that the Golem will act in, and of each
// pair of tokens there once.
func TestAnOwnerIsToldOfEachProtocol(t *testing.T) {
	usdc := turn.Token{Address: common.Address{1}, Symbol: "USDC"}
	weth := turn.Token{Address: common.Address{2}, Symbol: "WETH"}
	wbtc := turn.Token{Address: common.Address{3}, Symbol: "WBTC"}
	on := func(protocol string, base, quote turn.Token) turn.Market {
		return turn.Market{Protocol: protocol, Base: base, Quote: quote}
	}
	for want, seen := range map[string]turn.Reading{
		"":                     {},
		"Uniswap v3 USDC/WETH": {Markets: []turn.Market{on("uniswap-v3", weth, usdc), on("uniswap-v3", usdc, weth)}},
		"Uniswap v2 USDC/WETH and Uniswap v3 WETH/WBTC, USDC/WBTC and Aave v3": {
			Markets: []turn.Market{on("uniswap-v3", wbtc, weth), on("uniswap-v2", weth, usdc), on("uniswap-v3", wbtc, usdc)},
			Lending: []turn.Lending{{Protocol: "aave-v3"}},
		},
		"ERC-4626 (erc-4626, erc-4626-steady)": {
			Lending: []turn.Lending{{Protocol: "erc-4626", Handle: "erc-4626"}, {Protocol: "erc-4626", Handle: "erc-4626-steady"}},
		},
	} {
		if got := (place.Place{Seen: seen}).Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
