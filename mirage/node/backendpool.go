package node

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/filtermaps"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/event"
)

// pooled is go-ethereum's backend with this node's pool, and with the logs of every block
// read from its receipts.
type pooled struct {
	*eth.EthAPIBackend
	node *Node
}

// SendTx puts a transaction into the pool.
func (b *pooled) SendTx(ctx context.Context, tx *types.Transaction) error {
	return b.node.Submit(ctx, tx)
}

// GetPoolTransactions lists what could be in the next block.
func (b *pooled) GetPoolTransactions() (types.Transactions, error) {
	pending, _ := b.TxPoolContent()
	var all types.Transactions
	for _, txs := range pending {
		all = append(all, txs...)
	}
	return all, nil
}

// GetPoolTransaction returns a waiting transaction, or nil.
func (b *pooled) GetPoolTransaction(hash common.Hash) *types.Transaction {
	if pool := b.node.waiting(); pool != nil {
		return pool.Get(hash)
	}
	return nil
}

// GetPoolNonce returns the nonce of an account's next transaction.
func (b *pooled) GetPoolNonce(_ context.Context, account common.Address) (uint64, error) {
	return b.node.PendingNonce(account)
}

// Stats counts what waits.
func (b *pooled) Stats() (pending, queued int) {
	if pool := b.node.waiting(); pool != nil {
		return pool.Stats()
	}
	return 0, 0
}

// TxPoolContent lists what waits, by sender.
func (b *pooled) TxPoolContent() (pending, queued map[common.Address][]*types.Transaction) {
	if pool := b.node.waiting(); pool != nil {
		return pool.Content()
	}
	return nil, nil
}

// TxPoolContentFrom lists what waits of one sender.
func (b *pooled) TxPoolContentFrom(account common.Address) (pending, queued []*types.Transaction) {
	if pool := b.node.waiting(); pool != nil {
		return pool.ContentFrom(account)
	}
	return nil, nil
}

// SubscribeNewTxsEvent tells of what comes into the pool, and of what passes by it.
func (b *pooled) SubscribeNewTxsEvent(ch chan<- core.NewTxsEvent) event.Subscription {
	return event.JoinSubscriptions(b.node.pool.SubscribeTransactions(ch, true), b.node.news.Subscribe(ch))
}

// TxIndexDone answers true: every local block is indexed as it is made, so a transaction
// that is not found does not exist. go-ethereum's indexer looks at the chain in the
// background, and says until then that it cannot know.
func (b *pooled) TxIndexDone() bool { return true }

// NewMatcherBackend implements filters.Backend: the index answers that it holds no block.
func (b *pooled) NewMatcherBackend() filtermaps.MatcherBackend {
	return b.node.index.NewMatcherBackend()
}
