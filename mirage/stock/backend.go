package stock

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/filtermaps"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/txpool/legacypool"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/event"
	"github.com/ethereum/go-ethereum/rpc"
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

// Backend is go-ethereum's backend with a devnet's pool, with the logs of every block
// read from its receipts, and with the latest block for the safe and the finalized one. Its
// fields are set once.
type Backend struct {
	*eth.EthAPIBackend
	Chain *core.BlockChain
	Pool  Pool
	Index *filtermaps.FilterMaps // switched off
	// Next is the pending block, its receipts and the state after it.
	Next func(context.Context) (*types.Block, types.Receipts, *state.StateDB, error)
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

// GetEVM builds an EVM that keeps with the chain's others what is known of code.
func (b *Backend) GetEVM(ctx context.Context, st *state.StateDB, header *types.Header, config *vm.Config, in *vm.BlockContext) *vm.EVM {
	evm := b.EthAPIBackend.GetEVM(ctx, st, header, config, in)
	evm.SetJumpDestCache(b.Chain.JumpDestCache())
	return evm
}

// HeaderByNumber returns a header by number or tag.
func (b *Backend) HeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Header, error) {
	if number == rpc.PendingBlockNumber {
		block, err := b.pending(ctx)
		if err != nil {
			return nil, err
		}
		return block.Header(), nil
	}
	return b.EthAPIBackend.HeaderByNumber(ctx, settled(number))
}

// HeaderByNumberOrHash returns a header by number, tag or hash.
func (b *Backend) HeaderByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*types.Header, error) {
	if isPending(block) {
		return b.HeaderByNumber(ctx, rpc.PendingBlockNumber)
	}
	return b.EthAPIBackend.HeaderByNumberOrHash(ctx, settledBlock(block))
}

// BlockByNumber returns a block by number or tag.
func (b *Backend) BlockByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Block, error) {
	if number == rpc.PendingBlockNumber {
		return b.pending(ctx)
	}
	return b.EthAPIBackend.BlockByNumber(ctx, settled(number))
}

// BlockByNumberOrHash returns a block by number, tag or hash.
func (b *Backend) BlockByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*types.Block, error) {
	if isPending(block) {
		return b.pending(ctx)
	}
	return b.EthAPIBackend.BlockByNumberOrHash(ctx, settledBlock(block))
}

// StateAndHeaderByNumber returns the state after a block by number or tag.
func (b *Backend) StateAndHeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*state.StateDB, *types.Header, error) {
	if number == rpc.PendingBlockNumber {
		block, _, after, err := b.Next(ctx)
		if err != nil {
			return nil, nil, err
		}
		return after, block.Header(), nil
	}
	return b.EthAPIBackend.StateAndHeaderByNumber(ctx, settled(number))
}

// StateAndHeaderByNumberOrHash returns the state after a block by number, tag or hash.
func (b *Backend) StateAndHeaderByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*state.StateDB, *types.Header, error) {
	if isPending(block) {
		return b.StateAndHeaderByNumber(ctx, rpc.PendingBlockNumber)
	}
	return b.EthAPIBackend.StateAndHeaderByNumberOrHash(ctx, settledBlock(block))
}

// FeeHistory returns the fees up to a block by number or tag.
func (b *Backend) FeeHistory(ctx context.Context, count uint64, last rpc.BlockNumber, percentiles []float64) (*big.Int, [][]*big.Int, []*big.Int, []float64, []*big.Int, []float64, error) {
	return b.EthAPIBackend.FeeHistory(ctx, count, made(last), percentiles)
}

func (b *Backend) pending(ctx context.Context) (*types.Block, error) {
	block, _, _, err := b.Next(ctx)
	return block, err
}

func isPending(block rpc.BlockNumberOrHash) bool {
	number, ok := block.Number()
	return ok && number == rpc.PendingBlockNumber
}

// settled is the latest block for the safe and the finalized one: a devnet has no other.
func settled(number rpc.BlockNumber) rpc.BlockNumber {
	if number == rpc.SafeBlockNumber || number == rpc.FinalizedBlockNumber {
		return rpc.LatestBlockNumber
	}
	return number
}

// made is settled for what looks at blocks that were made, and at no other.
func made(number rpc.BlockNumber) rpc.BlockNumber {
	if number == rpc.PendingBlockNumber {
		return rpc.LatestBlockNumber
	}
	return settled(number)
}

func settledBlock(block rpc.BlockNumberOrHash) rpc.BlockNumberOrHash {
	if number, ok := block.Number(); ok {
		return rpc.BlockNumberOrHashWithNumber(settled(number))
	}
	return block
}
