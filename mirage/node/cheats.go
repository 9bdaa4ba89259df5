package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
)

// ErrCheatsClosed is what every cheat answers after CloseCheats.
var ErrCheatsClosed = errors.New("state cheats are closed on this devnet: only transactions change it")

// ErrNotImpersonated is wrapped where an account has no key and is not impersonated.
var ErrNotImpersonated = errors.New("sender has no key here and is not impersonated")

// ErrSnapshot is returned for a snapshot that was never taken, or is used up.
var ErrSnapshot = errors.New("snapshot not found")

// CloseCheats ends cheating for good: from now on nothing but transactions changes
// the state, and nothing goes back. History calls it once its contracts stand
// (DESIGN §5). Mine, Submit, automine and interval mining go on.
func (n *Node) CloseCheats() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.noCheats = true
	// Dereferencing never fails in the hash scheme, which is the only one used.
	_ = n.unpin(n.snapshots)
	n.snapshots = nil
	n.forgetQueue()
	clear(n.impersonated)
	n.anyone = false
	n.pace = pace{last: n.pace.last, coinbase: n.pace.coinbase, gasLimit: n.pace.gasLimit}
}

// CheatsClosed reports whether CloseCheats was called.
func (n *Node) CheatsClosed() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.noCheats
}

// Edit changes the state in a block of its own that has the parent's time and no
// transaction, so that the change stays in the chain and an old block still shows the
// old state. It does not use up what was set for the next block.
func (n *Node) Edit(ctx context.Context, edit func(*state.StateDB)) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	parent := n.Head()
	_, _, err := n.mine(ctx, BlockSpec{Time: time.Unix(int64(parent.Time), 0), BaseFee: parent.BaseFee}, edit)
	return err
}

// Impersonate lets account send without a key, contracts too.
func (n *Node) Impersonate(account common.Address) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	if _, ok := n.impersonated[account]; ok {
		return nil
	}
	n.impersonated[account] = struct{}{}
	return n.noteState()
}

// StopImpersonating takes the permission back.
func (n *Node) StopImpersonating(account common.Address) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.impersonated, account)
	return n.noteState()
}

// Impersonated reports whether account may send without a key.
func (n *Node) Impersonated(account common.Address) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, ok := n.impersonated[account]
	return ok
}

// Unsigned reports whether account may send without a key, by name or as anyone.
func (n *Node) Unsigned(account common.Address) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, ok := n.impersonated[account]
	return ok || n.anyone
}

// ImpersonateAnyone lets every account send without a key, or only those of Impersonate
// again.
func (n *Node) ImpersonateAnyone(on bool) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	n.anyone = on
	return nil
}

// snapshot is a place to return to (spec: mirage-testing §3.3): the head, what the
// next block would get, and who is impersonated.
type snapshot struct {
	id           uint64
	head, root   common.Hash
	pace         pace
	impersonated []common.Address
}

// Snapshot remembers the chain as it is and returns the id to revert to. It copies no
// state: every block keeps its own.
func (n *Node) Snapshot() (uint64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return 0, ErrCheatsClosed
	}
	s := snapshot{id: n.nextID, head: n.Head().Hash(), root: n.Head().Root, pace: n.pace, impersonated: n.impersonators()}
	if err := n.pin(s.root); err != nil {
		return 0, fmt.Errorf("snapshot: %w", err)
	}
	n.nextID++
	n.snapshots = append(n.snapshots, s)
	return s.id, n.noteState()
}

// Revert goes back to a snapshot, which is used up, as are all later ones. What waited
// in the pool is gone, and so are the blocks above it: they are found no more.
func (n *Node) Revert(id uint64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	for i, s := range n.snapshots {
		if s.id == id {
			used := n.snapshots[i:]
			return errors.Join(n.restore(s, n.snapshots[:i]), n.unpin(used))
		}
	}
	return fmt.Errorf("%w: %d", ErrSnapshot, id)
}

// Reset goes back to block 0, or on a fork to its block, and forgets every snapshot and impersonation.
func (n *Node) Reset() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	block := n.chain.Genesis()
	used := n.snapshots
	return errors.Join(n.restore(snapshot{head: block.Hash(), root: block.Root(), pace: n.origin()}, nil), n.unpin(used))
}

// restore goes back to a snapshot and keeps those that are left. In a data folder the
// way back is noted before it is gone, so that a kill in between ends it.
func (n *Node) restore(s snapshot, left []snapshot) error {
	block := n.chain.GetBlockByHash(s.head)
	if block == nil {
		return fmt.Errorf("revert: block %s of snapshot %d is gone", s.head, s.id)
	}
	if s.head != n.Head().Hash() && n.cfg.KeepStates > 0 {
		// The head's state is held like a new block's, before its snapshot lets go.
		if err := n.keep(s.root); err != nil {
			return fmt.Errorf("revert to block %d: %w", block.NumberU64(), err)
		}
	}
	m := n.memory(left, s.impersonated)
	if err := n.note(s.pace.record(s.head), &m, nil); err != nil {
		return fmt.Errorf("revert to block %d: %w", block.NumberU64(), err)
	}
	n.snapshots = left
	if err := n.moveHead(block); err != nil {
		return fmt.Errorf("revert: %w", err)
	}
	if err := n.emptyPool(); err != nil {
		return fmt.Errorf("revert to block %d: %w", block.NumberU64(), err)
	}
	n.forgetQueue()
	n.pace = s.pace
	n.setImpersonated(s.impersonated)
	return nil
}

// SnapshotBlock returns the block that a snapshot leads back to.
func (n *Node) SnapshotBlock(id uint64) (common.Hash, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range n.snapshots {
		if s.id == id {
			return s.head, nil
		}
	}
	return common.Hash{}, fmt.Errorf("%w: %d", ErrSnapshot, id)
}
