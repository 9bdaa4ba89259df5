package node

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/ethdb"
)

// nodes keeps the trie nodes of the latest states of a chain in memory, and of those that are
// pinned: each as long as it stands anywhere in one of them. It goes by what blocks put where,
// and decodes no node, as go-ethereum's own count of who refers to whom does. What was there
// before its first block stays. It belongs to whoever holds the gate.
type nodes struct {
	db     ethdb.KeyValueStore `image:"-"`
	bound  int                 // how many of the latest states are held
	root   common.Hash         // of the latest state
	at     map[spot]*standing
	all    map[common.Hash]*standing
	before map[common.Hash]bool // what was there before its first block
	steps  []step               // from each state that is held to the next, the oldest first
	pins   []pin
}

// spot is a place in the tries of a state.
type spot struct {
	owner common.Hash // of the account whose slots the trie holds; zero: that of the accounts
	path  string
}

// standing is a node that stands in spots of the latest, of older and of pinned states.
type standing struct {
	hash  common.Hash
	spots int // in how many of each
}

// step is what a block changed.
type step struct {
	from  common.Hash // root of the state before
	moves []move
}

// move is another node in a spot; nil is none, or one from before the first block.
type move struct {
	spot
	from, to *standing
}

// pin is a state that is held until it is let go.
type pin struct {
	root common.Hash
	at   map[spot]*standing
}

func newNodes(db ethdb.KeyValueStore, bound int) *nodes {
	n := &nodes{db: db, bound: bound, at: map[spot]*standing{}, all: map[common.Hash]*standing{}, before: map[common.Hash]bool{}}
	it := db.NewIterator(nil, nil)
	defer it.Release()
	for it.Next() {
		if len(it.Key()) == common.HashLength { // the key of a node alone is as long
			n.before[common.Hash(it.Key())] = true
		}
	}
	return n
}

// follow goes on to the state after a block, and lets go of the oldest that is held.
func (n *nodes) follow(u *state.StateUpdate) {
	if u.Empty() {
		n.stay(u.Root)
		return
	}
	if n.root != u.OriginRoot {
		n.begin(u.OriginRoot)
	}
	s := step{from: u.OriginRoot}
	for owner, set := range u.Nodes.Sets {
		for path, node := range set.Nodes {
			m := move{spot: spot{owner, path}}
			if m.from = n.at[m.spot]; m.from != nil && m.from.hash == node.Hash {
				continue
			}
			m.to = n.take(node.Hash, node.Blob)
			n.set(m.spot, m.to)
			s.moves = append(s.moves, m)
		}
	}
	n.step(s, u.Root)
}

// stay goes on to the state after a block that changed nothing.
func (n *nodes) stay(root common.Hash) {
	if n.root != root {
		n.begin(root)
	}
	n.step(step{from: root}, root)
}

func (n *nodes) step(s step, to common.Hash) {
	n.root, n.steps = to, append(n.steps, s)
	for len(n.steps) >= n.bound {
		n.drop(n.steps[0])
		n.steps[0] = step{}
		n.steps = n.steps[1:]
	}
}

// order puts the moves of each step in the order of their spots, of which each is in a step once: they come
// as maps have them.
func (n *nodes) order() {
	for _, s := range n.steps {
		slices.SortFunc(s.moves, func(a, b move) int {
			return cmp.Or(a.owner.Cmp(b.owner), cmp.Compare(a.path, b.path))
		})
	}
}

// begin goes on with a state that no block here made. What is held stays for good: some of it may
// stand in that state.
func (n *nodes) begin(root common.Hash) {
	*n = *newNodes(n.db, n.bound)
	n.root = root
}

// take counts a node that comes to stand somewhere, and stores it; nil where there is none, or it
// was there before the first block.
func (n *nodes) take(hash common.Hash, blob []byte) *standing {
	s := n.all[hash]
	if s == nil {
		if hash == (common.Hash{}) || n.before[hash] {
			return nil
		}
		s = &standing{hash: hash}
		n.all[hash] = s
		rawdb.WriteLegacyTrieNode(n.db, hash, blob)
	}
	s.spots++
	return s
}

// lose counts a node that does not stand somewhere any more.
func (n *nodes) lose(s *standing) {
	if s == nil {
		return
	}
	if s.spots--; s.spots == 0 {
		delete(n.all, s.hash)
		rawdb.DeleteLegacyTrieNode(n.db, s.hash)
	}
}

func (n *nodes) set(at spot, s *standing) {
	if s == nil {
		delete(n.at, at)
	} else {
		n.at[at] = s
	}
}

// drop lets go of the state before a step.
func (n *nodes) drop(s step) {
	for _, m := range s.moves {
		n.lose(m.from)
	}
}

// pin holds the latest state, by its root, until unpin.
func (n *nodes) pin(root common.Hash) {
	if n.root != root {
		n.begin(root)
	}
	n.pins = append(n.pins, pin{root, n.copied(n.at)})
}

// copied counts the nodes of a state once more.
func (n *nodes) copied(at map[spot]*standing) map[spot]*standing {
	for _, s := range at {
		s.spots++
	}
	return maps.Clone(at)
}

// leave counts the nodes of a state once less.
func (n *nodes) leave(at map[spot]*standing) {
	for _, s := range at {
		n.lose(s)
	}
}

// unpin lets go of a pinned state.
func (n *nodes) unpin(root common.Hash) {
	i := slices.IndexFunc(n.pins, func(p pin) bool { return p.root == root })
	if i >= 0 {
		at := n.pins[i].at
		n.pins = slices.Delete(n.pins, i, i+1)
		n.leave(at)
	}
}

// back makes an earlier state the latest: one that is held, or pinned.
func (n *nodes) back(root common.Hash) {
	if n.root == root {
		return
	}
	for i, s := range slices.Backward(n.steps) {
		if s.from == root {
			n.undo(i)
			return
		}
	}
	if i := slices.IndexFunc(n.pins, func(p pin) bool { return p.root == root }); i >= 0 {
		n.resume(n.pins[i])
	}
}

// undo takes back the steps from one on.
func (n *nodes) undo(first int) {
	for _, s := range slices.Backward(n.steps[first:]) {
		for _, m := range s.moves {
			n.set(m.spot, m.from)
			n.lose(m.to)
		}
	}
	n.root, n.steps = n.steps[first].from, n.steps[:first]
}

// resume makes a pinned state the latest, and lets go of all others but the pinned.
func (n *nodes) resume(p pin) {
	at := n.copied(p.at)
	for _, s := range n.steps {
		n.drop(s)
	}
	n.leave(n.at)
	n.root, n.at, n.steps = p.root, at, nil
}
