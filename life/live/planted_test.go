package live

import (
	"math"
	"math/big"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/grantor"
	"bardo.run/bardo/life/live/keys"
	"bardo.run/bardo/mirage/history"
)

// planter has the key of a Golem that a grant bounds, before its life begins.
type planter struct {
	t     *testing.T
	world *history.World
	boot  agent.Boot
	eyes  *chain.Chain
	nonce uint64
}

// planted makes the world of a life, its grant and its purse, as Run does.
func planted(t *testing.T, o Options) *planter {
	t.Helper()
	ctx := t.Context()
	composed, err := environment.Compose("", history.Gas{}, o.World, o.Seed, o.Days)
	if err != nil {
		t.Fatal(err)
	}
	terms, err := o.born(composed)
	if err != nil {
		t.Fatal(err)
	}
	composed.Artifacts = o.Artifacts
	w, err := history.Open(ctx, composed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	key, err := keys.Open(ctx, keys.Settings{
		Custody: o.Custody, Log: o.Log, Grant: grantor.Terms{Mode: grant.Mode(o.Custody), Seed: o.Seed, Fund: o.Fund, Artifacts: o.Artifacts},
	}, environment.NewClock(w, nil, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(key.Close)
	p := &planter{t: t, world: w}
	if p.boot, err = terms.Boot(ctx, w, key.Address()); err == nil {
		_, err = key.Bind(ctx, w, &p.boot)
	}
	if err == nil {
		err = birth.Fund(ctx, w, p.boot)
	}
	if err == nil {
		_, p.eyes, err = environment.Look(ctx, w, p.boot, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// buys sends an order past the Golem's program, made by adapters of some deployments, and reports
// whether the chain let it through.
func (p *planter) buys(all []protocol.Deployment, market, asset string, dollars uint64) bool {
	p.t.Helper()
	ctx := p.t.Context()
	seen, err := p.eyes.Look(ctx)
	if err != nil {
		p.t.Fatal(err)
	}
	m, _ := seen.Market(market)
	to := common.Address{}
	for _, a := range seen.Assets {
		if a.Token.Symbol == asset {
			to = a.Token.Address
		}
	}
	venue := p.boot.Venue
	venue.Deployments = all
	adapters, err := tool.NewAdapters(venue)
	if err != nil {
		p.t.Fatal(err)
	}
	calls, err := adapters.Calls(grammar.Action{
		Kind: grammar.Swap, Market: market, Protocol: m.Protocol, TokenIn: seen.Numeraire().Address, TokenOut: to, AmountIn: uint256.NewInt(dollars * 1e6),
	}, seen, nil)
	if err != nil || len(calls) != 1 {
		p.t.Fatalf("%s: %v, %v", market, calls, err)
	}
	return p.sends(calls[0])
}

func (p *planter) sends(call protocol.Call) bool {
	p.t.Helper()
	ctx, secret := p.t.Context(), chop(p.t).Seed.Bytes("golem/key")
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		p.t.Fatal(err)
	}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(environment.ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(environment.ChainID), Nonce: p.nonce, To: &call.To, Data: call.Data, Gas: 3_000_000, GasTipCap: common.Big0, GasFeeCap: big.NewInt(2e8),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		p.t.Fatal(err)
	}
	hash, err := p.world.Submit(ctx, raw)
	if err == nil {
		_, err = p.world.Next(ctx)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.nonce++
	var r types.Receipt
	if err := p.world.Client().CallContext(ctx, &r, "eth_getTransactionReceipt", hash); err != nil {
		p.t.Fatal(err)
	}
	return r.Status == types.ReceiptStatusSuccessful
}

// In a world of several markets every asset has a price feed that follows it, and what a stolen key sends
// past the Golem's program is held by the contracts: to the caps of its owner, and to the markets that the
// policy approves.
//
// spec: safety §7.1, §7.6, provisioning §8.4
func TestAPlantedOrderBeyondACapIsRefusedOnTheChain(t *testing.T) {
	t.Parallel()
	o := busy(t, grant.Delegation)
	o.World, o.Strategy = "basket", filepath.Join("..", "..", "strategies", "basket.md")
	o.Config.Safety.MaxAsset = []string{"wbtc 8%"}
	p := planted(t, o)
	all := p.boot.Venue.Deployments
	for i, c := range []struct {
		market, asset string
		dollars       uint64
		passes        bool
	}{
		{"wbtc-usdc-5", "WBTC", 900, false},
		{"wbtc-usdc-5", "WBTC", 700, true},
		{"wbtc-usdc-5", "WBTC", 200, false},
		{"weth-usdc-5", "WETH", 900, true},
		{"weth-usdc-30", "WETH", 200, true},
		{"weth-usdc-30-v2", "WETH", 100, false},
		{"link-usdc-30", "LINK", 100, false},
	} {
		if got := p.buys(all, c.market, c.asset, c.dollars); got != c.passes {
			t.Errorf("order %d, %d dollars of %s in %s: passed %v, want %v", i, c.dollars, c.asset, c.market, got, c.passes)
		}
	}
	p.fed()
}

// fed holds the feeds of a quarter of an hour to the markets.
func (p *planter) fed() {
	p.t.Helper()
	moved := map[string]map[float64]bool{}
	for range 60 {
		if _, err := p.world.Next(p.t.Context()); err != nil {
			p.t.Fatal(err)
		}
		seen, err := p.eyes.Look(p.t.Context())
		if err != nil {
			p.t.Fatal(err)
		}
		for _, a := range seen.Assets[1:] {
			f, price := a.Feed, a.Price
			if f == nil || f.Unread != "" || f.Age(seen.Block.Time) != 0 || math.Abs(f.Price/price-1) > 0.006 {
				p.t.Fatalf("%s: %+v, the markets say %v", a.Token.Symbol, f, price)
			}
			if moved[a.Token.Symbol] == nil {
				moved[a.Token.Symbol] = map[float64]bool{}
			}
			moved[a.Token.Symbol][f.Price] = true
		}
	}
	for name, answers := range moved {
		if len(answers) < 2 {
			p.t.Errorf("the feed of %s never moved", name)
		}
	}
	if len(moved) != 4 {
		p.t.Errorf("feeds of %v", moved)
	}
}
