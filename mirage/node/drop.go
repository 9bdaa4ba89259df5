package node

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Drop takes waiting transactions out of the pool, those for which unwanted answers
// true, and returns how many there were. Later ones of the same sender stay, and wait
// for a transaction with the nonce that is free now.
func (n *Node) Drop(unwanted func(*types.Transaction, common.Address) bool) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return 0, ErrCheatsClosed
	}
	if err := n.refreshPool(); err != nil {
		return 0, err
	}
	before := len(n.queue)
	n.queue = slices.DeleteFunc(n.queue, func(tx *types.Transaction) bool {
		gone := unwanted(tx, n.disguised[tx.Hash()])
		if gone {
			delete(n.disguised, tx.Hash())
		}
		return gone
	})
	dropped := before - len(n.queue)
	kept, gone := n.sift(unwanted)
	if gone == 0 {
		return dropped, nil
	}
	// go-ethereum's pool forgets everything or nothing, so what stays comes again.
	return dropped + gone, n.refill(kept)
}

// refill makes the pool hold these transactions and no other.
func (n *Node) refill(kept []*types.Transaction) error {
	n.pool.Clear()
	for _, err := range n.pool.Add(kept, true) {
		if err != nil {
			return err
		}
	}
	return nil
}

// sift lists what the pool keeps, by sender and nonce, and counts the rest.
func (n *Node) sift(unwanted func(*types.Transaction, common.Address) bool) (kept []*types.Transaction, gone int) {
	pending, queued := n.pool.Content()
	senders := make([]common.Address, 0, len(pending)+len(queued))
	for _, all := range []map[common.Address][]*types.Transaction{pending, queued} {
		for from := range all {
			senders = append(senders, from)
		}
	}
	slices.SortFunc(senders, common.Address.Cmp)
	for _, from := range slices.Compact(senders) {
		for _, tx := range append(pending[from], queued[from]...) {
			if unwanted(tx, from) {
				gone++
				continue
			}
			kept = append(kept, tx)
		}
	}
	return kept, gone
}

// withdraw takes a transaction out of the pool again, whose block could not be made.
func (n *Node) withdraw(hash common.Hash) error {
	kept, gone := n.sift(func(tx *types.Transaction, _ common.Address) bool { return tx.Hash() == hash })
	if gone == 0 {
		return nil
	}
	return n.refill(kept)
}
