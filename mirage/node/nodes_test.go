package node

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/ethdb"
	"github.com/ethereum/go-ethereum/trie/trienode"
	"pgregory.net/rapid"
)

// told is a state as a test knows it: which node stands where.
type told struct {
	root common.Hash
	at   map[spot]common.Hash
}

// What is stored is what stands somewhere in a state that is held or pinned, and what was there
// before, whatever blocks change, and however a chain goes back.
func TestNodesAreThoseOfTheHeldStates(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		db, bound := rawdb.NewMemoryDatabase(), rapid.IntRange(1, 4).Draw(r, "bound")
		before := map[common.Hash]bool{nodeOf(0): true, nodeOf(1): true}
		for hash := range before {
			rawdb.WriteLegacyTrieNode(db, hash, hash[:])
		}
		n := newNodes(db, bound)
		made, pinned := []told{{rootOf(0), map[spot]common.Hash{}}}, []told{}
		for i := range rapid.IntRange(1, 30).Draw(r, "steps") {
			last := made[len(made)-1]
			switch rapid.SampledFrom([]string{"block", "block", "block", "pin", "unpin", "back", "return"}).Draw(r, "step") {
			case "block":
				next := change(r, n, last, rootOf(i+1))
				if made = append(made, next); len(made) > bound {
					made = made[1:]
				}
			case "pin":
				n.pin(last.root)
				pinned = append(pinned, last)
			case "unpin":
				if len(pinned) > 0 {
					k := rapid.IntRange(0, len(pinned)-1).Draw(r, "pin")
					n.unpin(pinned[k].root)
					pinned = slices.Delete(slices.Clone(pinned), k, k+1)
				}
			case "back":
				made = returned(n, made, rapid.SampledFrom(made).Draw(r, "state"))
			case "return":
				if len(pinned) > 0 {
					made = returned(n, made, rapid.SampledFrom(pinned).Draw(r, "pinned"))
				}
			}
			want := maps.Clone(before)
			for _, s := range append(slices.Clone(made), pinned...) {
				for _, hash := range s.at {
					want[hash] = true
				}
			}
			if got := stored(db); !maps.Equal(got, want) {
				r.Fatalf("%v are stored, want %v", got, want)
			}
		}
	})
}

// returned goes back to a state: the newest of its root among those that were made, or it alone.
func returned(n *nodes, made []told, to told) []told {
	n.back(to.root)
	for i, s := range slices.Backward(made) {
		if s.root == to.root {
			return made[:i+1]
		}
	}
	return []told{to}
}

// change makes a block that puts nodes and takes some away, or nothing.
func change(r *rapid.T, n *nodes, from told, root common.Hash) told {
	sets, to := trienode.NewMergedNodeSet(), told{root, maps.Clone(from.at)}
	for range rapid.IntRange(0, 4).Draw(r, "changes") {
		s := spot{nodeOf(uint64(100 + rapid.IntRange(0, 1).Draw(r, "owner"))), fmt.Sprint(rapid.IntRange(0, 3).Draw(r, "path"))}
		set, hash := trienode.NewNodeSet(s.owner), nodeOf(rapid.Uint64Range(0, 6).Draw(r, "node"))
		node := trienode.NewNodeWithPrev(hash, hash[:], nil)
		if rapid.Bool().Draw(r, "removed") {
			node, hash = trienode.NewDeletedWithPrev(nil), common.Hash{}
		}
		set.AddNode([]byte(s.path), node)
		if err := sets.Merge(set); err != nil {
			r.Fatal(err)
		}
		to.at[s] = hash
		if hash == (common.Hash{}) {
			delete(to.at, s)
		}
	}
	if len(sets.Sets) == 0 {
		to.root = from.root
	}
	n.follow(&state.StateUpdate{OriginRoot: from.root, Root: to.root, Nodes: sets})
	return to
}

// stored is every key of a database.
func stored(db ethdb.Iteratee) map[common.Hash]bool {
	all := map[common.Hash]bool{}
	it := db.NewIterator(nil, nil)
	defer it.Release()
	for it.Next() {
		all[common.BytesToHash(it.Key())] = true
	}
	return all
}

func nodeOf(i uint64) common.Hash { return common.BytesToHash([]byte{1, byte(i)}) }
func rootOf(i int) common.Hash    { return common.BytesToHash([]byte{2, byte(i)}) }
