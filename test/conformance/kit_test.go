package conformance

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
)

// On the devnet that `bardo dev` starts a Golem finds all three exchanges by their
// addresses in the book, and buys and sells on each.
func TestEveryExchangeOfTheKitTrades(t *testing.T) {
	k := evmtest.NewKit(t)
	client := rpc.New(k.RPC)
	v4 := uniswap.V4{Router: k.At("UniversalRouter"), StateView: k.At("V4StateView"), Fee: 3000, TickSpacing: 60}
	eyes, err := chain.Open(t.Context(), client, chain.Config{
		ChainID: evmtest.ChainID, Account: k.Account, Pool: k.At("UniswapV3Pool"), Quote: k.At("USDC"), Router: k.At("SwapRouter"),
		Positions: k.At("NonfungiblePositionManager"), V2Router: k.At("UniswapV2Router02"), V4: v4,
	})
	if err != nil {
		t.Fatal(err)
	}
	adapters, err := tool.NewAdapters(tool.Venue{
		Account: k.Account, Router: k.At("SwapRouter"), Positions: k.At("NonfungiblePositionManager"), V2Router: k.At("UniswapV2Router02"), V4: v4,
	})
	if err != nil {
		t.Fatal(err)
	}
	fork, err := sim.New(client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	if err != nil {
		t.Fatal(err)
	}
	simulator := &tool.Simulator{Adapters: adapters, Chain: eyes, Client: client, Fork: fork, ChainID: evmtest.ChainID}
	order := func(a grammar.Action) {
		t.Helper()
		preview, err := simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("%s: %s (%v)", a.Canonical(), preview.Revert, err)
		}
		seen, err := eyes.Observe(t.Context())
		if err != nil || len(seen.Venues) != 2 {
			t.Fatalf("%+v, %v", seen.Venues, err)
		}
		calls, err := adapters.Calls(a, seen, &preview)
		if err != nil {
			t.Fatal(err)
		}
		var mined []turn.Delta
		for _, c := range calls {
			r := k.Execute(c.To, c.Data)
			if r.Status != 1 {
				t.Fatalf("%s: a call of %s reverted", a.Canonical(), c.To)
			}
			for _, l := range r.Logs {
				mined = tool.Deltas(mined, k.Account, []protocol.Log{{Address: l.Address, Topics: l.Topics, Data: l.Data}})
			}
		}
		if !sameDeltas(mined, preview.Deltas) {
			t.Errorf("%s: mined %+v, the preview says %+v", a.Canonical(), mined, preview.Deltas)
		}
	}
	for _, protocol := range grammar.Exchanges() {
		order(swapOn(t, protocol, k.At("USDC"), k.At("WETH9"), big.NewInt(2_000e6)))
		order(swapOn(t, protocol, k.At("WETH9"), k.At("USDC"), big.NewInt(5e17)))
	}
}
