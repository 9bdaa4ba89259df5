package node_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
)

func TestAutomineMakesTheBlockBeforeSubmitReturns(t *testing.T) {
	n, _ := open(t)
	for i := range uint64(5) {
		check(t, n.Pool.Submit(context.Background(), transfer(t, n, i, 1)))
		if got := n.Chain.Head().Number.Uint64(); got != i+1 {
			t.Fatalf("height %d after %d transactions", got, i+1)
		}
	}
	if err := n.Pool.Submit(context.Background(), transfer(t, n, 2, 9)); !errors.Is(err, core.ErrNonceTooLow) {
		t.Fatalf("error %v, want %v", err, core.ErrNonceTooLow)
	}
}

// What no block can hold yet makes none: a transaction above a nonce gap waits without one, and one
// that does not pay the base fee is refused with both values, since nobody else will make a block in
// which it might. Where others make the blocks it waits.
//
// spec: mirage-testing §6.4, §8.3
func TestNoBlockIsMadeForWhatItCannotHold(t *testing.T) {
	n, _ := open(t)
	cheap := sign(t, n, aliceKey, &types.LegacyTx{Nonce: 0, To: &bob, Value: big.NewInt(1), Gas: 21_000, GasPrice: big.NewInt(87)})
	err := n.Pool.Submit(t.Context(), cheap)
	if !errors.Is(err, core.ErrFeeCapTooLow) || !strings.Contains(err.Error(), "maxFeePerGas 87, base fee of the next block 88") {
		t.Errorf("a fee below the base fee: %v", err)
	}
	check(t, n.Pool.Submit(t.Context(), transfer(t, n, 1, 1)))
	if got := n.Chain.Head().Number.Uint64(); got != 0 {
		t.Errorf("%d blocks were made", got)
	}
	check(t, n.Pool.Submit(t.Context(), transfer(t, n, 0, 1)))
	if txs := n.Chain.Block(1).Transactions(); len(txs) != 2 || n.Chain.Head().Number.Uint64() != 1 {
		t.Errorf("the gap was filled by %d transactions, in %d blocks", len(txs), n.Chain.Head().Number)
	}
	n.Miner.SetAutomine(false)
	check(t, n.Pool.Submit(t.Context(), sign(t, n, aliceKey, &types.LegacyTx{Nonce: 2, To: &bob, Value: big.NewInt(1), Gas: 21_000, GasPrice: big.NewInt(1)})))
	if waits, err := n.Pool.Pending(alice); err != nil || len(waits) != 1 {
		t.Errorf("%d transactions wait (%v)", len(waits), err)
	}
}

// A block of explicit transactions goes past the pool; what is submitted right after
// it must still find the account's new nonce.
func TestThePoolFollowsBlocksThatWentPastIt(t *testing.T) {
	n, _ := open(t)
	for i := uint64(0); i < 20; i += 2 {
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, i, 1)}})
		check(t, n.Pool.Submit(context.Background(), transfer(t, n, i+1, 1)))
		if nonce, err := n.Pool.PendingNonce(alice); err != nil || nonce != i+2 {
			t.Fatalf("pending nonce %d, error %v, want %d", nonce, err, i+2)
		}
	}
	has(t, n, bob, 20)
}

func TestWithoutAutomineTransactionsWaitInNonceOrderForTheirBlock(t *testing.T) {
	n, _ := open(t)
	n.Miner.SetAutomine(false)
	for _, nonce := range []uint64{2, 0, 1, 4} {
		check(t, n.Pool.Submit(context.Background(), transfer(t, n, nonce, 1)))
	}
	pending, err := n.Pool.Pending(alice)
	if err != nil || len(pending) != 3 {
		t.Fatalf("pending %v, error %v", pending, err)
	}
	for i, tx := range pending {
		if tx.Nonce() != uint64(i) {
			t.Fatalf("place %d holds nonce %d", i, tx.Nonce())
		}
	}
	if n.Chain.Head().Number.Sign() != 0 {
		t.Fatal("a block was made")
	}
	block, _ := mine(t, n, node.BlockSpec{FromPool: true})
	if len(block.Transactions()) != 3 {
		t.Fatalf("%d transactions, want 3: the one above the gap waits", len(block.Transactions()))
	}
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, 3, 1)}, FromPool: true})
	// The pool sees nonce 3 only after its block; the next block takes nonce 4.
	mine(t, n, node.BlockSpec{FromPool: true})
	has(t, n, bob, 5)
}

func TestABlockTakesFromThePoolWhatFits(t *testing.T) {
	n, _ := open(t, func(c *node.Config) { c.GasLimit = 50_000 })
	n.Miner.SetAutomine(false)
	for i := range uint64(3) {
		check(t, n.Pool.Submit(context.Background(), transfer(t, n, i, 1)))
	}
	first, _ := mine(t, n, node.BlockSpec{FromPool: true})
	second, _ := mine(t, n, node.BlockSpec{FromPool: true})
	if len(first.Transactions()) != 2 || len(second.Transactions()) != 1 {
		t.Fatalf("%d and %d transactions, want 2 and 1", len(first.Transactions()), len(second.Transactions()))
	}
}

func TestTheBestTipComesFirst(t *testing.T) {
	n, _ := open(t)
	n.Miner.SetAutomine(false)
	carol := testKey("carol")
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{pay(t, n, 0, ether, addr(carol))}})
	poor := transfer(t, n, 1, 1)
	rich := sign(t, n, carol, &types.DynamicFeeTx{ChainID: n.Chain.ID(), To: &bob, Value: big.NewInt(1), Gas: 21_000, GasFeeCap: big.NewInt(2_000_000_000), GasTipCap: big.NewInt(9)})
	for _, tx := range []*types.Transaction{poor, rich} {
		check(t, n.Pool.Submit(context.Background(), tx))
	}
	block, _ := mine(t, n, node.BlockSpec{FromPool: true})
	if txs := block.Transactions(); len(txs) != 2 || txs[0].Hash() != rich.Hash() {
		t.Fatalf("order %v", txs)
	}
}

// stepped is a clock whose waits end when the test says so.
type stepped struct {
	*clock.Simulated
	waits chan time.Time
}

func (s stepped) WaitUntil(ctx context.Context, t time.Time) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case s.waits <- t:
		return s.Simulated.WaitUntil(ctx, t)
	}
}

func TestIntervalMiningMakesABlockEachInterval(t *testing.T) {
	c := stepped{clock.NewSimulated(start), make(chan time.Time)}
	n, _ := open(t, func(cfg *node.Config) { cfg.Clock = c })
	check(t, n.Miner.SetInterval(12*time.Second))
	if n.Miner.Automine() {
		t.Error("automine is still on")
	}
	for i := 1; i <= 3; i++ {
		if at := <-c.waits; !at.Equal(start.Add(time.Duration(i) * 12 * time.Second)) {
			t.Fatalf("wait %d until %s", i, at)
		}
	}
	<-c.waits // the third block is made before the fourth wait
	check(t, n.Miner.SetInterval(0))
	if got := n.Chain.Block(3); got == nil || got.Time() != uint64(start.Unix())+36 {
		t.Fatalf("block 3: %v", got)
	}
	simulated, _ := open(t)
	if err := simulated.Miner.SetInterval(time.Second); !errors.Is(err, node.ErrSimulatedClock) {
		t.Fatalf("error %v, want %v", err, node.ErrSimulatedClock)
	}
}

// A block that cannot be made ends the interval, and its error reaches whoever asks next.
func TestIntervalMiningEndsWithItsError(t *testing.T) {
	c := stepped{clock.NewSimulated(start), make(chan time.Time)}
	n, _ := open(t, func(cfg *node.Config) { cfg.Clock, cfg.KeepStates = c, 4 })
	check(t, give(n, 1))
	n.LoseState()
	check(t, n.Miner.SetInterval(time.Second))
	<-c.waits
	n.IntervalEnded()
	if err := n.Miner.SetInterval(0); err == nil || !strings.Contains(err.Error(), "interval mining: open state of block 1") {
		t.Errorf("error %v", err)
	}
}

// Senders, a miner and readers at once: every transaction is in exactly one block.
func TestConcurrentUseLosesNothing(t *testing.T) {
	keys := make([]*ecdsa.PrivateKey, 4)
	n, _ := open(t, func(c *node.Config) {
		for i := range keys {
			keys[i] = testKey(fmt.Sprint("sender", i))
			c.Alloc[addr(keys[i])] = ether
		}
	})
	const each = 15
	var senders sync.WaitGroup
	for _, key := range keys {
		senders.Go(func() {
			for nonce := range uint64(each) {
				tx, err := types.SignNewTx(key, n.Chain.Signer(), &types.LegacyTx{Nonce: nonce, To: &bob, Value: big.NewInt(1), Gas: 21_000, GasPrice: big.NewInt(1000)})
				if err == nil {
					err = n.Pool.Submit(t.Context(), tx)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	senders.Go(func() {
		for range 2 * each {
			if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
				t.Error(err)
			}
			var height string
			if err := n.Server.Client().CallContext(t.Context(), &height, "eth_blockNumber"); err != nil {
				t.Error(err)
			}
		}
	})
	senders.Wait()
	mine(t, n, node.BlockSpec{FromPool: true})
	seen := map[string]int{}
	for i := uint64(1); i <= n.Chain.Head().Number.Uint64(); i++ {
		for _, tx := range n.Chain.Block(i).Transactions() {
			seen[tx.Hash().Hex()]++
		}
	}
	for hash, times := range seen {
		if times != 1 {
			t.Errorf("%s is in %d blocks", hash, times)
		}
	}
	if got := balance(t, n, bob).Int64(); len(seen) != each*len(keys) || got != each*int64(len(keys)) {
		t.Errorf("%d transactions, bob has %d, want %d", len(seen), got, each*len(keys))
	}
}

// from sends a payment of an impersonated account with the given nonce and gas.
func from(n *node.Node, account common.Address, nonce, gas uint64) (common.Hash, error) {
	return n.Pool.SubmitFrom(context.Background(), account, &types.LegacyTx{Nonce: nonce, To: &bob, Value: big.NewInt(1), Gas: gas, GasPrice: big.NewInt(1000)})
}

// impersonating is a devnet on which alice sends without her key, with room for two
// payments in a block.
func impersonating(t *testing.T, automine bool) *node.Node {
	t.Helper()
	n, _ := open(t, func(c *node.Config) { c.GasLimit = 50_000 })
	n.Miner.SetAutomine(automine)
	check(t, n.Senders.Impersonate(alice))
	return n
}

func TestAnImpersonatedTransactionSentTwiceIsRefusedAndKeepsItsSender(t *testing.T) {
	for _, automine := range []bool{true, false} {
		n := impersonating(t, automine)
		hash, err := from(n, alice, 0, 21_000)
		check(t, err)
		if _, err := from(n, alice, 0, 21_000); !errors.Is(err, core.ErrNonceTooLow) {
			t.Errorf("automine %v, again: %v", automine, err)
		}
		if _, err := from(n, alice, 2, 21_000); !errors.Is(err, core.ErrNonceTooHigh) {
			t.Errorf("automine %v, with a gap: %v", automine, err)
		}
		if sender, ok := n.Disguises.Of(hash); !ok || sender != alice {
			t.Errorf("automine %v: the sender is %s", automine, sender)
		}
	}
}

// After a revert the same transaction has the same hash.
func TestAnImpersonatedTransactionCanBeSentAgainAfterARevert(t *testing.T) {
	n := impersonating(t, true)
	id := take(t, n)
	first, err := from(n, alice, 0, 21_000)
	check(t, err)
	check(t, n.Snapshots.Revert(id))
	again, err := from(n, alice, 0, 21_000)
	if err != nil || again != first || balance(t, n, bob).Int64() != 1 {
		t.Errorf("%s and %s (%v), bob has %s", first, again, err, balance(t, n, bob))
	}
}

func TestImpersonatedTransactionsThatDoNotFitWaitForTheNextBlock(t *testing.T) {
	n := impersonating(t, false)
	for nonce := range uint64(3) {
		if _, err := from(n, alice, nonce, 21_000); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{2, 1, 0} {
		if block, _ := mine(t, n, node.BlockSpec{FromPool: true}); len(block.Transactions()) != want {
			t.Errorf("%d transactions in a block, want %d", len(block.Transactions()), want)
		}
	}
	has(t, n, bob, 3)
}

func TestImpersonatedTransactionsThatWaitGoBeforeOneThatIsMined(t *testing.T) {
	n := impersonating(t, false)
	if _, err := from(n, alice, 0, 21_000); err != nil {
		t.Fatal(err)
	}
	n.Miner.SetAutomine(true)
	if _, err := from(n, alice, 1, 21_000); err != nil {
		t.Fatal(err)
	}
	has(t, n, bob, 2)
}

// What is not valid makes no block and is forgotten; what waited stays.
func TestAnImpersonatedTransactionThatIsNotValidIsAnError(t *testing.T) {
	n := impersonating(t, false)
	if _, err := from(n, alice, 0, 21_000); err != nil {
		t.Fatal(err)
	}
	n.Miner.SetAutomine(true)
	var wrong *node.TxError
	if _, err := from(n, alice, 1, 20_000); !errors.As(err, &wrong) || !errors.Is(err, core.ErrIntrinsicGas) {
		t.Errorf("too little gas: %v", err)
	}
	if _, disguised := n.Disguises.Of(wrong.Hash); disguised || n.Chain.Head().Number.Sign() != 0 {
		t.Errorf("it left a trace: block %d", n.Chain.Head().Number)
	}
	if _, err := from(n, alice, 1, 21_000); err != nil || balance(t, n, bob).Int64() != 2 {
		t.Errorf("after it: %v, bob has %s", err, balance(t, n, bob))
	}
}
