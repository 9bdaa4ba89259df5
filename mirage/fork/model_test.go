package fork_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
)

// writer stores its second word in the slot of its first.
var writer = common.HexToAddress("0x3000000000000000000000000000000000000003")

// twin is a chain and a fork of it, to which the same is done.
type twin struct {
	t        *testing.T
	below    *below
	fork     *node.Node
	first    uint64
	accounts []common.Address
	ids      [][2]uint64
}

// spec: mirage-testing §3.1, §3.3: whatever is written, emptied, deployed, mined, kept and
// reverted, a fork answers at every block what the chain itself would after the same.
func TestAForkBehavesLikeTheChainItself(t *testing.T) {
	b := newBelow(t)
	if err := b.Miner.Edit(t.Context(), func(s *state.StateDB) {
		s.SetCode(writer, common.FromHex("0x6020355f355500"), tracing.CodeChangeUnspecified)
		s.SetNonce(writer, 1, tracing.NonceChangeUnspecified)
		for i := range byte(3) {
			s.SetState(writer, common.Hash{31: i}, common.Hash{31: 9})
		}
	}); err != nil {
		t.Fatal(err)
	}
	pinned := b.pin(t)
	home, err := b.Snapshots.Take()
	check(t, err)
	rapid.Check(t, func(r *rapid.T) {
		fork, err := node.New(node.Config{Fork: pinned, Services: []node.Services{cheat.Services(cheat.Options{})}})
		check(r, err)
		defer fork.Close()
		w := &twin{t: t, below: b, fork: fork, first: b.Chain.Head().Number.Uint64(), accounts: []common.Address{b.rich, b.token, writer, {1}, {0xee}}}
		for range rapid.IntRange(1, 10).Draw(r, "steps") {
			w.step(r)
			w.compare(r, b.Chain.Head().Number.Uint64())
		}
		w.compare(r, rapid.Uint64Range(w.first, b.Chain.Head().Number.Uint64()).Draw(r, "block"))
		check(r, b.Snapshots.Revert(home))
		if home, err = b.Snapshots.Take(); err != nil {
			r.Fatal(err)
		}
	})
}

func (w *twin) step(r *rapid.T) {
	account := rapid.SampledFrom(w.accounts).Draw(r, "account")
	small := func(name string) uint64 { return rapid.Uint64Range(0, 3).Draw(r, name) }
	switch rapid.SampledFrom([]string{"balance", "nonce", "code", "slot", "slot", "call", "call", "empty", "snapshot", "revert"}).Draw(r, "step") {
	case "balance":
		wei := uint256.NewInt(small("wei") * 1e18)
		w.edit(r, func(s *state.StateDB) { s.SetBalance(account, wei, tracing.BalanceChangeUnspecified) })
	case "nonce":
		if n := small("nonce"); account != w.below.rich {
			w.edit(r, func(s *state.StateDB) { s.SetNonce(account, n+1, tracing.NonceChangeUnspecified) })
		}
	case "code":
		code := rapid.SampledFrom([][]byte{nil, evmtest.Token(), {0x5f, 0x5f, 0xf3}}).Draw(r, "code")
		w.edit(r, func(s *state.StateDB) {
			s.SetNonce(account, max(s.GetNonce(account), 1), tracing.NonceChangeUnspecified)
			s.SetCode(account, code, tracing.CodeChangeUnspecified)
		})
	case "slot":
		slot, value := common.Hash{31: byte(small("slot"))}, common.Hash{31: byte(small("value"))}
		w.edit(r, func(s *state.StateDB) {
			s.SetNonce(account, max(s.GetNonce(account), 1), tracing.NonceChangeUnspecified)
			s.SetState(account, slot, value)
		})
	case "call":
		data := append(common.BigToHash(new(big.Int).SetUint64(small("slot"))).Bytes(), common.BigToHash(new(big.Int).SetUint64(small("value"))).Bytes()...)
		w.send(r, account, int64(small("wei")), data)
	case "empty":
		w.both(r, func(n *node.Node) error {
			_, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{})
			return err
		})
	case "snapshot":
		w.snapshot(r)
	case "revert":
		w.revert(r)
	}
}

func (w *twin) edit(r *rapid.T, change func(*state.StateDB)) {
	w.both(r, func(n *node.Node) error { return n.Miner.Edit(context.Background(), change) })
}

// both does the same to both; an error of one is an error of the other.
func (w *twin) both(r *rapid.T, do func(*node.Node) error) {
	below, fork := do(w.below.Node), do(w.fork)
	if (below == nil) != (fork == nil) {
		r.Fatalf("the chain says %v, the fork %v", below, fork)
	}
}

// send makes a block of one call that rich signs, where it can pay.
func (w *twin) send(r *rapid.T, to common.Address, wei int64, data []byte) {
	nonce, err := w.below.Pool.PendingNonce(w.below.rich)
	check(r, err)
	tx := w.below.pay(w.t, w.below.Node, nonce, to, wei, data)
	w.both(r, func(n *node.Node) error { return n.Pool.Submit(context.Background(), tx) })
}

func (w *twin) snapshot(r *rapid.T) {
	var pair [2]uint64
	for i, n := range []*node.Node{w.below.Node, w.fork} {
		id, err := n.Snapshots.Take()
		check(r, err)
		pair[i] = id
	}
	w.ids = append(w.ids, pair)
}

func (w *twin) revert(r *rapid.T) {
	if len(w.ids) == 0 {
		return
	}
	i := rapid.IntRange(0, len(w.ids)-1).Draw(r, "which")
	for k, n := range []*node.Node{w.below.Node, w.fork} {
		check(r, n.Snapshots.Revert(w.ids[i][k]))
	}
	w.ids = w.ids[:i]
}

// compare asks both for everything at a block.
func (w *twin) compare(r *rapid.T, number uint64) {
	if got, want := w.fork.Chain.Head().Number, w.below.Chain.Head().Number; got.Cmp(want) != 0 {
		r.Fatalf("the chain stands at block %d, the fork at %d", want, got)
	}
	at := hexutil.Uint64(number)
	for _, a := range w.accounts {
		for _, method := range []string{"eth_getBalance", "eth_getTransactionCount", "eth_getCode"} {
			w.same(r, method, a, at)
		}
		for i := range byte(4) {
			w.same(r, "eth_getStorageAt", a, common.Hash{31: i}, at)
		}
	}
}

func (w *twin) same(r *rapid.T, method string, params ...any) {
	want, wantErr := try(context.Background(), w.below.Node, method, params...)
	got, err := try(context.Background(), w.fork, method, params...)
	if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		r.Fatalf("%s %v\nfork  %s (%v)\nchain %s (%v)", method, params, got, err, want, wantErr)
	}
}
