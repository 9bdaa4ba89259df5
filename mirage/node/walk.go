package node

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rlp"
	"github.com/ethereum/go-ethereum/trie"
	"github.com/ethereum/go-ethereum/triedb"
)

// walk reads states node by node, each node once however many states share it.
type walk struct {
	db    *triedb.Database
	seen  map[common.Hash]bool
	nodes [][]byte
	codes []common.Hash // in the order of their accounts, each once
	known map[common.Hash]bool
}

func newWalk(db *triedb.Database) *walk {
	return &walk{db: db, seen: map[common.Hash]bool{}, known: map[common.Hash]bool{types.EmptyCodeHash: true}}
}

// state reads all accounts below a root that no earlier root had.
func (w *walk) state(root common.Hash) error {
	return w.trie(trie.StateTrieID(root), func(key, value []byte) error {
		var account types.StateAccount
		if err := rlp.DecodeBytes(value, &account); err != nil {
			return fmt.Errorf("account %x: %w", key, err)
		}
		if code := common.BytesToHash(account.CodeHash); !w.known[code] {
			w.known[code] = true
			w.codes = append(w.codes, code)
		}
		return w.trie(trie.StorageTrieID(root, common.BytesToHash(key), account.Root), nil)
	})
}

// trie reads one trie; leaf is told of each value that is new.
func (w *walk) trie(id *trie.ID, leaf func(key, value []byte) error) error {
	t, err := trie.New(id, w.db)
	if err != nil {
		return err
	}
	it, err := t.NodeIterator(nil)
	if err != nil {
		return err
	}
	for descend := true; it.Next(descend); {
		descend = true
		if it.Leaf() {
			if leaf == nil {
				continue
			}
			if err := leaf(it.LeafKey(), it.LeafBlob()); err != nil {
				return err
			}
			continue
		}
		hash := it.Hash()
		if hash == (common.Hash{}) { // part of its parent
			continue
		}
		if w.seen[hash] {
			descend = false
			continue
		}
		w.seen[hash] = true
		w.nodes = append(w.nodes, common.CopyBytes(it.NodeBlob()))
	}
	return it.Error()
}
