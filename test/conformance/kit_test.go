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
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
)

// venueOfKit is the kit's pool with the contracts that reach it.
func venueOfKit(k *evmtest.Kit) table.Venue {
	return table.Venue{Pools: []table.Pool{{At: k.At("UniswapV3Pool")}}, Router: k.At("SwapRouter"), Positions: k.At("NonfungiblePositionManager")}
}

// On the devnet that `bardo dev` starts a Golem finds all three exchanges by their
// addresses in the book, and buys and sells on each.
func TestEveryExchangeOfTheKitTrades(t *testing.T) {
	k := evmtest.NewKit(t)
	client := rpc.New(k.RPC)
	v := venueOfKit(k)
	v.V2Router, v.V4 = k.At("UniswapV2Router02"), uniswap.V4{Router: k.At("UniversalRouter"), StateView: k.At("V4StateView"), Fee: 3000, TickSpacing: 60}
	eyes, err := chain.Open(t.Context(), client, configOf(k.Account, k.At("USDC"), v))
	if err != nil {
		t.Fatal(err)
	}
	adapters, err := tool.NewAdapters(tool.Venue{Account: k.Account, Deployments: eyes.Deployments()})
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
		if err != nil || len(seen.Markets) != 3 {
			t.Fatalf("%+v, %v", seen.Markets, err)
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
	for _, market := range []string{onV3, onV2, onV4} {
		order(parsed(t, eyes, swapBody(market, "usdc", "weth", big.NewInt(2_000e6))))
		order(parsed(t, eyes, swapBody(market, "weth", "usdc", big.NewInt(5e17))))
	}
}
