package node

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/eth/tracers"
)

// forkTraces is debug_ on a fork: a trace that was made of a read that failed is that
// failure.
type forkTraces struct {
	traces
	stock *Stock
}

func newForkTraces(api *tracers.API) forkTraces {
	t := forkTraces{traces{api}, &Stock{}}
	t.stock.add(api)
	return t
}

// TraceTransaction traces a local transaction.
func (t forkTraces) TraceTransaction(ctx context.Context, hash json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "TraceTransaction", hash, given(config))
}

// TraceCall traces a call.
func (t forkTraces) TraceCall(ctx context.Context, call json.RawMessage, block, config *json.RawMessage) (any, error) {
	return t.checked(withHint(ctx, []json.RawMessage{call}), "TraceCall", call, given(block), given(config))
}

// TraceBlockByNumber traces the transactions of a local block.
func (t forkTraces) TraceBlockByNumber(ctx context.Context, number json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "TraceBlockByNumber", number, given(config))
}

// TraceBlockByHash traces the transactions of a local block.
func (t forkTraces) TraceBlockByHash(ctx context.Context, hash json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "TraceBlockByHash", hash, given(config))
}

// IntermediateRoots answers the state roots within a local block.
func (t forkTraces) IntermediateRoots(ctx context.Context, hash json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "IntermediateRoots", hash, given(config))
}

// checked runs a method and prefers the failure of a read to its answer.
func (t forkTraces) checked(ctx context.Context, name string, params ...json.RawMessage) (any, error) {
	ctx, faults := withFaults(ctx)
	v, err := t.stock.Call(ctx, name, params...)
	if first := faults.first(); first != nil {
		return nil, first
	}
	return v, err
}
