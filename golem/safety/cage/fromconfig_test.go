package cage

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

// Every limit of a configuration reaches the cage.
func TestEveryLimitReachesTheCage(t *testing.T) {
	before := FromConfig(config.Default(), nil, nil).Digest()
	for name, change := range map[string]func(*config.Safety){
		"max_asset_count": func(s *config.Safety) { s.MaxAssetCount-- }, "max_positions": func(s *config.Safety) { s.MaxPositions-- },
		"max_position_bps": func(s *config.Safety) { s.MaxPosition-- }, "max_concentration_bps": func(s *config.Safety) { s.MaxConcentration-- },
		"max_drawdown_bps": func(s *config.Safety) { s.MaxDrawdown-- }, "max_slippage_bps": func(s *config.Safety) { s.MaxSlippage-- },
		"max_price_impact_bps": func(s *config.Safety) { s.MaxPriceImpact-- }, "max_trades_per_hour": func(s *config.Safety) { s.MaxTrades-- },
		"per_transaction": func(s *config.Safety) { s.SpendingLimits.PerTransaction-- }, "per_session": func(s *config.Safety) { s.SpendingLimits.PerSession-- },
		"per_day":            func(s *config.Safety) { s.SpendingLimits.PerDay-- },
		"profile":            func(s *config.Safety) { s.Profile = "conservative" },
		"approved_protocols": func(s *config.Safety) { s.ApprovedProtocols = []string{"uniswap-v3"} },
	} {
		c := config.Default()
		change(&c.Safety)
		if FromConfig(c, nil, nil).Digest() == before {
			t.Errorf("safety.%s changes nothing", name)
		}
	}
}

// spec: safety §14 — 20 orders a rolling hour, 10 in the profile conservative, and the lower
// of that and the owner's own figure; what closes goes on.
func TestTheProfileConservativeOpensTenTimesAnHour(t *testing.T) {
	usdc, weth, pool := common.HexToAddress("0xaa"), common.HexToAddress("0xbb"), common.HexToAddress("0xcc")
	seen := turntest.Pool{Address: pool, Token0: turn.Token{Address: usdc, Symbol: "USDC"}, Token1: turn.Token{Address: weth, Symbol: "WETH"}, QuoteIsZero: true, FeePips: 500}.Seen(nil, nil)
	buy := grammar.Action{Kind: grammar.Swap, Market: exchange, Protocol: uniswapv3.Name, TokenIn: usdc, TokenOut: weth, AmountIn: uint256.NewInt(1)}
	sell := grammar.Action{Kind: grammar.Swap, Market: exchange, Protocol: uniswapv3.Name, TokenIn: weth, TokenOut: usdc, AmountIn: uint256.NewInt(1)}
	for _, c := range []struct {
		profile string
		own     int64
		want    int
	}{{"standard", 20, 20}, {"conservative", 20, 10}, {"conservative", 50, 10}, {"conservative", 4, 4}} {
		settings := config.Default()
		settings.Safety.Profile, settings.Safety.MaxTrades = c.profile, c.own
		settings.Safety.ApprovedAssets, settings.Safety.ApprovedProtocols = []string{usdc.Hex(), weth.Hex()}, []string{uniswapv3.Name}
		k := New(FromConfig(settings, seen.Tokens(), seen.Markets))
		for n := range c.want + 1 {
			r := k.Before(Case{Action: buy, Seen: seen, Now: 5})
			if limited := r != nil && r.Code == CodeRate; limited != (n == c.want) || r != nil && !limited {
				t.Fatalf("%+v: order %d: %+v", c, n+1, r)
			}
			k.Sent(Case{Now: 5})
		}
		says(t, k.Before(Case{Action: sell, Seen: seen, Now: 5}), "", "%+v: a sale", c)
		says(t, k.Before(Case{Action: buy, Seen: seen, Now: 5 + 3_600_000}), "", "%+v: an hour later", c)
	}
}

// Only a configuration that names a lending market has a limit on it: a life without
// one keeps the policy, and the digest, that it had.
func TestTheLimitOnCollateralReachesTheCageWithItsMarket(t *testing.T) {
	c := config.Default()
	if p := FromConfig(c, nil, nil); p.MinCollateral != 0 {
		t.Errorf("without a market the least is %s", p.MinCollateral)
	}
	c.Venue.AavePool, c.Safety.MinCollateral = "0x00000000000000000000000000000000000000aa", 15_000
	if p := FromConfig(c, nil, nil); p.MinCollateral != 15_000 {
		t.Errorf("with one it is %s", p.MinCollateral)
	}
	c.Venue.AavePool, c.Venue.Morpho = "", c.Venue.AavePool
	if p := FromConfig(c, nil, nil); p.MinCollateral != 15_000 {
		t.Errorf("with one of Morpho Blue's it is %s", p.MinCollateral)
	}
}

// A token is approved by its address, whatever it calls itself, and by nothing else.
func TestOnlyApprovedAddressesAreApproved(t *testing.T) {
	own, like, other := common.HexToAddress("0x01"), common.HexToAddress("0x02"), common.HexToAddress("0x03")
	tokens := []turn.Token{{Address: own, Symbol: "USDC"}, {Address: like, Symbol: "USDC"}, {Address: other, Symbol: "WETH"}}
	c := config.Default()
	for _, x := range []struct {
		approved []string
		want     []common.Address
	}{
		{nil, nil},
		{[]string{"no address", ""}, nil},
		{[]string{own.Hex()}, []common.Address{own}},
		{[]string{other.Hex(), "no address", own.Hex()}, []common.Address{own, other}},
	} {
		c.Safety.ApprovedAssets = x.approved
		if got := FromConfig(c, tokens, nil).Tokens; !slices.Equal(got, x.want) {
			t.Errorf("%q approves %v, want %v", x.approved, got, x.want)
		}
	}
	c.Safety.ApprovedAssets = []string{"no address"}
	if got := FromConfig(c, []turn.Token{{Symbol: "X"}}, nil).Tokens; len(got) != 0 {
		t.Errorf("what is no address approves the zero one: %v", got)
	}
}

// Each feed's age reaches the cage with its token: that of venue.price_feed with the first market's base
// token, and a longer one is looser.
//
// spec: safety §7.4, §1.4 S-10
func TestTheAgeOfEachFeedReachesTheCage(t *testing.T) {
	c := config.Default()
	c.Golem.Network, c.Golem.Markets = "base", []string{"weth-usdc-5", "cbbtc-usdc-5", "eurc-usdc-5"}
	c.Venue.PriceFeed, c.Venue.PriceFeeds = "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", []string{"cbbtc 0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D 900s"}
	age := func(p Policy, symbol string) int64 {
		token, _ := c.Network().Token(symbol)
		return p.FeedAge.Of(token.Address)
	}
	was := FromConfig(c, nil, nil)
	for symbol, want := range map[string]int64{"WETH": 1_200, "cbBTC": 900, "EURC": 86_400, "cbETH": 1_200} {
		if got := age(was, symbol); got != want {
			t.Errorf("%s: %d s, want %d", symbol, got, want)
		}
	}
	for seconds, want := range map[string]bool{"900s": false, "899s": false, "901s": true, "86400s": true} {
		c.Venue.PriceFeeds = []string{"cbbtc 0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D " + seconds}
		next := FromConfig(c, nil, nil)
		if lines := was.Loosened(next); (len(lines) == 1) != want || len(lines) == 1 && !strings.Contains(lines[0], "venue.price_feeds") {
			t.Errorf("%s: %q", seconds, lines)
		}
		if same := was.Digest() == next.Digest(); same != (seconds == "900s") {
			t.Errorf("%s: the digest is the same: %v", seconds, same)
		}
	}
	c.Venue.PriceFeeds, c.Venue.PriceFeedAge = []string{"cbbtc 0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D 900s"}, 1_201
	if lines := was.Loosened(FromConfig(c, nil, nil)); len(lines) != 1 || !strings.Contains(lines[0], "venue.price_feed_age_s 1201") {
		t.Errorf("%q", lines)
	}
	c.Golem.Markets = nil // the pool's base token is what is read
	weth := turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH"}
	if got := FromConfig(c, nil, []turn.Market{{Base: weth}}).FeedAge.Of(weth.Address); got != 1_201 {
		t.Errorf("the pool's token: %d s", got)
	}
}
