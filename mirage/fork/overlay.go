package fork

import (
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/trie"
	"github.com/ethereum/go-ethereum/triedb"
	"github.com/holiman/uint256"
)

// What a fork writes lies in ordinary tries that hold nothing but that, so blocks share
// them, snapshots cost nothing and a revert is a move of the head. Three conventions make
// them an overlay: an absent entry is read from the chain below; a removed one is written
// down as removed; and the storage of an account that the chain below has carries a mark,
// without which its absent slots are zero. The state roots are therefore no other chain's.
var (
	// markKey stands in every storage trie that lies over another. No contract has a slot
	// with a text for a number.
	markKey  = common.BytesToHash([]byte("bardo: the rest is below"))
	markText = []byte{1}
	// goneCode is the code hash of an account that was removed here.
	goneCode = crypto.Keccak256([]byte("bardo: the account is gone here"))
	// zeroText is a slot that was set to zero here. Every other value begins with a digit
	// that is not zero.
	zeroText = []byte{0}
)

// markRoot writes the storage that holds the mark alone, and returns its root.
func markRoot(db ethdb.KeyValueWriter) (common.Hash, error) {
	t := newTrie()
	if err := t.UpdateStorage(common.Address{}, markKey[:], markText); err != nil {
		return common.Hash{}, err
	}
	root, node := only(t)
	rawdb.WriteLegacyTrieNode(db, root, node)
	return root, nil
}

// writeEmpty writes, under a root that the chain below has, accounts of which nothing was
// written here. go-ethereum opens no trie without a node, so one account that nobody can
// have is written as removed.
func writeEmpty(db ethdb.KeyValueWriter, root common.Hash) error {
	t := newTrie()
	if err := t.UpdateAccount(common.Address(markKey[:common.AddressLength]), gone(), 0); err != nil {
		return err
	}
	_, node := only(t)
	rawdb.WriteLegacyTrieNode(db, root, node)
	return nil
}

func newTrie() *trie.StateTrie {
	db := triedb.NewDatabase(rawdb.NewMemoryDatabase(), triedb.HashDefaults)
	t, err := trie.NewStateTrie(trie.StateTrieID(types.EmptyRootHash), db)
	if err != nil {
		panic(err) // an empty trie reads nothing
	}
	return t
}

// only returns the root and the one node of a trie with one entry.
func only(t *trie.StateTrie) (root common.Hash, node []byte) {
	root, nodes := t.Commit(false)
	for _, n := range nodes.Nodes {
		node = n.Blob
	}
	return root, node
}

// gone is what stands in the trie for an account that was removed.
func gone() *types.StateAccount {
	return &types.StateAccount{Balance: new(uint256.Int), Root: types.EmptyRootHash, CodeHash: goneCode}
}

// overlay is what was written up to one state root. It is safe for concurrent use.
type overlay struct {
	db   *triedb.Database
	root common.Hash

	mu       sync.Mutex // guards what follows; tries are not safe to read together
	accounts *trie.StateTrie
	storages map[common.Address]storage
}

// storage is the written slots of one account.
type storage struct {
	slots *trie.StateTrie // nil where there are none
	below bool            // whether the others are read from the chain below
}

func newOverlay(root common.Hash, db *triedb.Database) (*overlay, error) {
	t, err := trie.NewStateTrie(trie.StateTrieID(root), db)
	if err != nil {
		return nil, err
	}
	return &overlay{db: db, root: root, accounts: t, storages: map[common.Address]storage{}}, nil
}

// account returns what was written of an account. known is false where nothing was; a nil
// account with known was removed.
func (o *overlay) account(address common.Address) (a *types.StateAccount, known bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.written(address)
}

// written is account; o.mu is held.
func (o *overlay) written(address common.Address) (*types.StateAccount, bool, error) {
	a, err := o.accounts.GetAccount(address)
	if err != nil || a == nil {
		return nil, false, err
	}
	if string(a.CodeHash) == string(goneCode) {
		return nil, true, nil
	}
	return a, true, nil
}

// slot returns what was written to a slot. known is false where the chain below is to be
// asked.
func (o *overlay) slot(address common.Address, key common.Hash) (value common.Hash, known bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s, err := o.storage(address)
	if err != nil {
		return value, false, err
	}
	if s.slots == nil {
		return value, !s.below, nil
	}
	text, err := s.slots.GetStorage(address, key[:])
	if err != nil {
		return value, false, err
	}
	if len(text) == 0 {
		return value, !s.below, nil
	}
	return common.BytesToHash(text), true, nil
}

// storage opens the slots of an account once; o.mu is held.
func (o *overlay) storage(address common.Address) (storage, error) {
	if s, open := o.storages[address]; open {
		return s, nil
	}
	a, known, err := o.written(address)
	if err != nil {
		return storage{}, err
	}
	s := storage{below: !known}
	if a != nil && a.Root != types.EmptyRootHash {
		if s.slots, err = trie.NewStateTrie(trie.StorageTrieID(o.root, crypto.Keccak256Hash(address[:]), a.Root), o.db); err != nil {
			return s, err
		}
		mark, err := s.slots.GetStorage(address, markKey[:])
		if err != nil {
			return s, err
		}
		s.below = len(mark) > 0
	}
	o.storages[address] = s
	return s, nil
}
