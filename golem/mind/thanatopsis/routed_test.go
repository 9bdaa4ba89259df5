package thanatopsis

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// A death sells over no market that does not answer, whatever is known of what it gave.
//
// spec: mortality §9.3
func TestNoWayOfADeathGoesOverAMuteMarket(t *testing.T) {
	coin := turn.Token{Address: common.Address{9}, Symbol: "X", Decimals: 18}
	market := func(handle string, base, quote turn.Token, depth uint64) turn.Market {
		return turn.Market{Handle: handle, Base: base, Quote: quote, Rate: turn.One(), Depth: *uint256.NewInt(depth)}
	}
	for mute, want := range map[string]string{"": "x-weth-30", "x-weth-30": "x-weth-5", "weth-usdc-5": ""} {
		s := &sight{last: turn.Reading{
			Assets:  []turn.Asset{{Token: usdc}, {Token: weth}, {Token: coin}},
			Markets: []turn.Market{market("x-weth-30", coin, weth, 1e12), market("x-weth-5", coin, weth, 1e9), market("weth-usdc-5", weth, usdc, 1e12)},
		}}
		if mute != "" {
			s.last.Mute = []turn.Mute{{Handle: mute, Code: "REVERTED"}}
		}
		got := ""
		if all := s.outlets(coin, uint256.NewInt(1e6)); len(all) > 0 {
			got = all[0].market
		}
		if got != want {
			t.Errorf("with %q mute it goes over %q, want %q", mute, got, want)
		}
	}
}
