package node

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// drop takes away what waits and is unwanted, and counts it.
func (w *waiting) drop(unwanted func(*types.Transaction, common.Address) bool) (int, error) {
	if err := w.refresh(); err != nil {
		return 0, err
	}
	before := len(w.queue)
	w.queue = slices.DeleteFunc(w.queue, func(tx *types.Transaction) bool {
		gone := unwanted(tx, w.disguises.from[tx.Hash()])
		if gone {
			delete(w.disguises.from, tx.Hash())
		}
		return gone
	})
	gone, err := w.sift(unwanted)
	return before - len(w.queue) + gone, err
}

// sift makes the pool hold nothing that is unwanted, and counts what went. go-ethereum's
// pool forgets everything or nothing, so what stays comes again, by sender and nonce.
func (w *waiting) sift(unwanted func(*types.Transaction, common.Address) bool) (gone int, err error) {
	pending, queued := w.pool.Content()
	senders := make([]common.Address, 0, len(pending)+len(queued))
	for _, all := range []map[common.Address][]*types.Transaction{pending, queued} {
		for from := range all {
			senders = append(senders, from)
		}
	}
	slices.SortFunc(senders, common.Address.Cmp)
	var kept []*types.Transaction
	for _, from := range slices.Compact(senders) {
		for _, tx := range append(pending[from], queued[from]...) {
			if unwanted(tx, from) {
				gone++
				continue
			}
			kept = append(kept, tx)
		}
	}
	if gone == 0 {
		return 0, nil
	}
	w.pool.Clear()
	for _, err := range w.pool.Add(kept, true) {
		if err != nil {
			return gone, err
		}
	}
	return gone, nil
}

// withdraw takes a transaction out of the pool again, whose block could not be made.
func (w *waiting) withdraw(hash common.Hash) error {
	_, err := w.sift(func(tx *types.Transaction, _ common.Address) bool { return tx.Hash() == hash })
	return err
}
