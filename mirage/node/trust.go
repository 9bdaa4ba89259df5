package node

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// known is a signer that already knows the sender of one transaction. It calls
// itself equal to the chain's signer, so the sender cache of the transaction keeps
// its answer and nobody recovers a public key.
type known struct {
	types.Signer
	from common.Address
}

func (k known) Sender(*types.Transaction) (common.Address, error) { return k.from, nil }

func (k known) Equal(s types.Signer) bool { return k.Signer.Equal(s) }

func trust(signer types.Signer, tx *types.Transaction, from common.Address) {
	// The error of Sender is the signer's own, and known has none.
	_, _ = types.Sender(known{signer, from}, tx)
}

// Trust tells the chain who signed tx, which spares the recovery of the public key
// (50 to 200 µs). The caller answers for it: from must be who signed, because a
// transaction read back from the database is recovered again.
func (c *Chain) Trust(tx *types.Transaction, from common.Address) { trust(c.signer, tx, from) }

// Recall tells go-ethereum's index of transactions the sender that the block of this one
// knows already: the index reads its own copy, and a receipt would recover the key again.
func (c *Chain) Recall(hash common.Hash) {
	at, tx := c.core.GetCanonicalTransaction(hash)
	if tx == nil {
		return
	}
	block := c.core.GetBlock(at.BlockHash, at.BlockIndex)
	if block == nil || at.Index >= uint64(len(block.Transactions())) {
		return
	}
	if from, err := types.Sender(c.signer, block.Transactions()[at.Index]); err == nil {
		c.Trust(tx, from)
	}
}

// cached returns block as the chain's own cache holds it, with senders that are known.
// Pool, filters and RPC read that copy, so none of them recovers a public key.
func (c *Chain) cached(block *types.Block) *types.Block {
	held := c.core.GetBlock(block.Hash(), block.NumberU64())
	if held == nil {
		return block
	}
	for i, tx := range block.Transactions() {
		if from, err := types.Sender(c.signer, tx); err == nil {
			c.Trust(held.Transactions()[i], from)
		}
	}
	return held
}
