package node

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
)

// ErrClosed is returned by a node that was closed.
var ErrClosed = errors.New("devnet is closed")

// BlockSpec says what the next block shall be. Its zero value is an empty block at
// the clock's time.
type BlockSpec struct {
	// Time of the block, to the second; zero means the clock's. It may equal the
	// parent's, not precede it.
	Time time.Time
	// BaseFee in wei; nil means by rule.
	BaseFee *big.Int
	// Txs are exactly the block's transactions, in order.
	Txs []*types.Transaction
	// FromPool appends what the pool holds, best tip first, as far as it fits. A
	// transaction of the pool that is not valid is passed over.
	FromPool bool
	// sent is an impersonated transaction that must not be dropped.
	sent common.Hash
	// announce tells of Txs, once they are valid, as the pool would.
	announce bool
	// Coinbase receives the tips; zero means the node's.
	Coinbase common.Address
}

// TxError says which of a block's transactions is not valid. Unwrap gives
// go-ethereum's reason (core.ErrNonceTooLow and its kin).
type TxError struct {
	Index int
	Hash  common.Hash
	Err   error
}

// Error implements error.
func (e *TxError) Error() string {
	return fmt.Sprintf("transaction %d (%s) is not valid: %v", e.Index, e.Hash, e.Err)
}

// Unwrap returns the reason.
func (e *TxError) Unwrap() error { return e.Err }

// Mine makes one block on the head. A transaction of spec.Txs that is not valid
// (nonce, funds, fee below the base fee, block full) is a *TxError and no block is
// made; one that reverts is part of the block, as on any chain. The receipts are
// complete and belong to the caller.
func (n *Node) Mine(ctx context.Context, spec BlockSpec) (*types.Block, types.Receipts, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.mine(ctx, spec, nil)
}

// mine makes one block; edit changes its state before the first transaction.
func (n *Node) mine(ctx context.Context, spec BlockSpec, edit func(*state.StateDB)) (*types.Block, types.Receipts, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if n.closed {
		return nil, nil, ErrClosed
	}
	t, err := n.blockTime(spec.Time)
	if err != nil {
		return nil, nil, err
	}
	parent := n.Head()
	b, err := n.begin(ctx, parent, n.header(parent, t, spec))
	if err != nil {
		return nil, nil, err
	}
	defer b.evm.Release()
	if edit != nil {
		edit(b.state)
		b.state.Finalise(b.rules)
	}
	b.toll = n.tolls.of(b.state)
	for i, tx := range spec.Txs {
		if err := b.apply(ctx, tx); err != nil {
			return nil, nil, &TxError{Index: i, Hash: tx.Hash(), Err: err}
		}
	}
	if spec.announce {
		n.news.Send(core.NewTxsEvent{Txs: spec.Txs})
	}
	if spec.FromPool {
		if err := n.fill(ctx, b, spec.sent); err != nil {
			return nil, nil, err
		}
	}
	block, err := b.finish(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	next := n.pace // an edit uses nothing up
	if edit == nil {
		next = n.advanced(t)
	}
	if err := n.commit(block, b, next); err != nil {
		return nil, nil, err
	}
	if spec.FromPool {
		n.queue = b.waiting
	}
	n.pace, n.poolStale = next, true
	return block, b.receipts, nil
}

// header is the block's header before its transactions. All fork fields are set: a
// missing one would not decode again.
func (n *Node) header(parent *types.Header, t uint64, spec BlockSpec) *types.Header {
	number := new(big.Int).Add(parent.Number, common.Big1)
	coinbase := spec.Coinbase
	if coinbase == (common.Address{}) {
		coinbase = n.pace.coinbase
	}
	return &types.Header{
		ParentHash: parent.Hash(), Number: number, Time: t, Coinbase: coinbase,
		Difficulty: new(big.Int), GasLimit: n.blockGasLimit(), BaseFee: n.blockBaseFee(parent, spec.BaseFee),
		UncleHash: types.EmptyUncleHash, Extra: []byte("mirage"), MixDigest: n.blockRandao(number.Uint64()),
		BlobGasUsed: new(uint64), ExcessBlobGas: new(uint64), ParentBeaconRoot: new(common.Hash),
	}
}

// cached returns block as the chain's own cache holds it, with senders that are known.
// Pool, filters and RPC read that copy, so none of them recovers a public key.
func (n *Node) cached(block *types.Block) *types.Block {
	held := n.chain.GetBlock(block.Hash(), block.NumberU64())
	if held == nil {
		return block
	}
	for i, tx := range block.Transactions() {
		if from, err := types.Sender(n.signer, tx); err == nil {
			n.Trust(held.Transactions()[i], from)
		}
	}
	return held
}

// commit writes block, receipts and state, and moves the head. Nothing is executed
// again and no header is verified. In a data folder all of it is durable before the head
// moves, and with it everybody's view.
func (n *Node) commit(block *types.Block, b *build, next pace) error {
	root, err := b.state.Commit(b.rules, block.NumberU64())
	if err != nil {
		return fmt.Errorf("commit state of block %d: %w", block.NumberU64(), err)
	}
	if err := n.keep(root); err != nil {
		return fmt.Errorf("write state of block %d: %w", block.NumberU64(), err)
	}
	if err := n.note(next.record(block.Hash()), nil, func(batch ethdb.Batch) error {
		writeBlock(batch, block, b.receipts)
		return n.writeSenders(batch, block.Transactions())
	}); err != nil {
		return fmt.Errorf("block %d: %w", block.NumberU64(), err)
	}
	n.tolls.remember(block.Hash(), b.toll)
	if _, err := n.chain.SetCanonical(n.cached(block)); err != nil {
		return fmt.Errorf("set head to block %d: %w", block.NumberU64(), err)
	}
	return nil
}
