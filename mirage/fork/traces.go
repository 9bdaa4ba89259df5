package fork

import (
	"context"
	"encoding/json"

	"bardo.run/bardo/mirage/stock"
)

// traces is debug_ on a fork: a trace that was made of a read that failed is that failure.
type traces struct {
	stock.Traces
	stock *stock.Methods
}

// TraceTransaction traces a local transaction.
func (t traces) TraceTransaction(ctx context.Context, hash json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "TraceTransaction", hash, given(config))
}

// TraceCall traces a call.
func (t traces) TraceCall(ctx context.Context, call json.RawMessage, block, config *json.RawMessage) (any, error) {
	at := given(block)
	if string(at) == `"pending"` { // which is the latest on a fork
		at = json.RawMessage(`"latest"`)
	}
	return t.checked(withHint(ctx, []json.RawMessage{call}), "TraceCall", call, at, given(config))
}

// TraceBlockByNumber traces the transactions of a local block.
func (t traces) TraceBlockByNumber(ctx context.Context, number json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "TraceBlockByNumber", number, given(config))
}

// TraceBlockByHash traces the transactions of a local block.
func (t traces) TraceBlockByHash(ctx context.Context, hash json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "TraceBlockByHash", hash, given(config))
}

// IntermediateRoots answers the state roots within a local block.
func (t traces) IntermediateRoots(ctx context.Context, hash json.RawMessage, config *json.RawMessage) (any, error) {
	return t.checked(ctx, "IntermediateRoots", hash, given(config))
}

// checked runs a method and prefers the failure of a read to its answer.
func (t traces) checked(ctx context.Context, name string, params ...json.RawMessage) (any, error) {
	ctx, faults := WithFaults(ctx)
	v, err := t.stock.Call(ctx, name, params...)
	if first := faults.First(); first != nil {
		return nil, first
	}
	return v, err
}
