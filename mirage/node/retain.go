package node

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// retained is the states a node in memory still holds when Config.KeepStates bounds
// them. Each entry is one reference to a state root in the trie database; a root may
// stand in it several times, because a block that changes nothing has its parent's.
type retained struct {
	roots []common.Hash // oldest first, the head's last
}

// keep stores the state of a new block. Without a bound it is written for good; with one
// it stays in the trie database's memory until so many newer states stand over it.
func (n *Node) keep(root common.Hash) error {
	db := n.chain.TrieDB()
	if n.cfg.KeepStates == 0 {
		if n.warm != nil {
			return nil // it has written the state already
		}
		return db.Commit(root, false)
	}
	if err := db.Reference(root, common.Hash{}); err != nil {
		return err
	}
	n.retained.roots = append(n.retained.roots, root)
	for len(n.retained.roots) > n.cfg.KeepStates {
		if err := db.Dereference(n.retained.roots[0]); err != nil {
			return err
		}
		n.retained.roots = n.retained.roots[1:]
	}
	return nil
}

// pin holds the state of a snapshot beside the bounded ones.
func (n *Node) pin(root common.Hash) error {
	if n.cfg.KeepStates == 0 {
		return nil
	}
	return n.chain.TrieDB().Reference(root, common.Hash{})
}

// unpin lets go of the states of snapshots that are used up.
func (n *Node) unpin(used []snapshot) error {
	if n.cfg.KeepStates == 0 {
		return nil
	}
	for _, s := range used {
		if err := n.chain.TrieDB().Dereference(s.root); err != nil {
			return fmt.Errorf("release snapshot %d: %w", s.id, err)
		}
	}
	return nil
}
