package cage

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
)

// A cap holds for what of an asset lies anywhere, and for what lies in a market or a protocol. What
// makes none of them larger is not held up, whatever prices did.
//
// issue: a portfolio, limits for each asset, market and protocol
func TestACapHoldsWhereverItLies(t *testing.T) {
	p := broad()
	p.MaxPosition, p.MaxConcentration = 9_000, 10_000
	// 10,000 USDC, 2,500 USDC of WETH in the wallet and 2,500 of it in a position.
	r := three(1.25e18, 0)
	r.Positions = []turn.Position{{ID: "7", Protocol: uniswapv3.Name, Market: exchange, Base: *uint256.NewInt(1.25e18), Value: 2_500}}
	r.Lending = []turn.Lending{{Handle: "lender", Protocol: "lends", Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(1_000e6)}}}}
	buy, bought := trade(exchange, usdc, 1_000e6, weth, 0.5e18)
	other, swapped := trade(bitcoin, usdc, 625e6, wbtc, 1e6)
	more := pools(exchange)
	pooled := turn.Simulation{Success: true, Value: money.One, Deltas: []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(1_000e6)}, {Token: weth.Address, Out: true, Units: *uint256.NewInt(0.5e18)}}}
	for name, c := range map[string]struct {
		caps Caps
		a    grammar.Action
		s    turn.Simulation
		says string // empty: it passes
	}{
		"an asset, wallet and position together": {Caps{Assets: []Cap{{"weth", weth.Address, 3_700}}}, buy, bought, "weth would be above its 37.00% of equity"},
		"and at its edge":                        {Caps{Assets: []Cap{{"weth", weth.Address, 3_750}}}, buy, bought, ""},
		"another asset does not make it larger":  {Caps{Assets: []Cap{{"weth", weth.Address, 100}}}, other, swapped, ""},
		"moved into a position it is the same":   {Caps{Assets: []Cap{{"weth", weth.Address, 100}}}, more, pooled, ""},
		"a market":                               {Caps{Markets: []Cap{{Name: exchange, Share: 2_800}}}, more, pooled, exchange + " would be above its 28.00% of equity"},
		"another market":                         {Caps{Markets: []Cap{{Name: bitcoin, Share: 1}}}, more, pooled, ""},
		"a swap leaves nothing in a market":      {Caps{Markets: []Cap{{Name: exchange, Share: 1}}}, buy, bought, ""},
		"a protocol":                             {Caps{Protocols: []Cap{{Name: uniswapv3.Name, Share: 2_800}}}, more, pooled, "uniswap-v3 would be above its 28.00% of equity"},
		"a lender's is not the exchange's":       {Caps{Protocols: []Cap{{Name: "lends", Share: 1}}, Markets: []Cap{{Name: "lender", Share: 1}}}, more, pooled, ""},
		"the stricter of several":                {Caps{Assets: []Cap{{"weth", weth.Address, 9_000}}, Protocols: []Cap{{Name: uniswapv3.Name, Share: 9_000}}, Markets: []Cap{{Name: exchange, Share: 2_500}}}, more, pooled, exchange},
	} {
		p.Caps = c.caps
		got := p.sized(Case{Action: c.a, Seen: r, Now: noon}, c.s)
		switch {
		case c.says == "" && got != nil:
			t.Errorf("%s: %s", name, got.Detail)
		case c.says != "" && (got == nil || got.Code != CodeConcentration || !strings.Contains(got.Detail, c.says)):
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A misspelled name would cap nothing: it is refused, with the names that there are.
func TestACapOfWhatIsNotReadIsRefused(t *testing.T) {
	r := three(0, 0)
	r.Lending = []turn.Lending{{Handle: "lender", Protocol: "lends"}}
	for says, set := range map[string]func(*config.Safety){
		"safety.max_asset caps wbct, and this Golem reads only usdc, wbtc, weth": func(s *config.Safety) { s.MaxAsset = []string{"weth 20%", "WBCT 20%"} },
		"safety.max_market caps weth-usdc-3, and":                                func(s *config.Safety) { s.MaxMarket = []string{"weth-usdc-3 20%"} },
		"safety.max_protocol caps lender, and this Golem reads only lends, ":     func(s *config.Safety) { s.MaxProtocol = []string{"lender 20%"} },
		"": func(s *config.Safety) {
			s.MaxAsset, s.MaxMarket, s.MaxProtocol = []string{"WBTC 20%"}, []string{exchange + " 10%", "lender 5%"}, []string{"lends 10%", uniswapv3.Name + " 1%"}
		},
	} {
		c := config.Default().Safety
		set(&c)
		if err := CheckCaps(c, r); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// A market that does not answer now keeps its caps: a stranger who breaks it stops no start.
func TestACapOfAMarketThatDoesNotAnswerStands(t *testing.T) {
	r := three(0, 0)
	r.Mute = []turn.Mute{{Handle: "lender"}}
	c := config.Default().Safety
	c.ApprovedProtocols = []string{"lends"}
	c.MaxMarket, c.MaxProtocol = []string{"lender 5%"}, []string{"lends 10%"}
	if err := CheckCaps(c, r); err != nil {
		t.Error(err)
	}
	if c.MaxMarket[0] = "lander 5%"; CheckCaps(c, r) == nil {
		t.Error("a cap of nothing is taken")
	}
}

// A living Golem's caps are only tightened, and an asset that it does not know has none.
func TestACapIsOnlyTightened(t *testing.T) {
	r := three(0, 0)
	tokens := r.Tokens()
	c := config.Default()
	c.Safety.MaxAsset, c.Safety.MaxProtocol = []string{"weth 20%", "doge 1%"}, []string{"aave-v3 25%"}
	c.Safety.MaxMarket = []string{"weth-usdc-30 50%"}
	was := FromConfig(c, tokens, nil)
	if len(was.Caps.Assets) != 1 || was.Caps.Assets[0] != (Cap{"weth", weth.Address, 2_000}) || was.Caps.Protocols[0].Share != 2_500 {
		t.Fatalf("%+v", was.Caps)
	}
	for name, next := range map[string]struct {
		change func(*config.Safety)
		says   string
	}{
		"tighter": {func(s *config.Safety) { s.MaxAsset[0] = "weth 19.99%" }, ""},
		"another": {func(s *config.Safety) { s.MaxMarket = append([]string{"weth-usdc-5 1%"}, s.MaxMarket...) }, ""},
		"looser":  {func(s *config.Safety) { s.MaxAsset[0] = "weth 20.01%" }, "safety.max_asset weth 20.01% is looser than 20.00%"},
		"gone":    {func(s *config.Safety) { s.MaxProtocol = nil }, "safety.max_protocol aave-v3 100.00% is looser than 25.00%"},
	} {
		c := c
		c.Safety.MaxAsset = append([]string{}, c.Safety.MaxAsset...)
		next.change(&c.Safety)
		got := strings.Join(was.Loosened(FromConfig(c, tokens, nil)), "; ")
		if got != next.says {
			t.Errorf("%s: %q, want %q", name, got, next.says)
		}
	}
	if one, two := was.Digest(), FromConfig(config.Default(), tokens, nil).Digest(); one == two {
		t.Error("caps are not in the digest")
	}
}

// Of a cap of the settings and one of the cage on the chain the stricter holds, and one that the
// cage alone has holds too.
//
// spec: safety §7.6
func TestACapOfTheCageOnTheChainHoldsToo(t *testing.T) {
	p := broad()
	p.MaxPosition, p.MaxConcentration = 9_000, 10_000
	buy, bought := trade(exchange, usdc, 1_000e6, weth, 0.5e18)
	more := pools(exchange)
	pooled := turn.Simulation{Success: true, Value: money.One, Deltas: []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(1_000e6)}, {Token: weth.Address, Out: true, Units: *uint256.NewInt(0.5e18)}}}
	place := func() common.Address {
		for _, l := range p.Markets {
			if l.Handle == exchange {
				return l.Address
			}
		}
		return common.Address{}
	}()
	if place == (common.Address{}) {
		t.Fatal("the market has no contract")
	}
	for name, c := range map[string]struct {
		own   Caps
		chain turn.FenceCap
		a     grammar.Action
		s     turn.Simulation
		stops bool
	}{
		"an asset that only the cage caps": {Caps{}, turn.FenceCap{Of: "max_asset", Subject: weth.Address, Share: 500}, buy, bought, true},
		"and widely":                       {Caps{}, turn.FenceCap{Of: "max_asset", Subject: weth.Address, Share: 9_000}, buy, bought, false},
		"an asset that it caps lower":      {Caps{Assets: []Cap{{"weth", weth.Address, 9_000}}}, turn.FenceCap{Of: "max_asset", Subject: weth.Address, Share: 500}, buy, bought, true},
		"an asset that it caps higher":     {Caps{Assets: []Cap{{"weth", weth.Address, 500}}}, turn.FenceCap{Of: "max_asset", Subject: weth.Address, Share: 9_000}, buy, bought, true},
		"a market":                         {Caps{}, turn.FenceCap{Of: "max_market", Subject: place, Share: 100}, more, pooled, true},
		"a market that it caps lower":      {Caps{Markets: []Cap{{Name: exchange, Share: 9_000}}}, turn.FenceCap{Of: "max_market", Subject: place, Share: 100}, more, pooled, true},
		"another place":                    {Caps{}, turn.FenceCap{Of: "max_market", Subject: weth.Address, Share: 100}, more, pooled, false},
	} {
		p.Caps = c.own
		r := three(1.25e18, 0)
		r.Fence = fenced(func(f *turn.Fence) { f.Position, f.Concentration, f.Caps = 9_000, 10_000, []turn.FenceCap{c.chain} }).Fence
		if got := p.sized(Case{Action: c.a, Seen: r, Now: noon}, c.s); (got != nil) != c.stops || got != nil && got.Code != CodeConcentration {
			t.Errorf("%s: %+v", name, got)
		}
		if len(c.own.Assets) > 0 && p.Caps.Assets[0].Share != c.own.Assets[0].Share {
			t.Errorf("%s: the policy itself was changed", name)
		}
	}
}

// What a call places is held to the caps before anything is simulated: a deposit is in its market
// and still of its asset, a purchase of the asset alone, and what is borrowed comes to the wallet.
//
// spec: safety §8
func TestAPlacingIsHeldToTheCaps(t *testing.T) {
	seen := three(0, 0)
	seen.Lending = []turn.Lending{{Handle: "lender", Protocol: "lends"}, {Handle: "second", Protocol: "lends"}}
	caps := Caps{
		Assets: []Cap{{"usdc", usdc.Address, 1}, {"weth", weth.Address, 1_000}}, Markets: []Cap{{Name: "lender", Share: 500}}, Protocols: []Cap{{Name: "lends", Share: 600}},
	}
	dollars := func(n int64) *big.Int { return big.NewInt(n * 1e6) }
	ether := func(milli int64) *big.Int { return new(big.Int).Mul(big.NewInt(milli), big.NewInt(1e15)) }
	deposit := Placing{Token: usdc.Address, Units: dollars(500), Markets: []string{"lender"}, Protocol: "lends"}
	more := deposit
	more.Units = dollars(501)
	price := seen.Assets[1].Price
	tenth := int64(1_000 / price * 1_000) // milliether worth 1,000 dollars, rounded down
	for name, c := range map[string]struct {
		since []Placing
		now   Placing
		says  string
	}{
		"a deposit at the cap of its market": {nil, deposit, ""},
		"and beyond":                         {nil, more, "lender would be above"},
		"behind another one":                 {[]Placing{deposit}, Placing{Token: usdc.Address, Units: dollars(1), Markets: []string{"lender"}, Protocol: "lends"}, "lender would be above"},
		"in another market of its protocol":  {[]Placing{deposit}, Placing{Token: usdc.Address, Units: dollars(100), Markets: []string{"second"}, Protocol: "lends"}, ""},
		"and beyond the protocol's":          {[]Placing{deposit}, Placing{Token: usdc.Address, Units: dollars(101), Markets: []string{"second"}, Protocol: "lends"}, "lends would be above"},
		"in any of two, beyond the latter's": {nil, Placing{Token: usdc.Address, Units: dollars(501), Markets: []string{"second", "lender"}, Protocol: "lends"}, "lender would be above"},
		"a purchase at the asset's cap":      {nil, Placing{Token: usdc.Address, Units: dollars(1_000), For: weth.Address}, ""},
		"and beyond it":                      {nil, Placing{Token: usdc.Address, Units: dollars(1_001), For: weth.Address}, "weth would be above"},
		"a loan below the asset's cap":       {nil, Placing{Token: weth.Address, Units: ether(tenth), Owed: true}, ""},
		"a loan beyond it":                   {nil, Placing{Token: weth.Address, Units: ether(2 * tenth), Owed: true}, "weth would be above"},
		"a purchase behind a loan":           {[]Placing{{Token: weth.Address, Units: ether(tenth), Owed: true}}, Placing{Token: usdc.Address, Units: dollars(100), For: weth.Address}, "weth would be above"},
	} {
		if no := caps.Beyond(seen, c.since, []Placing{c.now}); (no == nil) != (c.says == "") || no != nil && !strings.Contains(no.Detail, c.says) {
			t.Errorf("%s: %+v, want %q", name, no, c.says)
		}
	}
}
