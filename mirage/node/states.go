package node

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"

	"bardo.run/bardo/mirage/fork"
)

// States opens the state after each block, and says how long it is held.
//
// Where a bound is set, each entry of held is one reference to a state root in the trie
// database; a root may stand in it several times, because a block that changes nothing has
// its parent's.
type States struct {
	chain *Chain
	warm  *warm         // nil on a fork
	bound int           // how many of the latest are held; 0: all, for good
	held  []common.Hash // oldest first, the head's last
}

func newStates(chain *Chain, bound int) *States {
	s := &States{chain: chain, bound: bound}
	if chain.fork == nil {
		s.warm = newWarm(chain.core.TrieDB(), chain.db, bound == 0)
	}
	return s
}

// at opens the state after a block for a request. The reader is nil but on a fork.
func (s *States) at(ctx context.Context, header *types.Header) (*state.StateDB, *fork.Reader, error) {
	if f := s.chain.fork; f != nil {
		return f.Open(ctx, header.Root)
	}
	if header.Root == s.chain.core.CurrentBlock().Root {
		return s.latest(ctx, header.Root)
	}
	st, err := s.chain.core.StateAt(header.Root, header.Number, header.Time)
	return st, nil, err
}

// latest opens the latest state, by its root, for who goes on from it.
func (s *States) latest(ctx context.Context, root common.Hash) (*state.StateDB, *fork.Reader, error) {
	if f := s.chain.fork; f != nil {
		return f.Open(ctx, root)
	}
	st, err := state.New(root, s.warm)
	return st, nil, err
}

// surroundings is what a block's transactions see of it.
func (s *States) surroundings(ctx context.Context, header *types.Header, author *common.Address) vm.BlockContext {
	if f := s.chain.fork; f != nil {
		return f.Surroundings(ctx, header, author)
	}
	return core.NewEVMBlockContext(header, s.chain.core, author)
}

// keep stores the state of a new block. Without a bound it is written for good; with one
// it stays in the trie database's memory until so many newer states stand over it.
func (s *States) keep(root common.Hash) error {
	db := s.chain.core.TrieDB()
	if s.bound == 0 {
		if s.warm != nil {
			return nil // it has written the state already
		}
		return db.Commit(root, false)
	}
	if err := db.Reference(root, common.Hash{}); err != nil {
		return err
	}
	s.held = append(s.held, root)
	for len(s.held) > s.bound {
		if err := db.Dereference(s.held[0]); err != nil {
			return err
		}
		s.held = s.held[1:]
	}
	return nil
}

// pin holds the state of a snapshot beside the bounded ones.
func (s *States) pin(root common.Hash) error {
	if s.bound == 0 {
		return nil
	}
	return s.chain.core.TrieDB().Reference(root, common.Hash{})
}

// unpin lets go of the states of snapshots that are used up.
func (s *States) unpin(used []snapshot) error {
	if s.bound == 0 {
		return nil
	}
	for _, u := range used {
		if err := s.chain.core.TrieDB().Dereference(u.root); err != nil {
			return fmt.Errorf("release snapshot %d: %w", u.id, err)
		}
	}
	return nil
}
