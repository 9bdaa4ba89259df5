package stock

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/eth/tracers"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rpc"

	// The tracers that debug_trace* names register themselves.
	_ "github.com/ethereum/go-ethereum/eth/tracers/native"
)

// Traces is the part of debug_ that only reads. go-ethereum's methods that read and
// write files of the machine are not there.
type Traces struct {
	API     *tracers.API
	chain   tracers.Backend
	methods *Methods // the API's
}

// NewTraces traces what a backend has. A tracer that go-ethereum does not know is an error.
func NewTraces(b tracers.Backend) Traces {
	noScripts()
	api := tracers.NewAPI(b)
	return Traces{api, b, NewMethods(api)}
}

// noScripts registers an evaluator of scripts that refuses them all. Where there is none, go-ethereum
// calls it all the same, and for a block in a goroutine of its own, where that ends the process.
var noScripts = sync.OnceFunc(func() {
	tracers.DefaultDirectory.RegisterJSEval(func(name string, _ *tracers.Context, _ json.RawMessage, _ *params.ChainConfig) (*tracers.Tracer, error) {
		return nil, fmt.Errorf("no tracer is named %.64q: take callTracer, prestateTracer or another of go-ethereum's native ones; scripts are not run", name)
	})
})

// TraceChain tells of the traces between two blocks.
func (t Traces) TraceChain(ctx context.Context, start, end rpc.BlockNumber, config *tracers.TraceConfig) (*rpc.Subscription, error) {
	return t.API.TraceChain(ctx, start, end, config)
}

// TraceBlockByNumber traces the transactions of a block.
func (t Traces) TraceBlockByNumber(ctx context.Context, number rpc.BlockNumber, config *tracers.TraceConfig) (any, error) {
	return t.API.TraceBlockByNumber(ctx, number, config)
}

// TraceBlockByHash traces the transactions of a block.
func (t Traces) TraceBlockByHash(ctx context.Context, hash common.Hash, config *tracers.TraceConfig) (any, error) {
	return t.API.TraceBlockByHash(ctx, hash, config)
}

// TraceBlock traces the transactions of a block that comes with the request, in RLP.
func (t Traces) TraceBlock(ctx context.Context, block hexutil.Bytes, config *tracers.TraceConfig) (any, error) {
	return t.API.TraceBlock(ctx, block, config)
}

// TraceBadBlock traces the transactions of a block that was refused.
func (t Traces) TraceBadBlock(ctx context.Context, hash common.Hash, config *tracers.TraceConfig) (any, error) {
	return t.API.TraceBadBlock(ctx, hash, config)
}

// IntermediateRoots answers the state roots within a block.
func (t Traces) IntermediateRoots(ctx context.Context, hash common.Hash, config *tracers.TraceConfig) (any, error) {
	return t.API.IntermediateRoots(ctx, hash, config)
}

// TraceTransaction traces a transaction that was mined.
func (t Traces) TraceTransaction(ctx context.Context, hash common.Hash, config *tracers.TraceConfig) (any, error) {
	return t.API.TraceTransaction(ctx, hash, config)
}
