package conformance

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// A simulation runs in the block after the pinned one, and with that block's
// number, time and base fee it leaves the state that the mined block leaves.
//
// spec: chain §7
func TestASimulationRunsInTheNextBlock(t *testing.T) {
	at := evmtest.Address("clock")
	n := evmtest.NewNode(t, map[common.Address][]byte{at: evmtest.Clock()})
	client := rpc.New(n.RPC)
	fork, err := sim.New(client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	if err != nil {
		t.Fatal(err)
	}
	for range many(10) {
		head, err := client.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		call := sim.Call{From: n.Account, To: &at}
		plain, err := fork.At(head).Run(t.Context(), sim.Request{Calls: []sim.Call{call}, States: true})
		if err != nil {
			t.Fatal(err)
		}
		stored(t, plain, at, head.Number+1, head.Time+1)

		r := n.Execute(at, nil)
		mined, err := client.BlockByHash(t.Context(), r.BlockHash)
		if err != nil {
			t.Fatal(err)
		}
		if mined.Number != head.Number+1 || mined.Time <= head.Time {
			t.Fatalf("block %+v follows %+v", mined, head)
		}
		exact, err := fork.At(head).Run(t.Context(), sim.Request{
			Calls:     []sim.Call{call},
			States:    true,
			Overrides: sim.Overrides{Number: &mined.Number, Time: &mined.Time, BaseFee: mined.BaseFee, Coinbase: &mined.Coinbase},
		})
		if err != nil {
			t.Fatal(err)
		}
		sameReceipt(t, exact.Calls[0], r)
		stored(t, exact, at, mined.Number, mined.Time)
		b := client.At(mined.Hash)
		number, time := b.Storage(at, common.Hash{}), b.Storage(at, common.Hash{31: 1})
		if err := b.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		slots := slotsOf(t, exact, at)
		for slot, read := range map[common.Hash]*rpc.Read[common.Hash]{{}: number, {31: 1}: time} {
			if value, err := read.Value(); err != nil || value != slots[slot] {
				t.Errorf("slot %s holds %s (%v), the simulation said %s", slot, value, err, slots[slot])
			}
		}
		n.Mine() // the next head is an empty block
	}
}

func slotsOf(t *testing.T, o sim.Outcome, at common.Address) map[common.Hash]common.Hash {
	t.Helper()
	d, ok := o.Diff.Of(at)
	if !o.Success || !ok {
		t.Fatalf("the clock was not written: %+v", o.Calls)
	}
	slots := map[common.Hash]common.Hash{}
	for _, s := range d.Slots {
		slots[s.Key] = s.After
	}
	return slots
}

func stored(t *testing.T, o sim.Outcome, at common.Address, number, time uint64) {
	t.Helper()
	slots := slotsOf(t, o, at)
	if got := slots[common.Hash{}].Big().Uint64(); got != number {
		t.Errorf("simulated in block %d, want %d", got, number)
	}
	if got := slots[common.Hash{31: 1}].Big().Uint64(); got != time {
		t.Errorf("simulated at %d, want %d", got, time)
	}
}

// The router's deadline, which is compared with the block's time: good in the
// next block to the second, too old one second later, simulated and mined alike.
func TestADeadlineIsJudgedAtTheTimeOfTheNextBlock(t *testing.T) {
	m := newMarket(t, "deadline", 2)
	const step = 2 // seconds between blocks of the node
	for _, c := range []struct {
		name  string
		after uint64 // seconds from the head to the deadline
		plain bool   // succeeds one second after the head, which is the default
		mined bool   // succeeds in the block that is mined
	}{{"the head's time", 0, false, false}, {"a second later", 1, true, false}, {"the block's time", step, true, true}} {
		head := m.head()
		data := bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: m.USDC, TokenOut: m.WETH,
			Fee: big.NewInt(500), Recipient: m.Account, Deadline: new(big.Int).SetUint64(head.Time + c.after), AmountIn: big.NewInt(1e9),
			AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
		})
		request := sim.Request{Calls: []sim.Call{{From: m.Account, To: &m.Router, Data: data}}}
		if o := m.run(head, request); o.Success != c.plain {
			t.Errorf("%s: simulated a second after the head: success %v (%v)", c.name, o.Success, o.Calls[0].Revert)
		}
		time := head.Time + step
		request.Overrides.Time = &time
		o := m.run(head, request)
		r := m.Execute(m.Router, data)
		sameReceipt(t, o.Calls[0], r)
		if got := r.Status == types.ReceiptStatusSuccessful; got != c.mined || m.head().Time != time {
			t.Errorf("%s: mined at %d with success %v, want %v at %d", c.name, m.head().Time, got, c.mined, time)
		}
	}
}

func (m *market) run(head rpc.Block, request sim.Request) sim.Outcome {
	m.t.Helper()
	o, err := m.fork.At(head).Run(m.t.Context(), request)
	if err != nil {
		m.t.Fatal(err)
	}
	return o
}
