package fork

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/trie"
)

// forkDB is the state database of a fork for one request: go-ethereum's own, whose reads
// fall through to the chain below and whose removals are written down.
type forkDB struct {
	*state.MPTDatabase
	reader *Reader
}

// Reader implements state.Database.
func (db *forkDB) Reader(root common.Hash) (state.Reader, error) {
	written, err := db.MPTDatabase.Reader(root)
	if err != nil {
		return nil, err
	}
	o, err := newOverlay(root, db.TrieDB())
	if err != nil {
		return nil, err
	}
	db.reader.ContractCodeReader, db.reader.overlay = written, o
	return db.reader, nil
}

// OpenTrie implements state.Database.
func (db *forkDB) OpenTrie(root common.Hash) (state.Trie, error) {
	t, err := trie.NewStateTrie(trie.StateTrieID(root), db.TrieDB())
	return keeping{t}, err
}

// OpenStorageTrie implements state.Database.
func (db *forkDB) OpenStorageTrie(root common.Hash, address common.Address, storageRoot common.Hash, self state.Trie) (state.Trie, error) {
	t, err := db.MPTDatabase.OpenStorageTrie(root, address, storageRoot, self)
	if err != nil {
		return nil, err
	}
	plain, ok := t.(*trie.StateTrie)
	if !ok {
		return nil, fmt.Errorf("a storage trie of type %T", t)
	}
	return keeping{plain}, nil
}

// keeping is a trie that remembers what was removed from it.
type keeping struct{ *trie.StateTrie }

// DeleteAccount implements state.Trie.
func (t keeping) DeleteAccount(address common.Address) error {
	return t.UpdateAccount(address, gone(), 0)
}

// DeleteStorage implements state.Trie.
func (t keeping) DeleteStorage(address common.Address, key []byte) error {
	return t.UpdateStorage(address, key, zeroText)
}
