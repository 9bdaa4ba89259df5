package node

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/txpool"
	"github.com/ethereum/go-ethereum/core/types"
)

// mostBytes is how large a transaction may be that does not go through the pool: the
// pool's own bound.
const mostBytes = 128 << 10

// straightTypes are the types whose only checks are those of passes and of the block.
const straightTypes = 1<<types.LegacyTxType | 1<<types.AccessListTxType | 1<<types.DynamicFeeTxType

// passes tells whether a transaction is a block of its own as soon as it comes: nothing
// waits that could go before it, and the pool would find no fault with it but what the
// block finds too. One that the block then refuses goes to the pool after all, which keeps
// it or says why not. On a fork the pool looks first, because a block reads more.
func (n *Node) passes(tx *types.Transaction) bool {
	if n.closed || !n.automine || n.fork != nil || len(n.queue) > 0 {
		return false
	}
	if !n.poolEmpty() {
		return false
	}
	head := types.CopyHeader(n.Head())
	head.GasLimit = min(head.GasLimit, n.blockGasLimit())
	return txpool.ValidateTransaction(tx, head, n.signer, &txpool.ValidationOptions{
		Config: n.chain.Config(), Accept: straightTypes, MaxSize: mostBytes, MinTip: common.Big0,
	}) == nil
}

// poolEmpty reports whether nothing waits. A pool that holds something looks at the chain
// first: it may be in a block by now.
func (n *Node) poolEmpty() bool {
	pending, queued := n.pool.Stats()
	if pending+queued > 0 && n.poolStale && n.refreshPool() == nil {
		pending, queued = n.pool.Stats()
	}
	return pending+queued == 0
}
