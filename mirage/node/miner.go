package node

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
)

// Miner makes blocks: when somebody asks, with each transaction (automine), or by time.
type Miner struct {
	gate    *gate
	chain   *Chain
	pace    *Pace
	states  *States
	waiting *waiting
	notes   *notes
	tolls   *tolls // of a chain that charges as a rollup, else nil
	bare    bool   // no system calls around a block

	automine bool
	interval *ticker // nil without interval mining
}

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
func (m *Miner) Mine(ctx context.Context, spec BlockSpec) (*types.Block, types.Receipts, error) {
	m.gate.Lock()
	defer m.gate.Unlock()
	return m.mine(ctx, spec, nil)
}

// Edit changes the state in a block of its own that has the parent's time and no
// transaction, so that the change stays in the chain and an old block still shows the
// old state. It does not use up what was set for the next block. It is a cheat.
func (m *Miner) Edit(ctx context.Context, edit func(*state.StateDB)) error {
	return m.gate.cheat(func() error {
		parent := m.chain.Head()
		_, _, err := m.mine(ctx, BlockSpec{Time: time.Unix(int64(parent.Time), 0), BaseFee: parent.BaseFee}, edit)
		return err
	})
}

// mine makes one block; edit changes its state before the first transaction.
func (m *Miner) mine(ctx context.Context, spec BlockSpec, edit func(*state.StateDB)) (*types.Block, types.Receipts, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if m.gate.closed {
		return nil, nil, ErrClosed
	}
	t, err := m.pace.time(spec.Time)
	if err != nil {
		return nil, nil, err
	}
	parent, _ := m.chain.head()
	header := m.pace.header(parent, t, spec)
	if edit == nil && m.quiet(spec) {
		return m.pass(parent, header, m.pace.after(t))
	}
	b, err := m.begin(ctx, parent, header)
	if err != nil {
		return nil, nil, err
	}
	defer b.evm.Release()
	if edit != nil {
		edit(b.state)
		b.state.Finalise(b.rules)
	}
	b.toll = m.tolls.of(b.state)
	for i, tx := range spec.Txs {
		if err := b.apply(ctx, tx); err != nil {
			return nil, nil, &TxError{Index: i, Hash: tx.Hash(), Err: err}
		}
	}
	if spec.announce {
		m.waiting.news.Send(core.NewTxsEvent{Txs: spec.Txs})
	}
	if spec.FromPool {
		if err := m.waiting.fill(ctx, b, spec.sent); err != nil {
			return nil, nil, err
		}
	}
	block, err := m.finish(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	next := m.pace.next // an edit uses nothing up
	if edit == nil {
		next = m.pace.after(t)
	}
	if err := m.commit(block, b, next); err != nil {
		return nil, nil, err
	}
	if spec.FromPool {
		m.waiting.queue = b.waiting
	}
	return block, b.receipts, nil
}

// commit writes block, receipts and state, and moves the head. Nothing is executed
// again and no header is verified.
func (m *Miner) commit(block *types.Block, b *build, next pace) error {
	root, err := b.state.Commit(b.rules, block.NumberU64())
	if err != nil {
		return fmt.Errorf("commit state of block %d: %w", block.NumberU64(), err)
	}
	if err := m.states.keep(root); err != nil {
		return fmt.Errorf("write state of block %d: %w", block.NumberU64(), err)
	}
	m.tolls.remember(block.Hash(), b.toll)
	return m.put(block, b.receipts, b.logs, next)
}

// put writes a block and its receipts, moves the head to it, and goes on to the next. In a data
// folder all of it is durable before the head moves, and with it everybody's view.
func (m *Miner) put(block *types.Block, receipts types.Receipts, logs []*types.Log, next pace) error {
	if err := m.notes.write(next.record(block.Hash()), nil, func(db ethdb.KeyValueWriter) error {
		return m.chain.write(db, block, receipts)
	}); err != nil {
		return fmt.Errorf("block %d: %w", block.NumberU64(), err)
	}
	m.chain.tips.learn(block, receipts)
	if err := m.chain.extend(block, receipts, logs); err != nil {
		return fmt.Errorf("set head to block %d: %w", block.NumberU64(), err)
	}
	m.chain.window.grow(block)
	if err := m.chain.forget(); err != nil {
		return err
	}
	m.pace.next, m.waiting.stale = next, true
	return nil
}
