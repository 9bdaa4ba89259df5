package node

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"

	"bardo.run/bardo/mirage/fork"
)

// States opens the state after each block, and says how long it is held.
type States struct {
	chain *Chain
	warm  *warm  // nil on a fork
	nodes *nodes // of the latest states, where a bound is set; nil: all are held, for good
}

func newStates(chain *Chain, bound int) *States {
	s := &States{chain: chain}
	if bound > 0 {
		s.nodes = newNodes(chain.db, bound)
	}
	if chain.fork == nil {
		s.warm = newWarm(chain.core.TrieDB(), chain.db, s.nodes)
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

// keep stores the state of a new block on a fork; elsewhere it was written already.
func (s *States) keep(root common.Hash) error {
	if s.warm != nil {
		return nil
	}
	return s.chain.core.TrieDB().Commit(root, false)
}

// stay goes on to a block that changes nothing.
func (s *States) stay(root common.Hash) {
	if s.nodes != nil {
		s.nodes.stay(root)
	}
}

// pin holds the head's state, by its root, beside the bounded ones, for a snapshot.
func (s *States) pin(root common.Hash) {
	if s.nodes != nil {
		s.nodes.pin(root)
	}
}

// unpin lets go of the states of snapshots that are used up.
func (s *States) unpin(used []snapshot) {
	if s.nodes == nil {
		return
	}
	for _, u := range used {
		s.nodes.unpin(u.root)
	}
}

// back makes an earlier state the head's.
func (s *States) back(root common.Hash) {
	if s.nodes != nil {
		s.nodes.back(root)
	}
}
