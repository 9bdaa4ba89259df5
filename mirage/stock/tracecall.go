package stock

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/eth/tracers"
	"github.com/ethereum/go-ethereum/rpc"
)

// previewed is the pending block as one request sees it, and the state after it.
type previewed struct {
	block *types.Block
	after *state.StateDB
}

type previewKey struct{}

func previewOf(ctx context.Context) *previewed {
	p, _ := ctx.Value(previewKey{}).(*previewed)
	return p
}

// TraceCall traces a call. On top of the pending block, which go-ethereum's own refuses, it is
// traced on the block that would be made now.
func (t Traces) TraceCall(ctx context.Context, call json.RawMessage, block *rpc.BlockNumberOrHash, config *json.RawMessage) (any, error) {
	at := rpc.BlockNumberOrHashWithNumber(rpc.LatestBlockNumber)
	if block != nil {
		at = *block
	}
	if b, ok := t.chain.(*Backend); ok && isPending(at) {
		made, _, after, err := b.Next(ctx)
		if err != nil {
			return nil, err
		}
		ctx = context.WithValue(ctx, previewKey{}, &previewed{made, after})
		at = rpc.BlockNumberOrHashWithHash(made.Hash(), false)
	} else if isPending(at) {
		at = rpc.BlockNumberOrHashWithNumber(rpc.LatestBlockNumber)
	}
	text, err := json.Marshal(at)
	if err != nil {
		return nil, err
	}
	params := []json.RawMessage{call, text}
	if config != nil {
		params = append(params, *config)
	}
	return t.methods.Call(ctx, "TraceCall", params...)
}

// BlockByHash returns a block, also the pending one of a request.
func (b *Backend) BlockByHash(ctx context.Context, hash common.Hash) (*types.Block, error) {
	if p := previewOf(ctx); p != nil && p.block.Hash() == hash {
		return p.block, nil
	}
	return b.EthAPIBackend.BlockByHash(ctx, hash)
}

// StateAtBlock returns the state after a block, also after the pending one of a request.
func (b *Backend) StateAtBlock(ctx context.Context, block *types.Block, base *state.StateDB, readOnly, preferDisk bool) (*state.StateDB, tracers.StateReleaseFunc, error) {
	if p := previewOf(ctx); p != nil && p.block.Hash() == block.Hash() {
		return p.after, func() {}, nil
	}
	return b.EthAPIBackend.StateAtBlock(ctx, block, base, readOnly, preferDisk)
}
