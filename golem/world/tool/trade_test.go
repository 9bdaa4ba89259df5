package tool

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

// dear is the venue with both other exchanges, and dearly where it trades.
var (
	dearly = table.Venue{
		Pools: placed.Pools, Router: placed.Router, Positions: placed.Positions, Base: weth, Quote: usdc, V2Router: common.HexToAddress("0x04"),
		V4: uniswap.V4{Router: common.HexToAddress("0x05"), StateView: common.HexToAddress("0x06"), Fee: 3000, TickSpacing: 60},
	}
	dear = Venue{Account: venue.Account, Deployments: dearly.Deployments()}
)

// exchanges are the markets of a reading and their protocols.
var exchanges = map[string]string{inPool: uniswapv3.Name, inV2: uniswapv2.Name, inV4: uniswapv4.Name}

// sale is a swap in a market in either direction, with its simulation or none, and
// the least and the deadline that its calls must then name.
func sale(t *rapid.T, market string) (a grammar.Action, expect *turn.Simulation, least, until *big.Int) {
	a = grammar.Action{Kind: grammar.Swap, Market: market, Protocol: exchanges[market], TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: units(t, "in"), Slippage: slippage(t)}
	if rapid.Bool().Draw(t, "sell") {
		a.TokenIn, a.TokenOut = a.TokenOut, a.TokenIn
	}
	if rapid.Bool().Draw(t, "simulating") {
		return a, nil, new(big.Int), big.NewInt(1120)
	}
	out := units(t, "out")
	expect = &turn.Simulation{Block: turn.Block{Time: 5000}, Deltas: []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}, {Token: a.TokenOut, Units: *out}}}
	return a, expect, share(out.ToBig(), a.Slippage), big.NewInt(5120)
}

// spec: heartbeat §14.1, safety §17
func TestAV2SwapsCallsSayWhatTheActionSays(t *testing.T) {
	ad := on(t, dear)
	rapid.Check(t, func(t *rapid.T) {
		a, expect, least, until := sale(t, inV2)
		calls, err := ad.Calls(a, reading(), expect)
		check(t, err)
		all := decodeAll(t, calls)
		if len(all) != 3 || !all[0].isApprove(a.TokenIn, dearly.V2Router, a.AmountIn.ToBig()) || !all[2].isApprove(a.TokenIn, dearly.V2Router, new(big.Int)) {
			t.Fatalf("calls %+v", all)
		}
		want := fmt.Sprint([]any{a.AmountIn.ToBig(), least, []common.Address{a.TokenIn, a.TokenOut}, venue.Account, until})
		if all[1].to != dearly.V2Router || all[1].method != "swapExactTokensForTokens" || fmt.Sprint(all[1].args) != want {
			t.Fatalf("swap %+v, want %s", all[1], want)
		}
	})
}

// spec: heartbeat §14.1, safety §17
func TestAV4SwapsCallsSayWhatTheActionSays(t *testing.T) {
	ad := on(t, dear)
	rapid.Check(t, func(t *rapid.T) {
		a, expect, least, until := sale(t, inV4)
		calls, err := ad.Calls(a, reading(), expect)
		check(t, err)
		all := decodeAll(t, calls)
		if len(all) != 5 || !all[0].isApprove(a.TokenIn, permit2.Address, a.AmountIn.ToBig()) || !all[4].isApprove(a.TokenIn, permit2.Address, new(big.Int)) {
			t.Fatalf("calls %+v", all)
		}
		if want := fmt.Sprint([]any{a.TokenIn, dearly.V4.Router, a.AmountIn.ToBig(), until}); all[1].method != "approve" || fmt.Sprint(all[1].args) != want {
			t.Fatalf("Permit2 allows %+v, want %s", all[1], want)
		}
		if none := fmt.Sprint([]any{a.TokenIn, dearly.V4.Router, new(big.Int), new(big.Int)}); all[3].method != "approve" || fmt.Sprint(all[3].args) != none {
			t.Fatalf("Permit2 takes back %+v, want %s", all[3], none)
		}
		swap, err := uniswap.SellCallV4(dearly.V4.Key(usdc.Address, weth.Address), a.TokenIn == usdc.Address, a.AmountIn.ToBig(), least, until)
		if err != nil || calls[2].To != dearly.V4.Router || string(calls[2].Data) != string(swap) {
			t.Fatalf("swap %+v (%v)", all[2], err)
		}
	})
}

func TestASwapThatNoExchangeTakesHasNoCalls(t *testing.T) {
	with := on(t, dear)
	much := new(uint256.Int).Lsh(uint256.NewInt(1), 128)
	for name, c := range map[string]struct {
		adapters *Adapters
		a        grammar.Action
		want     string
	}{
		"v2 is not configured":          {adapters(t), grammar.Action{Market: inV2, Protocol: uniswapv2.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1)}, "no market weth-usdc-30-v2 of uniswap-v2"},
		"v4 is not configured":          {adapters(t), grammar.Action{Market: inV4, Protocol: uniswapv4.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1)}, "no market weth-usdc-30-v4 of uniswap-v4"},
		"a lending protocol":            {with, grammar.Action{Market: aavev3.Name, Protocol: aavev3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1)}, "no market aave-v3 of aave-v3"},
		"a token the pool has not":      {with, grammar.Action{Market: inV2, Protocol: uniswapv2.Name, TokenIn: usdc.Address, TokenOut: other, AmountIn: uint256.NewInt(1)}, "does not trade"},
		"another on v4":                 {with, grammar.Action{Market: inV4, Protocol: uniswapv4.Name, TokenIn: other, TokenOut: weth.Address, AmountIn: uint256.NewInt(1)}, "does not trade"},
		"more than a v4 pool can count": {with, grammar.Action{Market: inV4, Protocol: uniswapv4.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: much}, "out of range"},
	} {
		c.a.Kind = grammar.Swap
		if calls, err := c.adapters.Calls(c.a, reading(), nil); err == nil || calls != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Permit2 counts a deadline in 48 bits: an order that would need more is none.
func TestADeadlineBeyondPermit2HasNoCalls(t *testing.T) {
	with := on(t, dear)
	a := grammar.Action{Kind: grammar.Swap, Market: inV4, Protocol: uniswapv4.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1)}
	r := reading()
	r.Block.Time = 1<<48 - 121
	if calls, err := with.Calls(a, r, nil); err != nil || len(calls) != 5 {
		t.Errorf("the last second: %d calls, %v", len(calls), err)
	}
	r.Block.Time++
	if calls, err := with.Calls(a, r, nil); err == nil || calls != nil {
		t.Errorf("a second later: %d calls, %v", len(calls), err)
	}
}
