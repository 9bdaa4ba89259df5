package stock

import (
	"context"
	"math/big"

	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// Recent is a backend whose chain lets old blocks go: what asks for one by its number is told
// so, where go-ethereum would say that there is none.
type Recent struct {
	*Backend
	// Refuse is why nothing is said of the blocks from a number on, nil where they are kept.
	// Block 0 always is.
	Refuse func(number uint64) error
	// Oldest is the first block behind block 0 that is kept.
	Oldest func() uint64
}

// HistoryPruningCutoff is where go-ethereum's filters may begin.
func (r *Recent) HistoryPruningCutoff() uint64 {
	if oldest := r.Oldest(); oldest > 1 {
		return oldest
	}
	return 0
}

func (r *Recent) refuse(number rpc.BlockNumber) error {
	if number < 0 {
		return nil // a tag
	}
	return r.Refuse(uint64(number))
}

func (r *Recent) refuseBlock(block rpc.BlockNumberOrHash) error {
	if number, ok := block.Number(); ok {
		return r.refuse(number)
	}
	return nil
}

// HeaderByNumber returns a header by number or tag.
func (r *Recent) HeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Header, error) {
	if err := r.refuse(number); err != nil {
		return nil, err
	}
	return r.Backend.HeaderByNumber(ctx, number)
}

// HeaderByNumberOrHash returns a header by number, tag or hash.
func (r *Recent) HeaderByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*types.Header, error) {
	if err := r.refuseBlock(block); err != nil {
		return nil, err
	}
	return r.Backend.HeaderByNumberOrHash(ctx, block)
}

// BlockByNumber returns a block by number or tag.
func (r *Recent) BlockByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Block, error) {
	if err := r.refuse(number); err != nil {
		return nil, err
	}
	return r.Backend.BlockByNumber(ctx, number)
}

// BlockByNumberOrHash returns a block by number, tag or hash.
func (r *Recent) BlockByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*types.Block, error) {
	if err := r.refuseBlock(block); err != nil {
		return nil, err
	}
	return r.Backend.BlockByNumberOrHash(ctx, block)
}

// StateAndHeaderByNumber returns the state after a block by number or tag.
func (r *Recent) StateAndHeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*state.StateDB, *types.Header, error) {
	if err := r.refuse(number); err != nil {
		return nil, nil, err
	}
	return r.Backend.StateAndHeaderByNumber(ctx, number)
}

// StateAndHeaderByNumberOrHash returns the state after a block by number, tag or hash.
func (r *Recent) StateAndHeaderByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*state.StateDB, *types.Header, error) {
	if err := r.refuseBlock(block); err != nil {
		return nil, nil, err
	}
	return r.Backend.StateAndHeaderByNumberOrHash(ctx, block)
}

// FeeHistory returns the fees of blocks that are all kept.
func (r *Recent) FeeHistory(ctx context.Context, count uint64, last rpc.BlockNumber, percentiles []float64) (*big.Int, [][]*big.Int, []*big.Int, []float64, []*big.Int, []float64, error) {
	to := r.CurrentHeader().Number.Uint64()
	if last >= 0 {
		to = min(to, uint64(last))
	}
	if err := r.Refuse(max(to+1, count+1) - count); err != nil {
		return nil, nil, nil, nil, nil, nil, err
	}
	return r.Backend.FeeHistory(ctx, count, last, percentiles)
}
