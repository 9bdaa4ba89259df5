// Package evmtest holds what the tests of the chain kit share: a chain in the
// process and a few contracts in our own bytecode. Only tests import it.
package evmtest

import (
	"crypto/ecdsa"
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// ChainID is the chain id of a Node.
const ChainID = node.DefaultChainID

// Node is a chain in this process with one funded account. Blocks appear when
// Mine is called, two seconds apart.
type Node struct {
	t     testing.TB
	chain *node.Node
	clock clock.Clock
	key   *ecdsa.PrivateKey
	nonce uint64
	fee   *big.Int // of every block in wei; nil: by rule

	Account common.Address // holds 1,000 ether
	RPC     *gethrpc.Client
}

// NewNode starts a chain whose genesis holds the given contracts; it ends with
// the test.
func NewNode(t testing.TB, code map[common.Address][]byte) *Node {
	t.Helper()
	return start(t, node.Config{Code: code, Alloc: map[common.Address]*big.Int{}})
}

func start(t testing.TB, config node.Config) *Node {
	t.Helper()
	key := testKey(t)
	if config.Clock == nil {
		config.Clock = clock.NewSimulated(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	}
	n := &Node{t: t, key: key, Account: crypto.PubkeyToAddress(key.PublicKey), clock: config.Clock}
	config.Alloc[n.Account] = new(big.Int).Mul(big.NewInt(1000), big.NewInt(1e18))
	chain, err := node.New(config)
	if err != nil {
		t.Fatal(err)
	}
	n.chain = chain
	t.Cleanup(func() {
		if err := n.chain.Close(); err != nil {
			t.Error(err)
		}
	})
	n.chain.Miner.SetAutomine(false)
	n.RPC = n.chain.Server.Client()
	return n
}

// testKey is the account's key, the same in every test.
func testKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("evmtest account")))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Mine makes a block of everything that waits and returns its hash. On a simulated
// clock two seconds pass before it.
func (n *Node) Mine() common.Hash {
	n.t.Helper()
	if c, simulated := n.clock.(*clock.Simulated); simulated {
		if err := c.WaitUntil(n.t.Context(), c.Now().Add(apart)); err != nil {
			n.t.Fatal(err)
		}
	}
	return n.block()
}

// block makes a block of everything that waits.
func (n *Node) block() common.Hash {
	n.t.Helper()
	block, _, err := n.chain.Miner.Mine(n.t.Context(), node.BlockSpec{FromPool: true, BaseFee: n.fee})
	if err != nil {
		n.t.Fatal(err)
	}
	return block.Hash()
}

// Later lets seconds pass before the next block.
func (n *Node) Later(seconds int64) {
	n.t.Helper()
	if _, err := n.chain.Pace.AddTime(time.Duration(seconds) * time.Second); err != nil {
		n.t.Fatal(err)
	}
}

// Snapshot remembers the chain as it stands. back returns to it, once; the clock
// goes on, so that the next block is another one.
func (n *Node) Snapshot() (back func()) {
	n.t.Helper()
	id, err := n.chain.Snapshots.Take()
	if err != nil {
		n.t.Fatal(err)
	}
	nonce := n.nonce
	return func() {
		n.t.Helper()
		if err := n.chain.Snapshots.Revert(id); err != nil {
			n.t.Fatal(err)
		}
		n.nonce = nonce
	}
}

// Sign returns a signed transaction of the account with the next nonce. Fees
// are far above any base fee of a test chain.
func (n *Node) Sign(to common.Address, wei int64, data []byte) *types.Transaction {
	n.t.Helper()
	return n.sign(&to, wei, data)
}

func (n *Node) sign(to *common.Address, wei int64, data []byte) *types.Transaction {
	n.t.Helper()
	tx, err := types.SignNewTx(n.key, types.LatestSignerForChainID(big.NewInt(ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(ChainID), Nonce: n.nonce, To: to, Value: big.NewInt(wei), Gas: 10_000_000, Data: data,
		GasFeeCap: n.offer(), GasTipCap: big.NewInt(1e9),
	})
	if err != nil {
		n.t.Fatal(err)
	}
	n.nonce++
	return tx
}

// Deploy puts runtime code on the chain and returns its address.
func (n *Node) Deploy(runtime []byte) common.Address {
	n.t.Helper()
	// PUSH2 size, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, RETURN
	data := append([]byte{0x61, byte(len(runtime) >> 8), byte(len(runtime)), 0x80, 0x60, 10, 0x5f, 0x39, 0x5f, 0xf3}, runtime...)
	at := crypto.CreateAddress(n.Account, n.nonce)
	n.Submit(n.sign(nil, 0, data))
	n.Mine()
	return at
}

// Submit puts a signed transaction into the pool before it returns, so that the
// next block holds it.
func (n *Node) Submit(tx *types.Transaction) {
	n.t.Helper()
	if err := n.chain.Pool.Submit(n.t.Context(), tx); err != nil {
		n.t.Fatal(err)
	}
}

// Execute signs, sends and mines a transaction and returns its receipt.
func (n *Node) Execute(to common.Address, data []byte) *types.Receipt {
	n.t.Helper()
	return n.include(n.Sign(to, 0, data))
}

// Pay is Execute with so many wei.
func (n *Node) Pay(to common.Address, wei int64, data []byte) *types.Receipt {
	n.t.Helper()
	return n.include(n.Sign(to, wei, data))
}

// include sends and mines a transaction and returns its receipt.
func (n *Node) include(tx *types.Transaction) *types.Receipt {
	n.t.Helper()
	before := n.chain.Chain.Head().Number.Uint64()
	n.Submit(tx)
	n.Mine()
	for number := n.chain.Chain.Head().Number.Uint64(); number > before; number-- { // a chain that makes blocks by itself may be faster
		for _, r := range n.chain.Chain.Receipts(n.chain.Chain.Block(number).Hash()) {
			if r.TxHash == tx.Hash() {
				return r
			}
		}
	}
	n.t.Fatalf("transaction %v is in no block", tx.Hash())
	return nil
}

// Address returns a stable address for a name.
func Address(name string) common.Address {
	return common.BytesToAddress(crypto.Keccak256([]byte(name))[12:])
}

// Pack encodes a call of static words.
func Pack(signature string, words ...[]byte) []byte {
	data := append([]byte{}, selector(signature)...)
	for _, w := range words {
		data = append(data, common.LeftPadBytes(w, 32)...)
	}
	return data
}

// Chain is the devnet itself.
func (n *Node) Chain() *node.Node { return n.chain }

// Send gives wei to an account.
func (n *Node) Send(to common.Address, wei int64) {
	n.t.Helper()
	n.Submit(n.Sign(to, wei, nil))
	n.Mine()
}

// Bid signs a transaction of the account, with the next nonce, that offers a block's
// maker so many wei per gas: the more, the earlier in its block.
func (n *Node) Bid(to common.Address, data []byte, tip *big.Int) *types.Transaction {
	n.t.Helper()
	tx, err := types.SignNewTx(n.key, types.LatestSignerForChainID(big.NewInt(ChainID)), &types.DynamicFeeTx{
		ChainID: big.NewInt(ChainID), Nonce: n.nonce, To: &to, Value: new(big.Int), Gas: 10_000_000, Data: data,
		GasFeeCap: new(big.Int).Add(n.offer(), tip), GasTipCap: tip,
	})
	if err != nil {
		n.t.Fatal(err)
	}
	n.nonce++
	return tx
}
