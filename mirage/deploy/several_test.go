package deploy_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// basket is a plan of five tokens in four pools, two of one pair, one of which is not quoted
// in dollars.
func basket() deploy.Plan {
	usdc, weth := deploy.Token{Symbol: "USDC", Decimals: 6}, deploy.Token{Symbol: "WETH", Decimals: 18, Native: true}
	wbtc, link := deploy.Token{Symbol: "WBTC", Decimals: 8}, deploy.Token{Symbol: "LINK", Decimals: 18}
	one := new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	p := usdcWeth()
	p.Traders, p.Grants = 2, []deploy.Grant{{To: addressOf(golem), Asset: "LINK", Amount: uint256.NewInt(42)}}
	for _, x := range []deploy.Pool{
		{Token0: usdc, Token1: weth, Fee: 3000},
		{Token0: wbtc, Token1: weth, Quote: 1, Fee: 3000},
		{Token0: wbtc, Token1: usdc, Quote: 1, Fee: 500},
		{Token0: link, Token1: wbtc, Quote: 1, Fee: 10000},
	} {
		x.SqrtPriceX96 = one
		p.Pools = append(p.Pools, x)
	}
	return p
}

func TestSeveralPoolsShareTheirTokensInTheirOrders(t *testing.T) {
	set := artifacts(t)
	p := basket()
	g, err := p.Genesis(set)
	check(t, err)
	n, err := node.New(node.Config{GenesisTime: start, Clock: clock.NewSimulated(start), Alloc: maps.Clone(g.Alloc), Code: g.Code})
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	b, err := deploy.Deploy(t.Context(), deploy.On(n), set, p)
	check(t, err)
	var handles []string
	accounts := map[common.Address]bool{}
	pool := bind.NewUniswapV3Pool()
	for i, e := range b.Pools {
		handles = append(handles, e.Handle)
		if found, ok := b.Pool(e.Handle); !ok || found.Address != e.Address || e.Token0 != p.Pools[i].Token0.Symbol {
			t.Errorf("%s is %+v", e.Handle, found)
		}
		t0 := view(t, n, e.Address, pool.PackToken0(), pool.UnpackToken0)
		t1 := view(t, n, e.Address, pool.PackToken1(), pool.UnpackToken1)
		if t0 != b.Token(e.Token0) || t1 != b.Token(e.Token1) || t0.Cmp(t1) >= 0 {
			t.Errorf("%s trades %s and %s, not %s and %s", e.Handle, t0, t1, e.Token0, e.Token1)
		}
		for _, a := range e.Accounts {
			accounts[a] = true
		}
	}
	if want := []string{"weth-usdc-5", "weth-usdc-30", "wbtc-weth-30", "wbtc-usdc-5", "link-wbtc-100"}; !slices.Equal(handles, want) {
		t.Errorf("the pools are %v", handles)
	}
	if len(accounts) != 2*len(b.Pools) || accounts[common.Address{}] {
		t.Errorf("market accounts: %v", accounts)
	}
	if b.Pools[0].Address != b.Address("UniswapV3Pool") || b.Pools[0].Accounts[0] != b.Address("Market") || b.Token("WETH") != b.Address("WETH9") {
		t.Error("the first pool is not under its plain names")
	}
	if got := balanceOf(t, n, b.Token("LINK"), addressOf(golem)); got.Int64() != 42 {
		t.Errorf("granted %s LINK", got)
	}
}

func TestPoolsThatContradictEachOtherAreReported(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*deploy.Plan)
		want  string
	}{
		{"no pool", func(p *deploy.Plan) { p.Pools = nil }, "without a pool"},
		{"a pool twice", func(p *deploy.Plan) { p.Pools = append(p.Pools, p.Pools[1]) }, "two pools are weth-usdc-30"},
		{"other decimals", func(p *deploy.Plan) { p.Pools[4].Token1.Decimals = 18 }, "two tokens are WBTC: one has 8 decimals, the other 18"},
		{"orders in a circle", func(p *deploy.Plan) {
			p.Pools[3].Token0, p.Pools[3].Token1 = p.Pools[3].Token1, p.Pools[3].Token0
			p.Pools[1].Token0, p.Pools[1].Token1 = p.Pools[1].Token1, p.Pools[1].Token0
		}, "circle"},
		{"a quote that is none", func(p *deploy.Plan) { p.Pools[1].Quote = 2 }, "token2"},
		{"too many traders", func(p *deploy.Plan) { p.Traders = 65 }, "65 traders"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := basket()
			c.spoil(&p)
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if err := basket().Check(); err != nil {
		t.Error(err)
	}
}
