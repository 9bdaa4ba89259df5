package chain

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/turn"
)

// trodden is a floor whose node is reached through one that may lie.
type trodden struct {
	*floor
	proxy *rpctest.Proxy
	eyes  *Chain
}

func newTrodden(t *testing.T, handles ...string) *trodden {
	f := newFloor(t)
	w := &trodden{floor: f, proxy: rpctest.New(t, f.Chain().Server.Endpoint())}
	client, err := rpc.Dial(t.Context(), w.proxy.URL(), evmtest.ChainID)
	check(t, err)
	t.Cleanup(client.Close)
	c := f.config(true, handles...)
	c.Logs = true
	w.eyes, err = Open(t.Context(), client, c)
	check(t, err)
	f.Own(f.usdc, nil, bind.NewERC20().PackApprove(f.At("SwapRouter"), new(uint256.Int).SetAllOne().ToBig()))
	f.Own(f.weth, nil, bind.NewERC20().PackApprove(f.At("SwapRouter"), new(uint256.Int).SetAllOne().ToBig()))
	return w
}

// buys has the kit's account buy WETH in the first pool.
func (w *trodden) buys(usdc int64) {
	w.Own(w.At("SwapRouter"), nil, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: w.usdc, TokenOut: w.weth, Fee: big.NewInt(500), Recipient: w.Book.Contracts[0].Address, Deadline: evmtest.Deadline(),
		AmountIn: big.NewInt(usdc), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	}))
}

// dearer has every pool tell a square-root price that is a hundredth higher.
func dearer() rpctest.Fault {
	asked := hexutil.Encode(bind.NewUniswapV3Pool().PackSlot0())
	return rpctest.Fault{Lie: func(data, result string) string {
		if data != asked {
			return result
		}
		raw := common.FromHex(result)
		price := new(big.Int).SetBytes(raw[:32])
		price.Mul(price, big.NewInt(101)).Quo(price, big.NewInt(100)).FillBytes(raw[:32])
		return hexutil.Encode(raw)
	}}
}

// sees reads, and holds what the logs contradict to what is wanted: a market's handle, or nothing.
func (w *trodden) sees(about, market string) turn.Reading {
	w.t.Helper()
	r, err := w.eyes.Observe(w.t.Context())
	check(w.t, err)
	weth, _ := r.Named("weth")
	_, contradicted := r.Contradicted(market)
	if market == "" && (len(r.Contrary) > 0 || weth.Doubt != "") || market != "" && (!contradicted || !strings.Contains(weth.Doubt, "its logs lead to")) {
		w.t.Errorf("%s: %v contradict, of WETH it says %q", about, r.Contrary, weth.Doubt)
	}
	return r
}

// A node is held to its own logs: a price that no trade made is in doubt, and a trade that did not move
// the price, for as long as the two do not agree. What the node does not tell vouches for nothing.
//
// spec: chain §12, tools-archetypes §4, heartbeat §3
func TestAReadingIsHeldToTheLogs(t *testing.T) {
	const first = "weth-usdc-5"
	w := newTrodden(t, first, "weth-usdc-30")
	w.sees("the first reading", "")
	before := w.sees("the same block again", "")
	w.buys(500e6)
	w.buys(10e6)
	if r := w.sees("trades that the logs tell of", ""); r.Primary().Rate == before.Primary().Rate || len(r.Markets) != 2 {
		t.Fatalf("nothing was traded: %+v", r.Primary())
	}
	w.Mine()
	w.proxy.Set(dearer())
	w.sees("a price that no trade made", first)
	w.Mine()
	w.sees("the same lie", first)
	w.buys(100e6)
	w.sees("the same lie about a trade", first)
	w.proxy.Set(rpctest.Fault{})
	w.sees("the truth again", "")
	w.buys(500e6)
	w.proxy.Set(rpctest.Fault{Hide: "eth_getLogs"})
	w.sees("a trade that no log tells of", first)
	w.Mine()
	w.proxy.Set(rpctest.Fault{})
	w.sees("its log, which comes late", "")
	w.buys(500e6)
	w.proxy.Set(rpctest.Fault{Hide: "eth_getLogs"})
	w.sees("another that no log tells of", first)
	for range longest / 2 {
		w.Mine()
	}
	w.sees("nor later", first)
	w.proxy.Set(rpctest.Fault{})
	w.Mine()
	w.sees("a log that is gone", first)
	w.buys(100e6)
	w.sees("a later trade, by which all of it is told", "")
	w.proxy.Set(rpctest.Fault{Refuse: "eth_getLogs"})
	w.buys(100e6)
	w.sees("a node that has no logs", "")
	w.proxy.Set(dearer())
	w.Mine()
	w.sees("a lie after that", first)
	w.proxy.Set(rpctest.Fault{})
	for range longest + 1 {
		w.Mine()
	}
	w.sees("too many blocks later", "")
	back := w.Snapshot()
	w.buys(500e6)
	w.sees("one chain", "")
	back()
	w.buys(200e6)
	w.Mine()
	w.sees("another one", "")
}
