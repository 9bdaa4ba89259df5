package node_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
)

func TestABlockHoldsExactlyItsTransactionsInOrder(t *testing.T) {
	n, _ := open(t)
	txs := []*types.Transaction{transfer(t, n, 0, 1), transfer(t, n, 1, 2), transfer(t, n, 2, 3)}
	at := start.Add(15 * time.Second)
	miner := common.HexToAddress("0xc0")
	block, receipts := mine(t, n, node.BlockSpec{Time: at, BaseFee: big.NewInt(7), Txs: txs, Coinbase: miner})
	if got := block.Time(); got != uint64(at.Unix()) {
		t.Errorf("time %d, want %d", got, at.Unix())
	}
	if block.BaseFee().Int64() != 7 || block.Coinbase() != miner || block.NumberU64() != 1 || n.Chain.Head().Hash() != block.Hash() {
		t.Errorf("block %d with base fee %s and coinbase %s", block.Number(), block.BaseFee(), block.Coinbase())
	}
	for i, tx := range block.Transactions() {
		r := receipts[i]
		if tx.Hash() != txs[i].Hash() || r.TxHash != tx.Hash() || r.BlockHash != block.Hash() || r.Status != 1 || r.TransactionIndex != uint(i) {
			t.Errorf("transaction %d: %s, receipt %+v", i, tx.Hash(), r)
		}
	}
	has(t, n, bob, 6)
	if stored := n.Chain.Receipts(block.Hash()); len(stored) != 3 || stored[2].CumulativeGasUsed != 63_000 {
		t.Errorf("stored receipts %v", stored)
	}
}

func TestATransactionThatIsNotValidIsNamedAndNoBlockIsMade(t *testing.T) {
	n, _ := open(t)
	poor := testKey("poor")
	unfunded := sign(t, n, poor, &types.LegacyTx{To: &bob, Value: ether, Gas: 21_000, GasPrice: big.NewInt(1000)})
	cheap := sign(t, n, aliceKey, &types.LegacyTx{Nonce: 1, To: &bob, Gas: 21_000, GasPrice: big.NewInt(1)})
	huge := sign(t, n, aliceKey, &types.LegacyTx{Nonce: 1, To: &bob, Gas: 1 << 25, GasPrice: big.NewInt(1000)})
	for name, c := range map[string]struct {
		tx   *types.Transaction
		want error
	}{
		"nonce too high": {transfer(t, n, 5, 1), core.ErrNonceTooHigh},
		"nonce too low":  {transfer(t, n, 0, 9), core.ErrNonceTooLow},
		"no funds":       {unfunded, core.ErrInsufficientFunds},
		"fee too low":    {cheap, core.ErrFeeCapTooLow},
		"gas above cap":  {huge, core.ErrGasLimitTooHigh},
	} {
		t.Run(name, func(t *testing.T) {
			head := n.Chain.Head().Hash()
			_, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{Time: start, Txs: []*types.Transaction{transfer(t, n, 0, 1), c.tx}})
			var bad *node.TxError
			if !errors.As(err, &bad) || !errors.Is(err, c.want) || bad.Index != 1 || bad.Hash != c.tx.Hash() {
				t.Fatalf("error %v, want %v of transaction 1 (%s)", err, c.want, c.tx.Hash())
			}
			if n.Chain.Head().Hash() != head || balance(t, n, bob).Sign() != 0 {
				t.Fatal("a block was made")
			}
		})
	}
}

func TestABlockMayShareItsParentsTimeButNotPrecedeIt(t *testing.T) {
	n, _ := open(t)
	first, _ := mine(t, n, node.BlockSpec{Time: start})
	second, _ := mine(t, n, node.BlockSpec{Time: start})
	if first.Time() != uint64(start.Unix()) || second.Time() != first.Time() || second.Hash() == first.Hash() {
		t.Fatalf("times %d and %d", first.Time(), second.Time())
	}
	_, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{Time: start.Add(-time.Second)})
	if !errors.Is(err, node.ErrTime) {
		t.Fatalf("error %v, want %v", err, node.ErrTime)
	}
	// Many quick blocks do not push chain time ahead of the clock.
	for range 200 {
		mine(t, n, node.BlockSpec{})
	}
	if got := n.Chain.Head().Time; got != uint64(start.Unix()) {
		t.Fatalf("chain time drifted by %d s", got-uint64(start.Unix()))
	}
}

func TestTheSameCallsGiveTheSameBlocks(t *testing.T) {
	var hashes [2]common.Hash
	for i := range hashes {
		n, _ := open(t)
		mine(t, n, node.BlockSpec{Time: start.Add(time.Second), Txs: []*types.Transaction{transfer(t, n, 0, 5)}})
		b, _ := mine(t, n, node.BlockSpec{Time: start.Add(time.Minute)})
		hashes[i] = b.Hash()
	}
	if hashes[0] != hashes[1] {
		t.Fatalf("%s and %s", hashes[0], hashes[1])
	}
}

func TestATrustedSenderIsNotRecovered(t *testing.T) {
	n, _ := open(t)
	tx := transfer(t, n, 0, 1)
	n.Chain.Trust(tx, bob) // a lie that a recovery would expose
	_, _, err := n.Miner.Mine(context.Background(), node.BlockSpec{Txs: []*types.Transaction{tx}})
	if !errors.Is(err, core.ErrInsufficientFunds) {
		t.Fatalf("error %v: the sender was recovered", err)
	}
	n.Chain.Trust(tx, alice)
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
}

func TestTheSenderThatABlockKnowsIsNotRecoveredForTheIndex(t *testing.T) {
	n, _ := open(t)
	tx := transfer(t, n, 0, 1)
	n.Chain.Recall(tx.Hash()) // of what is not there, nothing
	n.Chain.Trust(tx, alice)
	block, _ := mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
	n.Chain.Trust(n.Chain.Block(block.NumberU64()).Transactions()[0], bob) // a lie that a recovery would expose
	n.Chain.Recall(tx.Hash())
	var shown struct{ From common.Address }
	if err := n.Server.Client().Call(&shown, "eth_getTransactionByHash", tx.Hash()); err != nil || shown.From != bob {
		t.Errorf("from %s, error %v: the sender was recovered", shown.From, err)
	}
}

// spec: mirage-testing §3.2
func TestTheBaseFeeFollowsEIP1559(t *testing.T) {
	n, _ := open(t, func(c *node.Config) { c.BaseFee, c.GasLimit = big.NewInt(1_000_000), 42_000 })
	// 42,000 of a target of 21,000: + base·(used − target)/target/8.
	mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, 0, 1), transfer(t, n, 1, 1)}, BaseFee: big.NewInt(1_000_000)})
	full, _ := mine(t, n, node.BlockSpec{})
	empty, _ := mine(t, n, node.BlockSpec{})
	if full.BaseFee().Int64() != 1_125_000 || empty.BaseFee().Int64() != 1_125_000-1_125_000/8 {
		t.Fatalf("after a full block %s, after an empty one %s", full.BaseFee(), empty.BaseFee())
	}
	fixed, _ := open(t, func(c *node.Config) { c.FixedBaseFee = true })
	for range 3 {
		mine(t, fixed, node.BlockSpec{})
	}
	if got := fixed.Chain.Head().BaseFee.Int64(); got != 100 {
		t.Fatalf("fixed base fee became %d", got)
	}
}

func TestSystemContractsAndTheCreate2DeployerStandAtGenesis(t *testing.T) {
	permit2 := common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")
	n, _ := open(t, func(c *node.Config) { c.Code = map[common.Address][]byte{permit2: {0x60, 0x00}} })
	for _, at := range []common.Address{permit2, common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C"), common.HexToAddress("0x0000F90827F1C53a10cb7A02335B175320002935")} {
		var code string
		if err := n.Server.Client().Call(&code, "eth_getCode", at, "latest"); err != nil || len(code) < 4 {
			t.Errorf("%s: code %q, error %v", at, code, err)
		}
	}
}

// The system call of EIP-2935 keeps old block hashes in state; without system calls
// the contract stays silent, and blocks are made all the same.
func TestSystemCallsCanBeLeftOut(t *testing.T) {
	for _, without := range []bool{false, true} {
		n, _ := open(t, func(c *node.Config) { c.NoSystemCalls = without })
		genesis := n.Chain.Head().Hash()
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{transfer(t, n, 0, 1)}})
		var got common.Hash
		check(t, n.Server.Client().Call(&got, "eth_getStorageAt", common.HexToAddress("0x0000F90827F1C53a10cb7A02335B175320002935"), "0x0", "latest"))
		if kept := got == genesis; kept == without {
			t.Errorf("without system calls %v: slot holds %s", without, got)
		}
	}
}

func TestAChainOnDiskIsThereAgain(t *testing.T) {
	dir := t.TempDir()
	on := func(c *node.Config) { c.DataDir = dir }
	n, _ := open(t, on)
	block, _ := mine(t, n, node.BlockSpec{Time: start.Add(time.Hour), Txs: []*types.Transaction{transfer(t, n, 0, 5)}})
	check(t, n.Close())
	again, _ := open(t, on)
	if again.Chain.Head().Hash() != block.Hash() || balance(t, again, bob).Int64() != 5 {
		t.Fatalf("head %s, bob %s", again.Chain.Head().Hash(), balance(t, again, bob))
	}
	next, _ := mine(t, again, node.BlockSpec{Txs: []*types.Transaction{transfer(t, again, 1, 5)}})
	if next.Time() != block.Time() {
		t.Errorf("the next block is %d s away from the last", next.Time()-block.Time())
	}
}
