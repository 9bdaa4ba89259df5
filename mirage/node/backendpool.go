package node

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/event"
)

// Pending answers nothing: "pending" means the latest block here.
func (b *backend) Pending() (*types.Block, types.Receipts, *state.StateDB) { return nil, nil, nil }

// TxIndexDone answers true: every local block is indexed as it is made.
func (b *backend) TxIndexDone() bool { return true }

// SendTx puts a transaction into the fork's pool.
func (b *backend) SendTx(ctx context.Context, tx *types.Transaction) error {
	return b.node.Submit(ctx, tx)
}

// GetPoolTransactions lists what could be in the next block.
func (b *backend) GetPoolTransactions() (types.Transactions, error) {
	pending, _ := b.TxPoolContent()
	var all types.Transactions
	for _, txs := range pending {
		all = append(all, txs...)
	}
	return all, nil
}

// GetPoolTransaction returns a waiting transaction, or nil.
func (b *backend) GetPoolTransaction(hash common.Hash) *types.Transaction {
	return b.node.pool().Get(hash)
}

// GetPoolNonce returns the nonce of an account's next transaction.
func (b *backend) GetPoolNonce(_ context.Context, account common.Address) (uint64, error) {
	return b.node.PendingNonce(account)
}

// Stats counts what waits.
func (b *backend) Stats() (pending, queued int) { return b.node.pool().Stats() }

// TxPoolContent lists what waits, by sender.
func (b *backend) TxPoolContent() (map[common.Address][]*types.Transaction, map[common.Address][]*types.Transaction) {
	return b.node.pool().Content()
}

// TxPoolContentFrom lists what waits of one sender.
func (b *backend) TxPoolContentFrom(account common.Address) ([]*types.Transaction, []*types.Transaction) {
	return b.node.pool().ContentFrom(account)
}

// SubscribeNewTxsEvent tells of what comes into the fork's pool.
func (b *backend) SubscribeNewTxsEvent(ch chan<- core.NewTxsEvent) event.Subscription {
	return b.node.pool().SubscribeTransactions(ch, true)
}
