package sim

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/triedb"
)

// errNoTries is returned where go-ethereum would open a trie: a simulation is
// never committed and has no root.
var errNoTries = errors.New("a simulated state has no tries")

// noTries is the database of a state that only a reader backs.
type noTries struct{}

func (noTries) Type() state.DatabaseType                     { return state.TypeMPT }
func (noTries) Reader(common.Hash) (state.Reader, error)     { return nil, errNoTries }
func (noTries) Iteratee(common.Hash) (state.Iteratee, error) { return nil, errNoTries }
func (noTries) OpenTrie(common.Hash) (state.Trie, error)     { return nil, errNoTries }
func (noTries) TrieDB() *triedb.Database                     { return nil }
func (noTries) Commit(*state.StateUpdate) error              { return errNoTries }
func (noTries) OpenStorageTrie(common.Hash, common.Address, common.Hash, state.Trie) (state.Trie, error) {
	return nil, errNoTries
}
