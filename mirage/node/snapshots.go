package node

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// ErrSnapshot is returned for a snapshot that was never taken, or is used up.
var ErrSnapshot = errors.New("snapshot not found")

// Snapshots are places that the chain can go back to.
type Snapshots struct {
	gate    *gate
	chain   *Chain
	pace    *Pace
	states  *States
	waiting *waiting
	senders *Senders
	notes   *notes

	taken  []snapshot
	nextID uint64
}

// snapshot is a place to return to (spec: mirage-testing §3.3): the head, what the
// next block would get, and who is impersonated.
type snapshot struct {
	id           uint64
	number       uint64 // of the head
	head, root   common.Hash
	pace         pace
	impersonated []common.Address
}

// Take remembers the chain as it is and returns the id to revert to. It copies no
// state: every block keeps its own.
func (s *Snapshots) Take() (id uint64, err error) {
	err = s.gate.cheat(func() error {
		head := s.chain.Head()
		taken := snapshot{id: s.nextID, number: head.Number.Uint64(), head: head.Hash(), root: head.Root, pace: s.pace.next, impersonated: s.senders.list()}
		s.states.pin(taken.root)
		s.nextID++
		s.hold(append(s.taken, taken))
		id = taken.id
		return s.notes.state()
	})
	return id, err
}

// Revert goes back to a snapshot, which is used up, as are all later ones. What waited
// in the pool is gone, and so are the blocks above it: they are found no more.
func (s *Snapshots) Revert(id uint64) error {
	return s.gate.cheat(func() error {
		i, err := s.find(id)
		if err != nil {
			return err
		}
		used := s.taken[i:]
		err = s.restore(used[0], s.taken[:i])
		s.states.unpin(used)
		return err
	})
}

// Reset goes back to block 0, or on a fork to its block, and forgets every snapshot and
// impersonation.
func (s *Snapshots) Reset() error {
	return s.gate.cheat(func() error {
		if err := s.chain.window.whole(); err != nil {
			return fmt.Errorf("reset: %w", err)
		}
		block, used := s.chain.core.Genesis(), s.taken
		first := snapshot{head: block.Hash(), root: block.Root(), pace: s.pace.origin()}
		err := s.restore(first, nil)
		s.states.unpin(used)
		return err
	})
}

// Block returns the hash of the block that a snapshot leads back to.
func (s *Snapshots) Block(id uint64) (common.Hash, error) {
	s.gate.Lock()
	defer s.gate.Unlock()
	i, err := s.find(id)
	if err != nil {
		return common.Hash{}, err
	}
	return s.taken[i].head, nil
}

func (s *Snapshots) find(id uint64) (int, error) {
	for i, taken := range s.taken {
		if taken.id == id {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%w: %d", ErrSnapshot, id)
}

// restore goes back to a snapshot and keeps those that are left. In a data folder the
// way back is noted before it is gone, so that a kill in between ends it.
func (s *Snapshots) restore(to snapshot, left []snapshot) error {
	block := s.chain.core.GetBlockByHash(to.head)
	if block == nil {
		return fmt.Errorf("revert: block %s of snapshot %d is gone", to.head, to.id)
	}
	if err := s.notes.write(to.pace.record(to.head), s.memory(left, to.impersonated), nil); err != nil {
		return fmt.Errorf("revert to block %d: %w", block.NumberU64(), err)
	}
	s.hold(left)
	if err := s.chain.moveHead(block); err != nil {
		return fmt.Errorf("revert: %w", err)
	}
	s.states.back(to.root)
	if err := s.waiting.clear(); err != nil {
		return fmt.Errorf("revert to block %d: %w", block.NumberU64(), err)
	}
	s.pace.next = to.pace
	s.senders.set(to.impersonated)
	return nil
}

// hold goes on with these. The blocks from the oldest on stay, however many are kept.
func (s *Snapshots) hold(taken []snapshot) {
	s.taken, s.chain.window.held = taken, 0
	if len(taken) > 0 {
		s.chain.window.held = max(taken[0].number, 1)
	}
}

// release lets go of all of them.
func (s *Snapshots) release() {
	used := s.taken
	s.hold(nil)
	s.states.unpin(used)
}
