package node

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
)

// place is a block by hash and number.
type place struct {
	hash   common.Hash
	number uint64
}

// moveHead makes block, an ancestor of the head, the head, and drops what was above it:
// a block that was reverted is not found by its hash either. Filters and subscriptions
// are told which logs went.
func (n *Node) moveHead(block *types.Block) error {
	var dropped []place
	for h := n.Head(); h != nil && h.Number.Uint64() > block.NumberU64(); h = n.chain.GetHeader(h.ParentHash, h.Number.Uint64()-1) {
		dropped = append(dropped, place{h.Hash(), h.Number.Uint64()})
	}
	if block.Hash() != n.Head().Hash() {
		if _, err := n.chain.SetCanonical(block); err != nil {
			return fmt.Errorf("set head to block %d: %w", block.NumberU64(), err)
		}
	}
	return n.drop(block, dropped)
}

// sweep drops the blocks beside and above the head that a kill left behind.
func (n *Node) sweep() error {
	block := n.chain.GetBlockByHash(n.Head().Hash())
	var dropped []place
	for number := block.NumberU64(); ; number++ {
		hashes := rawdb.ReadAllHashes(n.db, number)
		if len(hashes) == 0 && number > block.NumberU64() {
			return n.drop(block, dropped)
		}
		for _, hash := range hashes {
			if hash != block.Hash() {
				dropped = append(dropped, place{hash, number})
			}
		}
	}
}

// drop deletes blocks that are not on the chain of head, and who sent in them. SetHead
// then empties go-ethereum's caches, which still hold them, and shortens its store of
// old blocks.
func (n *Node) drop(head *types.Block, dropped []place) error {
	if len(dropped) == 0 {
		return nil
	}
	batch := n.db.NewBatch()
	defer batch.Close()
	for _, p := range dropped {
		if body := n.chain.GetBody(p.hash); body != nil {
			if err := n.forget(batch, body.Transactions); err != nil {
				return err
			}
		}
		rawdb.DeleteBlock(batch, p.hash, p.number)
	}
	if err := batch.Write(); err != nil {
		return fmt.Errorf("drop the blocks after %d: %w", head.NumberU64(), err)
	}
	if err := n.chain.SetHead(head.NumberU64()); err != nil {
		return fmt.Errorf("drop the blocks after %d: %w", head.NumberU64(), err)
	}
	return nil
}

// forget deletes who sent the transactions that nobody signed.
func (n *Node) forget(batch ethdb.Batch, txs []*types.Transaction) error {
	for _, tx := range txs {
		if _, ok := n.disguised[tx.Hash()]; !ok {
			continue
		}
		delete(n.disguised, tx.Hash())
		if err := batch.Delete(append(slices.Clone(senderFrom), tx.Hash().Bytes()...)); err != nil {
			return err
		}
	}
	return nil
}
