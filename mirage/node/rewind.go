package node

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethdb"
)

// write stores a block with its receipts, and who sent what nobody signed in it.
func (c *Chain) write(db ethdb.KeyValueWriter, block *types.Block, receipts types.Receipts) error {
	rawdb.WriteReceipts(db, block.Hash(), block.NumberU64(), receipts)
	if c.extension == nil {
		rawdb.WriteBlock(db, block)
	} else if err := c.extension.write(db, block); err != nil {
		return err
	}
	return c.disguises.write(db, block.Transactions())
}

// place is a block by hash and number.
type place struct {
	hash   common.Hash
	number uint64
}

// moveHead makes block, an ancestor of the head, the head, and drops what was above it:
// a block that was reverted is not found by its hash either, since no snapshot can lead to it
// again. Filters and subscriptions are told which logs went.
func (c *Chain) moveHead(block *types.Block) error {
	if block.NumberU64() == 0 {
		if err := c.window.whole(); err != nil {
			return err
		}
	}
	var dropped []place
	for h := c.Head(); h != nil && h.Number.Uint64() > block.NumberU64(); h = c.core.GetHeader(h.ParentHash, h.Number.Uint64()-1) {
		dropped = append(dropped, place{h.Hash(), h.Number.Uint64()})
	}
	if block.Hash() != c.Head().Hash() {
		if _, err := c.core.SetCanonical(block); err != nil {
			return fmt.Errorf("set head to block %d: %w", block.NumberU64(), err)
		}
	}
	c.window.cut(block.NumberU64())
	return c.drop(block, dropped)
}

// sweep drops the blocks beside and above the head that a kill left behind.
func (c *Chain) sweep() error {
	block := c.core.GetBlockByHash(c.Head().Hash())
	var dropped []place
	for number := block.NumberU64(); ; number++ {
		hashes := rawdb.ReadAllHashes(c.db, number)
		if len(hashes) == 0 && number > block.NumberU64() {
			return c.drop(block, dropped)
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
func (c *Chain) drop(head *types.Block, dropped []place) error {
	if len(dropped) == 0 {
		return nil
	}
	batch := c.db.NewBatch()
	defer batch.Close()
	for _, p := range dropped {
		if body := c.core.GetBody(p.hash); body != nil {
			if err := c.disguises.forget(batch, body.Transactions); err != nil {
				return err
			}
		}
		rawdb.DeleteBlock(batch, p.hash, p.number)
	}
	if err := batch.Write(); err != nil {
		return fmt.Errorf("drop the blocks after %d: %w", head.NumberU64(), err)
	}
	if err := c.core.SetHead(head.NumberU64()); err != nil {
		return fmt.Errorf("drop the blocks after %d: %w", head.NumberU64(), err)
	}
	return nil
}
