package node

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
)

// leastBlocks is how many blocks a contract may ask for by BLOCKHASH: no bound is below it.
const leastBlocks = 256

// ErrForgotten is wrapped where an answer would need blocks that Config.KeepBlocks let go.
var ErrForgotten = errors.New("the blocks are no longer kept")

// window is which blocks a chain still has: block 0, and from first on all. The miner moves
// it, under the gate.
type window struct {
	keep   int           // how many of the latest; 0: all, for good
	first  atomic.Uint64 // the oldest that is kept beside block 0
	held   uint64        // from here on all are kept for a snapshot; 0: there is none
	blocks []passed      // from first on; none where all are kept
}

// passed is what is to be deleted of a block besides itself.
type passed struct {
	hash common.Hash
	txs  types.Transactions
}

func newWindow(keep int) *window {
	w := &window{keep: keep}
	w.first.Store(1)
	return w
}

// whole reports whether no block was let go; an ErrForgotten says which were.
func (w *window) whole() error {
	if first := w.first.Load(); first > 1 {
		return fmt.Errorf("%w: those before block %d are gone, for this chain keeps the last %d", ErrForgotten, first, w.keep)
	}
	return nil
}

// grow takes a new head in.
func (w *window) grow(block *types.Block) {
	if w.keep > 0 {
		w.blocks = append(w.blocks, passed{block.Hash(), block.Transactions()})
	}
}

// cut takes away what is above a number.
func (w *window) cut(head uint64) {
	if w.keep > 0 {
		w.blocks = w.blocks[:min(uint64(len(w.blocks)), head+1-w.first.Load())]
	}
}

// excess is how many blocks are to go.
func (w *window) excess() int {
	over := len(w.blocks) - w.keep
	if w.held > 0 {
		over = min(over, int(w.held)-int(w.first.Load())) //nolint:gosec // numbers of blocks in memory
	}
	return max(over, 0)
}

// forget lets the blocks go that the window does not hold: what they are found by first, so
// that nobody who reads meanwhile finds half of one.
func (c *Chain) forget() error {
	w := c.window
	if w.keep == 0 {
		return nil
	}
	for range w.excess() {
		if err := c.lose(w.blocks[0], w.first.Load()); err != nil {
			return err
		}
		w.blocks[0] = passed{}
		w.blocks = w.blocks[1:]
	}
	return nil
}

// lose deletes the oldest block.
func (c *Chain) lose(p passed, number uint64) error {
	c.window.first.Store(number + 1)
	c.extension.known.Remove(p.hash)
	for _, tx := range p.txs {
		rawdb.DeleteTxLookupEntry(c.db, tx.Hash())
	}
	rawdb.DeleteCanonicalHash(c.db, number)
	if err := c.disguises.forget(c.db, p.txs); err != nil {
		return fmt.Errorf("let go of block %d: %w", number, err)
	}
	rawdb.DeleteBlock(c.db, p.hash, number)
	return nil
}

// refuse is why nothing is said of the blocks from a number on; nil where they are there, or
// were never made.
func (w *window) refuse(number uint64) error {
	if first := w.first.Load(); 0 < number && number < first {
		return fmt.Errorf("%w: block %d was asked for, the oldest beside block 0 is %d", ErrForgotten, number, first)
	}
	return nil
}
