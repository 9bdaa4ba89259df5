package stock

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/filtermaps"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/event"
)

// Pool is what a devnet has that waits for the next block.
type Pool interface {
	Submit(ctx context.Context, tx *types.Transaction) error
	PendingNonce(account common.Address) (uint64, error)
	// Waiting is the pool at the latest block, to look at; nil after the end.
	Waiting() *legacypool.LegacyPool
	// Subscribe tells of what comes into the pool, and of what passes by it.
	Subscribe(ch chan<- core.NewTxsEvent) event.Subscription
}

// Backend is go-ethereum's backend with a devnet's pool, and with the logs of every block
// read from its receipts. Its fields are set once.
type Backend struct {
	*eth.EthAPIBackend
	Pool  Pool
	Index *filtermaps.FilterMaps // switched off
}

// SendTx puts a transaction into the pool.
func (b *Backend) SendTx(ctx context.Context, tx *types.Transaction) error {
	return b.Pool.Submit(ctx, tx)
}

// GetPoolTransactions lists what could be in the next block.
func (b *Backend) GetPoolTransactions() (types.Transactions, error) {
	pending, _ := b.TxPoolContent()
	var all types.Transactions
	for _, txs := range pending {
		all = append(all, txs...)
	}
	return all, nil
}

// GetPoolTransaction returns a waiting transaction, or nil.
func (b *Backend) GetPoolTransaction(hash common.Hash) *types.Transaction {
	if pool := b.Pool.Waiting(); pool != nil {
		return pool.Get(hash)
	}
	return nil
}

// GetPoolNonce returns the nonce of an account's next transaction.
func (b *Backend) GetPoolNonce(_ context.Context, account common.Address) (uint64, error) {
	return b.Pool.PendingNonce(account)
}

// Stats counts what waits.
func (b *Backend) Stats() (pending, queued int) {
	if pool := b.Pool.Waiting(); pool != nil {
		return pool.Stats()
	}
	return 0, 0
}

// TxPoolContent lists what waits, by sender.
func (b *Backend) TxPoolContent() (pending, queued map[common.Address][]*types.Transaction) {
	if pool := b.Pool.Waiting(); pool != nil {
		return pool.Content()
	}
	return nil, nil
}

// TxPoolContentFrom lists what waits of one sender.
func (b *Backend) TxPoolContentFrom(account common.Address) (pending, queued []*types.Transaction) {
	if pool := b.Pool.Waiting(); pool != nil {
		return pool.ContentFrom(account)
	}
	return nil, nil
}

// SubscribeNewTxsEvent tells of what comes into the pool, and of what passes by it.
func (b *Backend) SubscribeNewTxsEvent(ch chan<- core.NewTxsEvent) event.Subscription {
	return b.Pool.Subscribe(ch)
}

// TxIndexDone answers true: every local block is indexed as it is made, so a transaction
// that is not found does not exist. go-ethereum's indexer looks at the chain in the
// background, and says until then that it cannot know.
func (b *Backend) TxIndexDone() bool { return true }

// NewMatcherBackend implements filters.Backend: the index answers that it holds no block.
func (b *Backend) NewMatcherBackend() filtermaps.MatcherBackend {
	return b.Index.NewMatcherBackend()
}
