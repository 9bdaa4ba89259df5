package node

import (
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/triedb"
)

// mostHeld bounds the entries of a warm state, about 20 MB; beyond it all are dropped.
const mostHeld = 1 << 17

// warm is the state database that blocks are built on. It holds, beside the tries, the
// accounts and slots of the latest state that were read so far, and takes over into the
// next state what a block changed: the contracts that a chain works with are then read
// from their tries once, and not in every block. It is safe for concurrent use.
type warm struct {
	*state.MPTDatabase
	codes *state.CodeDB
	db    ethdb.Database
	nodes *nodes // of the states that are held; nil: each is written for good

	mu       sync.Mutex // guards what follows
	root     common.Hash
	accounts map[common.Address]*types.StateAccount // nil: there is none
	slots    map[common.Address]map[common.Hash]common.Hash
	held     int
}

func newWarm(tries *triedb.Database, db ethdb.Database, nodes *nodes) *warm {
	codes := state.NewCodeDB(db)
	return &warm{MPTDatabase: state.NewMPTDatabase(tries, codes), codes: codes, db: db, nodes: nodes}
}

// Reader implements state.Database. A state that is not held, and not there either, is an
// error.
func (w *warm) Reader(root common.Hash) (state.Reader, error) {
	r := &warmReader{ContractCodeReader: w.codes.Reader(), warm: w, root: root}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root == root {
		_, err := w.TrieDB().NodeReader(root) // is it still there?
		return r, err
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	w.begin(root)
	return r, nil
}

// begin forgets what is held and goes on with another state; w.mu is held.
func (w *warm) begin(root common.Hash) {
	w.root, w.held = root, 0
	w.accounts = map[common.Address]*types.StateAccount{}
	w.slots = map[common.Address]map[common.Hash]common.Hash{}
}

// Commit implements state.Database.
func (w *warm) Commit(u *state.StateUpdate) error {
	if err := w.write(u); err != nil {
		return fmt.Errorf("write the state of block %d: %w", u.BlockNumber, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.root != u.OriginRoot || u.StorageKeyType != state.StorageKeyPlain || w.held > mostHeld {
		w.begin(u.Root)
		return nil
	}
	w.follow(u)
	return nil
}

// write puts a state's new nodes into the database at once, past the trie database, which would
// link every node with its children first.
func (w *warm) write(u *state.StateUpdate) error {
	if w.nodes != nil {
		w.nodes.follow(u)
	}
	if u.Empty() {
		return nil
	}
	batch := w.db.NewBatch()
	defer batch.Close()
	for _, code := range u.Codes {
		rawdb.WriteCode(batch, code.Hash, code.Blob)
	}
	if w.nodes == nil {
		for _, set := range u.Nodes.Sets {
			for _, n := range set.Nodes {
				if !n.IsDeleted() {
					rawdb.WriteLegacyTrieNode(batch, n.Hash, n.Blob)
				}
			}
		}
	}
	return batch.Write()
}

// follow goes on to the state after a change of the one that is held; w.mu is held.
func (w *warm) follow(u *state.StateUpdate) {
	w.root = u.Root
	for address := range u.AccountsOrigin {
		hash := crypto.Keccak256Hash(address[:])
		w.accounts[address] = u.Accounts[hash]
		if slots := w.slots[address]; slots != nil && !followed(slots, u.Storages[hash], u.StoragesOrigin[address]) {
			w.held -= len(slots)
			delete(w.slots, address)
		}
	}
}

// followed takes an account's changed slots over, by their keys. It answers false where
// one has changed whose key is not told: the account was removed, and its slots with it.
func followed(slots, changed, keys map[common.Hash]common.Hash) bool {
	known := 0
	for key := range keys {
		if value, ok := changed[crypto.Keccak256Hash(key[:])]; ok {
			slots[key] = value
			known++
		}
	}
	return known == len(changed)
}

// warmReader reads one state: what is held of it while it is the latest, else the tries.
type warmReader struct {
	state.ContractCodeReader
	warm  *warm
	root  common.Hash
	tries state.StateReader // nil until something is not held; warm.mu guards it
}

// open opens the tries; warm.mu is held.
func (r *warmReader) open() (err error) {
	if r.tries == nil {
		r.tries, err = r.warm.StateReader(r.root)
	}
	return err
}

// Account implements state.Reader.
func (r *warmReader) Account(address common.Address) (*types.StateAccount, error) {
	w := r.warm
	w.mu.Lock()
	defer w.mu.Unlock()
	if a, held := w.accounts[address]; held && w.root == r.root {
		return copied(a), nil
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	a, err := r.tries.Account(address)
	if err == nil && w.root == r.root {
		w.accounts[address] = copied(a)
		w.held++
	}
	return a, err
}

func copied(a *types.StateAccount) *types.StateAccount {
	if a == nil {
		return nil
	}
	return a.Copy()
}

// Storage implements state.Reader.
func (r *warmReader) Storage(address common.Address, key common.Hash) (common.Hash, error) {
	w := r.warm
	w.mu.Lock()
	defer w.mu.Unlock()
	if value, held := w.slots[address][key]; held && w.root == r.root {
		return value, nil
	}
	if err := r.open(); err != nil {
		return common.Hash{}, err
	}
	value, err := r.tries.Storage(address, key)
	if err == nil && w.root == r.root {
		if w.slots[address] == nil {
			w.slots[address] = map[common.Hash]common.Hash{}
		}
		w.slots[address][key] = value
		w.held++
	}
	return value, err
}
