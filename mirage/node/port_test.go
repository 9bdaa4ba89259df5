package node_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	belowrpc "bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/node"
)

var (
	// witness returns what a call is told of its block and of itself.
	witness = common.HexToAddress("0x317e55")
	// denier reverts with one word.
	denier = common.HexToAddress("0xde91e4")
)

func withWitness(c *node.Config) {
	c.Code = map[common.Address][]byte{
		counter: common.FromHex("0x600054600101600055"),
		drawer:  common.FromHex("0x6000355460005260206000f3"),
		witness: common.FromHex("0x4360005242602052486040524560605241608052446a0a0a0a0a0a0a0a0a0a0a0a5060a0525a60c0523360e0523261010052" + "3a61012052" + "6101406000f3"),
		denier:  common.FromHex("0x602a60005260206000fd"),
	}
}

// Whatever is asked through the port is what the node's JSON-RPC answers, in every block that is or
// was, through payments with tips, cheats, snapshots and reverts, and however many states are kept.
// What a Golem asks in every tick is answered by value.
func TestThePortAnswersAsTheServerDoes(t *testing.T) {
	for name, keep := range map[string]int{"all states": 0, "eight states": 8} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				cfg := node.Config{
					GenesisTime: start, BaseFee: big.NewInt(100), KeepStates: keep,
					Alloc: map[common.Address]*big.Int{alice: new(big.Int).Mul(big.NewInt(1000), ether)},
				}
				withWitness(&cfg)
				n, err := node.New(cfg)
				check(r, err)
				defer func() { check(r, n.Close()) }()
				c := chronicle{node: n, blocks: []common.Hash{{1}, n.Chain.Head().Hash()}, nonces: []uint64{0}}
				for range rapid.IntRange(1, 8).Draw(r, "steps") {
					c.step(r)
					c.compare(r)
				}
			})
		})
	}
}

// chronicle makes blocks, and remembers all that ever were.
type chronicle struct {
	node   *node.Node
	blocks []common.Hash
	nonces []uint64 // alice's next one, at each snapshot and now
	ids    []uint64
}

func (c *chronicle) nonce() *uint64 { return &c.nonces[len(c.nonces)-1] }

func (c *chronicle) step(r *rapid.T) {
	switch rapid.SampledFrom([]string{"pay", "pay", "pay", "edit", "take", "revert"}).Draw(r, "step") {
	case "pay":
		var txs []*types.Transaction
		for range rapid.IntRange(0, 4).Draw(r, "transactions") {
			to := rapid.SampledFrom([]common.Address{bob, counter, witness, denier}).Draw(r, "to")
			tx, err := types.SignNewTx(aliceKey, c.node.Chain.Signer(), &types.DynamicFeeTx{
				ChainID: c.node.Chain.ID(), Nonce: *c.nonce(), To: &to, Gas: rapid.Uint64Range(60_000, 90_000).Draw(r, "gas"),
				GasFeeCap: big.NewInt(1e12), GasTipCap: big.NewInt(rapid.Int64Range(0, 5).Draw(r, "tip")),
			})
			check(r, err)
			*c.nonce()++
			txs = append(txs, tx)
		}
		c.blocks = append(c.blocks, mineOn(r, c.node, txs...))
	case "edit":
		check(r, c.node.Miner.Edit(context.Background(), func(db *state.StateDB) {
			db.SetState(drawer, word(r, "slot"), word(r, "value"))
			db.AddBalance(bob, uint256.NewInt(7), tracing.BalanceChangeUnspecified)
		}))
		c.blocks = append(c.blocks, c.node.Chain.Head().Hash())
	case "take":
		c.ids = append(c.ids, take(r, c.node))
		c.nonces = append(c.nonces, *c.nonce())
	case "revert":
		if len(c.ids) > 0 {
			i := rapid.IntRange(0, len(c.ids)-1).Draw(r, "to")
			check(r, c.node.Snapshots.Revert(c.ids[i]))
			c.ids, c.nonces = c.ids[:i], c.nonces[:i+1]
		}
	}
}

// compare asks both of some of the blocks.
func (c *chronicle) compare(r *rapid.T) {
	port, server := belowrpc.New(c.node.Server.Port()), belowrpc.New(c.node.Server.Client())
	alone := belowrpc.New(c.node.Server.Port().Alone())
	block := rapid.SampledFrom(c.blocks).Draw(r, "block")
	got, want := told(port, block), told(server, block)
	for i := range got {
		if got[i] != want[i] {
			r.Fatalf("of block %s the port says\n%s\nthe server\n%s", block, got[i], want[i])
		}
	}
	head := c.node.Chain.Head().Hash()
	got, want = told(alone, head), told(server, head)
	for i := range asked {
		if got[i] != want[i] {
			r.Fatalf("of the head the port says by itself\n%s\nthe server\n%s", got[i], want[i])
		}
	}
}

// asked is how many of the answers of told a port gives by value.
const asked = 11

// told is all that a node says of a block.
func told(c *belowrpc.Client, block common.Hash) (all []string) {
	ctx := context.Background()
	say := func(name string, v any, err error) { all = append(all, fmt.Sprintf("%s: %x, %v", name, v, err)) }
	slot, slotData := common.Hash{31: 2}, common.Hash{31: 1}
	for _, ask := range []func(b *belowrpc.Batch) (string, func() (any, error)){
		reading("balance", func(b *belowrpc.Batch) *belowrpc.Read[uint256.Int] { return b.Balance(bob) }),
		reading("nothing", func(b *belowrpc.Batch) *belowrpc.Read[uint256.Int] { return b.Balance(common.Address{9}) }),
		reading("nonce", func(b *belowrpc.Batch) *belowrpc.Read[uint64] { return b.Nonce(alice) }),
		reading("code", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] { return b.Code(drawer) }),
		reading("no code", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] { return b.Code(bob) }),
		reading("slot", func(b *belowrpc.Batch) *belowrpc.Read[common.Hash] { return b.Storage(drawer, slot) }),
		reading("drawer", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] { return b.Call(drawer, slotData[:]) }),
		reading("witness", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] {
			return b.CallAs(belowrpc.Call{From: bob, To: witness, Gas: 777_777})
		}),
		reading("counter", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] { return b.Call(counter, nil) }),
		reading("no contract", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] { return b.Call(bob, []byte{1, 2, 3, 4}) }),
		reading("tips", func(b *belowrpc.Batch) *belowrpc.Read[belowrpc.Tips] {
			head, _ := c.Head(ctx)
			return b.Tips(head.Number)
		}),
		// What follows a port leaves to the server.
		reading("revert", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] { return b.Call(denier, nil) }),
		reading("no gas", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] {
			return b.CallAs(belowrpc.Call{To: counter, Gas: 21_500})
		}),
		reading("value", func(b *belowrpc.Batch) *belowrpc.Read[[]byte] {
			return b.CallAs(belowrpc.Call{From: alice, To: bob, Value: uint256.NewInt(5)})
		}),
	} {
		b := c.At(block)
		name, value := ask(b)
		done := b.Do(ctx)
		v, err := value()
		say(name, v, errors.Join(done, err))
	}
	header, err := c.BlockByHash(ctx, block)
	say("block", header, err)
	header, err = c.BlockByNumber(ctx, header.Number)
	say("block of the height", header, err)
	header, err = c.BlockByNumber(ctx, 1<<40)
	say("block of no height", header, err)
	header, err = c.Head(ctx)
	say("head", header, err)
	nonce, err := c.PendingNonce(ctx, alice)
	say("pending", nonce, err)
	return all
}

func reading[T any](name string, add func(*belowrpc.Batch) *belowrpc.Read[T]) func(*belowrpc.Batch) (string, func() (any, error)) {
	return func(b *belowrpc.Batch) (string, func() (any, error)) {
		r := add(b)
		return name, func() (any, error) { return r.Value() }
	}
}

// A batch whose answers come by value in part has them all, in their places, and an error where one is.
func TestAPortAnswersABatchInItsOrder(t *testing.T) {
	n, _ := open(t, withWitness)
	b := belowrpc.New(n.Server.Port()).At(n.Chain.Head().Hash())
	denied, code, valued, balance := b.Call(denier, nil), b.Code(drawer), b.CallAs(belowrpc.Call{From: alice, To: drawer, Value: uint256.NewInt(1), Data: make([]byte, 32)}), b.Balance(alice)
	check(t, b.Do(t.Context()))
	if _, err := denied.Value(); !errors.Is(err, belowrpc.ErrReverted) {
		t.Errorf("the denier says %v", err)
	}
	if v, err := code.Value(); err != nil || len(v) == 0 {
		t.Errorf("the drawer's code is %x (%v)", v, err)
	}
	if v, err := valued.Value(); err != nil || len(v) != 32 {
		t.Errorf("the drawer says %x (%v)", v, err)
	}
	if v, err := balance.Value(); err != nil || v.Dec() != new(big.Int).Mul(big.NewInt(1000), ether).String() {
		t.Errorf("alice has %s (%v)", v.Dec(), err)
	}
}

// A node that was closed answers nothing more by value.
func TestAPortOfAClosedNodeIsNoAnswer(t *testing.T) {
	n, err := node.New(node.Config{GenesisTime: start})
	check(t, err)
	c := belowrpc.New(n.Server.Port())
	if _, err := c.Head(t.Context()); err != nil {
		t.Fatal(err)
	}
	check(t, n.Close())
	if b, err := c.Head(t.Context()); !errors.Is(err, belowrpc.ErrTransport) {
		t.Errorf("after the end the head is %+v (%v)", b, err)
	}
}
