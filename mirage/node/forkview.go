package node

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"

	"bardo.run/bardo/evm/rpc"
)

// stateAt opens the state after a block for a request. The reader is nil but on a fork,
// where a request that goes on with the state begins at it.
func (n *Node) stateAt(ctx context.Context, header *types.Header) (*state.StateDB, *forkReader, error) {
	if n.fork == nil {
		st, err := n.chain.StateAt(header.Root, header.Number, header.Time)
		return st, nil, err
	}
	return n.fork.open(ctx, header.Root)
}

func (f *forked) open(ctx context.Context, root common.Hash) (*state.StateDB, *forkReader, error) {
	r := &forkReader{below: f}
	r.begin(ctx, nil)
	st, err := state.New(root, &forkDB{f.tries, r})
	return st, r, err
}

// stateToBuild opens the latest state for a block that goes on from it.
func (n *Node) stateToBuild(ctx context.Context, parent *types.Header) (*state.StateDB, *forkReader, error) {
	if n.fork != nil {
		return n.fork.open(ctx, parent.Root)
	}
	st, err := state.New(parent.Root, n.warm)
	return st, nil, err
}

// surroundings is what a block's transactions see of it. On a fork BLOCKHASH goes on below.
func (n *Node) surroundings(ctx context.Context, header *types.Header, author *common.Address) vm.BlockContext {
	in := core.NewEVMBlockContext(header, n.chain, author)
	if n.fork != nil {
		n.fork.extend(&in, header, func() (context.Context, *faults, error) { return ctx, faultsOf(ctx), nil })
	}
	return in
}

// extend lets BLOCKHASH see the chain below, and the rules be those after the merge also
// on a chain whose headers have a difficulty. request says whose look it is.
func (f *forked) extend(in *vm.BlockContext, header *types.Header, request func() (context.Context, *faults, error)) {
	if header.Difficulty.Sign() != 0 {
		in.Difficulty, in.Random = new(big.Int), &header.MixDigest
	}
	local, first := in.GetHash, f.block.Number.Uint64()
	in.GetHash = func(number uint64) common.Hash {
		if number >= first {
			return local(number)
		}
		ctx, faults, err := request()
		if err != nil {
			return common.Hash{}
		}
		hash, err := f.state.BlockHash(ctx, number)
		if err != nil {
			_ = faults.fail(err)
		}
		return hash
	}
}

// warm fetches what a call is likely to touch, where the recipient is new here.
func (f *forked) warm(ctx context.Context, r *forkReader, call *rpc.Call) error {
	r.begin(ctx, call)
	var err error
	if _, known := f.state.Known(call.To); known {
		err = f.state.Want(ctx, call.From, f.block.Coinbase)
	} else {
		r.begin(ctx, nil)
		err = f.state.Prefetch(ctx, *call, f.block.Coinbase)
	}
	if err != nil {
		return faultsOf(ctx).fail(err)
	}
	return nil
}
