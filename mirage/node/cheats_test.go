package node_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// give sets bob's balance by a cheat.
func give(n *node.Node, wei uint64) error {
	return n.Miner.Edit(context.Background(), func(db *state.StateDB) {
		db.SetBalance(bob, uint256.NewInt(wei), tracing.BalanceChangeUnspecified)
	})
}

// spec: mirage-testing §3.3
func TestARevertRestoresStateTimeAndPoolAndUsesTheSnapshotUp(t *testing.T) {
	n, _ := open(t)
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, 0, 1)}})
	root, head := n.Chain.Head().Root, n.Chain.Head().Hash()
	first := take(t, n)
	second := take(t, n)
	lost := transfer(t, n, 1, 2)
	check(t, n.Pool.Submit(context.Background(), lost))
	check(t, give(n, 77))
	if _, err := n.Pace.AddTime(time.Hour); err != nil {
		t.Fatal(err)
	}
	mine(t, n, node.BlockSpec{})
	above := n.Chain.Head().Number.Uint64()
	check(t, n.Snapshots.Revert(first))
	if n.Chain.Head().Hash() != head || n.Chain.Head().Root != root || balance(t, n, bob).Int64() != 1 {
		t.Errorf("head %s, bob %s", n.Chain.Head().Hash(), balance(t, n, bob))
	}
	if n.Chain.Block(above) != nil {
		t.Errorf("block %d is still there", above)
	}
	var receipt *types.Receipt
	if err := n.Server.Client().Call(&receipt, "eth_getTransactionReceipt", lost.Hash()); err != nil || receipt != nil {
		t.Errorf("receipt of a transaction that never was: %v, error %v", receipt, err)
	}
	if pending, err := n.Pool.Pending(alice); err != nil || len(pending) != 0 {
		t.Errorf("pool holds %v, error %v", pending, err)
	}
	if b, _ := mine(t, n, node.BlockSpec{}); b.Time() != uint64(start.Unix()) {
		t.Errorf("the shift of time survived the revert: %d", b.Time())
	}
	for _, id := range []uint64{first, second, 99} {
		if err := n.Snapshots.Revert(id); !errors.Is(err, node.ErrSnapshot) {
			t.Errorf("revert of %d again: %v", id, err)
		}
	}
	// The chain goes on from there, with the nonce it had.
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, 1, 3)}})
}

func TestACheatIsABlockOfItsParentsTimeAndUsesNothingUp(t *testing.T) {
	n, _ := open(t)
	check(t, n.Pace.SetNextTime(uint64(start.Unix())+100))
	check(t, give(n, 5))
	if got := n.Chain.Head(); got.Time != uint64(start.Unix()) || got.Number.Int64() != 1 {
		t.Errorf("cheat block %d at %d", got.Number, got.Time)
	}
	has(t, n, bob, 5)
	var old string
	if err := n.Server.Client().Call(&old, "eth_getBalance", bob, "0x0"); err != nil || old != "0x0" {
		t.Errorf("block 0 shows %s, error %v", old, err)
	}
	next, _ := mine(t, n, node.BlockSpec{})
	after, _ := mine(t, n, node.BlockSpec{})
	if want := uint64(start.Unix()) + 100; next.Time() != want || after.Time() != want {
		t.Errorf("times %d and %d, want %d: the clock goes on from a time that was set", next.Time(), after.Time(), want)
	}
}

// DESIGN §5: the market moves by swaps only; no state cheat after deployment.
func TestAfterCloseCheatsOnlyTransactionsChangeTheState(t *testing.T) {
	n, _ := open(t, func(c *node.Config) { c.NoSystemCalls = true })
	check(t, give(n, 5))
	kept := take(t, n)
	check(t, n.Senders.Impersonate(bob))
	n.CloseCheats()
	root := n.Chain.Head().Root
	for name, cheat := range map[string]func() error{
		"edit":        func() error { return give(n, 6) },
		"snapshot":    func() error { _, err := n.Snapshots.Take(); return err },
		"revert":      func() error { return n.Snapshots.Revert(kept) },
		"reset":       func() error { return n.Snapshots.Reset() },
		"impersonate": func() error { return n.Senders.Impersonate(bob) },
		"next time":   func() error { return n.Pace.SetNextTime(uint64(start.Unix()) + 9) },
		"add time":    func() error { _, err := n.Pace.AddTime(time.Hour); return err },
		"base fee":    func() error { return n.Pace.SetNextBaseFee(big.NewInt(1)) },
		"coinbase":    func() error { return n.Pace.SetCoinbase(bob) },
		"randao":      func() error { return n.Pace.SetPrevRandao(common.Hash{1}) },
		"send as bob": func() error {
			_, err := n.Pool.SubmitFrom(context.Background(), bob, &types.LegacyTx{To: &alice, Value: big.NewInt(1), Gas: 21_000, GasPrice: big.NewInt(100)})
			return err
		},
	} {
		if err := cheat(); !errors.Is(err, node.ErrCheatsClosed) {
			t.Errorf("%s: %v, want %v", name, err, node.ErrCheatsClosed)
		}
	}
	for range 3 {
		mine(t, n, node.BlockSpec{})
	}
	if n.Chain.Head().Root != root {
		t.Fatal("the state changed without a transaction")
	}
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, 0, 1)}})
	if n.Chain.Head().Root == root || balance(t, n, bob).Int64() != 6 {
		t.Fatal("a transaction did not change the state")
	}
}

// A chain of transfers, cheats, snapshots and reverts stands where a plain model
// stands: bob's balance, alice's nonce, the height.
func TestSnapshotsFollowTheModel(t *testing.T) {
	t.Run("all states", func(t *testing.T) { followModel(t) })
	t.Run("two states", func(t *testing.T) { followModel(t, func(c *node.Config) { c.KeepStates = 2 }) })
}

func followModel(t *testing.T, change ...func(*node.Config)) {
	type model struct {
		bob, nonce, height uint64
	}
	n, _ := open(t, change...)
	origin := take(t, n)
	rapid.Check(t, func(r *rapid.T) {
		check(r, n.Snapshots.Revert(origin))
		origin = take(r, n)
		var now model
		kept := map[uint64]model{}
		var ids []uint64
		for range rapid.IntRange(1, 8).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"pay", "give", "empty", "snapshot", "revert"}).Draw(r, "step") {
			case "pay":
				mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, now.nonce, 3)}})
				now = model{now.bob + 3, now.nonce + 1, now.height + 1}
			case "give":
				now.bob = uint64(rapid.IntRange(0, 1000).Draw(r, "wei"))
				now.height++
				check(r, give(n, now.bob))
			case "empty":
				mine(t, n, node.BlockSpec{})
				now.height++
			case "snapshot":
				id := take(r, n)
				kept[id], ids = now, append(ids, id)
			case "revert":
				if len(ids) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(ids)-1).Draw(r, "which")
				check(r, n.Snapshots.Revert(ids[i]))
				now, ids = kept[ids[i]], ids[:i]
			}
			nonce, err := n.Pool.PendingNonce(alice)
			check(r, err)
			if got := (model{balance(t, n, bob).Uint64(), nonce, n.Chain.Head().Number.Uint64()}); got != now {
				r.Fatalf("chain %+v, model %+v", got, now)
			}
		}
	})
}

func TestABoundOnStatesKeepsTheLatestBlockZeroAndSnapshots(t *testing.T) {
	n, _ := open(t, func(c *node.Config) { c.KeepStates = 4 })
	var pinned uint64
	for i := range uint64(20) {
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 1)}})
		if i == 9 {
			pinned = take(t, n)
		}
	}
	for number, want := range map[uint64]bool{0: true, 1: false, 9: false, 10: true, 11: false, 16: false, 17: true, 20: true} {
		var got string
		err := n.Server.Client().Call(&got, "eth_getBalance", bob, fmt.Sprintf("0x%x", number))
		if (err == nil) != want || (want && got != fmt.Sprintf("0x%x", number)) {
			t.Errorf("state of block %d: %s, error %v, want it kept: %v", number, got, err, want)
		}
	}
	if n.Chain.Block(1) == nil || len(n.Chain.Receipts(n.Chain.Block(1).Hash())) != 1 {
		t.Error("block 1 or its receipts are gone")
	}
	check(t, n.Snapshots.Revert(pinned))
	for i := uint64(10); i < 20; i++ {
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 2)}})
	}
	has(t, n, bob, 30)
	if _, err := node.New(node.Config{KeepStates: 1, DataDir: t.TempDir()}); err == nil {
		t.Error("a bound was accepted for a chain on disk")
	}
}

// The state of a block that is no head any more is let go as well.
func TestABoundOnStatesHoldsTheirNumber(t *testing.T) {
	n, _ := open(t, func(c *node.Config) { c.KeepStates, c.NoSystemCalls = 8, true })
	var after [2]int
	for i := range uint64(300) {
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 1)}})
		switch i {
		case 99:
			after[0] = n.StateSize()
		case 299:
			after[1] = n.StateSize()
		}
	}
	if after[0] == 0 || after[1] > after[0]+after[0]/2 {
		t.Errorf("states have %d nodes after 100 blocks and %d after 300", after[0], after[1])
	}
}
