package fork

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
)

// Open opens the state of a root for a request. Another one that goes on with the state
// begins at its reader.
func (f *Fork) Open(ctx context.Context, root common.Hash) (*state.StateDB, *Reader, error) {
	r := &Reader{below: f}
	r.Begin(ctx)
	st, err := state.New(root, &forkDB{f.tries, r})
	return st, r, err
}

// Sight makes sure that accounts of the latest state can be read without an error, for who
// has no way to fail.
func (f *Fork) Sight(ctx context.Context, accounts ...common.Address) error {
	if err := f.state.Want(ctx, accounts...); err != nil {
		return &UpstreamError{err}
	}
	ctx, faults := WithFaults(ctx)
	st, _, err := f.Open(ctx, f.chain.CurrentBlock().Root)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		st.GetNonce(a)
	}
	return faults.First()
}

// Surroundings is what a block's transactions see of it, for a request. BLOCKHASH goes on
// below. Author is who is paid, nil for the header's.
func (f *Fork) Surroundings(ctx context.Context, header *types.Header, author *common.Address) vm.BlockContext {
	in := core.NewEVMBlockContext(header, f.chain, author)
	f.Extend(&in, header, requestOf(ctx))
	return in
}

// Request says whose read this is and where it fails; its error is an earlier read's.
type Request func() (context.Context, *Faults, error)

func requestOf(ctx context.Context) Request {
	return func() (context.Context, *Faults, error) { return ctx, faultsOf(ctx), nil }
}

// Extend lets BLOCKHASH see the chain below, and the rules be those after the merge also
// on a chain whose headers have a difficulty.
func (f *Fork) Extend(in *vm.BlockContext, header *types.Header, request Request) {
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
