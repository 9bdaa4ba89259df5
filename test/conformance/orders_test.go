package conformance

import (
	"fmt"
	"reflect"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// orders makes a Golem's orders from proposals, as the write path does.
type orders struct {
	*market
	eyes      *chain.Chain
	adapters  *tool.Adapters
	simulator *tool.Simulator
}

func newOrders(t *testing.T) *orders {
	t.Helper()
	return newOrdersOn(t, newMarket(t, "orders", 10))
}

func newOrdersOn(t *testing.T, m *market) *orders {
	t.Helper()
	o := &orders{market: m}
	o.eyes = o.market.eyes(o.USDC)
	var err error
	if o.adapters, err = tool.NewAdapters(tool.Venue{Account: o.Account, Deployments: o.eyes.Deployments()}); err != nil {
		t.Fatal(err)
	}
	o.simulator = &tool.Simulator{Adapters: o.adapters, Chain: o.eyes, Client: o.client, Fork: o.fork, ChainID: evmtest.ChainID}
	return o
}

// Every kind of order, previewed and then mined as it is: the preview's deltas
// are the receipts', and a simulation of the very transactions has their gas and
// their logs. Wallet and allowances afterwards are as promised.
func TestAnOrderDoesWhatItsPreviewSays(t *testing.T) {
	o := newOrders(t)
	done := map[grammar.Kind]int{}
	for range many(10) {
		for _, body := range o.proposals() {
			a := parsed(t, o.eyes, []byte(body))
			o.order(a)
			if t.Failed() {
				t.Fatal(body)
			}
			done[a.Kind]++
			o.trade()
		}
	}
	t.Logf("orders: %v", done)
	for _, kind := range grammar.Kinds() {
		if a := (grammar.Action{Kind: kind}); !a.Lends() && !a.Converts() && done[kind] < 5 {
			t.Errorf("only %d orders of kind %s", done[kind], kind)
		}
	}
}

// An order that reverts, because the market moved beyond its bounds before it was
// mined, leaves no allowance either.
func TestAnOrderThatRevertsLeavesNoAllowance(t *testing.T) {
	o := newOrders(t)
	reverted := map[grammar.Kind]int{}
	for _, body := range o.proposals() {
		a := parsed(t, o.eyes, []byte(body))
		preview, err := o.simulator.Simulate(t.Context(), a)
		if err != nil || !preview.Success {
			t.Fatalf("preview: %s (%v)", preview.Revert, err)
		}
		seen := o.read() // a quarter more is to come out, or to go in, than the market gives
		for i := range preview.Deltas {
			more := new(uint256.Int).Rsh(&preview.Deltas[i].Units, 2)
			preview.Deltas[i].Units.Add(&preview.Deltas[i].Units, more)
		}
		sqrt := &seen.Primary().Range.SqrtPriceX96
		sqrt.Add(sqrt, new(uint256.Int).Rsh(sqrt, 2))
		calls, err := o.adapters.Calls(a, seen, &preview)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range o.mine(calls) {
			if r.Status != types.ReceiptStatusSuccessful {
				reverted[a.Kind]++
			}
		}
		o.checkAllowances(a)
	}
	if reverted[grammar.Swap] != 2 || reverted[grammar.AddLiquidity] != 1 {
		t.Errorf("reverted: %v", reverted)
	}
}

// trade moves the pool between two orders. An order leaves no allowance behind.
func (o *orders) trade() {
	o.t.Helper()
	for _, token := range []common.Address{o.USDC, o.WETH} {
		o.must(token, bind.NewERC20().PackApprove(o.Router, new(uint256.Int).SetAllOne().ToBig()))
	}
	o.must(o.Router, o.routerCall(o.randomSwap(true)))
}

// proposals is one of each: both swaps, a position opened around the price, and
// of the newest position the fees, a part, and all of it.
func (o *orders) proposals() []string {
	usdc, weth := o.randomAmounts()
	p := o.pool()
	lower := uniswap.NearestUsableTick(p.Tick, spacing) - spacing*(1+o.rng.Int32N(60))
	upper := uniswap.NearestUsableTick(p.Tick, spacing) + spacing*(1+o.rng.Int32N(60))
	newest := o.newest()
	add := `{"type":"add_liquidity","params":{"market":"%s","base_amount":"%s","quote_amount":"%s","tick_lower":%d,"tick_upper":%d,"slippage_bps":50},"constraints":{}}`
	claim := `{"type":"claim_fees","params":{"position_id":"%s"},"constraints":{}}`
	remove := `{"type":"remove_liquidity","params":{"position_id":"%s","percent":%d,"slippage_bps":50},"constraints":{}}`
	sell, buy := string(swapBody(onV3, "usdc", "weth", usdc.ToBig())), string(swapBody(onV3, "weth", "usdc", weth.ToBig()))
	open := fmt.Sprintf(add, onV3, weth.Dec(), usdc.Dec(), lower, upper)
	if newest == "" {
		return []string{sell, buy, open}
	}
	return []string{
		sell,
		fmt.Sprintf(claim, newest), // the swap has paid it fees
		buy,
		fmt.Sprintf(remove, newest, 1+o.rng.IntN(99)),
		open,
		fmt.Sprintf(remove, newest, 100),
	}
}

// newest is the position around the price that was minted last; none when only the
// first one is, which covers all prices and stays, so that there is a market.
func (o *orders) newest() string {
	r := o.read()
	for i := len(r.Positions) - 1; i > 0; i-- {
		if r.Positions[i].InRange(r.Primary().Range.Tick) {
			return r.Positions[i].ID
		}
	}
	return ""
}

func (o *orders) read() turn.Reading {
	o.t.Helper()
	r, err := o.eyes.Observe(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

func (o *orders) order(a grammar.Action) {
	o.t.Helper()
	preview, err := o.simulator.Simulate(o.t.Context(), a)
	if err != nil || !preview.Success {
		o.t.Fatalf("preview: %s (%v)", preview.Revert, err)
	}
	before := o.read()
	calls, err := o.adapters.Calls(a, before, &preview)
	if err != nil {
		o.t.Fatal(err)
	}
	simulated := o.rehearse(calls)
	receipts := o.mine(calls)
	var logs []protocol.Log
	for i, r := range receipts {
		sameReceipt(o.t, simulated.Calls[i], r)
		for _, l := range r.Logs {
			logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
	}
	mined := tool.Deltas(nil, o.Account, logs)
	if len(mined) == 0 || !sameDeltas(mined, preview.Deltas) {
		o.t.Errorf("mined deltas %+v, the preview says %+v", mined, preview.Deltas)
	}
	o.checkSpent(before, mined)
	o.checkAllowances(a)
	o.checkGas(preview, receipts)
}

// rehearse simulates exactly the transactions that are mined next.
func (o *orders) rehearse(calls []protocol.Call) sim.Outcome {
	o.t.Helper()
	request := sim.Request{}
	for _, c := range calls {
		request.Calls = append(request.Calls, sim.Call{From: o.Account, To: &c.To, Data: c.Data})
	}
	out, err := o.fork.At(o.head()).Run(o.t.Context(), request)
	if err != nil {
		o.t.Fatal(err)
	}
	return out
}

// mine puts all calls into one block, in order.
func (o *orders) mine(calls []protocol.Call) []*types.Receipt {
	o.t.Helper()
	var sent []*types.Transaction
	for _, c := range calls {
		tx := o.Sign(c.To, 0, c.Data)
		o.Submit(tx)
		sent = append(sent, tx)
	}
	block := o.Mine()
	var receipts []*types.Receipt
	for i, tx := range sent {
		r, err := o.client.Receipt(o.t.Context(), tx.Hash())
		if err != nil {
			o.t.Fatal(err)
		}
		if r.BlockHash != block || r.TransactionIndex != uint(i) {
			o.t.Fatalf("call %d is in block %s at %d, want %s", i, r.BlockHash, r.TransactionIndex, block)
		}
		receipts = append(receipts, &r.Receipt)
	}
	return receipts
}

// checkSpent holds the wallet after the order to the deltas.
func (o *orders) checkSpent(before turn.Reading, deltas []turn.Delta) {
	o.t.Helper()
	after := o.read()
	for i := range after.Assets {
		want := before.Assets[i].Units
		for _, d := range deltas {
			switch {
			case d.Token != after.Assets[i].Token.Address:
			case d.Out:
				want.Sub(&want, &d.Units)
			default:
				want.Add(&want, &d.Units)
			}
		}
		if want != after.Assets[i].Units {
			o.t.Errorf("%s: %s in the wallet, the deltas lead to %s", after.Assets[i].Token.Symbol, after.Assets[i].Units.Dec(), want.Dec())
		}
	}
}

// checkAllowances: what an order approved, it used up or took back.
func (o *orders) checkAllowances(a grammar.Action) {
	o.t.Helper()
	spent := map[grammar.Kind]map[common.Address][]common.Address{
		grammar.Swap:         {o.Router: {a.TokenIn}},
		grammar.AddLiquidity: {o.Positions: {o.USDC, o.WETH}},
	}
	abi := bind.NewERC20()
	for spender, tokens := range spent[a.Kind] {
		for _, token := range tokens {
			if left := ask(o.market, token, abi.PackAllowance(o.Account, spender), abi.UnpackAllowance); left.Sign() != 0 {
				o.t.Errorf("%s may still spend %s of %s", spender, left, token)
			}
		}
	}
}

// checkGas: the preview's calls differ from the sent ones in minimum amounts and
// deadline only, so their gas differs by the bytes of these at most.
func (o *orders) checkGas(preview turn.Simulation, receipts []*types.Receipt) {
	o.t.Helper()
	const bytesGas = 3 * 32 * 16 // three words from zeros to full
	if len(preview.CallGas) != len(receipts) {
		o.t.Fatalf("%d calls were previewed, %d mined", len(preview.CallGas), len(receipts))
	}
	for i, r := range receipts {
		if r.GasUsed < preview.CallGas[i] || r.GasUsed > preview.CallGas[i]+bytesGas {
			o.t.Errorf("call %d: previewed with %d gas, mined with %d", i, preview.CallGas[i], r.GasUsed)
		}
	}
}

// sameDeltas compares without regard to order.
func sameDeltas(a, b []turn.Delta) bool {
	index := func(deltas []turn.Delta) map[string]string {
		m := map[string]string{}
		for _, d := range deltas {
			m[fmt.Sprint(d.Token, d.Out)] = d.Units.Dec()
		}
		return m
	}
	return len(a) == len(b) && reflect.DeepEqual(index(a), index(b))
}
