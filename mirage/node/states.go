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

// stateAt opens the state after a block for a request. The reader is nil but on a fork.
func (n *Node) stateAt(ctx context.Context, header *types.Header) (*state.StateDB, *fork.Reader, error) {
	if n.fork == nil {
		st, err := n.chain.StateAt(header.Root, header.Number, header.Time)
		return st, nil, err
	}
	return n.fork.Open(ctx, header.Root)
}

// stateToBuild opens the latest state for a block that goes on from it.
func (n *Node) stateToBuild(ctx context.Context, parent *types.Header) (*state.StateDB, *fork.Reader, error) {
	if n.fork != nil {
		return n.fork.Open(ctx, parent.Root)
	}
	st, err := state.New(parent.Root, n.warm)
	return st, nil, err
}

// surroundings is what a block's transactions see of it.
func (n *Node) surroundings(ctx context.Context, header *types.Header, author *common.Address) vm.BlockContext {
	if n.fork != nil {
		return n.fork.Surroundings(ctx, header, author)
	}
	return core.NewEVMBlockContext(header, n.chain, author)
}
