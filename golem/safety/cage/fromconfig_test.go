package cage

import (
	"slices"
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
