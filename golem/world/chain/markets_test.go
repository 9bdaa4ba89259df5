package chain

import (
	"errors"
	"math"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
)

// floor is the kit with pools between three tokens: USDC, WETH at 2,000 and WBTC at 60,000 of it.
type floor struct {
	*evmtest.Kit
	t                testing.TB
	usdc, weth, wbtc common.Address
	npm              common.Address
	pools            map[string]common.Address // by handle
	asked            atomic.Int64              // requests of a client
}

func newFloor(t testing.TB) *floor {
	t.Helper()
	f := &floor{Kit: evmtest.NewServedKit(t, 7), t: t, pools: map[string]common.Address{}}
	f.usdc, f.weth, f.wbtc, f.npm = f.At("USDC"), f.At("WETH9"), f.At("WBTC"), f.At("NonfungiblePositionManager")
	all := new(uint256.Int).SetAllOne().ToBig()
	f.Own(f.wbtc, nil, bind.NewERC20().PackApprove(f.npm, all))
	f.pools["weth-usdc-5"], f.pools["weth-usdc-30"] = f.At("UniswapV3Pool"), f.At("UniswapV3Pool3000")
	f.pools["wbtc-usdc-30"] = f.opens(f.wbtc, f.usdc, 3000, 1e8, 60_000e6)
	f.pools["wbtc-weth-5"] = f.opens(f.wbtc, f.weth, 500, 1e8, 30e18)
	return f
}

// opens makes a pool in which so many units of the first token are worth so many of the second, and
// lays ten times as much of each into it.
func (f *floor) opens(base, quote common.Address, fee int64, units, worth float64) common.Address {
	f.t.Helper()
	zero, one, amount0, amount1 := base, quote, units, worth
	if zero.Cmp(one) > 0 {
		zero, one, amount0, amount1 = one, zero, amount1, amount0
	}
	factories := bind.NewUniswapV3Factory()
	factory := common.BytesToAddress(f.Ask(f.npm, bind.NewNonfungiblePositionManager().PackFactory()))
	f.Own(factory, nil, factories.PackCreatePool(zero, one, big.NewInt(fee)))
	at := common.BytesToAddress(f.Ask(factory, factories.PackGetPool(zero, one, big.NewInt(fee))))
	whole := func(v float64) *big.Int { n, _ := big.NewFloat(v).Int(nil); return n }
	square := new(big.Int).Lsh(whole(amount1), 192)
	square.Quo(square, whole(amount0))
	f.Own(at, nil, bind.NewUniswapV3Pool().PackInitialize(square.Sqrt(square)))
	f.provides(zero, one, fee, whole(10*amount0), whole(10*amount1), f.Book.Contracts[0].Address)
	return at
}

// provides puts liquidity of the kit's account over all ticks, for whoever gets the position.
func (f *floor) provides(zero, one common.Address, fee int64, amount0, amount1 *big.Int, owner common.Address) {
	f.t.Helper()
	spacing := map[int64]int32{500: 10, 3000: 60}[fee]
	f.Own(f.npm, nil, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: zero, Token1: one, Fee: big.NewInt(fee), TickLower: big.NewInt(int64(uniswap.MinUsableTick(spacing))), TickUpper: big.NewInt(int64(uniswap.MaxUsableTick(spacing))),
		Amount0Desired: amount0, Amount1Desired: amount1, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: owner, Deadline: evmtest.Deadline(),
	}))
}

// config names pools by their handles, in this order, without saying the handles where not named.
func (f *floor) config(named bool, handles ...string) Config {
	v := table.Venue{Router: f.At("SwapRouter"), Positions: f.npm}
	for _, h := range handles {
		p := table.Pool{At: f.pools[h]}
		if named {
			p.Handle = h
		}
		v.Pools = append(v.Pools, p)
	}
	return Config{ChainID: evmtest.ChainID, Account: f.Account, Numeraire: f.usdc, Coin: f.weth, Deployments: v.Deployments()}
}

// RoundTrip counts requests.
func (f *floor) RoundTrip(r *http.Request) (*http.Response, error) {
	f.asked.Add(1)
	return http.DefaultTransport.RoundTrip(r)
}

func (f *floor) looks(c Config) *Chain {
	f.t.Helper()
	node, err := gethrpc.DialOptions(f.t.Context(), f.Chain().Server.Endpoint(), gethrpc.WithHTTPClient(&http.Client{Transport: f}))
	check(f.t, err)
	client := rpc.New(node)
	f.t.Cleanup(client.Close)
	eyes, err := Open(f.t.Context(), client, c)
	check(f.t, err)
	return eyes
}

// handles are those of the markets of a reading.
func handles(r turn.Reading) (all []string) {
	for _, m := range r.Markets {
		all = append(all, m.Handle)
	}
	return all
}

// Markets are read in the order of the configuration, with the names that their tokens and fees
// make; assets are the numeraire and then the others, priced over the deepest route; a position
// says in which market it lies, at the one position manager.
func TestMarketsOfThreeTokensAreReadTogether(t *testing.T) {
	f := newFloor(t)
	order := func(a, b common.Address) (zero, one common.Address) {
		if a.Cmp(b) > 0 {
			return b, a
		}
		return a, b
	}
	for _, lot := range []struct {
		base, quote common.Address
		fee         int64
		units       float64
		worth       float64
	}{{f.weth, f.usdc, 500, 1e18, 2_000e6}, {f.wbtc, f.usdc, 3000, 1e7, 6_000e6}, {f.weth, f.usdc, 3000, 1e18, 2_000e6}} {
		zero, one := order(lot.base, lot.quote)
		amount0, _ := big.NewFloat(lot.units).Int(nil)
		amount1, _ := big.NewFloat(lot.worth).Int(nil)
		if zero != lot.base {
			amount0, amount1 = amount1, amount0
		}
		f.provides(zero, one, lot.fee, amount0, amount1, f.Account)
	}
	for _, want := range [][]string{
		{"weth-usdc-5", "wbtc-usdc-30"}, {"wbtc-weth-5", "weth-usdc-5", "wbtc-usdc-30"}, {"wbtc-usdc-30", "wbtc-weth-5", "weth-usdc-5"},
	} {
		for _, named := range []bool{true, false} {
			if !named && slices.Contains(want, "wbtc-weth-5") {
				continue // of two tokens that are both not the numeraire the handle says which is the base
			}
			eyes := f.looks(f.config(named, want...))
			r := observed(t, eyes)
			if got := handles(r); !slices.Equal(got, want) {
				t.Fatalf("read %v, want %v", got, want)
			}
			for i, d := range eyes.Deployments() {
				if terms, err := protocol.TermsOf[uniswapv3.Terms](d); err != nil || d.Handle != want[i] || terms.Pool != f.pools[want[i]] || r.Markets[i].Address != terms.Pool {
					t.Errorf("%v: deployment %d is %+v, %v", want, i, d, err)
				}
			}
			f.priced(want, r)
			f.held(want, r)
			if g, err := eyes.Glance(t.Context()); err != nil || g.Price != r.Primary().Price || g.Tick != r.Primary().Range.Tick {
				t.Errorf("%v: %+v, %v", want, g, err)
			}
			if r.NativePrice < 1_990e6 || r.NativePrice > 2_010e6 {
				t.Errorf("%v: the coin costs %s", want, r.NativePrice)
			}
		}
	}
}

// priced holds markets to the pools' own square-root prices and assets to what tokens are worth here.
func (f *floor) priced(about []string, r turn.Reading) {
	f.t.Helper()
	for _, m := range r.Markets {
		raw := f.Ask(m.Address, bind.NewUniswapV3Pool().PackSlot0())
		sqrt := new(uint256.Int).SetBytes(raw[:32])
		liquidity := new(uint256.Int).SetBytes(f.Ask(m.Address, bind.NewUniswapV3Pool().PackLiquidity()))
		inverse := m.Quote.Address.Cmp(m.Base.Address) < 0
		if m.Range.Inverse != inverse || m.Rate != uniswap.Rate(sqrt, inverse) || m.Depth != uniswap.Depth(sqrt, liquidity, inverse) {
			f.t.Errorf("%v: %s reads %+v at a square-root price of %s", about, m.Handle, m, sqrt.Dec())
		}
	}
	if len(r.Assets) != 3 || r.Assets[0].Token.Symbol != "USDC" {
		f.t.Fatalf("%v: assets %+v", about, r.Assets)
	}
	for symbol, want := range map[string]float64{"usdc": 1, "weth": 2_000, "wbtc": 60_000} {
		a, ok := r.Named(symbol)
		if !ok || math.Abs(a.Price/want-1) > 0.001 || a.Doubt != "" || a.Rate.IsZero() {
			f.t.Errorf("%v: %+v, want about %g", about, a, want)
		}
	}
}

// held holds positions to the markets that are configured: of the three that the account has, one
// lies in each of these but the one of WBTC and WETH, and the third in a pool that is none of them.
func (f *floor) held(about []string, r turn.Reading) {
	f.t.Helper()
	worth := map[string]float64{"weth-usdc-5": 4_000, "wbtc-usdc-30": 12_000}
	if len(r.Positions) != 2 {
		f.t.Fatalf("%v: %+v", about, r.Positions)
	}
	for _, p := range r.Positions {
		if want, ok := worth[p.Market]; !ok || math.Abs(p.Value/want-1) > 0.001 || p.Protocol != uniswapv3.Name {
			f.t.Errorf("%v: %+v, want %g", about, p, want)
		}
		delete(worth, p.Market)
	}
}

// However many markets there are, a reading takes one request for the head and one for all else.
func TestAReadingIsOneRequestWhateverTheNumberOfMarkets(t *testing.T) {
	f := newFloor(t)
	for _, all := range [][]string{{"weth-usdc-5"}, {"weth-usdc-5", "wbtc-usdc-30"}, {"weth-usdc-5", "weth-usdc-30", "wbtc-usdc-30", "wbtc-weth-5"}} {
		eyes := f.looks(f.config(true, all...))
		for i := range 3 {
			f.asked.Store(0)
			observed(t, eyes)
			if n := f.asked.Load(); n != 2 {
				t.Errorf("%d markets, reading %d: %d requests", len(all), i+1, n)
			}
		}
		f.asked.Store(0)
		if _, err := eyes.Glance(t.Context()); err != nil || f.asked.Load() != 2 {
			t.Errorf("%d markets: a glance takes %d requests, %v", len(all), f.asked.Load(), err)
		}
	}
}

// A market that is not what the configuration takes it for ends the start, in words that say what
// is wrong.
func TestAMarketThatDoesNotFitDoesNotOpen(t *testing.T) {
	f := newFloor(t)
	handle := func(c *Config, i int, handle string) { c.Deployments[i].Handle = handle }
	for name, c := range map[string]struct {
		pools []string
		spoil func(*Config)
		says  []string
	}{
		"twice":                        {[]string{"weth-usdc-5", "wbtc-usdc-30", "weth-usdc-5"}, func(*Config) {}, []string{"weth-usdc-5 is configured twice"}},
		"another fee":                  {[]string{"weth-usdc-5"}, func(c *Config) { handle(c, 0, "weth-usdc-30") }, []string{"configured as weth-usdc-30 is weth-usdc-5"}},
		"other tokens":                 {[]string{"weth-usdc-5", "wbtc-usdc-30"}, func(c *Config) { handle(c, 1, "wbtc-weth-30") }, []string{"configured as wbtc-weth-30 is wbtc-usdc-30"}},
		"another exchange's name":      {[]string{"weth-usdc-5"}, func(c *Config) { handle(c, 0, "weth-usdc-5-v4") }, []string{"configured as weth-usdc-5-v4 is weth-usdc-5"}},
		"no market with the numeraire": {[]string{"weth-usdc-5"}, func(c *Config) { c.Numeraire = f.At("DAI") }, []string{"no market trades the quote token " + f.At("DAI").Hex()}},
		"a coin that nobody trades":    {[]string{"wbtc-usdc-30"}, func(*Config) {}, []string{"no market trades the chain's coin", f.weth.Hex()}},
		"a first market that is not told in the numeraire, and no coin": {[]string{"wbtc-weth-5", "weth-usdc-5"}, func(c *Config) { c.Coin = common.Address{} }, []string{"WBTC and WETH", "configure the coin's price"}},
		"a feed of another token": {[]string{"weth-usdc-5"}, func(c *Config) {
			c.Feeds = []protocol.Feed{{Token: f.wbtc, Feed: f.At("BTCFeed")}}
		}, []string{"price feed " + f.At("BTCFeed").Hex(), f.wbtc.Hex(), "which no market trades"}},
		"two feeds of one": {[]string{"weth-usdc-5"}, func(c *Config) {
			c.Feeds = []protocol.Feed{{Feed: f.At("ETHFeed")}, {Token: f.weth, Feed: f.At("BTCFeed")}}
		}, []string{f.weth.Hex(), "two price feeds", f.At("ETHFeed").Hex(), f.At("BTCFeed").Hex()}},
		"a protocol that nobody knows": {[]string{"weth-usdc-5"}, func(c *Config) { c.Deployments[0].Protocol = "uniswap-v9" }, []string{"NO_ADAPTER", `no protocol is named "uniswap-v9"`}},
		"terms that nobody knows":      {[]string{"weth-usdc-5"}, func(c *Config) { c.Deployments[0].Terms = []byte(`{"pools":1}`) }, []string{"terms of weth-usdc-5"}},
		"two markets of one lender": {[]string{"weth-usdc-5"}, func(c *Config) {
			lends := table.Venue{Aave: f.At("AavePool")}.Deployments()
			c.Deployments = append(append(c.Deployments, lends...), lends...)
		}, []string{"aave-v3 is configured 2 times"}},
	} {
		config := f.config(true, c.pools...)
		c.spoil(&config)
		eyes, err := Open(t.Context(), rpc.New(f.RPC), config)
		if eyes != nil || err == nil {
			t.Errorf("%s: it opens (%v)", name, err)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want %q", name, err, says)
			}
		}
	}
	for _, same := range []string{"usdc-weth-5", "weth-usdc-5"} { // both name the pool; the second is told in the numeraire
		c := f.config(true, "weth-usdc-5")
		c.Deployments[0].Handle, c.NativePrice = same, 1
		if r := observed(t, f.looks(c)); r.Primary().Handle != same || math.Abs(r.Assets[1].Price/2_000-1) > 0.001 {
			t.Errorf("%s: %+v, assets %+v", same, r.Primary(), r.Assets)
		}
	}
}

// Two tokens that call themselves the same, in whatever letters, could not be told apart.
func TestTwoTokensOfOneNameDoNotOpen(t *testing.T) {
	for _, name := range []string{"USDC", "usdc", "Usdc"} {
		p := newStall(t)
		p.token("weth", weth, 18, name, eth(40))
		c, err := Open(t.Context(), p.client(), plainConfig())
		if c != nil || !errors.Is(err, protocol.ErrSelfReport) || !strings.Contains(err.Error(), "are both called") || !strings.Contains(err.Error(), weth.Hex()) || !strings.Contains(err.Error(), usdc.Hex()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The first market of the configuration is the strategy's, whatever its protocol: it says what
// others trade and what the feed is of, and a glance asks for nothing else.
func TestTheFirstMarketMayBeOfAnyExchange(t *testing.T) {
	all := fullVenue().Deployments()
	byProtocol := func(name string) protocol.Deployment {
		return all[slices.IndexFunc(all, func(d protocol.Deployment) bool { return strings.HasSuffix(d.Protocol, name) })]
	}
	v3, v4 := byProtocol("v3"), byProtocol("v4")
	v2 := protocol.Deploy(uniswapv2.Name, "", uniswapv2.Terms{Router: routerV2, Base: weth, Quote: usdc})
	for name, c := range map[string]struct {
		order []protocol.Deployment
		asks  string // by a glance
		want  []string
	}{
		"v2":                  {[]protocol.Deployment{v2, v3, v4}, "reserves of v2", []string{"weth-usdc-30-v2", "weth-usdc-5", "weth-usdc-5-v4"}},
		"v2 alone":            {[]protocol.Deployment{v2}, "reserves of v2", []string{"weth-usdc-30-v2"}},
		"v4":                  {[]protocol.Deployment{named(v4), v2, v3}, "slot of v4", []string{"weth-usdc-5-v4", "weth-usdc-30-v2", "weth-usdc-5"}},
		"v3":                  {[]protocol.Deployment{v3, v4, v2}, "slot0", []string{"weth-usdc-5", "weth-usdc-5-v4", "weth-usdc-30-v2"}},
		"behind a lender":     {[]protocol.Deployment{byProtocol("aave-v3"), v2, v3}, "reserves of v2", []string{"weth-usdc-30-v2", "weth-usdc-5"}},
		"a lender in between": {[]protocol.Deployment{v3, byProtocol("aave-v3"), v4}, "slot0", []string{"weth-usdc-5", "weth-usdc-5-v4"}},
	} {
		p := newStall(t)
		p.holds(ours(7, big.NewInt(1e12)))
		config := everything()
		config.Deployments = c.order
		eyes := p.opens(config)
		for _, s := range p.said {
			s.asked = false
		}
		g, err := eyes.Glance(t.Context())
		if err != nil || math.Abs(g.Price-2_500) > 1e-6 || !p.of(c.asks).asked {
			t.Errorf("%s: %+v, %v", name, g, err)
		}
		for _, s := range p.said {
			if s.asked && s.label != c.asks && s.label != "liquidity of v4" {
				t.Errorf("%s: a glance asks for the %s", name, s.label)
			}
		}
		r := observed(t, eyes)
		if got := handles(r); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if a, ok := r.Asset(weth); !ok || a.Feed == nil || a.Feed.Price != 2_480 || r.NativePrice != 2_500e6 {
			t.Errorf("%s: %+v, the coin costs %s", name, a, r.NativePrice)
		}
	}
}

// named gives the pool of v4 its tokens, which it else has from the first market.
func named(d protocol.Deployment) protocol.Deployment {
	v := fullVenue()
	v.Base, v.Quote = turn.Token{Address: weth, Symbol: "WETH"}, turn.Token{Address: usdc, Symbol: "USDC"}
	for _, n := range v.Deployments() {
		if n.Protocol == d.Protocol {
			return n
		}
	}
	return d
}
