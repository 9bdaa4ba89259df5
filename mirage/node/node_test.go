package node_test

import (
	"context"
	"crypto/ecdsa"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

var (
	start = time.Date(2023, 8, 13, 0, 0, 0, 0, time.UTC)
	ether = big.NewInt(1_000_000_000_000_000_000)
	bob   = common.HexToAddress("0xb0b0000000000000000000000000000000000b0b")
)

// alice is the funded account of the tests.
var aliceKey = testKey("alice")

var alice = crypto.PubkeyToAddress(aliceKey.PublicKey)

func testKey(name string) *ecdsa.PrivateKey {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte(name)))
	if err != nil {
		panic(err)
	}
	return key
}

// open starts a devnet with a simulated clock standing at genesis, on which alice has
// 1,000 ether, and closes it with the test.
func open(t testing.TB, change ...func(*node.Config)) (*node.Node, *clock.Simulated) {
	t.Helper()
	c := clock.NewSimulated(start)
	cfg := node.Config{
		GenesisTime: start, Clock: c, BaseFee: big.NewInt(100),
		Alloc: map[common.Address]*big.Int{alice: new(big.Int).Mul(big.NewInt(1000), ether)},
	}
	for _, f := range change {
		f(&cfg)
	}
	n, err := node.New(cfg)
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	return n, c
}

// sign is a transaction with the signature of a key.
func sign(t testing.TB, n *node.Node, key *ecdsa.PrivateKey, inner types.TxData) *types.Transaction {
	t.Helper()
	tx, err := types.SignNewTx(key, n.Chain.Signer(), inner)
	check(t, err)
	return tx
}

// take keeps the state and names it.
func take(t rapid.TB, n *node.Node) uint64 {
	t.Helper()
	id, err := n.Snapshots.Take()
	check(t, err)
	return id
}

// transfer is a signed payment of alice to bob.
func transfer(t testing.TB, n *node.Node, nonce uint64, wei int64) *types.Transaction {
	t.Helper()
	return sign(t, n, aliceKey, &types.DynamicFeeTx{
		ChainID: n.Chain.ID(), Nonce: nonce, To: &bob, Value: big.NewInt(wei), Gas: 21_000, GasFeeCap: big.NewInt(2_000_000_000),
	})
}

// pay is a signed payment of alice to anyone.
func pay(t testing.TB, n *node.Node, nonce uint64, wei *big.Int, to common.Address) *types.Transaction {
	t.Helper()
	return sign(t, n, aliceKey, &types.LegacyTx{Nonce: nonce, To: &to, Value: wei, Gas: 21_000, GasPrice: big.NewInt(1000)})
}

func addr(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }

func mine(t testing.TB, n *node.Node, spec node.BlockSpec) (*types.Block, types.Receipts) {
	t.Helper()
	block, receipts, err := n.Miner.Mine(context.Background(), spec)
	check(t, err)
	return block, receipts
}

func balance(t testing.TB, n *node.Node, account common.Address) *big.Int {
	t.Helper()
	var got string
	check(t, n.Server.Client().Call(&got, "eth_getBalance", account, "latest"))
	v, ok := new(big.Int).SetString(got, 0)
	if !ok {
		t.Fatalf("balance %q", got)
	}
	return v
}

// has holds the balance of an account to what it should be.
func has(t testing.TB, n *node.Node, account common.Address, wei int64) {
	t.Helper()
	if got := balance(t, n, account); got.Cmp(big.NewInt(wei)) != 0 {
		t.Errorf("%s has %s wei, want %d", account, got, wei)
	}
}

func BenchmarkMineEmpty(b *testing.B) {
	n, _ := open(b)
	for b.Loop() {
		mine(b, n, node.BlockSpec{Time: start})
	}
}

func BenchmarkMineTransfer(b *testing.B) { benchTransfers(b) }

func BenchmarkMineTransferNoSystemCalls(b *testing.B) {
	benchTransfers(b, func(c *node.Config) { c.NoSystemCalls = true })
}

func BenchmarkMineTransferLean(b *testing.B) {
	benchTransfers(b, func(c *node.Config) { c.NoSystemCalls, c.KeepStates = true, 128 })
}

func BenchmarkMineEmptyNoSystemCalls(b *testing.B) {
	n, _ := open(b, func(c *node.Config) { c.NoSystemCalls = true })
	for b.Loop() {
		mine(b, n, node.BlockSpec{Time: start})
	}
}

// benchTransfers measures blocks of one transfer whose sender is known.
func benchTransfers(b *testing.B, change ...func(*node.Config)) {
	n, _ := open(b, change...)
	txs := make([]*types.Transaction, 20_000)
	for i := range txs {
		txs[i] = transfer(b, n, uint64(i), 1)
		n.Chain.Trust(txs[i], alice)
	}
	b.ResetTimer()
	for i := range min(b.N, len(txs)) {
		mine(b, n, node.BlockSpec{Time: start, Txs: txs[i : i+1]})
	}
	if b.N > len(txs) {
		b.Fatalf("%d iterations with %d transactions", b.N, len(txs))
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
